package validate

import (
	"strconv"
	"sync"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// A type is made of its rows when it is first used: contracts have thousands of types, and a message few. There is one
// xsdType for each description, in whatever table, as types are compared by their pointers. The types of elements are
// not made with the type that has the elements; all else that a type refers to is.

// linking is held while types are made.
var linking sync.Mutex

// maxCount is more than anything has.
const maxCount = 1<<31 - 1

// countOf reads a length or a number of digits.
func countOf(value string) int {
	n, err := strconv.ParseUint(value, 10, 31)
	if err != nil {
		return maxCount
	}
	return int(n)
}

// describedType returns the type of a description, which may not be linked yet.
func describedType(d *schema.Type) *xsdType {
	d = d.Complete()
	if t, ok := d.Validator().Load().(*xsdType); ok {
		return t
	}
	t := builtinTypes()[d.QName()]
	if t == nil {
		t = &xsdType{name: d.QName(), described: d, complex: !d.Simple}
	}
	if d.Validator().CompareAndSwap(nil, t) {
		return t
	}
	return d.Validator().Load().(*xsdType)
}

// ready returns the type once it has been made of its description.
func (t *xsdType) ready() *xsdType {
	switch {
	case t.made.Load():
		return t
	case t.component != nil:
		t.from.mu.Lock()
		defer t.from.mu.Unlock()
		return t.from.link(t)
	case t.described == nil:
		return t
	}
	linking.Lock()
	defer linking.Unlock()
	t.link()
	return t
}

// link makes a type and those that it is made of. It returns t or, if t is made of itself, which is a mistake in the
// rows, a built-in type that allows anything.
func (t *xsdType) link() *xsdType {
	switch {
	case t.described == nil || t.linking == linked:
		return t
	case t.linking == beingLinked && t.complex:
		return builtin("anyType")
	case t.linking == beingLinked:
		return builtin("anySimpleType")
	}
	t.linking = beingLinked
	if t.complex {
		t.linkComplex()
	} else {
		t.linkSimple()
	}
	t.linking = linked
	t.made.Store(true)
	return t
}

// linkSimple makes a simple type.
func (t *xsdType) linkSimple() {
	d := t.described
	more := d.Details()
	step := xsdType{base: builtin("anySimpleType"), by: byRestriction}
	rows := d.Rows()
	switch {
	case more.Base != nil:
		t.restrict(linkedType(more.Base), more.Facets)
		return
	case len(more.Members) > 0:
		step.variety = unionVariety
		for _, m := range more.Members {
			step.members = append(step.members, memberType(m))
		}
	case len(rows) > 0 && rows[0].At == schema.AtListItem:
		step.variety, step.item, step.space = listVariety, simpleOf(&rows[0]), lexical.Collapse
	default:
		t.restrict(builtin(d.Kind.TypeName()), more.Facets)
		return
	}
	if more.Facets != nil {
		t.restrict(&step, more.Facets)
		return
	}
	t.base, t.by, t.variety, t.item, t.members, t.space = step.base, step.by, step.variety, step.item, step.members, step.space
}

// memberType returns a member of a union. Built-in ones are descriptions that no table has.
func memberType(d *schema.Type) *xsdType {
	if more := d.Details(); d.Table() == nil && more.Base == nil && len(more.Members) == 0 {
		if b := builtin(d.Kind.TypeName()); more.Facets == nil {
			return b
		}
	}
	return linkedType(d)
}

func linkedType(d *schema.Type) *xsdType { return describedType(d).link() }

// simpleOf returns the simple type of a row.
func simpleOf(r *schema.Row) *xsdType {
	t := typeOf(r).link()
	if r.More != nil && r.More.Facets != nil {
		return newRestriction(t, r.More.Facets)
	}
	return t
}

// typeOf returns the type of a row without what More says about it.
func typeOf(r *schema.Row) *xsdType {
	if r.Of != nil {
		return describedType(r.Of)
	}
	return builtin(r.Kind.TypeName())
}

// linkComplex makes a complex type.
func (t *xsdType) linkComplex() {
	d := t.described
	more := d.Details()
	rows := d.Model()
	if rows == nil {
		rows = d.Rows()
	}
	t.abstract, t.mixed, t.blocks = d.Abstract, d.Mixed, more.Block
	t.base, t.by = builtin("anyType"), byRestriction
	if own := d.Rows(); len(own) > 0 && inherits(own[0].Kind) {
		t.derive(linkedType(own[0].Of), more.By)
	}
	switch {
	case more.Base != nil:
		t.derive(linkedType(more.Base), more.By)
	case d.Kind != codec.KindNone:
		t.derive(builtin(d.Kind.TypeName()), more.By)
	}
	t.fill(rows, d.Table())
	if t.text != nil && t.base.name == anyTypeName && more.By == 0 {
		t.derive(t.text, more.By)
	}
}

func (t *xsdType) derive(base *xsdType, by derivations) {
	t.base, t.by = base, by
	if by == 0 {
		t.by = byExtension
	}
}

func inherits(k schema.Kind) bool { return k == codec.KindBase || k == codec.KindBaseAttributes }

// fill gives a complex type the attributes and the content that rows of a table describe.
func (t *xsdType) fill(rows []schema.Row, table *schema.Table) {
	var inherited *xsdParticle
	if len(rows) > 0 && inherits(rows[0].Kind) {
		first := &rows[0]
		base := linkedType(first.Of)
		t.attributes = append(t.attributes, base.attributes...)
		t.anyAttribute = base.anyAttribute
		if first.Wildcard() != nil {
			t.anyAttribute = wildcardOf(first.Wildcard(), table)
		}
		if first.Kind == codec.KindBase {
			inherited, t.text, t.items = base.content, base.text, base.items
		}
		rows = rows[1:]
	}
	for i := range rows {
		t.addAttribute(&rows[i], table)
	}
	c := contentReader{rows: rows, table: table, count: new(int), element: elementOf}
	own := c.top()
	switch {
	case t.text != nil || t.items != nil:
	case inherited == nil:
		t.content = own
	case own == nil:
		t.content = inherited
	default:
		t.content = sequenceOf(inherited, own)
	}
}

// addAttribute adds what a row says, unless that is about elements.
func (t *xsdType) addAttribute(r *schema.Row, table *schema.Table) {
	switch {
	case r.Kind == codec.KindAnyAttributes:
		t.anyAttribute = wildcardOf(r.Wildcard(), table)
	case r.Kind == codec.KindProhibited:
		t.removeAttribute(xsd.QName{Space: table.URI(r.NS), Local: r.Name})
	case r.At == schema.AtContent:
		t.text = simpleOf(r)
	case r.At == schema.AtItem && r.Kind != codec.KindSizes:
		t.items = &xsdElement{typ: elementType(r), nillable: true} // items that are not there may be nil (SOAP 1.1, section 5.4.2)
	case r.At == schema.AtAttribute && r.Name != "":
		use := xsdUse{name: xsd.QName{Space: table.URI(r.NS), Local: r.Name}, typ: simpleOf(r), required: r.Occurs == schema.Once}
		switch m := r.More; {
		case m == nil:
		case m.IsFixed:
			use.fixed, use.fallback = &m.Fixed, &m.Fixed
		case m.Default != "":
			use.fallback = &m.Default
		}
		t.removeAttribute(use.name)
		t.attributes = append(t.attributes, use)
	}
}

// removeAttribute removes an inherited attribute, if it is there.
func (t *xsdType) removeAttribute(name xsd.QName) {
	for i := range t.attributes {
		if t.attributes[i].name == name {
			t.attributes = append(t.attributes[:i], t.attributes[i+1:]...)
			return
		}
	}
}

// elementType returns the type of an element.
func elementType(r *schema.Row) *xsdType {
	if r.More != nil && r.More.Facets != nil {
		return simpleOf(r)
	}
	return typeOf(r)
}

// elementOf returns the declaration that a row is.
func elementOf(r *schema.Row, table *schema.Table) *xsdElement {
	e := &xsdElement{name: xsd.QName{Space: table.URI(r.NS), Local: r.Name}, typ: elementType(r), nillable: r.Nillable}
	if m := r.More; m != nil {
		e.blocks = m.Block
		e.preset, e.fallback = m.Default != "" || m.IsFixed, m.Default
		e.constraints = newConstraints(m.Constraints)
		if m.IsFixed {
			e.fixed, e.fallback = &m.Fixed, m.Fixed
		}
	}
	return e
}

// wildcardOf returns the wildcard of a row, whose namespaces have the numbers of a table.
func wildcardOf(w *xsd.Wildcard, table *schema.Table) *xsdWildcard {
	if w == nil {
		return &xsdWildcard{any: true, process: laxProcess}
	}
	own := &xsdWildcard{other: w.Not, process: processOf[w.Process]}
	for _, ns := range w.NS {
		own.namespaces = append(own.namespaces, table.URI(int32(ns)))
	}
	own.namespaces = append(own.namespaces, w.URIs...)
	own.any = !w.Not && len(own.namespaces) == 0
	if w.Not && len(own.namespaces) == 0 {
		own.namespaces = []string{""}
	}
	return own
}

var processOf = map[xsd.Process]xsdProcess{xsd.Strict: strictProcess, xsd.Lax: laxProcess, xsd.Skip: skipProcess}
