package resolve

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// context is the context in which names are resolved: the schema, and the
// redefinition in which they are written. In a redefinition the name of the
// component refers to the original.
type context struct {
	*schema
	self *global
}

// qname resolves value, a lexical QName in attribute a of a schema.
func (r *resolver) qname(c context, a *xmltree.Attr, value string) (xsd.QName, bool) {
	name, ok := r.plainQName(a, value)
	if ok && name.Space == "" && c.schema != nil && c.chameleon {
		name.Space = c.TargetNamespace // part 1, section 4.2.1, point 3.2
	}
	return name, ok
}

// plainQName resolves value, a lexical QName in attribute a, in the scope of the
// element.
func (r *resolver) plainQName(a *xmltree.Attr, value string) (xsd.QName, bool) {
	name, err := a.Owner.ResolveQName(value)
	if load.IsSchemaDraft(name.Space) {
		name.Space = xsd.Namespace
	}
	var unbound *xmltree.UnboundPrefixError
	switch {
	case errors.As(err, &unbound):
		r.report(diag.UnboundPrefix, a.Pos(), "prefix %s of %s is not declared", diag.Quote(unbound.Prefix), diag.Quote(strings.TrimSpace(value))).
			Hint = "declare it with an xmlns attribute on this element or one around it"
		r.unresolvedIndex = len(r.diags)
		return name, false
	case err != nil:
		r.unresolvedIndex = 0
		r.report(diag.BadValue, a.Pos(), "attribute %s has value %s; want a qualified name", diag.Quote(a.RawName()), diag.Quote(value))
		return name, false
	}
	return name, true
}

// looseQName is plainQName for WSDL names, whose local part need not be an NCName
// (see name).
func (r *resolver) looseQName(a *xmltree.Attr) (xsd.QName, bool) {
	prefix, local, found := strings.Cut(strings.TrimSpace(a.Value), ":")
	if !found {
		prefix, local = "", prefix
	}
	if local == "" || xmltree.IsNCName(local) {
		return r.plainQName(a, a.Value)
	}
	uri, ok := a.Owner.LookupPrefix(prefix)
	if !ok {
		return r.plainQName(a, a.Value)
	}
	return xsd.QName{Space: uri, Local: local}, true
}

// component returns the global component that value, in attribute a, names. On
// failure it reports an error and returns false.
func (r *resolver) component(c context, k kind, a *xmltree.Attr, value string) (xsd.Component, bool) {
	name, ok := r.qname(c, a, value)
	if !ok {
		return r.componentByLocalName(k, value)
	}
	key := componentKey{k, name}
	if c.self != nil && c.self.key == key && c.self.original != nil {
		return c.self.original.component, true
	}
	if k == typeKind {
		if t := xsd.Builtin(name); t != nil {
			return t, true
		}
	}
	g := r.globals[key]
	if g == nil {
		r.unresolved(c, string(k), a, value, name, r.candidates(k))
		return r.componentByLocalName(k, value)
	}
	r.checkImported(c, a, name.Space)
	return g.component, true
}

// checkImported warns once for each schema about a namespace that is used without
// an import (part 1, section 4.2.3). The namespace xml and the namespaces of built-in
// documents are commonly used without one.
func (r *resolver) checkImported(c context, a *xmltree.Attr, namespace string) {
	if c.schema == nil || namespace == c.TargetNamespace || c.WellKnown || c.warned[namespace] || r.builtIn[namespace] {
		return
	}
	if _, imported := c.imports[namespace]; imported {
		return
	}
	c.warned[namespace] = true
	d := r.report(diag.NotImported, a.Pos(), "namespace %s is used here, but its schema does not import it", diag.Quote(namespace))
	relate(d, c.Pos, "the schema")
	d.Hint = "add <import namespace=" + diag.Quote(namespace) + "/> to the schema; other tools may reject the contract"
}

