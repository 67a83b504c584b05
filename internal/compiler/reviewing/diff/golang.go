package diff

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// declarations compares the Go declarations of two plans. A difference at the position of another finding has the same cause
// and is added to that finding.
func (c *comparer) declarations(old, new *ir.Package) {
	g := &goComparer{
		comparer: c, old: old, new: new,
		renamed: make(map[string]string),
		byPlace: make(map[[2]diag.Pos][]*Finding),
		byOld:   make(map[diag.Pos][]*Finding),
		byNew:   make(map[diag.Pos][]*Finding),
	}
	for _, f := range c.findings {
		if f.Class != Documentation {
			g.byOld[f.Old] = append(g.byOld[f.Old], f)
			g.byNew[f.New] = append(g.byNew[f.New], f)
			g.byPlace[[2]diag.Pos{f.Old, f.New}] = append(g.byPlace[[2]diag.Pos{f.Old, f.New}], f)
		}
	}
	g.names()
	g.services()
	paired(g, structsOf, structName, g.fields)
	paired(g, simplesOf, simpleName, g.simple)
}

// packages returns the service's package and the packages for namespaces.
func packages(pkg *ir.Package) []*ir.Package { return append([]*ir.Package{pkg}, pkg.Packages...) }

func structsOf(pkg *ir.Package) []*ir.Struct { return pkg.Structs }
func simplesOf(pkg *ir.Package) []*ir.Simple { return pkg.Simples }

func structName(s *ir.Struct) string { return s.Package.QualifiedName(s.Name) }
func simpleName(s *ir.Simple) string { return s.Package.QualifiedName(s.Name) }

// names returns the names of all declarations, with the names of the packages for namespaces.
func names(pkg *ir.Package) []ir.DeclaredName {
	all := slices.Clone(pkg.Names)
	for i, n := range all {
		for _, p := range pkg.Packages {
			if p.Path == n.Package {
				all[i].Go = p.QualifiedName(n.Go)
			}
		}
	}
	return all
}

// goComparer compares the Go declarations of two plans.
type goComparer struct {
	*comparer
	old, new *ir.Package
	renamed  map[string]string          // names in the new package by the names of the same components in the old one
	byPlace  map[[2]diag.Pos][]*Finding // findings about messages
	byOld    map[diag.Pos][]*Finding
	byNew    map[diag.Pos][]*Finding
}

// add adds a finding about Go code, which breaks implementers and callers, or these to the findings at the same place.
func (g *goComparer) add(rule string, at place, format string, args ...any) {
	if known := g.byPlace[[2]diag.Pos{at.old, at.new}]; known != nil && !at.old.IsZero() && !at.new.IsZero() {
		for _, f := range known {
			if f.Breaks |= Implementers | Callers; f.Class == Compatible && !isAddition(f.Rule) {
				f.Class = Breaking
			}
		}
		return
	}
	g.found(rule, Breaking, at, Implementers|Callers, fmt.Sprintf(format, args...))
}

func isAddition(rule string) bool {
	return rule == "operation-added" || rule == "service-added" || rule == "port-added" || rule == "root-added"
}

// nameKey identifies a component with a Go name.
type nameKey struct{ kind, space, path string }

// names compares the names of types, faults, headers and variables.
func (g *goComparer) names() {
	oldPlaces, newPlaces := g.places(g.old, g.comparer.old), g.places(g.new, g.comparer.new)
	renamed := g.renamedTypes()
	keyOf := func(n ir.DeclaredName) nameKey { return nameKey{n.Kind, n.Namespace, n.Name} }
	type goName struct {
		nameKey
		name string
	}
	known := make(map[goName]string) // several components may have a key; the name of the first is also without its name in Go
	declared := make(map[string]bool)
	for _, n := range names(g.new) {
		declared[n.Go] = true
		for _, key := range []nameKey{keyOf(n), {kind: n.Kind, path: n.Name}} {
			known[goName{key, n.Go}], known[goName{nameKey: key}] = n.Go, cmp.Or(known[goName{nameKey: key}], n.Go)
		}
	}
	for _, n := range names(g.old) {
		var now string
		for _, key := range []nameKey{keyOf(n), renamed[keyOf(n)], {kind: n.Kind, path: n.Name}} {
			if now = cmp.Or(known[goName{key, n.Go}], known[goName{nameKey: key}]); now != "" {
				break
			}
		}
		if now == "" && declared[n.Go] { // an anonymous type may have got a name
			now = n.Go
		}
		if now == "" && n.Kind == "service" && len(g.old.Services) == 1 && len(g.new.Services) == 1 {
			now = g.new.Services[0].Name
		}
		at := place{"Go name " + n.Go, cmp.Or(oldPlaces[n.Go], mainPos(g.comparer.old)), cmp.Or(newPlaces[now], mainPos(g.comparer.new))}
		if now == "" {
			g.add("go-removed", at, "the Go declaration for %s %s is removed", n.Kind, diag.Quote(n.Name))
			continue
		}
		if g.renamed[n.Go] = now; now != n.Go {
			g.add("go-renamed", at, "the Go name is now %s", now)
		}
	}
}

// renamedTypes returns the new names of types that take the place of another type in messages, if each of the two names
// exists in one version only.
func (g *goComparer) renamedTypes() map[nameKey]nameKey {
	all := make(map[nameKey]nameKey)
	for _, p := range g.order {
		old, new := p.old.Component().Name, p.new.Component().Name
		if old == new || old.IsZero() || new.IsZero() || isBuiltin(p.old) || isBuiltin(p.new) ||
			g.comparer.new.Schemas.Type(old) != nil || g.comparer.old.Schemas.Type(new) != nil {
			continue
		}
		if key := (nameKey{"type", old.Space, old.Local}); all[key] == (nameKey{}) {
			all[key] = nameKey{"type", new.Space, new.Local}
		}
	}
	return all
}

