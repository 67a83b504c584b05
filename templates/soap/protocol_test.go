package soap

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
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
		if err != nil {
			t.Fatal(err)
		}
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
		if err != nil {
			t.Fatal(err)
		}
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
