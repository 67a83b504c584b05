package codec

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Codecs run on the rows that the struct tags of a type say. What the schema says is more: it is in the complete
// descriptions, which are made of the tags and the components of the package for all types at once. They have Go types,
// too, so that codecs can run on both.

// Complete returns the table with the descriptions of all that the schemas say, t itself if it has them. What
// handlers and clients use without validation does not call it; see [Schema]. Any goroutine may call it.
func (t *Table) Complete() *Table {
	if t.Schema == nil {
		return t
	}
	t.completing.Do(func() { t.complete = newCompleter(t).table })
	return t.complete
}

// Complete returns the description of all that the schema says about the type; see [Table.Complete].
func (t *Type) Complete() *Type {
	if t == nil || t.state().table == nil || t.state().table.Schema == nil {
		return t
	}
	complete := t.state().table.Complete()
	if typ := t.goType(); typ.PkgPath() != "" || !t.isList() {
		return complete.typeFor(typ)
	}
	item := t.rows()[0]
	item.Of = item.Of.Complete()
	list, _ := complete.listFor(t.goType(), item)
	return list
}

// completer makes a table with complete descriptions.
type completer struct {
	table *Table
	from  *Components
	named map[string]*Type // by the texts of references in the package
	byGo  map[reflect.Type]*ComplexType
}

func newCompleter(t *Table) *completer {
	c := &completer{
		table: &Table{Namespaces: t.Namespaces, More: t.More, Target: t.Target, Qualified: t.Qualified, Encoded: t.Encoded, Arrays: t.Arrays, Bases: t.Bases, Derived: t.Derived, path: t.packagePath()},
		from:  t.Schema.Components(),
		named: make(map[string]*Type), byGo: make(map[reflect.Type]*ComplexType),
	}
	for _, other := range t.Imports {
		c.table.Imports = append(c.table.Imports, other.Complete())
	}
	c.table.components = c
	c.declare()
	c.fill()
	c.declarations()
	c.reach()
	return c
}

// tableOf returns the complete table of another package.
func (c *completer) tableOf(t *Table) *Table { return t.Complete() }

// declare makes the types that have a name or a key, which others refer to.
func (c *completer) declare() {
	for i := range c.from.Simple {
		s := &c.from.Simple[i]
		r := tagReader{table: c.table, what: "the type " + s.Tag}
		r.read(s.Tag)
		typ := reflect.TypeOf(s.Type).Elem()
		t := &Type{Zero: s.Type, Simple: true, Name: r.at.local}
		t.state().table = c.table
		c.enter(t, s.Key, &r)
		if typ.PkgPath() == c.table.path {
			c.table.tagged.Store(typ, t)
		}
	}
	for i := range c.from.Complex {
		x := &c.from.Complex[i]
		if x.Type != nil {
			typ := reflect.TypeOf(x.Type).Elem()
			c.byGo[typ] = x
			c.declareStruct(typ, x.Key)
			continue
		}
		r := tagReader{table: c.table, what: "the type " + x.Name}
		r.read(x.Name)
		t := &Type{Name: r.at.local, Abstract: r.at.has("abstract"), Mixed: r.at.has("mixed")}
		t.state().table = c.table
		c.enter(t, x.Key, &r)
	}
	for typ := range c.structs {
		c.declareStruct(typ, "")
	}
}

// structs calls yield with the Go types that are listed.
func (c *completer) structs(yield func(reflect.Type) bool) {
	for _, list := range [...][]any{c.from.Structs, c.table.Derived} {
		for _, zero := range list {
			if !yield(reflect.TypeOf(zero).Elem()) {
				return
			}
		}
	}
	for _, b := range c.table.Bases {
		if !yield(reflect.TypeOf(b.Type).Elem()) {
			return
		}
	}
}

// enter enters a type that has no struct.
func (c *completer) enter(t *Type, key string, r *tagReader) {
	if t.Name != "" {
		t.NS = r.number(r.at.numberedName, c.table.Target)
		c.named[refTo(t.NS, t.Name)] = t
	}
	if key != "" {
		c.named["#"+key] = t
	}
	c.table.Types = append(c.table.Types, TypeRows{Type: t})
}

