package jsonhttp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/cors"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/schema"
)

type search struct {
	ID   int32
	Text []string
}

// searchContract has HTTP ports, one of them at another address, and two operations with one path.
func searchContract() *contract.Contract {
	typeOfSearch := &schema.Type{Zero: (*search)(nil)}
	codec.Define(&schema.Table{Namespaces: depotNamespaces, Types: []schema.TypeRows{{Type: typeOfSearch, Rows: []schema.Row{
		{Name: "id", NS: 1, Kind: codec.KindInt32, Occurs: schema.Once}, {Name: "text", NS: 1, Kind: codec.KindString, Occurs: schema.Many},
	}}}})
	over := func(name, path string, more *contract.WireMore, bindings ...contract.Binding) *contract.Operation {
		return &contract.Operation{Name: name, Request: typeOfSearch, Result: opSize.Result, Wires: []contract.Wire{{
			Bindings: bindings, Path: path, Out: []schema.ElementName{{NS: 1, Local: "int"}}, More: more,
		}}}
	}
	info := contract.Contract{Service: "Search", Namespaces: depotNamespaces, Ports: []contract.Port{
		{Name: "Get", Binding: contract.HTTPGet, Address: "http://localhost/search"}, {Name: "Post", Binding: contract.HTTPPost, Address: "http://localhost/search"},
		{Name: "Delete", Binding: contract.HTTPDelete, Address: "http://localhost/other"},
	}}
	return info.With(
		over("search", "/search", nil, contract.HTTPGet, contract.HTTPPost), over("search_again", "/search", nil, contract.HTTPGet, contract.HTTPPost),
		over("part", "/parts/(id)", &contract.WireMore{Replace: true}, contract.HTTPGet, contract.HTTPDelete),
	)
}

