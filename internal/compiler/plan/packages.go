package plan

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/plan/split"
	"example.com/quartet/internal/compiler/xsd"
)

func originOf(info *xsd.Info) split.Origin {
	if info.Schema == nil {
		return split.Origin{Space: info.Name.Space, Schema: true}
	}
	return split.Origin{Space: info.Schema.TargetNamespace, Schema: true}
}

func (p *planner) splitOptions() split.Options {
	return split.Options{ImportPath: p.config.ImportPath, Packages: p.config.Packages, Main: p.mainNamespace()}
}

// planNamespaces plans all types and elements of the namespaces with separate
// packages, needed or not: other contracts that share the package may need them.
func (p *planner) planNamespaces() {
	if len(p.config.Packages) == 0 {
		return
	}
	done := make(map[string]bool)
	for again := true; again; {
		again = false
		for _, o := range p.origins() {
			if done[o.Space] || !p.splitOptions().IsMapped(o) {
				continue
			}
			done[o.Space], again = true, true
			p.planNamespace(o.Space)
		}
	}
	p.sortElements()
}

func (p *planner) planNamespace(space string) {
	for _, t := range p.model.Schemas.Types {
		if info := t.Component(); info.Schema == nil || info.Schema.TargetNamespace != space {
			continue
		}
		switch t := t.(type) {
		case *xsd.ComplexType:
			p.structOf(t, owner{})
		case *xsd.SimpleType:
			p.simpleOf(t)
		}
	}
	for _, e := range p.model.Schemas.Elements {
		if e.Schema == nil || e.Schema.TargetNamespace != space {
			continue
		}
		if t, ok := e.Type.(*xsd.ComplexType); !ok || !t.Builtin || t == xsd.AnyType {
			p.planElement(e)
			p.planElementType(e)
		}
	}
}

// origins returns the origins of all planned declarations, sorted by namespace.
func (p *planner) origins() []split.Origin {
	seen := make(map[split.Origin]bool)
	for _, s := range p.pkg.Structs {
		seen[p.origin[s]] = true
	}
	for _, s := range p.pkg.Simples {
		seen[p.origin[s]] = true
	}
	for _, e := range p.pkg.Elements {
		seen[p.origin[e]] = true
	}
	delete(seen, split.Origin{})
	return slices.SortedFunc(maps.Keys(seen), func(a, b split.Origin) int { return cmp.Compare(a.Space, b.Space) })
}

// planPackages decides which packages there are and assigns the declarations to
// them.
func (p *planner) planPackages() {
	if len(p.config.Packages) == 0 {
		return
	}
	p.pkg.Path, p.pkg.Folder = p.config.ImportPath, "."
	p.checkPackageOptions()
	var references []split.Reference
	p.eachReference(func(r split.Reference) { references = append(references, r) })
	division, diags := split.Divide(p.splitOptions(), p.origins(), references)
	p.diags.Add(diags...)
	packages := make(map[*split.Package]*ir.Package)
	for _, o := range p.origins() {
		n := division.Of(o)
		if n == nil {
			continue
		}
		pkg := packages[n]
		if pkg == nil {
			pkg = &ir.Package{Path: n.Path, Folder: split.RelativePath(p.config.ImportPath, n.Path), Runtime: p.config.Runtime, Name: split.PackageName(n.Name)}
			packages[n] = pkg
			p.pkg.Packages = append(p.pkg.Packages, pkg)
		}
		pkg.TargetNamespaces = append(pkg.TargetNamespaces, o.Space)
	}
	slices.SortFunc(p.pkg.Packages, func(a, b *ir.Package) int { return cmp.Compare(a.Path, b.Path) })
	of := func(o split.Origin) *ir.Package { return packages[division.Of(o)] }
	p.packageFor = of
	for _, s := range p.pkg.Structs {
		s.Package = of(p.origin[s])
	}
	for _, s := range p.pkg.Simples {
		s.Package = of(p.origin[s])
	}
	p.linkPackages(of)
	p.planTables()
	if len(p.pkg.Packages) == 0 {
		p.pkg.Path = ""
	}
}

// checkPackageOptions reports options for namespaces that the contract does not
// have.
func (p *planner) checkPackageOptions() {
	known := make(map[string]bool)
	for _, s := range p.model.Schemas.Schemas {
		known[s.TargetNamespace] = true
	}
	for _, option := range p.config.Packages {
		if option.Namespace == split.AllNamespaces || known[option.Namespace] {
			continue
		}
		var names []string
		for _, s := range slices.Sorted(maps.Keys(known)) {
			names = append(names, quoted(s))
		}
		p.diags.Add(diag.New(diag.NoMatch, option.Pos, "no schema of the contract has the target namespace %s", quoted(option.Namespace)).
			WithHint("the contract has %s", strings.Join(names, ", ")))
	}
}