func (c *completer) declareStruct(typ reflect.Type, key string) {
	t := c.table.typeFor(typ)
	if t.Name != "" {
		c.named[refTo(t.NS, t.Name)] = t
	}
	if key != "" {
		c.named["#"+key] = t
	}
}

func refTo(ns int32, local string) string { return fmt.Sprintf("%d:%s", ns, local) }

// find returns the type that a reference names, nil if there is none.
func (c *completer) find(ref string) *Type {
	if t := c.named[ref]; t != nil {
		return t
	}
	for _, other := range c.table.Imports {
		if from, ok := other.components.(*completer); ok {
			if t := from.find(ref); t != nil {
				return t
			}
		}
	}
	return nil
}

// resolve returns the type that a reference in the package names.
func (c *completer) resolve(ref TypeRef, r *tagReader) *Type {
	if ref == (TypeRef{}) {
		return nil
	}
	t := c.typeNamed(ref.Name, r)
	if t == nil {
		r.fail("there is no type %s", ref.Name)
	}
	if ref.Facets == nil {
		return t
	}
	restriction := &Type{Simple: true, More: &TypeMore{Base: t, Facets: ref.Facets}}
	if strings.HasPrefix(ref.Name, "xs:") {
		restriction.More.Base = nil
	}
	if !t.isList() {
		restriction.Kind = t.Kind
	}
	return restriction
}

// typeNamed returns the type with a name as components have it, nil if there is none.
func (c *completer) typeNamed(name string, r *tagReader) *Type {
	if builtin, ok := strings.CutPrefix(name, "xs:"); ok {
		kind, known := namedKinds[builtin]
		if !known {
			r.fail("there is no type %s", name)
		}
		return &Type{Simple: true, Kind: kind}
	}
	if strings.HasPrefix(name, "#") {
		return c.find(name)
	}
	n := r.nameIn(name)
	return c.find(refTo(r.number(n, c.table.Target), n.local))
}

// setType sets the declared type of a value if its Go type does not imply it, and the name of the type where it has none.
func (c *completer) setType(row *Row, m *More, name string, r *tagReader) {
	if named := c.typeNamed(name, r); named != nil && (row.Of == nil || row.Of.goType().PkgPath() == "") {
		row.Of = named
	}
	if row.Typed && !(row.Of != nil && row.Of.Simple && row.Of.Name != "") {
		n := r.nameIn(name)
		m.Type, m.TypeNS = n.local, r.number(n, c.table.Target)
	}
}

// fill adds what the components say of types. Those without a struct are in the table, simple types first.
func (c *completer) fill() {
	simple, other := c.table.Types[:len(c.from.Simple)], c.table.Types[len(c.from.Simple):]
	for i := range simple {
		c.setValues(simple[i].Type, &c.from.Simple[i])
		simple[i].Rows = simple[i].Type.rows()
	}
	for i := range simple { // which may refer to each other
		simple[i].Type.More = c.derivation(&c.from.Simple[i])
	}
	for i := range c.from.Complex {
		x := &c.from.Complex[i]
		if x.Type != nil {
			c.describe(c.table.typeFor(reflect.TypeOf(x.Type).Elem()), x)
			continue
		}
		t := other[0].Type
		c.describe(t, x)
		t.state().model = c.model(t, x)
		other[0].Model, other = t.modelRows(), other[1:]
	}
}

// setValues sets the kind of the values of a simple type, or the row of the items of a list.
func (c *completer) setValues(t *Type, s *SimpleType) {
	r := tagReader{table: c.table, what: "the type " + s.Tag}
	r.read(s.Tag)
	typ := t.goType()
	if !r.at.has("list") {
		t.Kind, _ = r.scalar(typ)
		return
	}
	item := Row{At: AtListItem}
	item.Kind, item.Of = r.scalar(typ.Elem())
	if of := r.at.value("of"); of != "" && item.Of == nil {
		item.Of = c.typeNamed(of, &r)
	}
	if s.Items != nil {
		item.More = &More{Facets: s.Items}
	}
	t.state().rows = []Row{item}
	if typ.PkgPath() == "" && item.More == nil && !r.at.has("of") {
		c.table.tagged.LoadOrStore(listKey{typ, item.Kind}, t)
	}
}

