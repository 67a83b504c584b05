package roundtrip

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/quartet/gen/realtime"
)

// TestGeneratedStructs compares records with go-cmp, without options, and writes and
// reads them as JSON.
func TestGeneratedStructs(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[realtime.ObjStationData](), reflect.TypeFor[realtime.ObjTrainPositions](), reflect.TypeFor[realtime.ObjStation]()} {
		list := records(typ, allTexts)
		if d := cmp.Diff(list, records(typ, allTexts)); d != "" {
			t.Errorf("%s: a difference between equal records:\n%s", typ, d)
		}
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		again := reflect.New(reflect.TypeOf(list))
		if err := json.Unmarshal(text, again.Interface()); err != nil {
			t.Fatal(err)
		}
		if d := difference(again.Elem().Interface(), list); d != "" {
			t.Errorf("%s: JSON changes %s", typ, d)
		}
	}
	a, b := realtime.ObjStationData{Servertime: dateTime(dateTimes[0])}, realtime.ObjStationData{Servertime: dateTime(dateTimes[1])}
	if cmp.Equal(a, b) {
		t.Errorf("%v equals %v", a, b)
	}
}
