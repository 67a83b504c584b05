package component

import (
	"cmp"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
)

// isEncodedArray reports whether a base type is the type of arrays of SOAP encoding, or derived from it (SOAP 1.1, section 5.4.2).
func (s *Set) isEncodedArray(t *Type) bool {
	for ; t != nil && t != anyType && !t.Simple; t = t.definition.Load().Base {
		if t.Name.Local == "Array" && codec.IsEncodingNamespace(t.Name.Space) {
			return true
		}
	}
	return false
}

// array is what the attribute wsdl:arrayType says (WSDL 1.1, section 2.2).
type array struct {
	item     *Type
	named    *Type
	brackets string
}

// arrayOf returns the items of an array: those that wsdl:arrayType names, or those that the only element in the content declares.
func (s *Set) arrayOf(content *Particle, own *attributes) array {
	for _, use := range own.uses {
		if use.array != nil {
			return *use.array
		}
	}
	if p := content.onlyElement(); p != nil {
		t := s.declare(p.Element).Type
		return array{t, t, "[]"}
	}
	return array{anyType, anyType, "[]"}
}

// onlyElement returns the only particle of a content model if that is an element, nil otherwise.
func (p *Particle) onlyElement() *Particle {
	for p != nil && p.Kind >= Sequence {
		if len(p.Particles) != 1 {
			return nil
		}
		p = p.Particles[0]
	}
	if p == nil || p.Kind != ElementTerm {
		return nil
	}
	return p
}

// arrayIn returns what the attribute wsdl:arrayType of a node says, nil without one. Items that are arrays may be anything.
func (s *Set) arrayIn(c context, n *node) *array {
	for _, a := range n.attributes {
		if a.space != wsdlNamespace || a.local != "arrayType" {
			continue
		}
		name, brackets, _ := strings.Cut(strings.Trim(a.value, blanks), "[")
		of := &array{anyType, cmp.Or(s.typeNamed(c, n, name), anyType), "[" + brackets}
		if !strings.Contains(brackets, "[") {
			of.item = of.named
		}
		return of
	}
	return nil
}
