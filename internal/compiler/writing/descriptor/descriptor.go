package descriptor

import (
	"example.com/quartet/internal/compiler/reading/collect"
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
	t := &schema.Type{NS: int32(s.Type.NS), Name: s.Type.Local, GoName: s.Name, Abstract: s.Abstract, Mixed: s.Mixed}
	d.structs[s], d.origins[t] = t, Origin{Struct: s}
	return t
}

// Simple returns the description of a simple type. The items of a list are in the
// table of its package.
func (d *Descriptions) Simple(s *ir.Simple) *schema.Type {
	if t := d.simples[s]; t != nil {
		return t
	}
	t := &schema.Type{NS: int32(s.Type.NS), Name: s.Type.Local, GoName: s.Name, Simple: true}
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
	p.Table.Imports = collect.Each(pkg.Imports, func(other *ir.Package) *schema.Table { return d.Package(other).Table })
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
	t.Namespaces, t.More = collect.Each(pkg.Namespaces, namespace), collect.Each(pkg.MoreNamespaces, namespace)
	for _, s := range pkg.Structs {
		t.Types = append(t.Types, schema.TypeRows{Type: p.Struct(s), Rows: p.StructRows(s)})
	}
	for _, s := range pkg.Simples {
		t.Types = append(t.Types, schema.TypeRows{Type: p.Simple(s), Rows: p.itemRows(s.Scalar)})
	}
	p.values(pkg)
	for _, list := range p.lists {
		t.Types = append(t.Types, schema.TypeRows{Type: list, Rows: p.itemRows(p.Origin(list).List)})
	}
}

// values describes the values of messages, as they may have lists without a
// declaration.
func (p *Package) values(pkg *ir.Package) {
	for _, s := range pkg.Services {
		for _, op := range s.Operations {
			if op.Result != nil {
				p.Value(op.Result)
			}
		}
	}
	for _, h := range pkg.Headers {
		p.Value(h.Value)
	}
	for _, f := range pkg.Faults {
		p.Value(f.Detail)
	}
	for _, e := range pkg.Elements {
		p.Value(e.Value)
	}
}

func namespace(entry ir.TableEntry) schema.Namespace {
	return schema.Namespace{URI: entry.URI, Prefix: entry.Prefix, ID: entry.ID}
}
