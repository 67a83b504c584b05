package soap

import (
	"context"
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
