// Package validation decides what a plan says of documents for validation, besides what
// reading and writing them needs: facets, content models, the derivation of types, and the
// global components of the schemas.
//
// Names in Go are decided before, and nothing is declared: types that no message has
// values of are described, without a declaration.
//
// Rows of a package for namespaces can only refer to types of packages that it imports.
// There may be a reference to a type in the schema without one in Go, to a member of a
// union for example. Then the package has a description of the type, too, with the same
// name. An undeclared type is described in each package that refers to it, so that a
// package does not depend on others that have a use for its types.
package validation

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/numbering"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// Input is what the descriptions are made from besides the plan.
type Input struct {
	Schemas      *xsd.Set
	Bindings     []*wsdl11.Binding
	Partial      bool                      // only the components that messages need are described
	Types        *typing.Result            // the types of the plan, with the components that they are for
	PartElements []*xsd.ElementDeclaration // elements for parts with a type, which no schema declares
	Table        numbering.Table           // table of the service's package

	// PackageFor returns the package for namespaces that has the components with an
	// origin, nil for the service's package.
	PackageFor func(split.Origin) *ir.Package
}

// describer holds the state of one call of Describe.
type describer struct {
	pkg   *ir.Package
	in    Input
	diags diag.List
	empty typing.EmptyGroups

	simples map[describedType]*ir.Simple
	scalars map[describedType]*ir.Scalar
	structs map[describedType]*ir.Struct
	source  map[*ir.Scalar]*xsd.SimpleType // types of the scalars that are planned
	names   []describedName
	paths   map[any]naming.ID // IDs of undeclared types, for their names
	choices map[describedElement]*ir.Particle
	sizes   map[xsd.Term]int
	named   map[*xsd.SimpleType]bool // unions: whether values may be qualified names
	values  *xsdcheck.Values

	keyFields map[string]bool // see isKeyField
	queue     []func()
}

// describedType is a type with the package that describes it, nil for the
// service's package.
type describedType struct {
	t   xsd.Type
	pkg *ir.Package
}

// describedName is a name whose namespace has no number yet.
type describedName struct {
	name *ir.Name
	pkg  *ir.Package
}

// Describe adds to a plan what only validation has to know: it sets fields of types, of
// their fields and of packages, and adds the namespaces that these need. It does not
// change anything else.
func Describe(pkg *ir.Package, in Input) diag.List {
	d := &describer{
		named: make(map[*xsd.SimpleType]bool), values: xsdcheck.NewValues(),
		pkg: pkg, in: in, empty: make(typing.EmptyGroups),
		simples: make(map[describedType]*ir.Simple), scalars: make(map[describedType]*ir.Scalar), structs: make(map[describedType]*ir.Struct),
		source: make(map[*ir.Scalar]*xsd.SimpleType), paths: make(map[any]naming.ID), choices: make(map[describedElement]*ir.Particle), sizes: make(map[xsd.Term]int),
	}
	d.describeSimples()
	d.describeFields()
	d.describeStructs()
	d.describeGlobals()
	for len(d.queue) > 0 {
		next := d.queue[0]
		d.queue = d.queue[1:]
		next()
	}
	d.numberNames()
	d.nameUndeclared()
	for _, pkg := range append([]*ir.Package{d.pkg}, d.pkg.Packages...) {
		slices.SortStableFunc(pkg.GlobalElements, func(a, b *ir.GlobalElement) int { return compareNames(a.Field.Wire, b.Field.Wire) })
		slices.SortStableFunc(pkg.GlobalAttributes, func(a, b *ir.Field) int { return compareNames(a.Wire, b.Wire) })
	}
	return d.diags
}

func compareNames(a, b ir.Name) int {
	return cmp.Or(cmp.Compare(a.Space, b.Space), cmp.Compare(a.Local, b.Local))
}

// sees reports whether the rows of a package can refer to the types of another one.
func sees(from, to *ir.Package) bool {
	return from == nil || from == to || to != nil && slices.Contains(from.Imports, to)
}

