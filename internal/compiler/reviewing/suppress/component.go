package suppress

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// component is an element of a document that declares something with a name.
type component struct{ kind, namespace, name string }

// kindOf maps the names of elements to the kinds of components that they declare.
var kindOf = map[string]string{
	"service": "service", "port": "port", "portType": "portType", "binding": "binding", "operation": "operation",
	"input": "input", "output": "output", "fault": "fault", "message": "message", "part": "part",
	"element": "element", "attribute": "attribute", "complexType": "type", "simpleType": "type", "group": "group",
	"attributeGroup": "attributeGroup", "enumeration": "value", "key": "key", "keyref": "keyref", "unique": "unique",
	"notation": "notation",
}

// kinds returns the kinds of components.
func kinds() []string { return slices.Compact(slices.Sorted(maps.Values(kindOf))) }

// componentOf returns the component that an element declares, or to which it refers inside a component.
func componentOf(e *xmltree.Element) (component, bool) {
	kind := kindOf[e.Name.Local]
	if kind == "" {
		return component{}, false
	}
	c := component{kind: kind, namespace: namespaceOf(e)}
	for _, attr := range nameAttributes(kind) {
		if name, ok := e.Value(attr); ok && name != "" {
			c.name = name
			if attr == "ref" {
				c.name = name[strings.LastIndexByte(name, ':')+1:]
			}
			return c, true
		}
	}
	return c, false
}

// nameAttributes returns the attributes that name a component.
func nameAttributes(kind string) []string {
	switch kind {
	case "value":
		return []string{"value"}
	case "element", "attribute", "group", "attributeGroup":
		return []string{"name", "ref"}
	}
	return []string{"name"}
}

// namespaceOf returns the target namespace of the schema or of the definitions that contain an element.
func namespaceOf(e *xmltree.Element) string {
	for ; e != nil; e = e.Parent {
		if e.Name.Local == "schema" || e.Name.Local == "definitions" {
			return e.Get("targetNamespace")
		}
	}
	return ""
}

// places finds the components at positions.
type places struct {
	documents map[string]*load.Document // documents by the name in positions
	starts    map[string][]start

	pos  diag.Pos // last argument of path
	last []component
}

// start is an element with its position.
type start struct {
	pos     diag.Pos
	element *xmltree.Element
}

func newPlaces(set *load.Set) *places {
	p := &places{documents: make(map[string]*load.Document), starts: make(map[string][]start)}
	if set == nil {
		return p
	}
	for _, d := range set.Documents {
		p.documents[d.File] = d
	}
	return p
}

// name returns the name of a document by its name in positions. A document that the contract does not have keeps that name.
func (p *places) name(file string) string {
	if d := p.documents[file]; d != nil {
		return d.Name
	}
	return file
}

// path returns the components that contain a position, from the outside inwards.
func (p *places) path(pos diag.Pos) []component {
	if pos == p.pos {
		return p.last
	}
	p.pos, p.last = pos, pathOf(p.element(pos))
	return p.last
}

// pathOf returns the components that contain an element, which may be nil, and its own.
func pathOf(e *xmltree.Element) []component {
	var path []component
	for ; e != nil; e = e.Parent {
		if c, ok := componentOf(e); ok {
			path = append(path, c)
		}
	}
	slices.Reverse(path)
	return path
}

// element returns the innermost element at a position, nil if there is none.
func (p *places) element(pos diag.Pos) *xmltree.Element {
	d := p.documents[pos.File]
	if d == nil || pos.Line == 0 {
		return nil
	}
	all, known := p.starts[pos.File]
	if !known {
		for e := range d.Root.All() {
			all = append(all, start{e.Pos(), e})
		}
		p.starts[pos.File] = all
	}
	after := sort.Search(len(all), func(i int) bool { return all[i].pos.Compare(pos) > 0 })
	if after == 0 {
		return nil
	}
	e := all[after-1].element
	for e != nil && d.Pos(e.End).Compare(pos) <= 0 {
		e = e.Parent
	}
	return e
}
