package validate

import (
	"slices"
	"strconv"
	"sync"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// xsdType is a type definition with what validation makes of it when it is first used. There is one for each component, as
// types are compared by their pointers. Many goroutines may use it.
type xsdType struct {
	*component.Type
	*component.Definition
	base  *xsdType // nil only for xs:anyType
	value *xsdType // the type of the text of elements: t itself, or the type of its simple content; nil: there is other content

	// Of a complex type.
	attributes []xsdUse // attributes of the base come first
	encoded    bool     // its values have SOAP encoding; see contentBuilder
	contents   [2]lazyContent

	// Of a simple type.
	root      *xsdType // the primitive type, the list or the union that it restricts, which may be itself
	primitive lexical.Primitive
	item      *xsdType   // item type of a list
	members   []*xsdType // members of a union; see addMember
	space     lexical.Space
	id        idKind
	form      func(text []byte, v *validation) bool // see takes; nil: it takes no text
	rule      string                                // the name of a built-in type; see [lexical.IsOne]
	facetOnce sync.Once
	own       []xsdFacet // see facets
}

// xsdUse is an attribute of a complex type.
type xsdUse struct {
	*component.Attribute
	typ      *xsdType
	fixed    *string
	fallback *string // value if it is absent; nil: that makes no difference
}

// xsdElement is an element declaration with what validation makes of it. Many goroutines may use it.
type xsdElement struct {
	*component.Declaration
	name     xsd.QName
	typ      *xsdType
	fixed    *string
	preset   bool   // has a default or fixed value, so that an empty element has that one
	fallback string // default or fixed value

	constraints *xsdConstraints
}

// typeOf returns the type of a component.
func typeOf(c *component.Type) *xsdType {
	if builtin := component.Builtin(c.Name); builtin != nil { // the schema for schemas declares it, too
		c = builtin
	}
	made := c.Validator().Load()
	if made == nil {
		c.Validator().CompareAndSwap(nil, newType(c))
		made = c.Validator().Load()
	}
	return made.(*xsdType)
}

// builtin returns a built-in type, xs:anyType if there is none of that name.
func builtin(local string) *xsdType {
	if c := component.Builtin(xsd.QName{Space: xsd.Namespace, Local: local}); c != nil {
		return typeOf(c)
	}
	return builtin("anyType")
}

// newType makes a type, and the types of which it is made. No component is made of itself, except through the elements that it
// contains.
func newType(c *component.Type) *xsdType {
	t := &xsdType{Type: c, Definition: c.Definition()}
	t.root = t // also of a complex type, any text for which is a value
	if t.Simple {
		t.value = t
	}
	if t.Base != nil {
		t.base = typeOf(t.Base)
	}
	switch {
	case !t.Simple:
		t.makeComplex()
	case t.base.Simple && (t.Variety == component.NoVariety || t.base.Variety != component.NoVariety):
		t.restrict()
	default:
		t.makeRoot()
	}
	return t
}

func (t *xsdType) makeComplex() {
	for _, a := range t.Attributes {
		use := xsdUse{Attribute: a, typ: typeOf(a.Type)}
		use.fallback = ownValue(use.typ, a.Default)
		if use.fixed = ownValue(use.typ, a.Fixed); use.fixed != nil {
			use.fallback = use.fixed
		}
		t.attributes = append(t.attributes, use)
	}
	switch {
	case t.Items != nil:
	case t.Text != nil:
		t.value = typeOf(t.Text)
	case t.Mixed && (t.Content == nil || t.Content.Empty):
		t.value = builtin("string") // there are no elements
	}
}

// makeRoot completes a simple type that is not a restriction of another one.
func (t *xsdType) makeRoot() {
	if t.Variety != component.NoVariety {
		t.space = lexical.Collapse
	}
	switch t.Variety {
	case component.NoVariety:
		t.form = takesAny
	case component.Atomic:
		if t.primitive = lexical.PrimitiveOf(t.Name.Local); t.primitive == lexical.String {
			t.space = lexical.Preserve
		}
		t.form = forms[t.primitive]
	case component.List:
		t.item = typeOf(t.Item)
		if t.item.primitive != lexical.NoPrimitive {
			t.form = t.item.takesItems
		}
		t.addPart(t.item)
	case component.Union:
		t.space, t.form = lexical.Preserve, t.takesMember
		for _, c := range t.Members {
			t.addMember(typeOf(c))
		}
	}
}

func (t *xsdType) addPart(part *xsdType) {
	if part.id != noID {
		t.id, t.form = mayBeID, nil
	}
}

// addMember adds a member of a union. A union among them is replaced by its members unless it has facets. Each is there once,
// so that unions of unions do not take twice the time at each level.
func (t *xsdType) addMember(m *xsdType) {
	switch {
	case m.members != nil && !m.isRestricted():
		for _, inner := range m.members {
			t.addMember(inner)
		}
	case !slices.Contains(t.members, m):
		t.members = append(t.members, m)
		t.addPart(m)
	}
}

// isRestricted reports whether a type, or one from which it is derived, has facets.
func (t *xsdType) isRestricted() bool {
	return t != t.root && (len(t.facets()) > 0 || t.base.isRestricted())
}

// restrict completes a restriction of a simple type.
func (t *xsdType) restrict() {
	b := t.base
	t.root, t.primitive, t.item, t.members, t.space, t.id, t.form = b.root, b.primitive, b.item, b.members, b.space, b.id, b.form
	if t.isBuiltin() {
		if !lexical.IsOne(t.Name.Local, " .") { // a text that breaks all rules
			t.rule = t.Name.Local
		}
		if kind, ok := idKinds[t.Name.Local]; ok {
			t.id, t.form = kind, nil
		}
	}
	if t.Variety == component.NoVariety {
		t.form = nil
	}
	if t.Facets != nil {
		if space, ok := lexical.SpaceOf(t.Facets.WhiteSpace); ok {
			t.space = space
		}
	}
}

// elementOf returns the declaration of a component.
func elementOf(c *component.Element) *xsdElement {
	made := c.Validator().Load()
	if made == nil {
		c.Validator().CompareAndSwap(nil, newElement(c))
		made = c.Validator().Load()
	}
	return made.(*xsdElement)
}

func newElement(c *component.Element) *xsdElement {
	d := c.Declaration()
	e := &xsdElement{Declaration: d, name: c.Name, typ: typeOf(d.Type), preset: d.Default != nil || d.Fixed != nil}
	if e.preset {
		value := e.typ.value
		if e.fixed = ownValue(value, d.Fixed); e.fixed != nil {
			e.fallback = *e.fixed
		} else {
			e.fallback = *ownValue(value, d.Default)
		}
	}
	e.constraints = newConstraints(d.Constraints)
	return e
}

// valueElement returns the element for values of a type, which may be nil, with the constraints of an element that has it.
func valueElement(local string, t *component.Type, constraints ...component.Constraint) *xsdElement {
	return elementOf(component.NewElement(xsd.QName{Local: local}, &component.Declaration{Type: t, Nillable: true, Constraints: constraints}))
}

// derivedFrom reports whether t is base or derived from it, and by which methods. A member of a union may be in place of the
// union (part 1, section 3.14.6, Type Derivation OK).
func (t *xsdType) derivedFrom(base *xsdType) (by component.Derivations, ok bool) {
	bases := []*component.Type{base.Type}
	for i := 0; i < len(bases); i++ { // each once: unions may have the same unions as members
		for _, m := range bases[i].Definition().Members {
			if !slices.Contains(bases, m) {
				bases = append(bases, m)
			}
		}
	}
	for ; t != nil; t = t.base {
		if slices.Contains(bases, t.Type) {
			return by, true
		}
		by |= t.By
	}
	return 0, false
}

func (t *xsdType) isBuiltin() bool { return t.Name.Space == xsd.Namespace }

// builtin returns the built-in type that a type is, or is derived from.
func (t *xsdType) builtin() *xsdType {
	for !t.isBuiltin() && t.base != nil {
		t = t.base
	}
	return t
}

// label names the type for people.
func (t *xsdType) label() string {
	switch {
	case t.Name.Local == "":
		return "value of its type"
	case t.isBuiltin():
		return "xs:" + t.Name.Local
	}
	return t.Name.Local
}

// of says which type a problem is about.
func (t *xsdType) of() string {
	if t.Name.Local == "" {
		return ""
	}
	return " (type " + t.label() + ")"
}

// quoteValue shows a value; long ones are cut.
func quoteValue(text string) string { return strconv.Quote(lex.QuoteName([]byte(text))) }
