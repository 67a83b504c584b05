package support

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// serveDocument answers ?wsdl, ?wsdl=NAME and ?xsd=NAME with a document of the
// contract. It reports false if none is asked for.
func (h *handler) serveDocument(w http.ResponseWriter, r *http.Request, res *resource) bool {
	kind, name, asked := documentQuery(r.URL.RawQuery)
	if !asked || len(h.Documents) == 0 {
		return false
	}
	doc := h.document(kind, name)
	if doc == nil {
		writeText(w, http.StatusNotFound, shorten(fmt.Sprintf("the contract has no document %q", name)))
		return true
	}
	h.writeWhole(w, r, soap11MediaType+utf8Label, h.render(r, res, doc))
	return true
}

// documentQuery reads the query; its names are not case-sensitive.
func documentQuery(query string) (kind, name string, asked bool) {
	first, _, _ := strings.Cut(query, "&")
	kind, value, _ := strings.Cut(first, "=")
	kind = strings.ToLower(kind)
	if kind != "wsdl" && kind != "xsd" {
		return "", "", false
	}
	name, err := url.QueryUnescape(value)
	if err != nil {
		name = value
	}
	return kind, name, true
}

func (h *handler) document(kind, name string) *DocumentInfo {
	if name == "" && kind == "wsdl" {
		return &h.Documents[0]
	}
	for i := range h.Documents {
		if doc := &h.Documents[i]; doc.Name == name && doc.Schema == (kind == "xsd") {
			return doc
		}
	}
	return nil
}

// render puts a document together: with the addresses at which the client
// reaches the ports and the other documents, and the namespaces in use.
func (h *handler) render(r *http.Request, res *resource, doc *DocumentInfo) []byte {
	e := NewEncoder(nil, false)
	defer e.Release()
	for i := range doc.Parts {
		switch part := &doc.Parts[i]; {
		case part.Port != "" && h.hasPort(part):
			e.AttrText(h.portAddress(r, part.Port))
		case part.Import != "":
			e.AttrText(h.documentAddress(r, res, part.Import))
		case part.Main:
			e.AttrText(publicAddress(r, res.path, h.forwarded) + "?wsdl")
		case part.NS != 0:
			e.AttrText(h.ns[part.NS].URI)
		default:
			e.Raw(part.Text)
		}
	}
	return append([]byte(nil), e.Bytes()...)
}

// hasPort reports whether this handler serves the port that a part is about.
func (h *handler) hasPort(part *DocumentPart) bool {
	if part.Service != "" && part.Service != h.Service {
		return false
	}
	for i := range h.Ports {
		if h.Ports[i].Name == part.Port {
			return true
		}
	}
	return false
}

// portAddress returns the address of a port: at the host that was asked, else
// the contract's.
func (h *handler) portAddress(r *http.Request, name string) string {
	for i := range h.Ports {
		p := &h.Ports[i]
		if p.Name != name {
			continue
		}
		if address := publicAddress(r, h.portPath(p), h.forwarded); address != "" {
			return address
		}
		return p.Address
	}
	return ""
}

// documentAddress returns the address of another document of the contract.
// Without a host that can be trusted it is relative to the one that was asked.
func (h *handler) documentAddress(r *http.Request, res *resource, name string) string {
	kind := "wsdl"
	for i := range h.Documents {
		if h.Documents[i].Name == name && h.Documents[i].Schema {
			kind = "xsd"
		}
	}
	return publicAddress(r, res.path, h.forwarded) + "?" + kind + "=" + url.QueryEscape(name)
}
