package generator_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap/sample"
)

// withoutSOAP matches what only HTTP bindings have in the contract of the rail service, such as messages without parts.
var withoutSOAP = regexp.MustCompile(`http:(binding|address)|Http(Get|Post)|<message [^>]*/>`)

// TestServedDocuments asks a handler that is made at run time for the forms of a contract: of one that is a single document
// without overloads they are all the same.
func TestServedDocuments(t *testing.T) {
	for contract, forms := range map[string][]string{
		"../internal/compiler/running/callvalue/testdata/orders.wsdl": {"wsdl", "singleWsdl", "flatWsdl"},
		"../wsdl/realtime.wsdl": {"wsdl", "xsd=realtime.xsd", "singleWsdl", "flatWsdl", "flatWsdl&bindings=soap"},
	} {
		d, err := generator.Describe(context.Background(), generator.Config{Contract: contract})
		if err != nil || len(d.Services) != 1 {
			t.Fatal(err, d)
		}
		address := d.Services[0].Ports[0].Address
		client := transport{sample.Seed(0).NewHandler(d.Services[0], d.Documents)}
		for _, form := range forms {
			r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, fmt.Sprintf("%s?%s", address, form), http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			response, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode != http.StatusOK || len(text) < 1000 {
				t.Errorf("%s?%s: status %d, %d bytes, %v", contract, form, response.StatusCode, len(text), err)
			}
			if strings.HasSuffix(form, "=soap") && (withoutSOAP.Match(text) || bytes.Count(text, []byte("<port ")) != 2 || bytes.Count(text, []byte("<operation ")) != 33) {
				t.Errorf("%s?%s:\n%s", contract, form, text)
			}
		}
	}
}
