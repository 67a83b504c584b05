package callvalue

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/schema"
)

// element is an element of a document.
type element struct {
	name     xml.Name
	attrs    []xml.Attr
	children []*element
	text     strings.Builder
	scope    map[string]string // prefixes
}

// parse reads a document that the encoder has written.
func parse(doc []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(doc))
	var open []*element
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("there is no element")
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			x := &element{name: t.Name, attrs: t.Attr, scope: map[string]string{}}
			if len(open) > 0 {
				parent := open[len(open)-1]
				parent.children = append(parent.children, x)
				x.scope = parent.scope
			}
			x.declare()
			open = append(open, x)
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text.Write(t)
			}
		case xml.EndElement:
			x := open[len(open)-1]
			if open = open[:len(open)-1]; len(open) == 0 {
				return x, nil
			}
		}
	}
}

// declare adds the prefixes that the element declares, and takes these attributes away.
func (x *element) declare() {
	copied := false
	x.attrs = slices.DeleteFunc(x.attrs, func(a xml.Attr) bool {
		prefix, ok := a.Name.Local, a.Name.Space == "xmlns"
		if a.Name.Space == "" && a.Name.Local == "xmlns" {
			prefix, ok = "", true
		}
		if !ok {
			return false
		}
		if !copied {
			scope := make(map[string]string, len(x.scope)+1)
			for k, v := range x.scope {
				scope[k] = v
			}
			x.scope, copied = scope, true
		}
		x.scope[prefix] = a.Value
		return true
	})
}

// xsi returns an attribute of XML Schema instances.
func (x *element) xsi(local string) string {
	for _, a := range x.attrs {
		if a.Name.Space == schema.XSINamespace && a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// isNil reports whether the element is nil.
func (x *element) isNil() bool {
	v := strings.TrimSpace(x.xsi("nil"))
	return v == "true" || v == "1"
}

// clark returns a qualified name with its namespace in braces.
func (x *element) clark(name string) string {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	if space := x.scope[prefix]; space != "" {
		return "{" + space + "}" + local
	}
	return local
}