// outline returns a line for each operation of a description in OpenAPI.
func outline(t *testing.T, text []byte) (all []string) {
	t.Helper()
	var d struct {
		Servers []struct{ URL string }
		Paths   map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for path, item := range d.Paths {
		for method, raw := range item {
			var o struct {
				OperationID string
				Parameters  []struct {
					Name, In string
					Required bool
					Schema   struct{ Type string }
				}
				RequestBody struct{ Content map[string]any }
				Responses   map[string]struct{ Content map[string]any }
			}
			if json.Unmarshal(raw, &o) != nil {
				all = append(all, path+" at "+string(raw))
				continue
			}
			line := fmt.Sprint(method, " ", path, " ", o.OperationID)
			for _, p := range o.Parameters {
				line += fmt.Sprint(" ", p.In, ":", p.Name, ":", p.Schema.Type, ":", p.Required)
			}
			all = append(all, line+" "+mediaTypes(o.RequestBody.Content)+" -> "+mediaTypes(o.Responses["200"].Content))
		}
	}
	slices.Sort(all)
	return append(all, "at "+d.Servers[0].URL)
}

func mediaTypes(content map[string]any) string {
	var all []string
	for name := range content {
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

func TestOpenAPI(t *testing.T) {
	text, err := jsonhttp.OpenAPI(searchContract(), jsonhttp.Details{Address: "http://localhost/search"})
	must(t, err)
	got := strings.Join(outline(t, text), "\n")
	const both, xml = "application/json,application/x-www-form-urlencoded -> application/json,text/xml", " -> text/xml"
	want := strings.Join([]string{
		"/other/parts/{id} at " + "[\n        {\n          \"url\": \"http://localhost\"\n        }\n      ]",
		"delete /other/parts/{id} part_delete path:id:integer:true query:text:array:false " + xml,
		"get /parts/{id} part_get path:id:integer:true query:text:array:false " + xml,
		"get /search search_get query:id:integer:true query:text:array:false " + xml,
		"post /part part application/json -> application/json",
		"post /search search " + both,
		"post /search_again search_again application/json -> application/json",
		"at http://localhost/search",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOpenAPINames describes two operations of one name, of which a handler calls the first, and operations whose names would be the same
// function in TypeScript.
func TestOpenAPINames(t *testing.T) {
	second := operation("size", &typeOfFind, nil)
	text, err := jsonhttp.OpenAPI(depotContract.With(opSize, operation("size_2", nil, nil), second), jsonhttp.Details{Address: "http://localhost/depot"})
	must(t, err)
	var d struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	must(t, json.Unmarshal(text, &d))
	if got := d.Paths["/size"]["post"].OperationID; got != "size" || len(d.Paths) != 2 {
		t.Errorf("the operation size is %q, paths: %v", got, d.Paths)
	}
	other := depotContract.With(operation("size_2", nil, nil), opSize)
	other.Ports = []contract.Port{{Name: "Other", Binding: contract.SOAP11, Address: "http://localhost/other"}}
	text, err = jsonhttp.OpenAPI(depotContract.With(opSize), jsonhttp.Details{Address: "http://localhost/depot", Others: []*contract.Contract{other}})
	must(t, err)
	if lines := strings.Join(outline(t, text), "\n"); strings.Contains(lines, " size2 ") || !strings.Contains(lines, "post /other/size size3 ") {
		t.Errorf("names that differ by an underscore only:\n%s", lines)
	}
}

// TestServedOpenAPI asks a handler for the description at other hosts, and from another origin.
func TestServedOpenAPI(t *testing.T) {
	policy, err := cors.New("https://board.example")
	must(t, err)
	h := policy.Handler(serve(nil, soap.WithForwardedHeaders()))
	for target, want := range map[string]string{
		"http://depot.example:81/depot?openapi": "http://depot.example:81/depot",
		"http://depot.example/depot?OpenAPI":    "http://depot.example/depot",
		"http://de(pot/depot?openapi":           "/depot",
	} {
		w := ask(h, "GET", target, "", "", "Origin", "https://board.example")
		lines := outline(t, w.Body.Bytes())
		if got := lines[len(lines)-1]; got != "at "+want || len(lines) != 6 || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %s, %v", target, lines, w.Header())
		}
		if w.Header().Get("Access-Control-Allow-Origin") != "https://board.example" {
			t.Errorf("%s: %v", target, w.Header())
		}
	}
	all, only := soap.NewHandler(searchContract(), &contract.DocumentSet{}, nil, []soap.HandlerOption{jsonhttp.WithJSON()}), "text/xml"
	if text := ask(all, "GET", "/search?openapi", "", "").Body.String(); !strings.Contains(text, only) {
		t.Errorf("without HTTP bindings: %s", text)
	}
	if text := ask(all, "GET", "/search?openapi=json", "", "").Body.String(); strings.Contains(text, only) || !strings.Contains(text, "application/json") {
		t.Errorf("not only JSON: %s", text)
	}
	if w := ask(h, "HEAD", "/depot?openapi", "", "", "Origin", "https://other.example"); w.Code != http.StatusOK || w.Body.Len() > 0 ||
		w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("status %d, %v", w.Code, w.Header())
	}
	if list := ask(h, "GET", "/depot", "", "").Body.String(); !strings.Contains(list, "OpenAPI: ?openapi\n") {
		t.Errorf("the list is %s", list)
	}
	without := soap.NewHandler(searchContract(), &contract.DocumentSet{}, nil, nil)
	if got := answerOf(ask(without, "GET", "/search?openapi", "", "")); !strings.HasPrefix(got, "OK text/plain; charset=utf-8 Search\nsearch: ") {
		t.Errorf("without JSON: %s", got)
	}
}

// TestManyAlikeNames: operations whose names have the same letters and digits, and types whose names differ only in characters that a
// name of OpenAPI cannot have, are numbered, in memory that grows with their number.
func TestManyAlikeNames(t *testing.T) {
	describe := func(n int) (text string, allocated uint64) {
		request := &schema.Type{Name: "request"}
		table := schema.Table{Namespaces: depotNamespaces, Types: []schema.TypeRows{{Type: request}}}
		operations := make([]*contract.Operation, n)
		for i := range n {
			name := string([]rune{'а' + rune(i/1024), 'а' + rune(i/32%32), 'а' + rune(i%32)})
			typ := &schema.Type{NS: 1, Name: name}
			table.Types[0].Rows = append(table.Types[0].Rows, schema.Row{Name: name, NS: 1, Kind: codec.KindStruct, Of: typ})
			table.Types = append(table.Types, schema.TypeRows{Type: typ})
			operations[i] = operation("a"+strings.NewReplacer("0", "_", "1", ".").Replace(fmt.Sprintf("%014b", i)), nil, nil)
		}
		operations[0] = operation("put", request, nil)
		codec.Define(&table)
		info := contract.Contract{Service: "Names", Namespaces: depotNamespaces, Types: &table, Ports: depotContract.Ports}
		served := info.With(operations...)
		allocated, _ = cost.Of(func() {
			doc, err := jsonhttp.OpenAPI(served, jsonhttp.Details{})
			must(t, err)
			text = string(doc)
		})
		return text, allocated
	}
	_, few := describe(250)
	text, many := describe(1000)
	for _, want := range []string{`"___":`, `"___2":`, `"___1000":`, `"a____.....__...999"`} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if many > 6*few {
		t.Errorf("%d bytes of memory for 1000 names, %d for 250", many, few)
	}
}
