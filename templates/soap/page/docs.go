package page

import (
	"bytes"
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap"
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
			if q := strings.ToLower(query); q == "flatwsdl" || q == "singlewsdl" {
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

// read adds the documentation in a document.
func (d *documentation) read(doc []byte) {
	decoder := xml.NewDecoder(bytes.NewReader(doc))
	var path []string // the names of what is open, "" without one
	reading := false
	for {
		token, err := decoder.Token()
		if err != nil {
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			reading = token.Name == xml.Name{Space: schemaNamespace, Local: "documentation"}
			name := ""
			for _, a := range token.Attr {
				if a.Name.Local == "name" && token.Name.Space == schemaNamespace {
					name = a.Value
				}
			}
			path = append(path, name)
		case xml.EndElement:
			path = path[:max(0, len(path)-1)]
			reading = false
		case xml.CharData:
			if reading {
				d.add(path, string(token))
			}
		}
	}
}

// add notes a text for the innermost thing with a name, in the next one. The two
// innermost names belong to documentation and annotation, which have none.
func (d *documentation) add(path []string, text string) {
	named := slices.DeleteFunc(slices.Clone(path), func(s string) bool { return s == "" })
	if len(named) < 2 || len(path) < 3 || path[len(path)-3] == "" {
		return
	}
	key := named[len(named)-2] + "/" + named[len(named)-1]
	if have := d.text[key]; have != "" {
		text = have + " " + text
	}
	d.text[key] = strings.Join(strings.Fields(text), " ")
}