// places returns the positions of the declarations of a package, by their Go names.
func (g *goComparer) places(pkg *ir.Package, m *resolve.Model) map[string]diag.Pos {
	all := make(map[string]diag.Pos)
	for _, s := range pkg.Services {
		all[s.Name] = servicePos(m, s.WSDLName)
	}
	for _, f := range pkg.Faults {
		all[f.Name] = f.Messages[0]
	}
	for _, h := range pkg.Headers {
		all[h.Name] = h.Pos
	}
	for _, p := range packages(pkg) {
		for _, s := range p.Structs {
			all[structName(s)] = s.Pos
		}
		for _, s := range p.Simples {
			all[simpleName(s)] = s.Pos
		}
		for _, e := range p.Elements {
			all[e.Package.QualifiedName(e.Name)] = e.Pos
		}
	}
	return all
}

// servicePos returns the position of the service or portType with a name.
func servicePos(m *resolve.Model, name string) diag.Pos {
	for _, s := range m.Services {
		if s.Name.Local == name {
			return s.Pos
		}
	}
	for _, p := range m.PortTypes {
		if p.Name.Local == name {
			return p.Pos
		}
	}
	return mainPos(m)
}

func (g *goComparer) services() {
	single := len(g.old.Services) == 1 && len(g.new.Services) == 1
	pairs, _, _ := matchBy(g.old.Services, g.new.Services,
		func(s *ir.Service) any { return s.Name },
		func(*ir.Service) any { return keyIf(single, true) })
	oldPlaces, newPlaces := operationPlaces(g.old), operationPlaces(g.new)
	for _, p := range pairs {
		if was, now := p[0].Client, p[1].Client; was != now {
			at := place{"Go name " + was, servicePos(g.comparer.old, p[0].WSDLName), servicePos(g.comparer.new, p[1].WSDLName)}
			g.add("go-renamed", at, "the Go name is now %s; the names of %s and %s change in the same way", now, p[0].NewClient, p[0].NewHandler)
		}
		g.operations(p[0], p[1], oldPlaces, newPlaces)
	}
}

func operationPlaces(pkg *ir.Package) map[*ir.Operation]diag.Pos {
	all := make(map[*ir.Operation]diag.Pos)
	for _, o := range pkg.Operations {
		if all[o.Operation].IsZero() {
			all[o.Operation] = o.Pos
		}
	}
	return all
}

// operations compares the methods of two interfaces.
func (g *goComparer) operations(old, new *ir.Service, oldPlaces, newPlaces map[*ir.Operation]diag.Pos) {
	pairs, removed, added := matchBy(old.Operations, new.Operations,
		func(o *ir.Operation) any { return o.OverloadName },
		func(o *ir.Operation) any { return o.Name },
		func(o *ir.Operation) any {
			for _, f := range g.byOld[oldPlaces[o]] {
				if f.Rule == "operation-renamed" || f.Rule == "overload-renamed" {
					return f.New
				}
			}
			at, isNew := newPlaces[o]
			return keyIf(isNew, at)
		})
	for _, o := range removed {
		g.method("go-removed", place{"method " + o.Name, oldPlaces[o], mainPos(g.comparer.new)}, "operation-removed", Callers, "the method is removed")
	}
	for _, n := range added {
		g.method("operation-added", place{"method " + n.Name, mainPos(g.comparer.old), newPlaces[n]}, "operation-added", Implementers, "the interface has a new method")
	}
	for _, p := range pairs {
		at := place{"method " + p[0].Name, oldPlaces[p[0]], newPlaces[p[1]]}
		if p[0].Name != p[1].Name {
			g.add("go-renamed", at, "the method is now named %s", p[1].Name)
		}
		was, now := g.types(true).Signature(p[0]), g.types(false).Signature(p[1])
		if was != now {
			message := fmt.Sprintf("the signature is now %s, formerly %s", now, was)
			g.found("go-signature", Breaking, at, Implementers|Callers, message).JSON = signatureOverJSON(p[0], p[1])
		}
	}
}

// method reports a method that one version does not have: it adds the parties to the finding about the operation, or adds a
// finding.
func (g *goComparer) method(rule string, at place, operationRule string, parties Parties, message string) {
	known := false
	for _, f := range slices.Concat(g.byOld[at.old], g.byNew[at.new]) {
		if f.Rule == operationRule {
			f.Breaks |= parties
			known = true
		}
	}
	if known {
		return
	}
	class := Breaking
	if parties == Implementers {
		class = Compatible
	}
	g.found(rule, class, at, parties, message)
}

func (g *goComparer) name(name string, isOld bool) string {
	if now, ok := g.renamed[name]; ok && isOld {
		return now
	}
	return name
}

// types returns Go types as text. Names of the old package are replaced by the names of the same types in the new one, because a
// changed name is a separate finding.
func (g *goComparer) types(isOld bool) (types ir.GoTypes) {
	types.Declared = func(pkg *ir.Package, name string, simple *ir.Simple) string {
		if simple != nil && simple.Alias {
			return types.Scalar(simple.Scalar)
		}
		return g.name(pkg.QualifiedName(name), isOld)
	}
	return types
}
