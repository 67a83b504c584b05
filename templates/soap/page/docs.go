package page

import (
	"html"
	"net/http"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/lex"
)

// documentation is the documentation of elements, attributes and types that the schemas of
// the contract have. Descriptions of types do not carry it.
type documentation struct {
	once sync.Once
	text map[string]string // by the name of the type or element, a slash, and the name in it
}

// maxDocumented is the size of all documents that are read for their documentation, in
// bytes.
const maxDocumented = 4 << 20

// load reads the documents once.
func (d *documentation) load(info *soap.ServiceInfo, r *http.Request) {
	d.once.Do(func() {
		d.text = make(map[string]string)
		size := 0
		for _, query := range info.Documents() {
			if strings.EqualFold(query, "flatWsdl") {
				continue
			}
			doc, err := info.Document(r, query)
			if size += len(doc); err != nil || size > maxDocumented {
				return
			}
			d.read(doc)
		}
	})
}

// of returns the documentation of an element or attribute in a type.
func (d *documentation) of(in, name string) string {
	if name == "" {
		return ""
	}
	return d.text[in+"/"+name]
}

const schemaNamespace = "http://www.w3.org/2001/XMLSchema"

// read adds the documentation in a document, except what another document has said: several may have the same schema.
func (d *documentation) read(doc []byte) {
	r := &documentReader{text: make(map[string]string), prefixes: make(map[string]bool)}
	lex.EachToken(string(doc), r.token)
	for key, text := range r.text {
		if d.text[key] == "" {
			d.text[key] = text
		}
	}
}

// documentReader finds documentation of schemas in a document.
type documentReader struct {
	text     map[string]string // as in documentation
	prefixes map[string]bool   // prefixes bound to the namespace of schemas, in any element
	path     []string          // the names of what is open, "" without one
	reading  bool
}

func (r *documentReader) token(t lex.Token) {
	switch t.Kind {
	case lex.StartTag:
		r.start(t)
	case lex.EndTag:
		r.path = r.path[:max(0, len(r.path)-1)]
		r.reading = false
	case lex.Characters:
		if r.reading {
			text := strings.TrimSuffix(strings.TrimPrefix(t.Text, "<![CDATA["), "]]>")
			if text == t.Text {
				text = html.UnescapeString(text)
			}
			r.add(text)
		}
	}
}

func (r *documentReader) start(t lex.Token) {
	for _, a := range t.Attributes {
		if prefix, found := strings.CutPrefix(a.Name, "xmlns"); found && a.Value == schemaNamespace {
			r.prefixes[strings.TrimPrefix(prefix, ":")] = true
		}
	}
	prefix, local, found := strings.Cut(t.Name, ":")
	if !found {
		prefix, local = "", t.Name
	}
	name := ""
	for _, a := range t.Attributes {
		if a.Name == "name" && r.prefixes[prefix] {
			name = a.Value
		}
	}
	r.reading = r.prefixes[prefix] && local == "documentation" && !t.Empty
	if !t.Empty {
		r.path = append(r.path, name)
	}
}

// add notes a text for the innermost thing with a name, in the next one. The two
// innermost names belong to documentation and annotation, which have none.
func (r *documentReader) add(text string) {
	named := slices.DeleteFunc(slices.Clone(r.path), func(s string) bool { return s == "" })
	if n := len(r.path); len(named) < 2 || n < 3 || r.path[n-3] == "" {
		return
	}
	key := named[len(named)-2] + "/" + named[len(named)-1]
	if have := r.text[key]; have != "" {
		text = have + " " + text
	}
	r.text[key] = strings.Join(strings.Fields(text), " ")
}
