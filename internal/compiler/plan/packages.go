package plan

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// NamespacePackage puts what the schemas declare in a namespace into a Go package
// of its own.
type NamespacePackage struct {
	Namespace  string // or AllNamespaces
	ImportPath string // that of the service's package: the namespace stays there

	Pos diag.Pos // where the user says so
}

// AllNamespaces stands for every namespace that is not named otherwise: each gets
// a package below the import path. That of the contract's main document stays
// with the service, as it says what the messages of its operations are.
const AllNamespaces = "*"

// home is where a declaration comes from: a namespace, or the service itself.
type home struct {
	space  string
	schema bool
}

func homeOf(info *xsd.Info) home {
	if info.Schema == nil {
		return home{info.Name.Space, true}
	}
	return home{info.Schema.TargetNamespace, true}
}

// mappedPath returns the import path of the package that the user wishes for a
// namespace, and the wish; nil for the service's package.
func (p *planner) mappedPath(space string) (string, *NamespacePackage) {
	var all *NamespacePackage
	for i := range p.config.Packages {
		switch w := &p.config.Packages[i]; w.Namespace {
		case space:
			if w.ImportPath == p.config.ImportPath {
				return "", nil
			}
			return w.ImportPath, w
		case AllNamespaces:
			all = w
		}
	}
	if all == nil || space == p.mainNamespace() {
		return "", nil
	}
	return path.Join(all.ImportPath, folderOfNamespace(space)), all
}

// isMapped reports whether something is for a package of a namespace, unless a
// cycle forbids that.
func (p *planner) isMapped(h home) bool {
	if !h.schema || len(p.config.Packages) == 0 {
		return false
	}
	_, wish := p.mappedPath(h.space)
	return wish != nil
}

// planWhole plans all types and elements of a namespace that has a package of its
// own, whoever needs them: others may share the package, who need more.
func (p *planner) planWhole() {
	if len(p.config.Packages) == 0 {
		return
	}
	done := make(map[string]bool)
	for again := true; again; {
		again = false
		for _, h := range p.homes() {
			if done[h.space] || !p.isMapped(h) {
				continue
			}
			done[h.space], again = true, true
			p.planNamespace(h.space)
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
		}
	}
}

// homes returns the namespaces of everything that is planned, sorted.
func (p *planner) homes() []home {
	seen := make(map[home]bool)
	for _, s := range p.pkg.Structs {
		seen[s.home] = true
	}
	for _, s := range p.pkg.Simples {
		seen[s.home] = true
	}
	for _, e := range p.pkg.Elements {
		seen[e.home] = true
	}
	delete(seen, home{})
	return slices.SortedFunc(keys(seen), func(a, b home) int { return cmp.Compare(a.space, b.space) })
}

