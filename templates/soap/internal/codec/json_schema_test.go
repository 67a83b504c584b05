package codec

import (
	"encoding/json"
	"testing"
)

// TestJSONSchemaOfIntegers has the bounds of built-in types.
func TestJSONSchemaOfIntegers(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		want string
	}{
		{KindInt8, `{"format":"int32","maximum":127,"minimum":-128,"type":"integer"}`},
		{KindInt32, `{"format":"int32","type":"integer"}`},
		{KindUint32, `{"format":"int64","maximum":4294967295,"minimum":0,"type":"integer"}`},
		{KindUint64, `{"minimum":0,"type":"integer"}`},
		{KindPositiveInteger, `{"minimum":1,"type":"integer"}`},
		{KindNegativeInteger, `{"maximum":-1,"type":"integer"}`},
	} {
		got, err := json.Marshal(new(JSONSchemas).simple(c.kind))
		if err != nil || string(got) != c.want {
			t.Errorf("%v: %s, %v, want %s", c.kind, got, err, c.want)
		}
	}
}
