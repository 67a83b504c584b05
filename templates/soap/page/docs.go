package page

import (
	"cmp"
	"html"
	"net/http"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// documentation is the documentation of elements, attributes and types that the schemas of
// the contract have. Descriptions of types do not carry it.
type documentation struct {
	once sync.Once
	text map[string]string // by the name of a type; by that of a type or element, a slash, and the name in it; of a value, see add
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

// node returns the documentation of an element or attribute in a type, and of its own type.
func (d *documentation) node(in string, r *schema.Row) string {
	own, typed := d.of(in, r.Name), ""
	if r.Of != nil {
		typed = d.text[r.Of.Name]
	}
	if own == "" || typed == "" || own == typed {
		return cmp.Or(own, typed)
	}
	return own + "\n" + typed
}

// values adds the documentation to the values of an enumeration.
func (d *documentation) values(in string, r *schema.Row, texts []string) []enumValue {
	owners := []string{in + "/" + r.Name, r.Name} // of a type without a name
	for t, n := r.Of, 0; t != nil && t.Simple && n < maxTreeDepth; t, n = t.Details().Base, n+1 {
		owners = append(owners, t.Name)
	}
	all := make([]enumValue, len(texts))
	for i, text := range texts {
		all[i].Text = text
		for _, owner := range owners {
			all[i].Doc = cmp.Or(all[i].Doc, d.text[owner+"/="+text])
		}
	}
	return all
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
	path     []string          // the names of what is open, "" without one; an enumeration has "=" and its value
	types    []bool            // for each of path, whether it is a type
	reading  bool
}

func (r *documentReader) token(t lex.Token) {
	switch t.Kind {
	case lex.StartTag:
		r.start(t)
	case lex.EndTag:
		r.path, r.types = r.path[:max(0, len(r.path)-1)], r.types[:max(0, len(r.types)-1)]
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
		switch {
		case !r.prefixes[prefix]:
		case a.Name == "name":
			name = a.Value
		case a.Name == "value" && local == "enumeration":
			name = "=" + html.UnescapeString(a.Value)
		}
	}
	r.reading = r.prefixes[prefix] && local == "documentation" && !t.Empty
	if !t.Empty {
		r.path = append(r.path, name)
		r.types = append(r.types, local == "simpleType" || local == "complexType")
	}
}

// add notes a text for the innermost thing with a name: for a type, or in the next thing with a name. A value is in up to two.
// The names of documentation and annotation, which have none, are the last of the path.
func (r *documentReader) add(text string) {
	n := len(r.path) - 3
	if n < 0 || r.path[n] == "" {
		return
	}
	named := slices.DeleteFunc(slices.Clone(r.path), func(s string) bool { return s == "" })
	last := named[len(named)-1]
	switch {
	case strings.HasPrefix(last, "="):
		named = named[max(0, len(named)-3):]
	case len(named) > 1:
		named = named[len(named)-2:]
	case !r.types[n]:
		return
	}
	key := strings.Join(named, "/")
	if have := r.text[key]; have != "" {
		text = have + " " + text
	}
	r.text[key] = strings.Join(strings.Fields(text), " ")
}
