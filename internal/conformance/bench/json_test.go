package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/jsonhttp"
)

// BenchmarkJSON writes and reads n records as JSON in memory: a client's call without the network, and what a handler does with
// a result. The Go fields, whose names encoding/json writes, have the names of the contract. Decode and encode without impl
// report, as the metric times, how many times as fast as encoding/json the functions of quartet are.
func BenchmarkJSON(b *testing.B) {
	for _, n := range sizes[:2] {
		list := records(n)
		doc, err := json.Marshal(list)
		if err != nil {
			b.Fatal(err)
		}
		run := func(name string, f func() error) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				measure(b, f)
			})
		}
		client, err := realtime.NewClient("http://localhost"+path, jsonhttp.Binding, jsonhttp.WithJSON(), soap.WithHTTPClient(fixedJSON(doc)))
		if err != nil {
			b.Fatal(err)
		}
		info := soap.ContractOf(realtime.NewHandler(board{list: list}))
		var buf []byte
		compare := func(name string, quartet, standard func() error) {
			run(name+"/impl=quartet", quartet)
			run(name+"/impl=encoding-json", standard)
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) { measureRatio(b, quartet, standard) })
		}
		compare("decode", func() error {
			list, err := client.GetStationDataByCodeXML(b.Context(), &realtime.GetStationDataByCodeXML{StationCode: soap.Ptr("HARBQ")})
			return countError(len(list), n, err)
		}, func() error {
			var list []realtime.ObjStationData
			err := json.Unmarshal(doc, &list)
			return countError(len(list), n, err)
		})
		compare("encode", func() (err error) {
			for _, op := range info.Operations {
				if op.Name == "getStationDataByCodeXML" {
					buf, err = jsonhttp.AppendValue(buf[:0], info, op.Result, list)
				}
			}
			return err
		}, func() error {
			_, err := json.Marshal(list)
			return err
		})
	}
}

// fixedJSON answers with a document.
type fixedJSON []byte

func (doc fixedJSON) Do(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, ContentLength: int64(len(doc)), Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(doc)),
	}, nil
}

// TestSameJSON checks that both read the same values, and write what the other reads.
func TestSameJSON(t *testing.T) {
	doc, err := json.Marshal(records(sample))
	if err != nil {
		t.Fatal(err)
	}
	client, err := realtime.NewClient("http://localhost"+path, jsonhttp.Binding, jsonhttp.WithJSON(), soap.WithHTTPClient(fixedJSON(doc)))
	if err != nil {
		t.Fatal(err)
	}
	list, err := client.GetStationDataByCodeXML(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	checkTexts(t, "quartet", allTexts(list))
	info := soap.ContractOf(realtime.NewHandler(board{}))
	for _, op := range info.Operations {
		if op.Name != "getStationDataByCodeXML" {
			continue
		}
		if doc, err = jsonhttp.AppendValue(nil, info, op.Result, list); err != nil {
			t.Fatal(err)
		}
	}
	list = nil
	if err := json.Unmarshal(doc, &list); err != nil {
		t.Fatal(err)
	}
	checkTexts(t, "encoding/json", allTexts(list))
}
