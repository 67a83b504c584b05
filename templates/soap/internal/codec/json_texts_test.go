package codec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/xsd"
)

func decodeTrainsJSON(doc []byte, list *trainList) error {
	d := NewDecoder(doc, railNamespaces, Limits{})
	defer d.Release()
	DecodeJSON(d, &typeOfTrainList, list)
	return d.Err()
}

// TestJSONTexts writes and reads texts of each length, with each character that is written in another way at each place.
func TestJSONTexts(t *testing.T) {
	list := new(trainList)
	for n := range 40 {
		plain := strings.Repeat("x", n)
		list.Record = append(list.Record, train{Origin: &plain})
		for i := range n {
			for _, c := range []string{`"`, `\`, "\n", "\t", "\r", "é", "\u07ff", "\u2030", "😀", "\u007f", "<", "{", ","} {
				text := plain[:i] + c + plain[i+1:]
				list.Record = append(list.Record, train{Origin: &text, Duein: int32(n - i), Late: int32(i) << (i % 25)})
			}
		}
	}
	e := encoder(t, railNamespaces, false)
	EncodeJSON(e, JSONOptions{}, &typeOfTrainList, list)
	doc := e.Bytes()
	got, want := new(trainList), new(trainList)
	if err := json.Unmarshal(doc, want); err != nil || e.Err() != nil || !reflect.DeepEqual(want, list) {
		t.Errorf("encoding/json reads another list: %v, %v", err, e.Err())
	}
	if err := decodeTrainsJSON(doc, got); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("another list is read: %v", err)
	}
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, doc)
	got = new(trainList)
	if err := decodeTrainsJSON(escaped.Bytes(), got); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("with escapes, another list is read: %v", err)
	}
}

// TestJSONAnyOrder reads members that are absent, in another order, and with white space.
func TestJSONAnyOrder(t *testing.T) {
	for _, c := range []string{"", "Traincode", "Traincode Origin Status", "Querytime Origin Destination Status Exparrival Expdepart"} {
		want := newTrainList(3)
		for i := range want.Record {
			for _, name := range strings.Fields(c) {
				reflect.ValueOf(&want.Record[i]).Elem().FieldByName(name).SetZero()
			}
		}
		e := encoder(t, railNamespaces, false)
		EncodeJSON(e, JSONOptions{}, &typeOfTrainList, want)
		doc := slices.Clone(e.Bytes())
		if same, err := json.Marshal(want); c == "" && string(same) != string(doc) {
			t.Errorf("%s, encoding/json writes %s, %v", doc, same, err)
		}
		var indented bytes.Buffer
		must(t, json.Indent(&indented, doc, "", "\t"))
		var members map[string]any
		must(t, json.Unmarshal(doc, &members))
		sorted, err := json.Marshal(members)
		must(t, err)
		for _, doc := range [][]byte{doc, indented.Bytes(), sorted} {
			got := new(trainList)
			if err := decodeTrainsJSON(doc, got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s is read as %v, %v", doc, plainValue(got), err)
			}
		}
	}
}

// TestJSONTextInGroup writes and reads texts that are elements of substitution groups.
func TestJSONTextInGroup(t *testing.T) {
	group := define(&Type{Name: "group"}, Row{Name: "a", NS: 1, Kind: KindString}, Row{Name: "at", NS: 1, Kind: KindDateTime}, Row{Name: "n", NS: 1, Kind: KindInt32})
	typ := define(&Type{Name: "grouped"}, Row{Name: "first", NS: 1, Kind: KindString}, Row{Kind: KindMember, Of: group}, Row{Name: "last", NS: 1, Kind: KindString})
	for _, doc := range []string{`{"first":"x","a":"y","last":"z"}`, `{"a":""}`, `{"at":"2026-11-21T10:20:30","last":"z"}`, `{"first":"x","n":-5}`} {
		v, err := readJSONOf(doc, typ, Limits{})
		if err != nil {
			t.Errorf("%s: %v", doc, err)
			continue
		}
		if got, err := jsonOf(v, typ, JSONOptions{}); err != nil || got != doc {
			t.Errorf("%s is written again as %s, %v", doc, got, err)
		}
	}
}

// train is like the type of a train in the rail contract.
type train struct {
	Servertime  xsd.DateTime
	Traincode   *string
	Querytime   *string
	Origin      *string
	Destination *string
	Status      *string
	Duein       int32
	Late        int32
	Exparrival  *string
	Expdepart   *string
}

type trainList struct{ Record []train }

var typeOfTrain = Type{NS: 1, Name: "record", Zero: (*train)(nil)}

var rowsOfTrain = []Row{
	{Name: "Servertime", NS: 1, Kind: KindDateTime, Occurs: Once},
	{Name: "Traincode", NS: 1, Kind: KindString},
	{Name: "Querytime", NS: 1, Kind: KindString},
	{Name: "Origin", NS: 1, Kind: KindString},
	{Name: "Destination", NS: 1, Kind: KindString},
	{Name: "Status", NS: 1, Kind: KindString},
	{Name: "Duein", NS: 1, Kind: KindInt32, Occurs: Once},
	{Name: "Late", NS: 1, Kind: KindInt32, Occurs: Once},
	{Name: "Exparrival", NS: 1, Kind: KindString},
	{Name: "Expdepart", NS: 1, Kind: KindString},
}

var typeOfTrainList = Type{NS: 1, Name: "list", Zero: (*trainList)(nil)}

var rowsOfTrainList = []Row{{Name: "Record", NS: 1, Kind: KindStruct, Occurs: Many, Of: &typeOfTrain}}

var trainTypes = Table{Namespaces: railNamespaces, Types: []TypeRows{
	{Type: &typeOfTrain, Rows: rowsOfTrain},
	{Type: &typeOfTrainList, Rows: rowsOfTrainList},
}}

func init() { Define(&trainTypes) }

// newTrainList returns n trains like on a station's board.
func newTrainList(n int) *trainList {
	list := new(trainList)
	for i := range n {
		list.Record = append(list.Record, train{
			Servertime: xsd.LocalDateTime(time.Date(2026, 11, 21, 10, 20, 30, 457000000, time.UTC)),
			Traincode:  ptr(fmt.Sprintf("E%03d", i)), Querytime: ptr("10:20:30"), Origin: ptr("Northgate"), Destination: ptr("Southport Junction"),
			Status: ptr(fmt.Sprintf("Departed Mill Lane %d", i)), Duein: int32(i % 90), Late: int32(i%7 - 2), Exparrival: ptr("10:32"), Expdepart: ptr("10:33"),
		})
	}
	return list
}
