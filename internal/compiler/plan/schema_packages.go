package plan

import (
	"example.com/quartet/internal/compiler/plan/split"
	"example.com/quartet/internal/compiler/xsd"
)

// If there are packages for namespaces, each has a schema text for its own
// components and refers to the texts of the packages that it imports. A text also
// contains components that it needs from packages that are not imported: there
// may be a reference to an element without a reference to a Go type.

// fixedPrefixes adds the prefixes of the namespaces of all schemas, which are the
// same in every package.
func (p *planner) fixedPrefixes(prefixes map[string]string) map[string]string {
	for _, e := range p.pkg.Namespaces {
		if e.Space != "" && prefixes[e.Space] == "" {
			prefixes[e.Space] = split.TableEntry(e.Space).Prefix
		}
	}
	for _, s := range p.model.Schemas.Schemas {
		if uri := s.TargetNamespace; uri != "" && prefixes[uri] == "" {
			prefixes[uri] = split.TableEntry(uri).Prefix
		}
	}
	return prefixes
}

// packages writes the texts of all packages.
func (w *schemaWriter) packages(messages []rpcMessage) {
	w.needWhole()
	w.findAllOriginals()
	for _, pkg := range w.pkg.Packages {
		imports := importClosure(pkg)
		own := w.writerFor(func(info *xsd.Info) bool { return imports[w.packageFor(originOf(info))] })
		own.textPackage = pkg
		for _, n := range w.namedComponents() {
			if w.packageFor(originOf(n.info)) == pkg {
				own.need(n.c)
			}
		}
		own.needReferences()
		pkg.Schema = own.text(nil)
	}
	service := w.writerFor(func(info *xsd.Info) bool { return w.packageFor(originOf(info)) != nil })
	for c := range w.needed {
		service.need(c)
	}
	w.pkg.Schema = service.text(messages)
}

// writerFor returns a writer for components that no other package provides.
func (w *schemaWriter) writerFor(provided func(*xsd.Info) bool) *schemaWriter {
	return &schemaWriter{
		planner: w.planner, prefixes: w.prefixes, originals: w.originals, provided: provided,
		used: make(map[string]bool), needed: make(map[any]bool),
	}
}

// needWhole adds all components of the namespaces that have packages.
func (w *schemaWriter) needWhole() {
	need := func(info *xsd.Info, c any) {
		if info.Schema != nil && w.packageFor(originOf(info)) != nil {
			w.need(c)
		}
	}
	set := w.model.Schemas
	for _, t := range set.Types {
		need(t.Component(), t)
	}
	for _, e := range set.Elements {
		need(&e.Info, e)
	}
	for _, a := range set.Attributes {
		need(&a.Info, a)
	}
	for _, g := range set.Groups {
		if g.Content != nil && g.Content.Definition == g {
			need(&g.Info, g.Content)
		}
	}
	w.needReferences()
}

// findAllOriginals repeats findOriginals when more components are needed.
func (w *schemaWriter) findAllOriginals() {
	clear(w.originals)
	w.findOriginals()
}

// isProvided reports whether the text of another package has a component.
func (w *schemaWriter) isProvided(c any) bool {
	if w.provided == nil {
		return false
	}
	switch c := c.(type) {
	case *xsd.ModelGroup:
		return c.Definition != nil && w.provided(&c.Definition.Info)
	case xsd.Component:
		return c.Component().Name.Local != "" && w.provided(c.Component())
	}
	return false
}

// mayName reports whether a component that a wildcard or a substitution group
// allows may be in the text. The text of a package for namespaces contains only
// those of the package's namespaces.
func (w *schemaWriter) mayName(info *xsd.Info) bool {
	return w.textPackage == nil || w.packageFor(originOf(info)) == w.textPackage
}
