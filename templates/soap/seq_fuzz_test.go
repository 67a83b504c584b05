package soap

import (
	"bytes"
	"context"
	"io"
	"reflect"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
)

// piecesReader hands out pieces of up to size bytes.
type piecesReader struct {
	from io.Reader
	size int
}

func (r *piecesReader) Read(b []byte) (int, error) { return r.from.Read(b[:min(len(b), r.size)]) }

// FuzzListInPieces reads lists item by item from responses in pieces, and at
// once: the values are the same, and so is the error with its place.
func FuzzListInPieces(f *testing.F) {
	items := "<d:stop><d:Name>a&amp;b</d:Name><d:Late>1</d:Late></d:stop><!-- c --><e:stop>\r\n<e:Name><![CDATA[x]]></e:Name></e:stop><x/><d:stop/>"
	for _, b := range allBindings {
		f.Add([]byte(listDocument(b, items)), uint8(b), uint16(7))
		f.Add([]byte(listDocument(b, "")), uint8(b), uint16(1))
		f.Add([]byte(utf16Text(listDocument(b, items))), uint8(b), uint16(3))
	}
	f.Add([]byte("<?xml version='1.0' encoding='iso-8859-1'?><ArrayOfStop xmlns='"+depotNS+"'><stop><Name>\xE9</Name></stop></ArrayOfStop>"), uint8(contract.HTTPGet), uint16(5))
	f.Fuzz(func(t *testing.T, doc []byte, binding uint8, size uint16) {
		b := allBindings[int(binding)%len(allBindings)]
		ask := func(body io.Reader) *depotClient {
			return dialDepot(t, "http://depot.example/", b, WithHTTPClient(answering(200, "", body)))
		}
		want, wantErr := ask(bytes.NewReader(doc)).GetStops(context.Background())
		got, err := collect(ask(&piecesReader{bytes.NewReader(doc), int(size) + 1}).GetStopsSeq(context.Background()))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("in pieces: %v; at once: %v", err, wantErr)
		}
		if err == nil && (len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want)) {
			t.Fatalf("in pieces: %+v; at once: %+v", got, want)
		}
		cs, _, detected := charset.Detect(doc, "", nil)
		if err != nil && detected == nil && cs == nil && err.Error() != wantErr.Error() {
			t.Fatalf("in pieces: %v; at once: %v", err, wantErr)
		}
	})
}
