package codec

import (
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// station is what the generator writes for a type of the rail contract, with
// every kind of field.
type station struct {
	Id       *string
	Time     xsd.DateTime
	Name     string
	Alias    *string
	Late     int32
	Lines    []string
	Platform []platform
	Note     xsd.Nillable[string]
}

type platform struct {
	Number *int32
	Side   *string
}

const railNS = "http://realtime.rail.example/"

var railNamespaces = []Namespace{{}, {URI: railNS}}

var typeOfStation = Type{NS: 1, Name: "station", Zero: (*station)(nil)}

var rowsOfStation = []Row{
	{Name: "id", Kind: KindString, At: AtAttribute},
	{Name: "Time", NS: 1, Kind: KindDateTime, Occurs: Once},
	{Name: "Name", NS: 1, Kind: KindString, Occurs: Once},
	{Name: "Alias", NS: 1, Kind: KindString},
	{Name: "Late", NS: 1, Kind: KindInt32, Occurs: Once},
	{Name: "Line", NS: 1, Kind: KindString, Occurs: Many},
	{Name: "Platform", NS: 1, Kind: KindStruct, Of: &typeOfPlatform, Occurs: Many},
	{Name: "Note", NS: 1, Kind: KindString, Nillable: true},
}

var typeOfPlatform = Type{NS: 1, Name: "platform", Zero: (*platform)(nil)}

var rowsOfPlatform = []Row{
	{Name: "Number", NS: 1, Kind: KindInt32},
	{Name: "Side", NS: 1, Kind: KindString},
}

var railTypes = Table{Namespaces: railNamespaces, Types: []TypeRows{
	{Type: &typeOfStation, Rows: rowsOfStation},
	{Type: &typeOfPlatform, Rows: rowsOfPlatform},
}}

func init() { Define(&railTypes) }

// recordsOfRail are the same types without Go types.
var recordsOfRail = asRecords(&railTypes)

func decodeStation(doc string, limits Limits) (station, error) {
	d := NewDecoder([]byte(doc), railNamespaces, limits)
	defer d.Release()
	var s station
	if d.Root() {
		DecodeRows(d, &typeOfStation, &s)
	}
	d.End()
	return s, d.Err()
}

func ptr[T any](v T) *T { return &v }

// rooted returns a decoder that has read the start tag of a document.
func rooted(t testing.TB, doc string, ns []Namespace, limits Limits) *Decoder {
	d := NewDecoder([]byte(doc), ns, limits)
	t.Cleanup(d.Release)
	d.Root()
	return d
}

// encoder returns an encoder for a test.
func encoder(t testing.TB, ns []Namespace, xsi bool) *Encoder {
	e := NewEncoder(ns, xsi)
	t.Cleanup(e.Release)
	return e
}

// must ends a test of which a preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
