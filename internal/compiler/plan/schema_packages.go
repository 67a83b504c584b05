package plan

import "example.com/quartet/internal/compiler/xsd"

// Where there are packages for namespaces, each has the schema text for what is
// its own, and refers to the texts of the packages that it imports. What a text
// needs of others is in it, too: an element of a namespace may be referred to
// without any Go type of it.

// fixedPrefixes gives the namespaces of all schemas the prefixes that they have
// in every package.
func (p *planner) fixedPrefixes(prefixes map[string]string) map[string]string {
	for _, e := range p.pkg.Namespaces {
		if e.uri != "" && prefixes[e.uri] == "" {
			prefixes[e.uri] = tableEntry(e.uri).Prefix
		}
	}
	for _, s := range p.model.Schemas.Schemas {
		if uri := s.TargetNamespace; uri != "" && prefixes[uri] == "" {
			prefixes[uri] = tableEntry(uri).Prefix
		}
	}
	return prefixes
}

// packages writes the texts of all packages.
func (w *schemaWriter) packages(messages []rpcMessage) {
	w.needWhole()
	w.findAllOriginals()
	for _, pkg := range w.pkg.Packages {
		imports := pkg.closure()
		own := w.part(func(info *xsd.Info) bool { return imports[w.packageFor(homeOf(info))] })
		own.only = pkg
		for _, n := range w.named() {
			if w.packageFor(homeOf(n.info)) == pkg {
				own.need(n.c)
			}
		}
		own.follow()
		pkg.Schema = own.text(nil)
	}
	service := w.part(func(info *xsd.Info) bool { return w.packageFor(homeOf(info)) != nil })
	for c := range w.needed {
		service.need(c)
	}
	w.pkg.Schema = service.text(messages)
}

// part returns a writer for what no other package provides.
func (w *schemaWriter) part(provided func(*xsd.Info) bool) *schemaWriter {
	return &schemaWriter{
		planner: w.planner, prefixes: w.prefixes, originals: w.originals, provided: provided,
		used: make(map[string]bool), needed: make(map[any]bool),
	}
}

// needWhole adds all of the namespaces that have packages.
func (w *schemaWriter) needWhole() {
	need := func(info *xsd.Info, c any) {
		if info.Schema != nil && w.packageFor(homeOf(info)) != nil {
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
	w.follow()
}

// findAllOriginals is findOriginals again, when more is needed.
func (w *schemaWriter) findAllOriginals() {
	clear(w.originals)
	w.findOriginals()
}

// isProvided reports whether another package has a component.
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

// knows reports whether a component may be in a text that does not name it: one
// that a wildcard allows, or that stands for another. The text of a package for a
// namespace does not have those of packages that import it.
func (w *schemaWriter) knows(info *xsd.Info) bool {
	return w.only == nil || w.packageFor(homeOf(info)) == w.only
}
