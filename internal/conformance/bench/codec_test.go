package bench

import (
	"encoding/xml"
	"fmt"
	"io"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// BenchmarkDecode decodes a response with n records in memory: a client's call without
// the network. For quartet it includes encoding the request.
func BenchmarkDecode(b *testing.B) {
	for _, f := range forms {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("form=%s/n=%d", f, n), func(b *testing.B) {
				doc := document(f, n)
				b.Run("impl=quartet", func(b *testing.B) { benchmarkDecode(b, doc, n) })
				b.Run("impl=encoding-xml", func(b *testing.B) { benchmarkStdDecode(b, doc, n) })
				if *gsoap != "" {
					b.Run("impl=gsoap", func(b *testing.B) { benchmarkGsoap(b, "decode", doc) })
				}
			})
		}
	}
}

func benchmarkDecode(b *testing.B, doc []byte, n int) {
	client := fixedClient(b, doc)
	req := &realtime.GetStationDataByCodeXML{StationCode: soap.Ptr("HARBQ")}
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	measure(b, func() error {
		list, err := client.GetStationDataByCodeXML(b.Context(), req)
		return countError(len(list), n, err)
	})
}

func benchmarkStdDecode(b *testing.B, doc []byte, n int) {
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	measure(b, func() error {
		e := new(stdEnvelope)
		err := xml.Unmarshal(doc, e)
		return countError(len(*e.records()), n, err)
	})
}

// BenchmarkEncode encodes n records in memory. quartet appends a document to an existing
// buffer. handler also reads a request and writes an envelope, as the generated handler
// does. encoding-xml writes the envelope, too; with 100 records it is 0.3 % of the document.
func BenchmarkEncode(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.Run("impl=quartet", func(b *testing.B) { benchmarkEncode(b, n) })
			b.Run("impl=encoding-xml", func(b *testing.B) { benchmarkStdEncode(b, n) })
			b.Run("impl=handler", func(b *testing.B) { benchmarkHandler(b, n) })
			if *gsoap != "" {
				b.Run("impl=gsoap", func(b *testing.B) { benchmarkGsoap(b, "encode", document(compact, n)) })
			}
		})
	}
}

// arrayName is the name of the element that holds the records.
var arrayName = xsd.QName{Space: namespace, Local: "ArrayOfObjStationData"}

func benchmarkEncode(b *testing.B, n int) {
	list := &realtime.ArrayOfObjStationData{ObjStationData: records(n)}
	var doc []byte
	b.ReportAllocs()
	measure(b, func() (err error) {
		doc, err = schema.Append(doc[:0], arrayName, list)
		b.SetBytes(int64(len(doc)))
		return err
	})
}

// benchmarkHandler measures a call of the generated handler: it reads the request, calls
// the service and encodes its result.
func benchmarkHandler(b *testing.B, n int) {
	d := newDirect(realtime.NewHandler(board{list: records(n)}), io.Discard)
	b.ReportAllocs()
	measure(b, func() error {
		size, err := d.call()
		b.SetBytes(int64(size))
		return err
	})
}

func benchmarkStdEncode(b *testing.B, n int) {
	e := newStdEnvelope(n)
	b.ReportAllocs()
	measure(b, func() error {
		out, err := xml.Marshal(e)
		b.SetBytes(int64(len(out)))
		return err
	})
}