// aliasImports decides the names of a package's imports: the package names, with
// a suffix if the name is not unique or is used in generated code.
func (p *planner) aliasImports(pkg *ir.Package) {
	taken := make(map[string]bool)
	for _, name := range localNames {
		taken[name] = true
	}
	for _, other := range pkg.Imports {
		alias := other.Name
		if taken[alias] {
			alias += "ns"
		}
		for n := 2; taken[alias]; n++ {
			alias = other.Name + "ns" + itoa(n)
		}
		taken[alias] = true
		pkg.Aliases = append(pkg.Aliases, alias)
	}
}

// localNames are the names of variables, predeclared identifiers and other imports in
// generated code.
var localNames = strings.Fields(`a b c d e f g i n p t v x ctx req opts service address binding caller err open end detail zero client
	root items context embed http iter soap contract schema xsd encoded multipart
	any append bool byte error false float32 float64 int int8 int16 int32 int64 len new nil string true uint8 uint16 uint32 uint64`)

// packageOf returns the package for namespaces that holds a declaration, nil for
// the service's package.
func packageOf(decl any) *ir.Package {
	switch d := decl.(type) {
	case *ir.Struct:
		return d.Package
	case *ir.Simple:
		return d.Package
	case *ir.Element:
		return d.Package
	}
	return nil
}

// linkPackages sets the imports of packages, and the packages of elements.
func (p *planner) linkPackages(of func(split.Origin) *ir.Package) {
	imports := make(map[*ir.Package]map[*ir.Package]bool)
	p.eachReference(func(r split.Reference) {
		from, to := of(r.From), of(r.To)
		if from == nil || to == nil || from == to {
			return
		}
		if imports[from] == nil {
			imports[from] = make(map[*ir.Package]bool)
		}
		imports[from][to] = true
	})
	for from, set := range imports {
		from.Imports = slices.SortedFunc(maps.Keys(set), func(a, b *ir.Package) int { return cmp.Compare(a.Path, b.Path) })
	}
	p.pkg.Imports = p.pkg.Packages
	for _, pkg := range append([]*ir.Package{p.pkg}, p.pkg.Packages...) {
		p.aliasImports(pkg)
	}
	for _, e := range p.pkg.Elements {
		e.Package = of(p.origin[e])
	}
}

// importClosure returns the direct and indirect imports of a package.
func importClosure(pkg *ir.Package) map[*ir.Package]bool {
	all := make(map[*ir.Package]bool)
	var visit func(*ir.Package)
	visit = func(from *ir.Package) {
		for _, to := range from.Imports {
			if !all[to] {
				all[to] = true
				visit(to)
			}
		}
	}
	visit(pkg)
	return all
}

// moveToPackages moves declarations from the service's package to the packages for
// namespaces. Their order there does not depend on the contract or its operations,
// so that other contracts generate the same package.
func moveToPackages(service *ir.Package) {
	if len(service.Packages) == 0 {
		return
	}
	for _, s := range service.Structs {
		if s.Package != nil {
			s.Package.Structs = append(s.Package.Structs, s)
		}
	}
	service.Structs = slices.DeleteFunc(service.Structs, func(s *ir.Struct) bool { return s.Package != nil })
	for _, s := range service.Simples {
		if s.Package != nil {
			s.Package.Simples = append(s.Package.Simples, s)
		}
	}
	service.Simples = slices.DeleteFunc(service.Simples, func(s *ir.Simple) bool { return s.Package != nil })
	for _, e := range service.Elements {
		if e.Package != nil {
			e.Package.Elements = append(e.Package.Elements, e)
		}
	}
	service.Elements = slices.DeleteFunc(service.Elements, func(e *ir.Element) bool { return e.Package != nil })
	for _, pkg := range service.Packages {
		slices.SortFunc(pkg.Structs, func(a, b *ir.Struct) int { return cmp.Compare(a.Name, b.Name) })
		var spaces []string
		for _, space := range pkg.TargetNamespaces {
			spaces = append(spaces, quoted(space))
		}
		pkg.Source = "the namespace " + spaces[0]
		if len(spaces) > 1 {
			pkg.Source = "the namespaces " + diag.Listed(spaces, "and")
		}
		pkg.Doc = "what the schemas declare in " + pkg.Source + "."
		pkg.Nil, pkg.ElementXSI = true, true // other contracts may need them
	}
}

// distinguishGetter changes the name of a type's getter if a base type in another
// package has the same name, and so the same getter.
func distinguishGetter(s *ir.Struct, taken map[string]diag.Pos) {
	if s.Package == nil && (s.Base == nil || s.Base.Package == nil) {
		return
	}
	base := s.Getter
	for n := 2; ; n++ {
		if _, ok := taken[s.Getter]; !ok {
			return
		}
		s.Getter = base + itoa(n)
	}
}

// reservedNames returns the package-level names that the contract cannot use.
func (p *planner) reservedNames() map[string]diag.Pos {
	taken := make(map[string]diag.Pos)
	if len(p.config.Packages) > 0 {
		taken["QuartetTypes"] = diag.Pos{}
	}
	return taken
}