// candidates yields the names to suggest for an unresolved name of a component.
func (r *resolver) candidates(k kind) iter.Seq[xsd.QName] {
	return func(yield func(xsd.QName) bool) {
		for _, g := range r.order {
			if g.key.kind == k && !yield(g.key.name) {
				return
			}
		}
		if k != typeKind {
			return
		}
		for _, t := range xsd.Builtins() {
			if !yield(t.Component().Name) {
				return
			}
		}
	}
}

// names yields the names of the items of a list.
func names[T any](all []T, name func(T) xsd.QName) iter.Seq[xsd.QName] {
	return func(yield func(xsd.QName) bool) {
		for _, item := range all {
			if !yield(name(item)) {
				return
			}
		}
	}
}

// suggest adds to a diagnostic which item of a list a misspelt name probably means.
func suggest[T any](r *resolver, d *diag.Diagnostic, name string, all []T, nameOf func(T) string) {
	if meant, ok := r.nearest(xsd.QName{Local: name}, names(all, func(item T) xsd.QName { return xsd.QName{Local: nameOf(item)} })); ok {
		d.Hint = "did you mean " + diag.Quote(meant.Local) + "?"
	}
}

// unresolved reports a name that refers to nothing, and suggests a candidate with a
// similar name.
func (r *resolver) unresolved(c context, what string, a *xmltree.Attr, value string, name xsd.QName, candidates iter.Seq[xsd.QName]) {
	if r.unresolvedIndex = 0; r.incomplete[name.Space] && !r.lenient {
		return // the missing document is reported at the reference to it
	}
	d := r.report(diag.Unresolved, a.Pos(), "%s %s is not defined in namespace %s", what, diag.Quote(strings.TrimSpace(value)), diag.Quote(name.Space))
	r.unresolvedIndex = len(r.diags)
	if c.schema != nil {
		if pos, imported := c.imports[name.Space]; imported && !r.known[name.Space] {
			relate(d, pos, "imported here, but no document for the namespace was loaded")
			d.Hint = "give the import a schemaLocation"
			return
		}
	}
	if meant, ok := r.nearest(name, candidates); ok {
		d.Hint = "did you mean " + diag.Quote(written(a.Owner, meant)) + "?"
		if meant.Space != name.Space {
			d.Hint = "did you mean " + diag.Quote(written(a.Owner, meant)) + " of namespace " + diag.Quote(meant.Space) + "?"
		}
	}
}

// written returns name as a lexical QName for use at e.
func written(e *xmltree.Element, name xsd.QName) string {
	if uri, _ := e.LookupPrefix(""); uri == name.Space {
		return name.Local
	}
	for at := e; at != nil; at = at.Parent {
		for _, a := range at.Attrs {
			if !a.IsDeclaration() || a.Prefix == "" || a.Value != name.Space {
				continue
			}
			if uri, _ := e.LookupPrefix(a.Name.Local); uri == name.Space {
				return a.Name.Local + ":" + name.Local
			}
		}
	}
	return name.Local
}

// nearest returns the candidate that is most similar to name: one with the same
// local name in another namespace, else one in the same namespace within a small
// edit distance.
func (r *resolver) nearest(name xsd.QName, candidates iter.Seq[xsd.QName]) (xsd.QName, bool) {
	if r.suggestions++; r.suggestions > 200 {
		return xsd.QName{}, false // so many errors have a common cause; do not spend minutes on suggestions
	}
	type scored struct {
		xsd.QName
		distance int
	}
	var best []scored
	limit := min(3, (len(name.Local)+1)/4) // almost any two short names are similar
	for c := range candidates {
		distance := 0
		switch {
		case c.Local == name.Local:
		case c.Space != name.Space:
			continue
		default:
			letters, near := spelling.Distance(c.Local, name.Local, limit)
			if !near {
				continue
			}
			distance = 1 + letters
		}
		best = append(best, scored{c, distance})
	}
	if len(best) == 0 {
		return xsd.QName{}, false
	}
	return slices.MinFunc(best, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), a.QName.Compare(b.QName))
	}).QName, true
}
