package validate

import (
	"slices"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// tableModel finds what a table describes, and those that it imports, by name. Many goroutines may use it.
type tableModel struct {
	tables     []*schema.Table
	types      map[xsd.QName]*schema.Type
	elements   map[xsd.QName]tableElement
	messages   map[xsd.QName][]tableElement
	attributes map[xsd.QName]tableElement
	owners     func() map[*schema.Type]typeOwner // elements with types that have no name

	checked atomic.Bool // see checkFacets

	mu   sync.Mutex
	made map[*schema.Row]*xsdElement // elements made so far
}

// tableElement is a global element, a global attribute or a message.
type tableElement struct {
	table  *schema.Table
	row    *schema.Row
	global *schema.GlobalElement // nil for an attribute
}

// modelOfTable returns the model of a table.
func modelOfTable(t *schema.Table) *tableModel {
	t = t.Complete()
	if m, ok := t.Validator().Load().(*tableModel); ok {
		return m
	}
	m := &tableModel{
		tables: t.Closure(), types: make(map[xsd.QName]*schema.Type), elements: make(map[xsd.QName]tableElement),
		messages: make(map[xsd.QName][]tableElement), attributes: make(map[xsd.QName]tableElement),
		made: make(map[*schema.Row]*xsdElement),
	}
	m.owners = sync.OnceValue(func() map[*schema.Type]typeOwner { return ownersIn(m.tables) })
	for _, table := range m.tables {
		m.add(table)
	}
	if t.Validator().CompareAndSwap(nil, m) {
		return m
	}
	return t.Validator().Load().(*tableModel)
}

// add enters what a table describes. What several describe is described alike.
func (m *tableModel) add(table *schema.Table) {
	for i := range table.Types {
		if t := table.Types[i].Type; t.Name != "" {
			addOnce(m.types, t.QName(), t)
		}
	}
	elements := table.GlobalElements()
	for i := range elements {
		g := &elements[i]
		e := tableElement{table, &g.Row, g}
		name := e.name()
		if g.Message {
			m.messages[name] = append(m.messages[name], e)
		} else {
			addOnce(m.elements, name, e)
		}
	}
	for i := range table.Attributes {
		a := tableElement{table: table, row: &table.Attributes[i]}
		addOnce(m.attributes, a.name(), a)
	}
}

// typeOwner is an element whose type is anonymous.
type typeOwner struct {
	name    string
	message bool // message in rpc style: see xsdElement.parts
}

// ownersIn returns the elements whose types are anonymous, global elements first.
func ownersIn(tables []*schema.Table) map[*schema.Type]typeOwner {
	owners := make(map[*schema.Type]typeOwner)
	add := func(r *schema.Row, message bool) {
		if r.Of != nil && r.Of.Name == "" && r.Name != "" {
			addOnce(owners, r.Of, typeOwner{r.Name, message})
		}
	}
	for _, table := range tables {
		elements := table.GlobalElements()
		for i := range elements {
			add(&elements[i].Row, elements[i].Message)
		}
	}
	for _, table := range tables {
		for i := range table.Types {
			for j := range table.Types[i].Rows {
				add(&table.Types[i].Rows[j], false)
			}
		}
	}
	return owners
}

func addOnce[K comparable, V any](all map[K]V, key K, value V) {
	if _, ok := all[key]; !ok {
		all[key] = value
	}
}

func (e *tableElement) name() xsd.QName {
	return xsd.QName{Space: e.table.URI(e.row.NS), Local: e.row.Name}
}

// declaration returns the declaration of a global element or a message.
func (m *tableModel) declaration(e tableElement) *xsdElement {
	m.mu.Lock()
	defer m.mu.Unlock()
	if made := m.made[e.row]; made != nil {
		return made
	}
	linking.Lock()
	made := e.make()
	linking.Unlock()
	m.made[e.row] = made
	return made
}

// make makes the declaration; an attribute is an element without a content model.
func (e *tableElement) make() *xsdElement {
	made := elementOf(e.row, e.table)
	if e.global == nil {
		made.typ = made.typ.link()
		return made
	}
	made.abstract, made.parts = e.global.Abstract, e.global.Message
	if e.row.Of == nil && (e.row.Kind == codec.KindStruct || e.global.Model != nil) {
		made.typ = &xsdType{complex: true, base: builtin("anyType"), by: byRestriction, mixed: e.global.Mixed}
		made.typ.fill(e.global.Model, e.table)
	}
	return made
}

// model finds what is valid by name.
type model interface {
	typeNamed(xsd.QName) *xsdType
	elementNamed(xsd.QName) *xsdElement
	attributeNamed(xsd.QName) *xsdType
	messagesNamed(xsd.QName) []*xsdElement // see xsdElement.parts

	// elementFor returns an element with the values that a description is of.
	elementFor(*schema.Type) *xsdElement

	// renamed returns what the model calls the namespaces of messages that have other names there; nil: there are none.
	renamed() map[string]string
}

// rowsModel is what the rows of one or more tables say: the tables of the contract, and tables with types that a value
// has in place of others, which its package does not import.
type rowsModel []*tableModel

func (m rowsModel) renamed() map[string]string { return nil }

// modelOf returns the model of a table and of tables that an encoder has met.
func modelOf(t *schema.Table, met []*schema.Table) rowsModel {
	m := rowsModel{modelOfTable(t)}
	for _, other := range met {
		if !m.has(other) {
			m = append(m, modelOfTable(other))
		}
	}
	return m
}

func (m rowsModel) has(t *schema.Table) bool {
	return slices.ContainsFunc(m, func(part *tableModel) bool { return slices.Contains(part.tables, t.Complete()) })
}

func (m rowsModel) typeNamed(name xsd.QName) *xsdType {
	if t := builtinTypes()[name]; t != nil {
		return t
	}
	for _, part := range m {
		if d := part.types[name]; d != nil {
			return describedType(d).ready()
		}
	}
	return nil
}

func (m rowsModel) elementNamed(name xsd.QName) *xsdElement {
	for _, part := range m {
		if e, ok := part.elements[name]; ok {
			return part.declaration(e)
		}
	}
	return nil
}

func (m rowsModel) attributeNamed(name xsd.QName) *xsdType {
	for _, part := range m {
		if a, ok := part.attributes[name]; ok {
			return part.declaration(a).typ
		}
	}
	return nil
}

func (m rowsModel) messagesNamed(name xsd.QName) []*xsdElement {
	var all []*xsdElement
	for _, part := range m {
		for _, e := range part.messages[name] {
			all = append(all, part.declaration(e))
		}
	}
	return all
}

// elementFor returns an element with the values that d describes. It has the name of the type, or of an element with it.
func (m rowsModel) elementFor(d *schema.Type) *xsdElement {
	d = d.Complete()
	owner := typeOwner{name: d.Name}
	if d.Name == "" {
		owner = m[0].owners()[d]
	}
	if owner.name == "" {
		owner = typeOwner{"value", !d.IsDocument()}
	}
	return &xsdElement{name: xsd.QName{Local: owner.name}, typ: describedType(d).ready(), nillable: true, parts: owner.message}
}