// derivation returns what a simple type is derived from, and its members.
func (c *completer) derivation(s *SimpleType) *TypeMore {
	r := tagReader{table: c.table, what: "the type " + s.Tag}
	more := TypeMore{Base: c.resolve(s.Base, &r), Facets: s.Facets}
	for _, m := range s.Members {
		more.Members = append(more.Members, c.resolve(m, &r))
	}
	return more.orNil()
}

func (c *completer) describe(t *Type, x *ComplexType) {
	r := tagReader{table: c.table, what: "the type " + t.label()}
	more := TypeMore{Base: c.resolve(x.Base, &r), By: x.By, Block: x.Block}
	t.More = more.orNil()
}

// orNil returns what a type has in More, nil if that is nothing.
func (m TypeMore) orNil() *TypeMore {
	if m.Base == nil && m.By == 0 && m.Block == 0 && m.Facets == nil && m.Members == nil {
		return nil
	}
	return &m
}

// declarations describes global elements and attributes.
func (c *completer) declarations() {
	var elements ElementList
	for i := range c.from.Elements {
		x := &c.from.Elements[i]
		g := GlobalElement{Row: c.declaration(x, AtElement), Abstract: x.Abstract, Message: x.Message, Mixed: x.Mixed}
		if x.Type == nil {
			g.Model = c.modelOf(nil, &ComplexType{Model: x.Model, Fields: x.Fields}, "the element "+x.Tag)
		}
		elements = append(elements, g)
	}
	if elements != nil {
		c.table.Elements = elements
	}
	for i := range c.from.Attributes {
		c.table.Attributes = append(c.table.Attributes, c.declaration(&c.from.Attributes[i], AtAttribute))
	}
}

func (c *completer) declaration(x *Declaration, at Place) Row {
	r := tagReader{table: c.table, what: "the declaration of " + x.Tag}
	r.read(x.Tag)
	if x.Type == nil {
		row := Row{Name: r.at.local, NS: r.number(r.at.numberedName, c.table.Target), Kind: KindStruct, Nillable: r.at.has("nillable")}
		row.add(&x.More)
		return row
	}
	row := r.valueRow(reflect.TypeOf(x.Type).Elem())
	row.NS, row.At, row.Occurs = r.number(r.at.numberedName, c.table.Target), at, Optional
	row.add(&x.More)
	return row
}

// add adds what only validation has to know.
func (r *Row) add(d *More) {
	if d.Facets == nil && d.Block == 0 && d.Constraints == nil {
		return
	}
	m := More{}
	if r.More != nil {
		m = *r.More
	}
	m.Facets, m.Block, m.Constraints = d.Facets, d.Block, d.Constraints
	r.More = &m
}

// reach adds the types that others refer to, and have no name.
func (c *completer) reach() {
	seen, listed := make(map[*Type]bool), make(map[*Type]bool)
	for i := range c.table.Types {
		listed[c.table.Types[i].Type] = true
	}
	var visit func(rows []Row)
	add := func(t *Type) {
		if t == nil || seen[t] || t.state().table != c.table {
			return
		}
		seen[t] = true
		if !listed[t] {
			c.table.Types = append(c.table.Types, TypeRows{Type: t, Rows: t.rows(), Model: t.modelRows()})
		}
		visit(t.rows())
		visit(t.modelRows())
	}
	visit = func(rows []Row) {
		for i := range rows {
			add(rows[i].Of)
		}
	}
	for i := range c.from.Complex {
		if zero := c.from.Complex[i].Type; zero != nil {
			add(c.table.typeFor(reflect.TypeOf(zero).Elem()))
		}
	}
	for typ := range c.structs {
		add(c.table.typeFor(typ))
	}
	for _, t := range slices.Clone(c.table.Types) {
		add(t.Type)
	}
	for _, g := range c.table.GlobalElements() {
		add(g.Row.Of)
		visit(g.Model)
	}
	visit(c.table.Attributes)
}
