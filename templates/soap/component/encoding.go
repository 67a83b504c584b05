package component

import "strings"

// isEncoding reports whether a namespace is that of SOAP encoding.
func isEncoding(uri string) bool {
	return uri == "http://schemas.xmlsoap.org/soap/encoding/" || uri == "http://www.w3.org/2003/05/soap-encoding"
}

// isEncodedArray reports whether a base type is the type of arrays of SOAP encoding, or derived from it (SOAP 1.1, section 5.4.2).
func (s *Set) isEncodedArray(t *Type) bool {
	for ; t != nil && t != anyType && !t.Simple; t = t.definition.Load().Base {
		if t.Name.Local == "Array" && isEncoding(t.Name.Space) {
			return true
		}
	}
	return false
}

// itemType returns the type of the items of an array: the one that wsdl:arrayType names (WSDL 1.1, section 2.2), or the type of the
// only element in the content.
func (s *Set) itemType(content *Particle, own *attributes) *Type {
	for _, use := range own.uses {
		if use.arrayItem != nil {
			return use.arrayItem
		}
	}
	if p := content.onlyElement(); p != nil {
		return s.declare(p.Element).Type
	}
	return anyType
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

// arrayItem returns the type of the items that the attribute wsdl:arrayType names, nil without one. Items that are arrays may be
// anything.
func (s *Set) arrayItem(c context, n *node) *Type {
	for i := range n.attributes {
		a := &n.attributes[i]
		if a.space != wsdlNamespace || a.local != "arrayType" {
			continue
		}
		name, brackets, _ := strings.Cut(strings.Trim(a.value, blanks), "[")
		if strings.Contains(brackets, "[") {
			return anyType
		}
		if t := s.typeNamed(c, n, name); t != nil {
			return t
		}
		return anyType
	}
	return nil
}
