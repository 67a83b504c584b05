package validate

import (
	"cmp"
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Struct tags and rows have the names of complex types. They have neither the names of simple types, nor the element or attribute
// to which an anonymous type belongs: the types of such values are found in the documents, see anonymousType. A message that has
// no element has no type in the schema, but its parts have.

// described is a description of values; for requests, also the operation and the table of the contract.
type described struct {
	typ       *schema.Type
	operation *contract.Operation
	table     *schema.Table
}

// nameOf returns the name of a row in the documents.
func (m *model) nameOf(r *schema.Row, table *schema.Table) xsd.QName {
	return m.own(xsd.QName{Space: table.URI(r.NS), Local: r.Name})
}

// elementFor returns an element with the values that are described, nil if the documents do not have their type. It has the name of
// the type, or of an element with it.
func (m *model) elementFor(d described) *xsdElement {
	made, known := m.described.Load(d)
	if !known {
		made, _ = m.described.LoadOrStore(d, m.newElementFor(d))
	}
	return made.(*xsdElement)
}

func (m *model) newElementFor(d described) *xsdElement {
	if d.operation != nil && !d.typ.IsDocument() {
		if e := m.request(d); e != nil {
			return e
		}
	}
	if d.typ.Name != "" {
		if t := m.typeNamed(m.own(d.typ.QName())); t != nil {
			return valueElement(d.typ.Name, t.Type)
		}
		return nil
	}
	if d.typ.IsDocument() {
		return m.message("", d.typ)
	}
	if found := m.find(d.typ); found != nil {
		return m.anonymousElement(found, d.typ)
	}
	if d.typ.Simple {
		return nil
	}
	return m.message("", d.typ)
}

// request returns the element of a request: the element of its message, or one with the parts of the message. It is nil if the
// documents have neither, and if the type has a name and no element has the type.
func (m *model) request(d described) *xsdElement {
	names, procedure := m.namesOf(d.typ), ""
	for i := range d.operation.Wires {
		w := &d.operation.Wires[i]
		switch {
		case w.IsHTTP() || w.In.Local == "":
			continue
		case w.RPC:
			procedure = w.In.Local
			continue
		}
		e := m.Set.Element(m.own(xsd.QName{Space: d.table.URI(int32(w.In.NS)), Local: w.In.Local}))
		if e == nil {
			continue
		}
		declared := e.Declaration()
		if t := declared.Type; !t.Simple && t.Name.Local == d.typ.Name && namesIn(t).equal(names) {
			return valueElement(w.In.Local, t, declared.Constraints...)
		}
	}
	if d.typ.Name != "" {
		return nil
	}
	e := m.message(d.operation.WSDLName(), d.typ)
	if e != nil && procedure != "" {
		e.name.Local = procedure
	}
	return e
}

// message returns an element with the parts of the input of an operation, or with a global element that is the root of a
// document; nil if the documents do not have them. A name without a namespace may name a part with a type.
func (m *model) message(operation string, d *schema.Type) *xsdElement {
	operation, parts := m.parts(operation, d)
	t := &component.Definition{Base: builtin("anyType").Type, By: component.Restriction, Mixed: d.Mixed}
	declaration := &component.Declaration{Type: component.NewType(false, t), Nillable: true, Message: !d.IsDocument()}
	name := xsd.QName{Local: cmp.Or(operation, "value")}
	var particles []*component.Particle
	for _, r := range d.Rows() {
		p := new(component.Particle)
		switch {
		case r.At == schema.AtContent:
			t.Text, t.Content = m.typeOfRow(&r), nil
			return elementOf(component.NewElement(name, declaration))
		case r.At == schema.AtItem && r.Kind != codec.KindSizes: // an array in an array, whose items may be anything
			t.Items = builtin("anyType").Type
			return elementOf(component.NewElement(name, declaration))
		case r.At != schema.AtElement || r.Kind >= codec.KindBase:
			continue
		case r.Kind == codec.KindMember:
			p = component.GroupOf(component.Choice, m.membersOf(r.Of)...)
		case r.Name == "":
			p.Kind, p.Wildcard, p.Size = component.WildcardTerm, &component.Wildcard{Any: true}, 1
		default:
			e := m.part(m.nameOf(&r, d.Table()), parts)
			if e == nil {
				return nil
			}
			p = component.ElementParticle(e)
		}
		p.Min, p.Max = bounds(&r)
		particles = append(particles, p)
	}
	if particles != nil {
		t.Content = component.GroupOf(component.Sequence, particles...)
	}
	return elementOf(component.NewElement(name, declaration))
}

// parts returns the elements for the parts of a message by their names, and the name of the operation. If there are several
// operations, it is the one whose parts have the types of the rows.
func (m *model) parts(operation string, d *schema.Type) (name string, best map[xsd.QName]*component.Element) {
	if d.IsDocument() {
		return "", nil
	}
	rank := -1
	rows := make(map[xsd.QName]bool) // whether a part has to be there
	for _, r := range d.Rows() {
		if r.At == schema.AtElement && r.Name != "" {
			rows[m.nameOf(&r, d.Table())] = true
		}
	}
	isRow := func(e *component.Element) bool { return rows[e.Name] }
	for _, input := range m.Set.Inputs(operation) {
		if rank >= 0 && !slices.ContainsFunc(input.Parts, isRow) {
			continue // as when no part has been found: there may be many overloads
		}
		parts := make(map[xsd.QName]*component.Element)
		for _, e := range input.Parts {
			parts[e.Name] = e
		}
		if r := m.rankParts(parts, d); r > rank {
			name, best, rank = input.Operation, parts, r
		}
	}
	return name, best
}

// rankParts returns how many parts have the types of their rows, -1 if a row belongs to no part.
func (m *model) rankParts(parts map[xsd.QName]*component.Element, d *schema.Type) int {
	rank := 0
	rows := d.Rows()
	for i := range rows {
		r := &rows[i]
		if r.At != schema.AtElement || r.Name == "" {
			continue
		}
		rank++
		name := m.nameOf(r, d.Table())
		e := parts[name]
		switch {
		case e == nil && name.Space == "":
			return -1
		case e == nil:
		case e.Global || r.Of != nil && m.own(r.Of.QName()) == e.Declaration().Type.Name:
			rank++
		case r.Of == nil && typeOf(e.Declaration().Type).builtin().Name.Local == r.Kind.TypeName():
			rank++
		}
	}
	return 2*rank - len(parts)
}

// part returns the element of a part, nil if there is none.
func (m *model) part(name xsd.QName, parts map[xsd.QName]*component.Element) *component.Element {
	if found := parts[name]; found != nil {
		return found
	}
	return m.Set.Element(name)
}

// membersOf returns the elements of a substitution group.
func (m *model) membersOf(of *schema.Type) []*component.Particle {
	var list []*component.Particle
	for _, r := range of.Rows() {
		if r.At == schema.AtElement && r.Name != "" && r.Kind < codec.KindBase {
			if e := m.Set.Element(m.nameOf(&r, of.Table())); e != nil {
				list = append(list, component.ElementParticle(e))
			}
		}
	}
	return list
}

// typeOfRow returns the type of the text of a message.
func (m *model) typeOfRow(r *schema.Row) *component.Type {
	if r.Of != nil {
		if e := m.elementFor(described{typ: r.Of}); e != nil {
			return e.Type
		}
	}
	return builtin(r.Kind.TypeName()).Type
}

// bounds returns how often the element of a row may be there.
func bounds(r *schema.Row) (min, max int) {
	of := [...][2]int{schema.Optional: {0, 1}, schema.Once: {1, 1}, schema.Many: {0, -1}, schema.OnceOrMore: {1, -1}}[r.Occurs]
	return of[0], of[1]
}

// pointerTo returns a pointer to a copy of v, or v itself if that is a pointer. It returns nil for a nil pointer.
func pointerTo(v any) any {
	x := reflect.ValueOf(v)
	switch {
	case x.Kind() != reflect.Pointer:
		p := reflect.New(x.Type())
		p.Elem().Set(x)
		return p.Interface()
	case x.IsNil():
		return nil
	}
	return v
}
