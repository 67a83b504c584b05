package bench

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

var sizes = []int{10, 100, 10000}

// canned answers every call with one document, without a network.
func canned(tb testing.TB, document []byte) *realtime.Client {
	answer := func(_ context.Context, call *realtime.Call, _ func(context.Context) error) error {
		call.Reply = document
		return nil
	}
	client, err := realtime.NewClient("", realtime.SOAP11, realtime.WithInterceptors(answer))
	if err != nil {
		tb.Fatal(err)
	}
	return client
}

// BenchmarkDecode reads a response of n records: a client's call without the
// network, beside xml.Unmarshal.
func BenchmarkDecode(b *testing.B) {
	for _, f := range forms {
		for _, n := range sizes {
			doc := document(f, n)
			b.Run(fmt.Sprintf("form=%s/n=%d/impl=quartet", f, n), func(b *testing.B) {
				client := canned(b, doc)
				req := &realtime.GetStationDataByCodeXML{}
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				for b.Loop() {
					list, err := client.GetStationDataByCodeXML(b.Context(), req)
					if err != nil || len(list) != n {
						b.Fatal(len(list), err)
					}
				}
			})
			b.Run(fmt.Sprintf("form=%s/n=%d/impl=encoding-xml", f, n), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				for b.Loop() {
					var e envelope
					if err := xml.Unmarshal(doc, &e); err != nil || len(e.Records) != n {
						b.Fatal(len(e.Records), err)
					}
				}
			})
		}
	}
}

// discard is a ResponseWriter that counts.
type discard struct {
	header http.Header
	n      int
}

func (d *discard) Header() http.Header { return d.header }
func (d *discard) WriteHeader(int)     {}
func (d *discard) Write(p []byte) (int, error) {
	d.n += len(p)
	return len(p), nil
}

type board struct {
	realtime.UnimplementedRealtime
	list []realtime.ObjStationData
}

func (s board) GetStationDataByCodeXML(context.Context, *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return s.list, nil
}

const request = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>` +
	`<getStationDataByCodeXML xmlns="http://realtime.rail.example/"><StationCode>HARBQ</StationCode></getStationDataByCodeXML>` +
	`</soap:Body></soap:Envelope>`

// BenchmarkEncode writes a response of n records: a handler's answer without
// the network, beside xml.Marshal.
func BenchmarkEncode(b *testing.B) {
	for _, n := range sizes {
		list := records(n)
		b.Run(fmt.Sprintf("n=%d/impl=quartet", n), func(b *testing.B) {
			handler := realtime.NewHandler(board{list: list})
			b.ReportAllocs()
			var size int
			for b.Loop() {
				r, _ := http.NewRequest(http.MethodPost, "http://localhost/realtime/realtime.asmx", strings.NewReader(request))
				r.Header.Set("Content-Type", "text/xml; charset=utf-8")
				w := discard{header: make(http.Header)}
				handler.ServeHTTP(&w, r)
				size = w.n
			}
			b.SetBytes(int64(size))
		})
		b.Run(fmt.Sprintf("n=%d/impl=encoding-xml", n), func(b *testing.B) {
			e := envelope{Records: marshalled(b, n)}
			b.ReportAllocs()
			var size int
			for b.Loop() {
				out, err := xml.Marshal(&e)
				if err != nil {
					b.Fatal(err)
				}
				size = len(out)
			}
			b.SetBytes(int64(size))
		})
	}
}

func marshalled(tb testing.TB, n int) []record {
	var e envelope
	if err := xml.Unmarshal(document(compact, n), &e); err != nil {
		tb.Fatal(err)
	}
	return e.Records
}

// TestSameValues makes sure that both read the same from every form: else the
// comparison would say nothing.
func TestSameValues(t *testing.T) {
	for _, f := range forms {
		doc := document(f, 50)
		list, err := canned(t, doc).GetStationDataByCodeXML(t.Context(), nil)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		var e envelope
		if err := xml.Unmarshal(doc, &e); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		if len(list) != 50 || len(e.Records) != 50 {
			t.Fatalf("%s: %d and %d records", f, len(list), len(e.Records))
		}
		for i, r := range e.Records {
			for j, p := range pairs(&list[i]) {
				if want := r.text(j); p[1] != want {
					t.Fatalf("%s: record %d: %s is %q, encoding/xml reads %q", f, i, p[0], p[1], want)
				}
			}
		}
	}
}

// text returns the field at that place of the schema's order.
func (r *record) text(i int) string {
	return [...]string{
		r.Servertime, *r.Traincode, *r.Stationfullname, *r.Stationcode, *r.Querytime, *r.Traindate, *r.Origin,
		*r.Destination, *r.Origintime, *r.Destinationtime, *r.Status, *r.Lastlocation, fmt.Sprint(r.Duein), fmt.Sprint(r.Late),
		*r.Exparrival, *r.Expdepart, *r.Scharrival, *r.Schdepart, *r.Direction, *r.Traintype, *r.Locationtype,
	}[i]
}
