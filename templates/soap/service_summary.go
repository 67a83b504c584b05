package soap

import (
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// serveSummary answers a GET at the address of the service that asks for no
// document: with the page of the options, or with a list in plain text.
func (h *handler) serveSummary(w http.ResponseWriter, r *http.Request) {
	if h.page == nil {
		writeWhole(w, r, "text/plain"+media.UTF8, h.list())
		return
	}
	h.madePage().ServeHTTP(w, r)
}

// list returns the name of the service, where the contract is, and a line for
// each operation.
func (h *handler) list() []byte {
	s := &ServiceInfo{h}
	lines := []string{h.Service}
	if s.Offers("wsdl") {
		lines = append(lines, "Contract: ?wsdl")
	}
	if s.Offers("flatWsdl") {
		lines = append(lines, "Contract with a name for each overload, for PHP, zeep, suds, npm soap, strong-soap, SOAP::WSDL, KDSoap and WCF: ?flatWsdl")
	}
	if s.Offers("openapi") {
		lines = append(lines, "OpenAPI: ?openapi")
	}
	for _, op := range s.Operations() {
		var bindings []string
		for _, b := range s.Bindings(op) {
			bindings = append(bindings, b.String())
		}
		lines = append(lines, op.Name+": "+strings.Join(bindings, ", "))
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(lex.OneLine(line) + "\n")
	}
	return []byte(b.String())
}
