package descriptor

import (
	"slices"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Descriptions are the descriptions of the types of a plan, which may have several
// packages. Only one goroutine may use them while [Descriptions.Package] is called.
type Descriptions struct {
	arrays   schema.ArrayStyle
	structs  map[*ir.Struct]*schema.Type
	simples  map[*ir.Simple]*schema.Type
	origins  map[*schema.Type]Origin
	packages map[*ir.Package]*Package
	tables   []*schema.Table

	operations    map[*ir.Operation]*contract.Operation
	faultOf       map[*ir.Fault]*contract.Fault
	headerOf      map[*ir.Header]*soap.Header[any]
	faultOrigins  map[*contract.Fault]*ir.Fault
	headerOrigins map[contract.Header]*ir.Header
}

// Origin is what a description describes: a struct, a simple type or a list, and
// nothing if the description is of a built-in type, or of a restriction of one that
// only the type that refers to it needs.
type Origin struct {
	Struct *ir.Struct
	Simple *ir.Simple
	List   *ir.Scalar // without a declaration
	Number int        // distinguishes lists of items of one type with other facets; 0 for the first
}

// New returns descriptions without packages. arrays is the style of arrays of
// SOAP encoding. It is nil if no values are read or written: the style is in an optional
// package of the run-time, which only programs with such arrays import.
func New(arrays schema.ArrayStyle) *Descriptions {
	return &Descriptions{
		arrays:   arrays,
		structs:  make(map[*ir.Struct]*schema.Type),
		simples:  make(map[*ir.Simple]*schema.Type),
		origins:  make(map[*schema.Type]Origin),
		packages: make(map[*ir.Package]*Package),

		operations:    make(map[*ir.Operation]*contract.Operation),
		faultOf:       make(map[*ir.Fault]*contract.Fault),
		headerOf:      make(map[*ir.Header]*soap.Header[any]),
		faultOrigins:  make(map[*contract.Fault]*ir.Fault),
		headerOrigins: make(map[contract.Header]*ir.Header),
	}
}

// Origin returns what t describes.
func (d *Descriptions) Origin(t *schema.Type) Origin { return d.origins[t] }

// Tables returns the tables of all packages that have been described, those that
// others import first. [schema.Define] has to be called for each.
func (d *Descriptions) Tables() []*schema.Table { return d.tables }

// Struct returns the description of a struct. Its rows are in the table of its
// package.
func (d *Descriptions) Struct(s *ir.Struct) *schema.Type {
	if t := d.structs[s]; t != nil {
		return t
	}
	t := &schema.Type{NS: int32(s.Type.NS), Name: s.Type.Local, Abstract: s.Abstract, Mixed: s.Mixed}
	if t.Name == "" {
		t.GoName = s.Name
	}
	d.structs[s], d.origins[t] = t, Origin{Struct: s}
	return t
}

// Simple returns the description of a simple type. The items of a list are in the
// table of its package.
func (d *Descriptions) Simple(s *ir.Simple) *schema.Type {
	if t := d.simples[s]; t != nil {
		return t
	}
	t := &schema.Type{NS: int32(s.Type.NS), Name: s.Type.Local, Simple: true}
	if s.Scalar.Item == nil {
		t.Kind = kindOf(s.Scalar.Kind)
	}
	d.simples[s], d.origins[t] = t, Origin{Simple: s}
	return t
}

// Package has the descriptions of a package of the plan.
type Package struct {
	// Table has the types in this order: structs, simple types, and lists without a
	// declaration. Their Zero is nil.
	Table *schema.Table

	*Descriptions
	plan  *ir.Package
	lists []*schema.Type
}

// Package returns the descriptions of a package, and describes those that it imports.
func (d *Descriptions) Package(pkg *ir.Package) *Package {
	if p := d.packages[pkg]; p != nil {
		return p
	}
	p := &Package{Table: new(schema.Table), Descriptions: d, plan: pkg}
	d.packages[pkg] = p
	for _, other := range pkg.Imports {
		p.Table.Imports = append(p.Table.Imports, d.Package(other).Table)
	}
	p.fill(pkg)
	d.tables = append(d.tables, p.Table)
	for _, other := range pkg.Packages {
		d.Package(other)
	}
	return p
}

// source is the Source of a table. It is a pointer there: this package does not declare the Go types of values.
type source struct{ documents *contract.DocumentSet }

func (s *source) Documents() *contract.DocumentSet { return s.documents }

func (p *Package) fill(pkg *ir.Package) {
	t := p.Table
	if set := p.Documents(); set != nil {
		t.Source = &source{set}
	}
	t.Namespaces, t.More = namespaces(pkg.Namespaces), namespaces(pkg.MoreNamespaces)
	for _, s := range slices.Concat(pkg.Structs, pkg.UndeclaredStructs) {
		t.Types = append(t.Types, p.structType(s))
	}
	for _, s := range slices.Concat(pkg.Simples, pkg.UndeclaredSimples) {
		t.Types = append(t.Types, p.simpleType(s))
	}
	if len(pkg.GlobalElements) > 0 {
		var list schema.ElementList
		for _, g := range pkg.GlobalElements {
			list = append(list, p.globalElement(g))
		}
		t.Elements = list
	}
	for _, f := range pkg.GlobalAttributes {
		t.Attributes = append(t.Attributes, global(p.row(f, schema.AtAttribute)))
	}
	p.values(pkg)
	for _, list := range p.lists {
		t.Types = append(t.Types, schema.TypeRows{Type: list, Rows: p.itemRows(p.Origin(list).List)})
	}
}

// values describes the values of messages, as they may have lists without a
// declaration.
func (p *Package) values(pkg *ir.Package) {
	var results []*ir.Result
	for _, s := range pkg.Services {
		for _, op := range s.Operations {
			results = append(results, op.Result)
		}
	}
	for _, h := range pkg.Headers {
		results = append(results, h.Value)
	}
	for _, f := range pkg.Faults {
		results = append(results, f.Detail)
	}
	for _, e := range pkg.Elements {
		results = append(results, e.Value)
	}
	for _, r := range results {
		if r != nil {
			p.Value(r)
		}
	}
}

func namespaces(table []ir.TableEntry) []schema.Namespace {
	var all []schema.Namespace
	for _, entry := range table {
		all = append(all, schema.Namespace{URI: entry.URI, Prefix: entry.Prefix, ID: entry.ID})
	}
	return all
}

// structType describes a struct of the package.
func (p *Package) structType(s *ir.Struct) schema.TypeRows {
	t := p.Struct(s)
	more := schema.TypeMore{By: s.By, Block: s.Block}
	switch {
	case s.DerivedFrom != nil:
		more.Base = p.Struct(s.DerivedFrom)
	case s.DerivedText != nil:
		more.Base = p.reference(s.DerivedText)
	}
	t.More = typeMore(more)
	return schema.TypeRows{Type: t, Rows: p.StructRows(s), Model: p.model(s.Model)}
}

// AllowNil lets the models of types that are used with SOAP encoding have the elements nil or absent that rows allow to be
// (SOAP 1.1, section 5.1, rule 9). A schema does not know that.
func (d *Descriptions) AllowNil() {
	for _, p := range d.packages {
		for i, s := range slices.Concat(p.plan.Structs, p.plan.UndeclaredStructs) {
			if s.Encoded {
				allowNil(&p.Table.Types[i])
			}
		}
	}
}

func allowNil(t *schema.TypeRows) {
	for i := range t.Model {
		m := &t.Model[i]
		for _, r := range t.Rows {
			if m.At == schema.AtElement && m.Name != "" && r.At == m.At && r.Name == m.Name && r.NS == m.NS {
				m.Nillable = m.Nillable || r.Nillable
				m.Occurs = min(m.Occurs, r.Occurs)
			}
		}
	}
}

// typeMore returns what a type has in More, nil if that is nothing.
func typeMore(m schema.TypeMore) *schema.TypeMore {
	if m.Base == nil && m.By == 0 && m.Block == 0 && m.Facets == nil && m.Members == nil {
		return nil
	}
	return &m
}

// simpleType describes a simple type of the package.
func (p *Package) simpleType(s *ir.Simple) schema.TypeRows {
	t := p.Simple(s)
	more := schema.TypeMore{Base: p.base(s), Facets: s.Facets}
	for _, m := range s.Members {
		more.Members = append(more.Members, p.reference(m))
	}
	t.More = typeMore(more)
	return schema.TypeRows{Type: t, Rows: p.itemRows(s.Scalar)}
}
