package plan

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// dividePackages decides which packages for namespaces there are, and which of them has a
// component of the schemas. It sets the packages of declarations, and the packages and
// imports of the service's package.
func dividePackages(pkg *ir.Package, types *typing.Result, o split.Options) diag.List {
	if len(o.Packages) == 0 {
		return nil
	}
	references := referencesOf(types)
	division, diags := split.Divide(o, types.Sources(), references)
	packages := make(map[*split.Package]*ir.Package)
	for _, origin := range types.Sources() {
		n := division.Of(origin)
		if n == nil {
			continue
		}
		other := packages[n]
		if other == nil {
			other = &ir.Package{Path: n.Path, Folder: split.RelativePath(o.ImportPath, n.Path), Runtime: pkg.Runtime, Name: split.PackageName(n.Name)}
			packages[n] = other
			pkg.Packages = append(pkg.Packages, other)
		}
		other.TargetNamespaces = append(other.TargetNamespaces, origin.Space)
	}
	slices.SortFunc(pkg.Packages, func(a, b *ir.Package) int { return cmp.Compare(a.Path, b.Path) })
	of := func(origin split.Origin) *ir.Package { return packages[division.Of(origin)] }
	assign(types, of)
	linkPackages(pkg, references, of)
	pkg.Folder = "."
	if len(pkg.Packages) > 0 {
		pkg.Path = o.ImportPath
	}
	return diags
}

// packageFor returns the package for namespaces that has the declarations with an origin,
// nil for the service's package.
type packageFor func(split.Origin) *ir.Package

// assign sets the packages of declarations.
func assign(types *typing.Result, of packageFor) {
	for _, s := range types.Structs {
		s.Package = of(types.Origins[s])
	}
	for _, s := range types.Simples {
		s.Package = of(types.Origins[s])
	}
	for _, e := range types.Elements {
		e.Package = of(types.Origins[e])
	}
}

// linkPackages sets the imports of packages.
func linkPackages(service *ir.Package, references []split.Reference, of packageFor) {
	for _, r := range references {
		from, to := of(r.From), of(r.To)
		if from != nil && to != nil && from != to && !slices.Contains(from.Imports, to) {
			from.Imports = append(from.Imports, to)
		}
	}
	for _, pkg := range service.Packages {
		slices.SortFunc(pkg.Imports, func(a, b *ir.Package) int { return cmp.Compare(a.Path, b.Path) })
	}
	service.Imports = service.Packages
	for _, pkg := range append([]*ir.Package{service}, service.Packages...) {
		aliasImports(pkg)
	}
}

// PackagePath returns the import path of the separate package for a namespace, which is not the namespace of the main document, "" if there
// is none.
func PackagePath(service string, packages []NamespacePackage, namespace string) string {
	path, _ := split.Options{ImportPath: service, Packages: packages}.MappedPath(namespace)
	return path
}

// checkPackageOptions reports options for namespaces that the contract does not
// have.
func checkPackageOptions(options []NamespacePackage, schemas []*xsd.Schema) (diags diag.List) {
	known := collect.Set(schemas, func(s *xsd.Schema) string { return s.TargetNamespace })
	for _, option := range options {
		if option.Namespace == split.AllNamespaces || known[option.Namespace] {
			continue
		}
		names := slices.Sorted(maps.Keys(known))
		diags.Add(diag.New(diag.NoMatch, option.Pos, "no schema of the contract has the target namespace %s", quoted(option.Namespace)).
			WithHint("%s", spelling.RemarkAs(option.Namespace, names, "the contract has", quoted)))
	}
	return diags
}

// aliasImports decides the names of a package's imports: the package names, with
// a suffix if the name is not unique or is used in generated code.
func aliasImports(pkg *ir.Package) {
	taken := collect.Set(localNames, func(name string) string { return name })
	for _, other := range pkg.Imports {
		alias := other.Name
		if taken[alias] {
			alias += "ns"
		}
		for n := 2; taken[alias]; n++ {
			alias = other.Name + "ns" + strconv.Itoa(n)
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

// moveToPackages moves declarations from the service's package to the packages for
// namespaces. Their order there does not depend on the contract or its operations,
// so that other contracts generate the same package.
func moveToPackages(service *ir.Package) {
	if len(service.Packages) == 0 {
		return
	}
	move(service, func(pkg *ir.Package) *[]*ir.Struct { return &pkg.Structs })
	move(service, func(pkg *ir.Package) *[]*ir.Simple { return &pkg.Simples })
	move(service, func(pkg *ir.Package) *[]*ir.Element { return &pkg.Elements })
	for _, pkg := range service.Packages {
		slices.SortFunc(pkg.Structs, func(a, b *ir.Struct) int { return cmp.Compare(a.Name, b.Name) })
		spaces := collect.Each(pkg.TargetNamespaces, quoted)
		pkg.Source = "the namespace " + spaces[0]
		if len(spaces) > 1 {
			pkg.Source = "the namespaces " + diag.Listed(spaces, "and")
		}
		pkg.Doc = "what the schemas declare in " + pkg.Source + "."
		pkg.Nil, pkg.ElementXSI = true, true // other contracts may need them
	}
}

// move is moveToPackages for the declarations in one of the lists of a package.
func move[T any](service *ir.Package, listOf func(*ir.Package) *[]T) {
	all := listOf(service)
	*all = slices.DeleteFunc(*all, func(declaration T) bool {
		pkg := split.PackageOf(declaration)
		if pkg != nil {
			list := listOf(pkg)
			*list = append(*list, declaration)
		}
		return pkg != nil
	})
}