// planPackages decides which packages there are, and which package has what.
func (p *planner) planPackages() {
	if len(p.config.Packages) == 0 {
		return
	}
	p.pkg.Path, p.pkg.Folder = p.config.ImportPath, "."
	p.checkPackageWishes()
	nodes := p.packageNodes()
	p.linkNodes(nodes)
	p.joinCycles(nodes)
	packages := make(map[*packageNode]*Package)
	for _, h := range p.homes() {
		n := nodes.of(h).target()
		if n.service {
			continue
		}
		pkg := packages[n]
		if pkg == nil {
			pkg = &Package{Path: n.path, Folder: relative(p.config.ImportPath, n.path), Runtime: p.config.Runtime, Name: packageNameOf(n.name)}
			packages[n] = pkg
			p.pkg.Packages = append(p.pkg.Packages, pkg)
		}
		pkg.Spaces = append(pkg.Spaces, h.space)
	}
	slices.SortFunc(p.pkg.Packages, func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	of := func(h home) *Package { return packages[nodes.of(h).target()] }
	p.packageFor = of
	for _, s := range p.pkg.Structs {
		s.Package = of(s.home)
	}
	for _, s := range p.pkg.Simples {
		s.Package = of(s.home)
	}
	p.linkPackages(of)
	p.planTables()
	if len(p.pkg.Packages) == 0 {
		p.pkg.Path = ""
	}
}

// checkPackageWishes reports namespaces that the contract does not have.
func (p *planner) checkPackageWishes() {
	known := make(map[string]bool)
	for _, s := range p.model.Schemas.Schemas {
		known[s.TargetNamespace] = true
	}
	for _, w := range p.config.Packages {
		if w.Namespace == AllNamespaces || known[w.Namespace] {
			continue
		}
		var names []string
		for _, s := range slices.Sorted(keys(known)) {
			names = append(names, quoted(s))
		}
		p.diags.Add(diag.New(diag.UnknownWish, w.Pos, "no schema of the contract is for the namespace %s", quoted(w.Namespace)).
			WithHint("the contract's are %s", strings.Join(names, ", ")))
	}
}

// aliasImports decides by which names a package imports others: their own, with
// a number if several have one, or if generated code has that name for something
// else.
func (p *planner) aliasImports(pkg *Package) {
	taken := make(map[string]bool)
	for _, name := range append(slices.Clone(p.config.Reserved), localNames...) {
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

// Alias returns the name by which pkg imports another package.
func (pkg *Package) Alias(other *Package) string {
	return pkg.Aliases[slices.Index(pkg.Imports, other)]
}

// localNames are what generated code calls its variables, and imports.
var localNames = strings.Fields(`a b c d e f g i n p t v x ctx req opts service address binding caller err open end detail zero client
	context http iter rt rt2 items`)

// packageOf returns the package for a namespace that has a declaration, nil for
// the service's.
func packageOf(decl any) *Package {
	switch d := decl.(type) {
	case *Struct:
		return d.Package
	case *Simple:
		return d.Package
	case *Element:
		return d.Package
	}
	return nil
}

// linkPackages notes which packages refer to which, and puts elements into them.
func (p *planner) linkPackages(of func(home) *Package) {
	imports := make(map[*Package]map[*Package]bool)
	p.eachReference(func(r reference) {
		from, to := of(r.from), of(r.to)
		if from == nil || to == nil || from == to {
			return
		}
		if imports[from] == nil {
			imports[from] = make(map[*Package]bool)
		}
		imports[from][to] = true
	})
	for from, set := range imports {
		from.Imports = slices.SortedFunc(keys(set), func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	}
	p.pkg.Imports = p.pkg.Packages
	for _, pkg := range append([]*Package{p.pkg}, p.pkg.Packages...) {
		p.aliasImports(pkg)
	}
	for _, e := range p.pkg.Elements {
		e.Package = of(e.home)
	}
}

// closure returns the packages that a package refers to, and those that these
// refer to.
func (pkg *Package) closure() map[*Package]bool {
	all := make(map[*Package]bool)
	var visit func(*Package)
	visit = func(from *Package) {
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

// split moves what packages for namespaces have from the service's package to
// them. Nothing in them is in the order of the contract, or of its operations:
// those of other contracts make the same package.
func (p *planner) split() {
	if len(p.pkg.Packages) == 0 {
		return
	}
	for _, s := range p.pkg.Structs {
		if s.Package != nil {
			s.Package.Structs = append(s.Package.Structs, s)
		}
	}
	p.pkg.Structs = slices.DeleteFunc(p.pkg.Structs, func(s *Struct) bool { return s.Package != nil })
	for _, s := range p.pkg.Simples {
		if s.Package != nil {
			s.Package.Simples = append(s.Package.Simples, s)
		}
	}
	p.pkg.Simples = slices.DeleteFunc(p.pkg.Simples, func(s *Simple) bool { return s.Package != nil })
	for _, e := range p.pkg.Elements {
		if e.Package != nil {
			e.Package.Elements = append(e.Package.Elements, e)
		}
	}
	p.pkg.Elements = slices.DeleteFunc(p.pkg.Elements, func(e *Element) bool { return e.Package != nil })
	for _, pkg := range p.pkg.Packages {
		slices.SortFunc(pkg.Structs, func(a, b *Struct) int { return cmp.Compare(a.Name, b.Name) })
		var spaces []string
		for _, space := range pkg.Spaces {
			spaces = append(spaces, quoted(space))
		}
		pkg.Source = "the namespace " + spaces[0]
		if len(spaces) > 1 {
			pkg.Source = "the namespaces " + listed(spaces, "and")
		}
		pkg.Doc = "what the schemas declare in " + pkg.Source + "."
		pkg.Nil, pkg.ElementXSI = true, true // whatever other contracts need
	}
}

// distinguishGetter gives the method of a type another name if that of a base of
// the same name, in another package, has it.
func (s *Struct) distinguishGetter(taken map[string]diag.Pos) {
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

// interfacePrefixes are what the names of functions for an interface begin with.
func (p *planner) interfacePrefixes() []string {
	if len(p.config.Packages) > 0 {
		return []string{"QuartetDecode", "QuartetEncode", "decode", "encode"}
	}
	return []string{"decode", "encode"}
}

// sharedPrefixes are what the names of functions begin with that read and write
// parts of a struct, for those of other packages that embed it.
var sharedPrefixes = []string{"QuartetDecodeAttrOf", "QuartetDecodeFieldOf", "QuartetEncodeAttrsOf", "QuartetEncodeFieldsOf"}

// reserved are the names that nothing of a contract may have in a package.
func (p *planner) reserved() map[string]diag.Pos {
	taken := make(map[string]diag.Pos)
	for _, name := range p.config.Reserved {
		taken[name] = diag.Pos{}
	}
	if len(p.config.Packages) > 0 {
		taken["QuartetSchema"], taken["QuartetTypes"] = diag.Pos{}, diag.Pos{}
	}
	return taken
}
