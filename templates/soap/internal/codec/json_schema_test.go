package codec

import (
	"encoding/json"
	"testing"
)

// TestJSONSchemaOfIntegers has the bounds of built-in types, unless the schema has narrower ones.
func TestJSONSchemaOfIntegers(t *testing.T) {
	for _, c := range []struct {
		kind   Kind
		facets *Facets
		want   string
	}{
		{KindInt8, nil, `{"format":"int32","maximum":127,"minimum":-128,"type":"integer"}`},
		{KindInt32, nil, `{"format":"int32","type":"integer"}`},
		{KindUint32, nil, `{"format":"int64","maximum":4294967295,"minimum":0,"type":"integer"}`},
		{KindUint64, nil, `{"minimum":0,"type":"integer"}`},
		{KindPositiveInteger, &Facets{MaxInclusive: "9"}, `{"maximum":9,"minimum":1,"type":"integer"}`},
		{KindPositiveInteger, &Facets{MinInclusive: "5"}, `{"minimum":5,"type":"integer"}`},
		{KindNegativeInteger, nil, `{"maximum":-1,"type":"integer"}`},
	} {
		got, err := json.Marshal(new(JSONSchemas).faceted(c.kind, nil, &More{Facets: c.facets}))
		if err != nil || string(got) != c.want {
			t.Errorf("%v: %s, %v, want %s", c.kind, got, err, c.want)
		}
	}
}
