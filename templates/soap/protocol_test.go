package soap

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/form"
	"example.com/quartet/templates/soap/schema"
)

// TestProtocolsAreInTheirFiles counts what the other files know of protocols.
func TestProtocolsAreInTheirFiles(t *testing.T) {
	asks := regexp.MustCompile(`IsSOAP\(|contract\.JSON|SOAP12`)
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var found []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "protocol") {
			continue
		}
		text, err := os.ReadFile(file)
		must(t, err)
		for range asks.FindAll(text, -1) {
			found = append(found, file)
		}
	}
	if len(found) > 3 {
		t.Errorf("%d places ask for the protocol: %q", len(found), found)
	}
}

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

// TestProtocolsAtOnePath: the media type chooses the protocol, and a refusal lists the types of all protocols.
func TestProtocolsAtOnePath(t *testing.T) {
	op := contract.Operation{
		Name: "ping", Wires: []contract.Wire{
			{Bindings: []contract.Binding{contract.SOAP12}, Out: []schema.ElementName{{NS: 1, Local: "pong"}}},
			{Bindings: []contract.Binding{contract.HTTPPost}, Out: []schema.ElementName{{NS: 1, Local: "pong"}}},
		},
		Result: intResult,
	}
	info := scatteredContract
	info.Ports = []contract.Port{{Name: "A", Binding: contract.HTTPPost, Address: "http://a.example/x"}, {Name: "B", Binding: contract.SOAP12, Address: "http://a.example/x"}}
	h := serveMethods(&info, nil, []method{methodOf(&op, func(context.Context, any) (any, error) { return int32(7), nil })}, nil)
	for mediaType, begins := range map[string]string{formMediaType: "<soap:pong", soap12MediaType: "<soap:Envelope"} {
		body := ""
		if mediaType == soap12MediaType {
			body = envelope(contract.SOAP12, "")
		}
		if w := ask(h, "POST", "/x", mediaType, body); w.Code != 200 || !strings.Contains(w.Body.String(), "?>"+begins) {
			t.Errorf("%s: %d %s", mediaType, w.Code, w.Body)
		}
	}
	w := ask(h, "POST", "/x", "text/html", "")
	if got := w.Header().Get("Accept-Post"); w.Code != 415 || got != soap12MediaType+", "+formMediaType {
		t.Errorf("%d, Accept-Post: %s", w.Code, got)
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

func TestTooManyParameters(t *testing.T) {
	_, err := form.Parse([]byte(strings.Repeat("a&", form.MaxParameters+1)), nil)
	if err == nil || !strings.Contains(err.Error(), "10000") {
		t.Error(err)
	}
	if list, err := form.Parse([]byte(strings.Repeat("&", 10*form.MaxParameters)), nil); err != nil || len(list) != 0 {
		t.Error(err)
	}
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
			ask(h, "POST", depotPath+"/getStops_WithKind", formMediaType, "Kind="+test.text),
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
