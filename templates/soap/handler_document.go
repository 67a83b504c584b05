package soap

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
	"example.com/quartet/templates/soap/xsd"
)

// soapForm is the query of ?flatWsdl without what does not belong to SOAP.
const soapForm = "flatWsdl&bindings=soap"

// serveDocument answers ?wsdl, ?wsdl=NAME, ?xsd=NAME, ?flatWsdl, ?flatWsdl&bindings=soap and ?singleWsdl with a document of the
// contract. It reports false if the query asks for none. Many programs do not follow imports: if the contract has a form without
// imports, ?wsdl is that form, as is ?singleWsdl. ?disco is a document of DISCO, which refers to ?wsdl. ?openapi describes JSON and
// the HTTP bindings, and ?openapi=json only JSON.
func (h *handler) serveDocument(w http.ResponseWriter, r *http.Request, res *resource) bool {
	kind, name := documentQuery(r.URL.RawQuery)
	mediaType, text, err := media.XML+media.UTF8, []byte(nil), error(nil)
	switch describe, doc := res.openAPI[strings.ToLower(name)], h.document(kind, name); {
	case kind == "openapi" && describe != nil: // without a host that can be trusted, addresses have only a path
		mediaType = media.JSON
		text, err = describe(paths.Public(r, "", h.forwarded))
	case kind == "" || len(h.documents) == 0 || kind == "openapi":
		return false
	case kind == "disco" && name == "":
		text = discovery(paths.Public(r, res.path, h.forwarded) + "?wsdl")
	case doc == nil:
		known := "?" + strings.Join(h.queries(), ", ?")
		writeText(w, http.StatusNotFound, fmt.Sprintf("the contract has no document %q; it has %s", lex.Shorten(cmp.Or(name, kind)), known))
		return true
	default:
		text, err = h.render(r, res.path, doc)
	}
	switch {
	case errors.Is(err, contract.ErrNoSOAP):
		writeText(w, http.StatusNotFound, err.Error())
	case err != nil:
		h.log().Error("document of the contract not served", "service", h.Service, "error", err)
		writeText(w, http.StatusInternalServerError, "The document cannot be read.")
	default:
		writeWhole(w, r, mediaType, text)
	}
	return true
}

// discovery returns a document of DISCO, with which the programs wsdl and disco of .NET find the contract at an address.
func discovery(address string) []byte {
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	e.Raw(codec.XMLProlog + `<discovery xmlns="http://schemas.xmlsoap.org/disco/">`)
	e.AttrString(`<contractRef xmlns="http://schemas.xmlsoap.org/disco/scl/" ref="`, address, `"/></discovery>`)
	return bytes.Clone(e.Bytes())
}

// documentQuery reads a query, whose names are not case-sensitive. kind is "" if it asks for no document.
func documentQuery(query string) (kind, name string) {
	first, rest, _ := strings.Cut(query, "&")
	kind, value, _ := strings.Cut(first, "=")
	if kind = strings.ToLower(kind); !slices.Contains([]string{"wsdl", "xsd", "flatwsdl", "singlewsdl", "disco", "openapi"}, kind) {
		return "", ""
	}
	if rest, _, _ = strings.Cut(strings.ToLower(rest), "&"); kind == "flatwsdl" && strings.HasPrefix(rest, "bindings=") {
		kind += "&" + rest
	}
	name, err := url.QueryUnescape(value)
	if err != nil {
		name = value
	}
	return kind, name
}

// document returns the document that a query asks for, nil if there is none.
func (h *handler) document(kind, name string) *document {
	if len(h.documents) == 0 {
		return nil
	}
	main := h.documents[0]
	switch {
	case kind == "wsdl" && name == "":
		if single := h.document("singlewsdl", ""); single != nil && single.File != main.File {
			return single
		}
		return main
	case kind == "wsdl" && name == main.Name:
		return main
	}
	for _, doc := range h.documents[1:] {
		if doc.Name == name && strings.ToLower(doc.kind()) == kind {
			return doc
		}
	}
	return nil
}

func (d *document) kind() string {
	if d.Schema {
		return "xsd"
	}
	return cmp.Or(d.Form, "wsdl")
}

func (d *document) query() string {
	if d.Name == "" {
		return "?" + d.kind()
	}
	return "?" + d.kind() + "=" + url.QueryEscape(d.Name)
}

// queries returns the queries of the documents of the contract, without the question mark.
func (h *handler) queries() []string {
	if len(h.documents) == 0 {
		return nil
	}
	all := []string{"wsdl"}
	whole := h.document("wsdl", "").File
	for i, doc := range h.documents {
		if i == 0 && doc.File == whole || doc.Form == "singleWsdl" || doc.Form == soapForm {
			continue
		}
		all = append(all, doc.query()[1:])
	}
	return all
}

func (h *handler) addDocuments(set *contract.DocumentSet) {
	if h.set = set; set == nil {
		return
	}
	for i := range set.Documents {
		info := &set.Documents[i]
		if i == 0 && info.Name == "" {
			main := *info
			main.Name, info = info.File, &main
		}
		h.addDocument(info)
		if info.Form == "flatWsdl" {
			only := *info
			only.Form = soapForm
			h.addDocument(&only)
		}
	}
}

