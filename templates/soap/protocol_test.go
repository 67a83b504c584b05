package soap

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/form"
	"example.com/quartet/templates/soap/schema"
)

// layers are the files of the package. Each refers only to files after it.
const layers = `
	generated_service.go handler.go
	protocol_soap_document.go protocol_soap_client.go protocol_soap.go protocol_soap_request.go protocol_soap_fault.go protocol_soap_fault_xml.go
	protocol_soap_parts.go protocol_soap_dispatch.go
	protocol_json_client.go protocol_json.go protocol_params.go protocol_params_request.go
	handler_page.go handler_document.go client.go protocol.go
	handler_request.go handler_call.go handler_exchange.go client_call.go client_list.go
	option_check.go option_envelopes.go header.go protocol_soap_envelope.go
	call.go contract.go option.go
	value.go fault.go body.go budget.go doc.go generated.go`

// TestFilesReferDown compares the references between files to names, methods and fields with the layers. Only option.go, which
// has the values of all options, refers to types of options that are defined above it.
func TestFilesReferDown(t *testing.T) {
	set, info, place := token.NewFileSet(), types.Info{Uses: map[*ast.Ident]types.Object{}}, map[string]int{}
	var files []*ast.File
	for i, name := range strings.Fields(layers) {
		f, err := parser.ParseFile(set, name, nil, 0)
		must(t, err)
		files, place[name] = append(files, f), i
	}
	all, _ := filepath.Glob("*.go")
	for _, name := range all {
		if _, known := place[name]; !known && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s is in no layer", name)
		}
	}
	config := types.Config{Error: func(error) {}} // there is no importer: names of other packages do not matter
	pkg, _ := config.Check("soap", set, files, &info)
	for name, object := range info.Uses {
		from, to := set.Position(name.Pos()), set.Position(object.Pos())
		if object.Pkg() == pkg && place[from.Filename] > place[to.Filename] && from.Filename != "option.go" {
			t.Errorf("%s refers to %s of %s", from, name.Name, to.Filename)
		}
	}
}

// readForm reads the parameters of a form as a handler does.
func readForm(text string, t *schema.Type, request any) error {
	list, err := form.Parse([]byte(text), nil)
	if err != nil {
		return clientFault(err.Error())
	}
	p := codec.ReadParameters(list)
	codec.VisitParameters(p, t, request)
	if err := p.Finish(); err != nil {
		return clientFault(err.Error())
	}
	return nil
}

// TestUnicodeEscapes: .NET's GET and POST clients escape characters that way.
func TestUnicodeEscapes(t *testing.T) {
	h := newDepotHandler(echo())
	for _, test := range []struct{ text, name string }{
		{"D%u00fan+Laoghaire", "Dún Laoghaire"},
		{"%u00DA%C3%BAa%u0061", "Úúaa"},
		{"%u4e16%u754C", "世界"},
		{"%uD83D%ude82!", "🚂!"},
		{"%uFFFD", "\uFFFD"},
	} {
		for _, ask := range []*httptest.ResponseRecorder{
			ask(h, "GET", depotPath+"/getStops_WithKind?Kind="+test.text, "", ""),
			ask(h, "POST", depotPath+"/getStops_WithKind?Kind=ignored", formMediaType, "&other=1&Kind="+test.text+"&"),
			ask(h, "POST", depotPath+"/getStops_WithKind", formMediaType, "%u004bind="+test.text),
		} {
			if ask.Code != 200 || !strings.Contains(ask.Body.String(), "<Name>"+test.name+"</Name>") {
				t.Errorf("%s: %d %s", test.text, ask.Code, ask.Body)
			}
		}
	}
	if w := ask(h, "POST", depotPath+"/getStops_WithKind", formMediaType+"; charset=iso-8859-1", "Kind=%E9%u00e9%E9"); !strings.Contains(w.Body.String(), "<Name>ééé</Name>") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for bad, escape := range map[string]string{
		"%u": "%u", "%u12": "%u12", "%u123g": "%u123g", "%uD83D": "%uD83D", "%uD83Dx": "%uD83D", "%uD83D%u0041": "%uD83D",
		"%uDE82": "%uDE82", "%uDE82%uD83D": "%uDE82", "%u-123": "%u-123", "a%uD83D%u": "%uD83D",
	} {
		for _, w := range []*httptest.ResponseRecorder{
			ask(h, "GET", depotPath+"/getStops_WithKind?Kind="+bad, "", ""),
			ask(h, "POST", depotPath+"/getStops_WithKind", formMediaType, "Kind="+bad),
		} {
			checkText(t, w, 400, "bad escape \""+escape+"\" in the parameter \"Kind\"")
		}
	}
	checkText(t, ask(h, "GET", depotPath+"/getStops_WithKind?Kind=%u0001", "", ""), 400, "the character U+0001")
}

// What net/url reads, we read alike, but for what XML cannot carry.
func FuzzParameters(f *testing.F) {
	f.Add("a=b&c=d+e%20", "a")
	f.Add("%61=1&a=2", "A")
	f.Add("=&==&%", "")
	f.Add("a=%u00e9%uD83D%uDE82", "a")
	f.Add("%u0061=%uDE82", "a")
	f.Fuzz(func(t *testing.T, query, name string) {
		typ := &schema.Type{Name: "form"}
		codec.Define(&schema.Table{Types: []schema.TypeRows{{Type: typ, Rows: []schema.Row{{Name: name, Kind: codec.KindString}}}}})
		request := codec.NewRecord(typ)
		err := readForm(query, typ, request)
		got := *request.Field(0).(**string)
		if err != nil {
			var fault *Fault
			if !errors.As(err, &fault) || fault.Code != FaultClient || strings.ContainsAny(fault.Reason, "\r\n") {
				t.Errorf("%v", err)
			}
			return
		}
		values, err := url.ParseQuery(query)
		if err != nil {
			if !strings.Contains(query, ";") && !strings.Contains(query, "%u") {
				t.Errorf("%q is accepted: %v", query, err)
			}
			return
		}
		switch want := values[name]; {
		case len(want) > 1:
			t.Errorf("%q: %q is given %d times", query, name, len(want))
		case (len(want) == 1) != (got != nil) || got != nil && want[0] != *got:
			t.Errorf("%q: %v, want %q", query, got, want)
		}
		w := codec.WriteParameters()
		if codec.VisitParameters(w, typ, request); w.Err() != nil {
			t.Fatal(w.Err())
		}
		if back, err := url.ParseQuery(form.Write(w.Written())); err != nil || got != nil && back.Get(name) != *got {
			t.Errorf("%q written as %q", *got, form.Write(w.Written()))
		}
	})
}