// packageOf returns the package for the namespace of a global component, nil for the
// service's package.
func (d *describer) packageOf(info *xsd.Info) *ir.Package {
	return d.in.PackageFor(split.OriginOf(info))
}

// index sets the number of a name's namespace later, when all namespaces are known.
func (d *describer) index(n *ir.Name, pkg *ir.Package) {
	if n.Local != "" {
		d.names = append(d.names, describedName{n, pkg})
	}
}

// numberNames sets the numbers of namespaces. Those that are not in the table of a
// package are added to it for validation.
func (d *describer) numberNames() {
	slices.SortStableFunc(d.names, func(a, b describedName) int { return cmp.Compare(a.name.Space, b.name.Space) })
	for _, n := range d.names {
		pkg := n.pkg
		if pkg == nil {
			pkg = d.pkg
		}
		n.name.NS = d.numberIn(pkg, n.name.Space)
	}
}

func (d *describer) numberIn(pkg *ir.Package, space string) int {
	find := func(table []ir.TableEntry) int {
		return slices.IndexFunc(table, func(e ir.TableEntry) bool { return e.Space == space })
	}
	number := func(i int, e ir.TableEntry) int { return cmp.Or(e.ID, i) }
	if i := find(pkg.Namespaces); i >= 0 {
		return number(i, pkg.Namespaces[i])
	}
	i := find(pkg.MoreNamespaces)
	if i < 0 {
		i = len(pkg.MoreNamespaces)
		e := ir.TableEntry{URI: space, Space: space}
		if len(d.pkg.Packages) > 0 {
			e = split.TableEntry(space)
		}
		pkg.MoreNamespaces = append(pkg.MoreNamespaces, e)
	}
	return number(len(pkg.Namespaces)+i, pkg.MoreNamespaces[i])
}

// typeName sets the name of a type that is not in the table of namespaces.
func (d *describer) typeName(n *ir.Name, info *xsd.Info, pkg *ir.Package) {
	if n.Local == "" && info.Name.Local != "" && !info.Redefined {
		*n = typing.WireName(info.Name)
		d.index(n, pkg)
	}
}

// nameUndeclared names the types that have no declaration, and sorts them by name.
func (d *describer) nameUndeclared() {
	names := make(map[*ir.Package]map[string]bool)
	name := func(decl any, pkg *ir.Package) string {
		if names[pkg] == nil {
			names[pkg] = make(map[string]bool)
		}
		base := "_" + strings.Map(func(r rune) rune {
			if naming.GoName("x"+string(r)) == "X"+string(r) {
				return r
			}
			return '_'
		}, d.paths[decl].Path)
		all := base
		for n := 2; names[pkg][all]; n++ {
			all = base + "_" + strconv.Itoa(n)
		}
		names[pkg][all] = true
		return all
	}
	order := func(a, b any) int {
		x, y := d.paths[a], d.paths[b]
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Space, y.Space))
	}
	simples := slices.SortedFunc(maps.Values(d.simples), func(a, b *ir.Simple) int { return cmp.Or(order(a, b), a.Pos.Compare(b.Pos)) })
	for _, s := range simples {
		s.Name = name(s, s.Package)
		pkg := cmp.Or(s.Package, d.pkg)
		pkg.UndeclaredSimples = append(pkg.UndeclaredSimples, s)
	}
	structs := slices.SortedFunc(maps.Values(d.structs), func(a, b *ir.Struct) int { return cmp.Or(order(a, b), a.Pos.Compare(b.Pos)) })
	for _, s := range structs {
		s.Name = name(s, s.Package)
		pkg := cmp.Or(s.Package, d.pkg)
		pkg.UndeclaredStructs = append(pkg.UndeclaredStructs, s)
	}
}

func (d *describer) note(pos diag.Pos, format string, args ...any) {
	d.diags.Add(diag.New(diag.NotEnforced, pos, format, args...))
}
