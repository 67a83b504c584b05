package policy

import (
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// Reader reads the policies of a contract.
type Reader struct {
	documents []*load.Document
	normal    map[*xmltree.Element][]Alternative
	active    []*xmltree.Element
	reported  map[string]bool
	diags     diag.List
	work      int // the number of assertions that have been read and classified, with what they say in detail

	names map[string]*xmltree.Element // policies by their attribute Name; nil until a reference is read
	ids   map[id]*xmltree.Element     // policies by their identifiers
}

type id struct {
	doc *xmltree.Document
	id  string
}

// NewReader returns a reader for the documents of a contract.
func NewReader(m *resolve.Model) *Reader {
	r := &Reader{normal: make(map[*xmltree.Element][]Alternative), reported: make(map[string]bool)}
	if m.Documents != nil {
		r.documents = m.Documents.Documents
	}
	return r
}

// Diagnostics returns what could not be read in the policies that have been asked for.
func (r *Reader) Diagnostics() diag.List { return r.diags }

// bad reports what is wrong with a policy, once.
func (r *Reader) bad(e *xmltree.Element, format string, args ...any) {
	d := diag.New(diag.BadPolicy, e.Pos(), format, args...)
	if key := d.String(); !r.reported[key] {
		r.reported[key] = true
		r.diags.Add(d)
	}
}

// referenced returns the policy that an element refers to (Web Services Policy 1.5 - Framework, section 4.3.4).
func (r *Reader) referenced(e *xmltree.Element, uri string) []Alternative {
	uri = strings.TrimSpace(uri)
	target := r.find(e.Doc, uri)
	if target == nil {
		r.bad(e, "policy %s is not in the documents of the contract; what it demands is not known", diag.Quote(uri))
		return none()
	}
	return r.alternatives(target)
}

// find returns the policy with an identifier or a name, nil if there is none.
func (r *Reader) find(from *xmltree.Document, uri string) *xmltree.Element {
	if r.names == nil {
		r.index()
	}
	if p := r.names[uri]; p != nil && uri != "" {
		return p
	}
	document, fragment, _ := strings.Cut(uri, "#")
	if document != "" {
		from = r.document(from, document)
	}
	return r.ids[id{from, fragment}]
}

// document returns the document of the contract that another one names, nil if there is none.
func (r *Reader) document(from *xmltree.Document, uri string) *xmltree.Document {
	base := new(url.URL)
	for _, d := range r.documents {
		if parsed, err := url.Parse(d.Addresses()[0]); d.Document == from && err == nil {
			base = parsed
		}
	}
	absolute, err := base.Parse(uri)
	for _, d := range r.documents {
		if err == nil && slices.Contains(append(d.Addresses(), d.URI), absolute.String()) {
			return d.Document
		}
	}
	return nil
}

// index finds the policies of all documents. If several have the same name, the first one counts.
func (r *Reader) index() {
	r.names, r.ids = make(map[string]*xmltree.Element), make(map[id]*xmltree.Element)
	for _, d := range r.documents {
		for e := range d.Root.All() {
			if isOperator(e, "Policy") {
				r.add(d.Document, e)
			}
		}
	}
}

func (r *Reader) add(doc *xmltree.Document, e *xmltree.Element) {
	if a := e.Attr("Name"); a != nil && r.names[a.Value] == nil {
		r.names[strings.TrimSpace(a.Value)] = e
	}
	for _, space := range []string{utility, xmltree.XMLNamespace} {
		for _, local := range []string{"Id", "id"} {
			if a := e.AttrNS(space, local); a != nil && r.ids[id{doc, a.Value}] == nil {
				r.ids[id{doc, a.Value}] = e
			}
		}
	}
}

// attached returns the merged policies that are attached to components (Web Services Policy 1.5 - Attachment, section 4.1).
// found is false if there are none.
func (r *Reader) attached(components ...wsdl11.Info) (all []Alternative, found bool) {
	all = none()
	merge := func(at *xmltree.Element, more []Alternative) { all, found = r.both(at, all, more), true }
	for _, c := range components {
		if c.Element == nil {
			continue
		}
		for _, x := range c.Extensions {
			switch {
			case isOperator(x.Element, "Policy", "PolicyReference"):
				merge(x.Element, r.child(x.Element))
			case isAddressing(x.Name.Space) && x.Name.Local == "UsingAddressing":
				merge(x.Element, usingAddressing(x))
			}
		}
		for _, a := range c.Element.Attrs {
			if a.Name.Local != "PolicyURIs" || !isPolicy(a.Name.Space) {
				continue
			}
			for _, uri := range strings.Fields(a.Value) {
				merge(c.Element, r.referenced(c.Element, uri))
			}
		}
	}
	return all, found
}

// usingAddressing returns the policy that is equivalent to an extension of a binding or port (WS-Addressing 1.0 - WSDL Binding,
// section 3.1).
func usingAddressing(x wsdl11.Extension) []Alternative {
	all := []Alternative{{{Name: x.Name, Element: x.Element}}}
	if !x.Required {
		all = append(none(), all...)
	}
	return all
}

// Understands reports whether the package reads an extension of WSDL.
func Understands(x wsdl11.Extension) bool {
	return isOperator(x.Element, "Policy", "PolicyReference", "UsingPolicy") || isAddressing(x.Name.Space) && x.Name.Local == "UsingAddressing"
}

// name describes a policy for messages.
func name(e *xmltree.Element) string {
	for _, a := range e.Attrs {
		if strings.EqualFold(a.Name.Local, "id") || a.Name.Local == "Name" {
			return diag.Quote(a.Value)
		}
	}
	return "without a name"
}

// IsAttachment reports whether an extension attaches a policy to components that it names (Web Services Policy 1.5 -
// Attachment, section 3.4).
func IsAttachment(x wsdl11.Extension) bool { return isOperator(x.Element, "PolicyAttachment") }
