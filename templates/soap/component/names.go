package component

import (
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// context is where names are written: a schema, and the redefinition in it. In a redefinition the name of the component refers to
// the one that it replaces.
type context struct {
	*xsdSchema
	self *entry
}

// named returns a name as the schema means it: in a schema that is included in one with a namespace, a name without a namespace is
// in that one (part 1, section 4.2.1, clause 3.2).
func (s *xsdSchema) named(name xsd.QName) xsd.QName {
	switch {
	case name.Space == "" && s.chameleon:
		name.Space = s.target
	case isSchemaNamespace(name.Space):
		name.Space = xsd.Namespace
	}
	return name
}

// qname resolves a qualified name in the scope of a node.
func (c context) qname(n *node, value string) (xsd.QName, bool) {
	name, ok := n.scope.expand(strings.Trim(value, blanks))
	if !ok || !lex.IsNCName(name.Local) {
		return xsd.QName{}, false
	}
	return c.named(name), true
}

// localName returns the name of an element or attribute that is declared in a type or a group. It has no namespace unless it is
// qualified.
func (c context) localName(n *node, qualified bool) (name xsd.QName) {
	if isQualified(n.value("form"), qualified) {
		name.Space = c.target
	}
	name.Local = componentName(n.value("name"))
	return name
}

// entry returns the component that an attribute names, nil if there is none. Where documents are lenient, a name that is not
// declared is the only component with its local name: wrong prefixes are the most common mistake.
func (s *Set) entry(c context, k kind, n *node, value string) *entry {
	if name, ok := c.qname(n, value); ok {
		at := key{k, name}
		if c.self != nil && c.self.key == at {
			return c.self.original
		}
		if e := s.index[at]; e != nil {
			return e
		}
	}
	if !s.lenient {
		return nil
	}
	return s.entryByLocalName(k, value)
}

func (s *Set) entryByLocalName(k kind, value string) *entry {
	if s.byLocal == nil {
		s.byLocal = make(map[key]*entry)
		for _, e := range s.index {
			at := key{e.kind, xsd.QName{Local: e.name.Local}}
			if _, several := s.byLocal[at]; several {
				e = nil
			}
			s.byLocal[at] = e
		}
	}
	return s.byLocal[key{k, xsd.QName{Local: localPart(value)}}]
}

func localPart(value string) string {
	value = strings.Trim(value, blanks)
	return value[strings.LastIndexByte(value, ':')+1:]
}

// typeNamed returns the type that a value names, nil if there is none.
func (s *Set) typeNamed(c context, n *node, value string) *Type {
	if name, ok := c.qname(n, value); ok && (c.self == nil || c.self.key != key{typeKind, name}) {
		if t := Builtin(name); t != nil {
			return t
		}
	}
	if e := s.entry(c, typeKind, n, value); e != nil {
		return s.typeOf(e)
	}
	return Builtin(xsd.QName{Space: xsd.Namespace, Local: localPart(value)})
}

// simpleNamed returns the simple type that a value names, xs:anySimpleType if there is none. In place of a complex type of SOAP
// encoding it is the type of its text.
func (s *Set) simpleNamed(c context, n *node, value string) *Type {
	t := s.typeNamed(c, n, value)
	if t != nil && !t.Simple && codec.IsEncodingNamespace(t.Name.Space) {
		t = Builtin(xsd.QName{Space: xsd.Namespace, Local: t.Name.Local})
	}
	if t == nil || !t.Simple {
		return anySimpleType
	}
	return t
}

// Value is a value in a schema: a default, a fixed value, or a value of an enumeration.
type Value struct {
	Text  string
	Doc   string // of a value of an enumeration; see ReadDocumented
	scope *scope
}

// Expand returns a qualified name in the value with its namespace. It reports false if its prefix is not declared.
func (v *Value) Expand(name string) (xsd.QName, bool) { return v.scope.expand(name) }

// expand returns a qualified name with its namespace. It reports false if its prefix is not declared.
func (s *scope) expand(name string) (xsd.QName, bool) {
	prefix, local, found := strings.Cut(name, ":")
	if !found {
		prefix, local = "", name
	}
	uri, ok := s.lookup(prefix)
	return xsd.QName{Space: uri, Local: local}, ok
}
