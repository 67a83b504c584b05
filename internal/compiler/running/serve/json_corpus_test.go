package serve_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
)

// TestJSONCorpus calls the operations of the contracts in the folder QUARTET_CORPUS over JSON: results are those over SOAP, and a
// request arrives as it is sent.
func TestJSONCorpus(t *testing.T) {
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("QUARTET_CORPUS is not set")
	}
	index, err := os.Open(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	r := csv.NewReader(index)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, row := range rows[1:] {
		d, err := generator.Describe(context.Background(), generator.Config{
			Contract: filepath.Join(dir, row[0], row[1]), Catalogs: []string{filepath.Join(dir, "_catalog", "catalog.xml")}, Lenient: true, XSITypes: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range d.Services {
			t.Run(row[0]+"/"+info.Service, func(t *testing.T) { calls += compareOverJSON(t, info) })
		}
	}
	t.Log(calls, "calls")
}

// compareOverJSON calls the operations of a service over JSON, and directly. It returns how many there are.
func compareOverJSON(t *testing.T, info *contract.Contract) (calls int) {
	var got any
	var seed sample.Seed
	service := func(_ context.Context, op *contract.Operation, req any) (any, error) {
		got = req
		return seed.Result(info, op)
	}
	handler := soap.NewHandler(info, nil, service, []soap.HandlerOption{soap.WithPath("/s"), jsonhttp.WithJSON(), soap.WithLogger(slog.New(slog.DiscardHandler))})
	server := httptest.NewServer(handler)
	defer server.Close()
	client, err := soap.NewCaller(info, server.URL+"/s", jsonhttp.Binding, []soap.ClientOption{jsonhttp.WithJSON()})
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range info.Operations {
		for seed = range sample.Seed(3) {
			var sent any
			var err error
			if op.RequestType() != nil {
				sent, err = seed.Request(info, op)
			}
			if err != nil {
				continue
			}
			want, err := seed.Result(info, op)
			if err != nil {
				continue
			}
			calls++
			result, err := client.Do(t.Context(), op, sent)
			if err != nil {
				t.Errorf("%s: %v", op.Name, err)
				break
			}
			if a, b := requestMarkup(t, info, op, sent), requestMarkup(t, info, op, got); !bytes.Equal(a, b) {
				t.Errorf("%s: the request\n%s\narrives as\n%s", op.Name, a, b)
			}
			if a, b := resultMarkup(info, op, want), resultMarkup(info, op, result); !op.OneWay && a != b {
				t.Errorf("%s: the result\n%s\narrives as\n%s", op.Name, a, b)
			}
		}
	}
	return calls
}

func requestMarkup(t *testing.T, info *contract.Contract, op *contract.Operation, req any) []byte {
	if op.RequestType() == nil {
		return nil
	}
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	e.Raw("<request")
	schema.EncodeRows(e, op.RequestType(), req)
	if e.Err() != nil {
		t.Errorf("%s: %v", op.Name, e.Err())
	}
	return bytes.Clone(e.Bytes())
}

func resultMarkup(info *contract.Contract, op *contract.Operation, result any) string {
	if op.Result == nil {
		return ""
	}
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	contract.WriteBlock(e, schema.ElementName{Local: "result"}, op.Result, true, result)
	if e.Err() != nil {
		return e.Err().Error()
	}
	return strings.TrimSpace(string(e.Bytes()))
}
