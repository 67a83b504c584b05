package plan

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/numbering"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// valueSetter sets what struct tags say about values besides the Go types: the names of types, and fixed and default values.
type valueSetter struct {
	pkg    *ir.Package
	types  *typing.Result
	table  numbering.Table
	entry  func(space string) ir.TableEntry
	values *xsdcheck.Values
	names  []numbered

	numbers map[*ir.Package]map[string]int // of namespaces
}

// numbered is a name whose namespace has no number yet, in a package, which is nil for the service's package.
type numbered struct {
	name *ir.Name
	pkg  *ir.Package
}

func setValues(pkg *ir.Package, types *typing.Result, table numbering.Table, entry func(space string) ir.TableEntry) {
	v := &valueSetter{pkg: pkg, types: types, table: table, entry: entry, values: xsdcheck.NewValues(), numbers: make(map[*ir.Package]map[string]int)}
	for t, s := range types.Types {
		s.Mixed = s.Mixed && (t.Mixed() || t.ContentKind == xsd.SimpleContent) // which restricts the mixed content of a base
		v.typeName(&s.Type, &t.Info, s.Package)
	}
	for t, s := range types.Scalars {
		if s.Type != nil && v.declares(t) {
			v.typeName(&s.Type.Type, &t.Info, s.Type.Package)
		}
	}
	for f, e := range types.ElementOf {
		f.Fallback = v.value(e.Type, f.Fallback, e.ValueScope)
		f.Fixed = v.fixed(e.Type, e.Fixed, e.ValueScope)
	}
	for f, use := range types.AttributeOf {
		f.Fixed = v.fixed(use.Attribute.Type, use.Fixed, use.ValueScope)
	}
	for s := range keepingXSITypes(pkg.Structs) {
		for _, f := range s.Fields {
			v.setDeclared(s, f)
		}
	}
	v.numberNames()
}

// keepingXSITypes returns the structs with a field for the types that xsi:type names, those that they are derived from,
// and those that are derived from one.
func keepingXSITypes(all []*ir.Struct) map[*ir.Struct]bool {
	keeping := make(map[*ir.Struct]bool)
	for _, s := range all {
		inherits := false
		for b := s; b != nil; b = b.Base {
			inherits = inherits || b.XSITypes != nil
		}
		for b := s; b != nil && inherits; b = b.Base {
			keeping[b] = true
		}
	}
	return keeping
}

// setDeclared sets what a field says of its declared type, if that is simple: xsi:type may name another one.
func (v *valueSetter) setDeclared(s *ir.Struct, f *ir.Field) {
	e := v.types.ElementOf[f]
	if e == nil {
		return
	}
	t, ok := e.Type.(*xsd.SimpleType)
	if !ok {
		return
	}
	f.Declared.Restricted = v.isRestricted(t)
	for ; t != nil && !v.declares(t); t = t.Base {
	}
	if t != nil && !t.Builtin {
		v.typeName(&f.Declared.Name, &t.Info, s.Package)
	}
}

func (v *valueSetter) isNamed(t *xsd.SimpleType) bool { return t.Name.Local != "" && !t.Redefined }

// isRestricted reports whether a type demands more than the declared type that it is derived from, or than the Go type.
func (v *valueSetter) isRestricted(t *xsd.SimpleType) bool {
	for ; t != nil; t = t.Base {
		switch {
		case t.Builtin:
			return t.Variety == xsd.List // which is not empty
		case v.declares(t):
			return false
		case t.Derivation == xsd.ByList:
			return v.isRestricted(t.Item)
		case t.Derivation != xsd.Restriction || len(t.Facets) > 0:
			return true
		}
	}
	return false
}

// declares reports whether the declaration that a scalar refers to is the declaration of t, and not of a base.
func (v *valueSetter) declares(t *xsd.SimpleType) bool { return v.isNamed(t) || typing.Enumerates(t) }

// typeName sets the name of a type that is not in the table of namespaces.
func (v *valueSetter) typeName(n *ir.Name, info *xsd.Info, pkg *ir.Package) {
	if n.Local == "" && info.Name.Local != "" && !info.Redefined {
		*n = typing.WireName(info.Name)
		v.names = append(v.names, numbered{n, pkg})
	}
}

// numberNames sets the numbers of the namespaces of types. Those that no message has are added to the tables of packages.
func (v *valueSetter) numberNames() {
	slices.SortStableFunc(v.names, func(a, b numbered) int { return cmp.Compare(a.name.Space, b.name.Space) })
	for _, n := range v.names {
		n.name.NS = v.numberIn(cmp.Or(n.pkg, v.pkg), n.name.Space)
	}
}

func (v *valueSetter) numberIn(pkg *ir.Package, space string) int {
	known := v.numbers[pkg]
	if known == nil {
		known = make(map[string]int)
		for i, e := range slices.Backward(slices.Concat(pkg.Namespaces, pkg.MoreNamespaces)) {
			known[e.Space] = cmp.Or(e.ID, i)
		}
		v.numbers[pkg] = known
	}
	if _, ok := known[space]; !ok {
		e := v.entry(space)
		known[space] = cmp.Or(e.ID, len(pkg.Namespaces)+len(pkg.MoreNamespaces))
		pkg.MoreNamespaces = append(pkg.MoreNamespaces, e)
	}
	return known[space]
}

func (v *valueSetter) fixed(t xsd.Type, value *string, scope xsd.Scope) *string {
	if value == nil {
		return nil
	}
	text := v.value(t, *value, scope)
	return &text
}

// value returns a value of a type, with the namespaces of qualified names in Clark notation.
func (v *valueSetter) value(t xsd.Type, value string, scope xsd.Scope) string {
	s := xsd.TextOf(t)
	if s == nil || scope == nil || value == "" || !s.HoldsNames() {
		return value
	}
	if s.Variety != xsd.List {
		return v.item(s, strings.TrimSpace(value), scope)
	}
	items := strings.Fields(value)
	for i := range items {
		items[i] = v.item(s.Item, items[i], scope)
	}
	return strings.Join(items, " ")
}

// item is value for a type that is not a list, or for a member of a union.
func (v *valueSetter) item(t *xsd.SimpleType, value string, scope xsd.Scope) string {
	if t.Variety == xsd.Union {
		if t = v.values.Member(t, value, scope); t == nil {
			return value
		}
		return v.value(t, value, scope)
	}
	prefix, local, found := strings.Cut(value, ":")
	if !found {
		prefix, local = "", value
	}
	if uri, ok := scope.LookupPrefix(prefix); ok && uri != "" {
		return "{" + v.table.Replaced(uri) + "}" + local
	}
	return value
}
