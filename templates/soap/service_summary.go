package soap

import (
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// WithPage makes a handler answer a GET at the address of the service with the
// HTML that page returns. The function page may set headers of the response.
// Without the option the answer is a short list in plain text. Package page has
// an implementation.
func WithPage(page func(http.Header, *ServiceSummary) ([]byte, error)) HandlerOption {
	return handlerOnly(func(c *config) { c.page = page })
}

// ServiceSummary describes a service for its page.
type ServiceSummary struct {
	Service    string
	Doc        string // plain text
	Contract   bool   // ?wsdl returns the contract
	Flat       bool   // ?flatWsdl returns it with a name for each overload
	Single     bool   // ?singleWsdl returns it without imports
	Operations []OperationSummary
}

// OperationSummary describes an operation for the page of its service.
type OperationSummary struct {
	Name, Doc string
	Params    []string           // names
	Bindings  []contract.Binding // that offer it
}

// serveSummary answers a GET without a query at the address of the service:
// with the page of the options, or with a list in plain text.
func (h *handler) serveSummary(w http.ResponseWriter, r *http.Request) {
	service := h.summary()
	if h.page == nil {
		h.writeWhole(w, r, "text/plain"+media.UTF8, service.list())
		return
	}
	page, err := h.page(w.Header(), service)
	if err != nil {
		h.log().ErrorContext(r.Context(), "service page failed", "service", h.Service, "error", err)
		writeText(w, http.StatusInternalServerError, "the service page could not be shown")
		return
	}
	h.writeWhole(w, r, "text/html"+media.UTF8, page)
}

func (h *handler) summary() *ServiceSummary {
	s := &ServiceSummary{Service: h.Service, Doc: h.Doc, Contract: len(h.documents) > 0}
	s.Single = s.Contract && h.differs("singlewsdl", "wsdl")
	s.Flat = s.Contract && h.differs("flatwsdl", "wsdl") && h.differs("flatwsdl", "singlewsdl")
	for i := range h.operations {
		op := h.operations[i].Operation
		o := OperationSummary{Name: op.Name, Doc: op.Doc, Params: op.Params}
		for _, b := range [...]contract.Binding{contract.SOAP11, contract.SOAP12, contract.HTTPGet, contract.HTTPPost, contract.HTTPHead, contract.HTTPPut, contract.HTTPDelete} {
			if wireOf(op, b) != nil && h.port(b) != nil {
				o.Bindings = append(o.Bindings, b)
			}
		}
		s.Operations = append(s.Operations, o)
	}
	return s
}

// differs reports whether a form of the contract is there and is not the same
// document as another one.
func (h *handler) differs(form, other string) bool {
	a, b := h.document(form, ""), h.document(other, "")
	return a != nil && (b == nil || a.File != b.File)
}

// list returns the name of the service, where the contract is, and a line for
// each operation.
func (s *ServiceSummary) list() []byte {
	lines := []string{s.Service}
	if s.Contract {
		lines = append(lines, "Contract: ?wsdl")
	}
	if s.Flat {
		lines = append(lines, "Contract with a name for each overload, for PHP, zeep, suds, npm soap, strong-soap, SOAP::WSDL, KDSoap and WCF: ?flatWsdl")
	}
	if s.Single {
		lines = append(lines, "Contract in one document, for programs that cannot import others: ?singleWsdl")
	}
	for _, op := range s.Operations {
		var bindings []string
		for _, b := range op.Bindings {
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