func (h *handler) addDocument(info *contract.Document) {
	h.documents = append(h.documents, &document{info, sync.OnceValues(func() ([]documentPart, error) {
		text, err := fs.ReadFile(h.set.Files, info.File)
		if err == nil && info.Form == soapForm {
			text, err = contract.SOAPOnly(text)
		}
		if err != nil {
			return nil, err
		}
		c := &documentCutter{handler: h, set: h.set, info: info, text: string(text)}
		eachStartTag(c.text, c.startTag)
		return append(c.parts, documentPart{text: c.text[c.from:]}), nil
	})})
}

// documentCutter divides a document at the values that are to be replaced.
type documentCutter struct {
	*handler
	set   *contract.DocumentSet
	info  *contract.Document
	text  string
	from  int // end of the text that is in parts
	parts []documentPart
}

// eachStartTag calls visit with each start tag of a document, which the generator has checked, and with the start tags of the
// elements around it, the innermost last.
func eachStartTag(doc string, visit func(tag *lex.Token, in []lex.Token)) {
	var open []lex.Token
	lex.EachToken(doc, func(t lex.Token) {
		switch t.Kind {
		case lex.EndTag:
			open = open[:max(0, len(open)-1)]
		case lex.StartTag:
			visit(&t, open)
			if !t.Empty {
				open = append(open, t)
			}
		}
	})
}

// unescaped returns the value of an attribute without its escapes.
func unescaped(value string) string {
	return strings.TrimSpace(codec.AnyTypeText(xsd.AnyType{Content: value}))
}

func (c *documentCutter) startTag(tag *lex.Token, in []lex.Token) {
	for _, a := range tag.Attributes {
		value := unescaped(a.Value)
		prefix, local, found := strings.Cut(a.Name, ":")
		if !found {
			prefix, local = "", a.Name
		}
		switch {
		case a.Name == "location" && tag.Local() == "address":
			if port, ok := c.portOf(in); ok {
				c.cut(a, func(r *http.Request, _ string) string { return c.portAddress(r, port) })
			}
		case a.Name == "schemaLocation", a.Name == "location" && tag.Local() == "import":
			refers := func(ref contract.DocumentReference) bool { return ref.Location == value }
			if i := slices.IndexFunc(c.info.References, refers); i >= 0 {
				name := c.info.References[i].Document
				c.cut(a, func(r *http.Request, path string) string { return c.documentAddress(r, path, name) })
			}
		case prefix == "xmlns", a.Name == "xmlns", local == "targetNamespace", local == "namespace":
			if ns, rest := c.namespace(value, c.set.Replaced); ns > 0 && rest == "" {
				c.cut(a, func(*http.Request, string) string { return c.ns[ns].URI })
			}
		case local == "soapAction":
			if ns, rest := c.namespace(value, c.set.Replaced); ns > 0 {
				c.cut(a, func(*http.Request, string) string { return c.ns[ns].URI + rest })
			}
		}
	}
}

// cut puts a value in the place of an attribute's value.
func (c *documentCutter) cut(a lex.Attribute, value func(*http.Request, string) string) {
	c.parts = append(c.parts, documentPart{c.text[c.from:a.At], value})
	c.from = a.At + len(a.Value)
}

// portOf returns the name of the port that an address is in, if this handler
// serves it.
func (c *documentCutter) portOf(in []lex.Token) (port string, ok bool) {
	if len(in) < 2 || in[len(in)-1].Local() != "port" || nameOf(&in[len(in)-2]) != c.Service {
		return "", false
	}
	port = nameOf(&in[len(in)-1])
	return port, c.portNamed(port) != nil
}

// nameOf returns the value of the attribute name.
func nameOf(tag *lex.Token) string {
	if i := slices.IndexFunc(tag.Attributes, func(a lex.Attribute) bool { return a.Name == "name" }); i >= 0 {
		return unescaped(tag.Attributes[i].Value)
	}
	return ""
}

// render puts a document together for a client that has asked at a path: with the addresses at which the client
// reaches the ports and the other documents, and the namespaces in use.
func (h *handler) render(r *http.Request, path string, doc *document) ([]byte, error) {
	parts, err := doc.parts()
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	for i := range parts {
		if e.Raw(parts[i].text); parts[i].value != nil {
			e.AttrText(parts[i].value(r, path))
		}
	}
	return bytes.Clone(e.Bytes()), err
}

// portAddress returns the address of a port at the host that the client has
// asked, or the address in the contract if that host cannot be trusted.
func (h *handler) portAddress(r *http.Request, name string) string {
	p := h.portNamed(name)
	return cmp.Or(paths.Public(r, h.portPath(p), h.forwarded), p.Address)
}

// portNamed returns the port with a name, nil if there is none.
func (h *handler) portNamed(name string) *contract.Port {
	if i := slices.IndexFunc(h.Ports, func(p contract.Port) bool { return p.Name == name }); i >= 0 {
		return &h.Ports[i]
	}
	return nil
}

// documentAddress returns the address of a document of the contract, of the main
// one if name is "". If the host in the request cannot be trusted, the address is
// relative to the address of the request.
func (h *handler) documentAddress(r *http.Request, path, name string) string {
	address := paths.Public(r, path, h.forwarded)
	main := h.documents[0]
	if name = cmp.Or(name, main.Name); name != main.Name || h.document("wsdl", "") != main {
		for _, doc := range h.documents {
			if doc.Name == name && doc.Form == "" {
				return address + doc.query()
			}
		}
	}
	return address + "?wsdl"
}
