package codec

import (
	"fmt"
	"testing"
	"time"

	"example.com/quartet/templates/soap/xsd"
)

// benchRecord is the type of a train in the rail contract.
type benchRecord struct {
	Servertime      xsd.DateTime
	Traincode       *string
	Stationfullname *string
	Stationcode     *string
	Querytime       *string
	Traindate       *string
	Origin          *string
	Destination     *string
	Origintime      *string
	Destinationtime *string
	Status          *string
	Lastlocation    *string
	Duein           int32
	Late            int32
	Exparrival      *string
	Expdepart       *string
	Scharrival      *string
	Schdepart       *string
	Direction       *string
	Traintype       *string
	Locationtype    *string
}

type benchList struct{ Record []benchRecord }

var typeOfBenchRecord = Type{NS: 1, Name: "record", Zero: (*benchRecord)(nil)}

var rowsOfBenchRecord = []Row{
	{Name: "Servertime", NS: 1, Kind: KindDateTime, Occurs: Once},
	{Name: "Traincode", NS: 1, Kind: KindString},
	{Name: "Stationfullname", NS: 1, Kind: KindString},
	{Name: "Stationcode", NS: 1, Kind: KindString},
	{Name: "Querytime", NS: 1, Kind: KindString},
	{Name: "Traindate", NS: 1, Kind: KindString},
	{Name: "Origin", NS: 1, Kind: KindString},
	{Name: "Destination", NS: 1, Kind: KindString},
	{Name: "Origintime", NS: 1, Kind: KindString},
	{Name: "Destinationtime", NS: 1, Kind: KindString},
	{Name: "Status", NS: 1, Kind: KindString},
	{Name: "Lastlocation", NS: 1, Kind: KindString},
	{Name: "Duein", NS: 1, Kind: KindInt32, Occurs: Once},
	{Name: "Late", NS: 1, Kind: KindInt32, Occurs: Once},
	{Name: "Exparrival", NS: 1, Kind: KindString},
	{Name: "Expdepart", NS: 1, Kind: KindString},
	{Name: "Scharrival", NS: 1, Kind: KindString},
	{Name: "Schdepart", NS: 1, Kind: KindString},
	{Name: "Direction", NS: 1, Kind: KindString},
	{Name: "Traintype", NS: 1, Kind: KindString},
	{Name: "Locationtype", NS: 1, Kind: KindString},
}

var typeOfBenchList = Type{NS: 1, Name: "list", Zero: (*benchList)(nil)}

var rowsOfBenchList = []Row{{Name: "Record", NS: 1, Kind: KindStruct, Occurs: Many, Of: &typeOfBenchRecord}}

var benchTypes = Table{Namespaces: railNamespaces, Types: []TypeRows{
	{Type: &typeOfBenchRecord, Rows: rowsOfBenchRecord},
	{Type: &typeOfBenchList, Rows: rowsOfBenchList},
}}

func init() { Define(&benchTypes) }

// newBenchList returns n trains like on a station's board.
func newBenchList(n int) *benchList {
	list := new(benchList)
	for i := range n {
		text := func(format string) *string {
			s := fmt.Sprintf(format, i)
			return &s
		}
		plain := func(s string) *string { return &s }
		list.Record = append(list.Record, benchRecord{
			Servertime: xsd.LocalDateTime(time.Date(2026, 11, 21, 10, 20, 30, 457000000, time.UTC)),
			Traincode:  text("E%03d"), Stationfullname: plain("Harbour Quay"), Stationcode: plain("HARBQ"), Querytime: plain("10:20:30"),
			Traindate: plain("21 Nov 2026"), Origin: plain("Northgate"), Destination: plain("Southport Junction"), Origintime: plain("09:45"),
			Destinationtime: plain("11:15"), Status: plain("En Route"), Lastlocation: text("Departed Mill Lane %d"), Duein: int32(i % 90), Late: int32(i%7 - 2),
			Exparrival: plain("10:32"), Expdepart: plain("10:33"), Scharrival: plain("10:30"), Schdepart: plain("10:31"), Direction: plain("Southbound"),
			Traintype: plain("DART"), Locationtype: plain("S"),
		})
	}
	return list
}

func encodeBench(e *Encoder, list *benchList) {
	e.Open(ElementName{1, "List"}, true)
	EncodeRows(e, &typeOfBenchList, list)
	e.Close(ElementName{1, "List"})
}

func decodeBench(doc []byte, list *benchList) error {
	d := NewDecoder(doc, railNamespaces, Limits{})
	defer d.Release()
	if d.Root() {
		DecodeRows(d, &typeOfBenchList, list)
	}
	d.End()
	return d.Err()
}

func BenchmarkRowDecode(b *testing.B) {
	for _, n := range [...]int{100, 10000} {
		e := NewEncoder(railNamespaces, false)
		encodeBench(e, newBenchList(n))
		doc := append([]byte(nil), e.Bytes()...)
		b.Run(fmt.Sprintf("n=%d/rows", n), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for range b.N {
				if err := decodeBench(doc, new(benchList)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRowEncode(b *testing.B) {
	for _, n := range [...]int{100, 10000} {
		list := newBenchList(n)
		b.Run(fmt.Sprintf("n=%d/rows", n), func(b *testing.B) {
			e := NewEncoder(railNamespaces, false)
			encodeBench(e, list)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				e.Buf = e.Buf[:0]
				encodeBench(e, list)
			}
			b.SetBytes(int64(len(e.Buf)))
		})
	}
}
