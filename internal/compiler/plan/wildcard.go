package plan

import (
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/xsd"
)

// Wildcard says which namespaces an xs:any or xs:anyAttribute allows: all if
// nothing is set.
type Wildcard struct {
	Not  bool     // any but those below, and names without a namespace; else those below
	NS   []int    // numbers of namespaces
	URIs []string // those that are not in the table

	uris []string // all, as the contract has them
}

func wildcardOf(w *xsd.Wildcard) *Wildcard {
	return &Wildcard{Not: w.Constraint == xsd.NotNamespace, uris: w.Namespaces}
}

// index looks the namespaces up in the table, that of pkg if it is a package for
// a namespace.
func (w *Wildcard) index(p *planner, pkg *Package) {
	if w == nil {
		return
	}
	w.NS, w.URIs = nil, nil
	for _, uri := range w.uris {
		switch i := p.number(uri); {
		case i > 0 && pkg != nil && !pkg.hasNamespace(uri):
			w.URIs = append(w.URIs, uri)
		case i >= 0 && (i > 0 || !w.Not):
			w.NS = append(w.NS, i)
		case i < 0:
			w.URIs = append(w.URIs, uri)
		}
	}
}

// rawXML is what stands for an element that the contract leaves open.
var rawXML = &Scalar{Go: "RawXML", Support: true, HasNil: true, Read: "RawXML", Write: "RawXML"}

// anyType is what stands for an element of the type xs:anyType.
var anyType = &Scalar{Go: "AnyType", Support: true, Read: "AnyType", Write: "AnyType"}

// anyField makes the field for a wildcard.
func (p *planner) anyField(s *Struct, at *place, w *xsd.Wildcard) *Field {
	f := &Field{Name: numbered(s, "Any"), Any: wildcardOf(w), Scalar: rawXML, pos: at.pos.Pos}
	f.Doc = "An element that the contract leaves open."
	switch optional := at.optional || at.pos.Optional(); {
	case at.pos.Repeated() || at.repeated:
		f.Occurs, f.Must = Many, !optional
		f.Doc = "Elements that the contract leaves open."
	case optional:
		f.Occurs = Optional
		f.Doc = "An element that the contract leaves open; empty if there is none."
	}
	return f
}

// numbered returns a name for a field that has none in the contract. A second
// one of the kind gets a number.
func numbered(s *Struct, name string) string {
	n := 1
	for base := s; base != nil; base = base.Base {
		for _, f := range base.Fields {
			if f.Wire.Local == "" && strings.HasPrefix(f.Name, name) {
				n++
			}
		}
	}
	if n == 1 {
		return name
	}
	return name + strconv.Itoa(n)
}
