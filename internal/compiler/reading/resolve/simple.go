package resolve

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// simpleSource holds what pass 3 needs to complete a simple type.
type simpleSource struct {
	element    *xmltree.Element // the restriction, list or union
	inProgress bool
}

// fillSimpleType fills t from an xs:simpleType (part 1, section 3.14.2).
func (r *resolver) fillSimpleType(c context, e *xmltree.Element, t *xsd.SimpleType) {
	r.checkStructure(e)
	t.Base = xsd.AnySimpleType
	t.Variety = xsd.AnySimple
	t.Final = r.derivations(e.Attr("final"), c.FinalDefault) & ofSimpleTypes
	r.simple = append(r.simple, t)
	step := r.child(e, "restriction", "list", "union")
	if step == nil {
		r.report(diag.MissingAttr, e.Pos(), "%s contains no restriction, list or union", diag.Quote(e.RawName()))
		return
	}
	r.checkAttributes(step)
	switch step.Name.Local {
	case "restriction":
		r.fillSimpleRestriction(c, step, t)
	case "list":
		r.checkChildren(step)
		r.fillList(c, step, t)
	case "union":
		r.checkChildren(step)
		r.fillUnion(c, step, t)
	}
	r.pendingSimple[t] = &simpleSource{element: step}
}

func (r *resolver) fillSimpleRestriction(c context, e *xmltree.Element, t *xsd.SimpleType) {
	t.Derivation = xsd.Restriction
	if base := r.simpleBase(c, e, t); base != nil {
		t.Base = base
	}
	t.Facets = r.facets(e)
	r.checkNames(e, xsd.NamesIn(xsd.Contents["restriction of simpleType"]))
}

// simpleBase returns the base of a restriction: the named type or the inline
// type.
func (r *resolver) simpleBase(c context, e *xmltree.Element, owner xsd.Component) *xsd.SimpleType {
	named, inner := e.Attr("base"), r.child(e, "simpleType")
	switch {
	case named != nil && inner != nil:
		d := r.report(diag.Conflict, inner.Pos(), "the restriction has both a base attribute and an inline type")
		relate(d, named.Pos(), "the base")
	case named == nil && inner == nil:
		r.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"base\"", diag.Quote(e.RawName()))
		return nil
	}
	if named != nil {
		return r.simpleTypeRef(c, named, named.Value)
	}
	return r.anonymousSimple(c, inner, owner)
}

func (r *resolver) fillList(c context, e *xmltree.Element, t *xsd.SimpleType) {
	t.Derivation, t.Variety, t.Item = xsd.ByList, xsd.List, xsd.AnySimpleType
	named, inner := e.Attr("itemType"), r.child(e, "simpleType")
	switch {
	case named != nil && inner != nil:
		d := r.report(diag.Conflict, inner.Pos(), "the list has both an itemType attribute and an inline type")
		relate(d, named.Pos(), "the itemType")
		fallthrough
	case named != nil:
		t.Item = r.simpleTypeRef(c, named, named.Value)
	case inner != nil:
		t.Item = r.anonymousSimple(c, inner, t)
	default:
		r.report(diag.MissingAttr, e.Pos(), "%s has neither an attribute \"itemType\" nor an inline type", diag.Quote(e.RawName()))
	}
}

func (r *resolver) fillUnion(c context, e *xmltree.Element, t *xsd.SimpleType) {
	t.Derivation, t.Variety = xsd.ByUnion, xsd.Union
	if a := e.Attr("memberTypes"); a != nil {
		for _, name := range strings.Fields(a.Value) {
			t.Members = append(t.Members, r.simpleTypeRef(c, a, name))
		}
	}
	for inner := range e.Named(xsd.Namespace, "simpleType") {
		t.Members = append(t.Members, r.anonymousSimple(c, inner, t))
	}
	if len(t.Members) == 0 {
		r.report(diag.MissingAttr, e.Pos(), "%s has no members", diag.Quote(e.RawName()))
	}
}

// facets returns the facets written in a restriction.
func (r *resolver) facets(e *xmltree.Element) []*xsd.Facet {
	var facets []*xsd.Facet
	seen := make(map[lexical.FacetKind]*xsd.Facet)
	for child := range e.Elements() {
		k, ok := lexical.FacetKindOf(child.Name.Local)
		if !ok || child.Name.Space != xsd.Namespace {
			continue
		}
		r.checkStructure(child)
		value := child.Attr("value")
		if value == nil {
			r.report(diag.MissingAttr, child.Pos(), "%s has no attribute \"value\"", diag.Quote(child.RawName()))
			continue
		}
		f := &xsd.Facet{
			Kind: k, Value: value.Value, Fixed: r.boolean(child.Attr("fixed"), false),
			Pos: child.Pos(), Documentation: schemaDocumentation(child), Scope: child,
		}
		if first := seen[k]; first != nil && k != lexical.Pattern && k != lexical.Enumeration {
			relate(r.report(diag.Conflict, f.Pos, "duplicate facet %q", k), first.Pos, "first used here")
			continue
		}
		seen[k] = f
		facets = append(facets, f)
	}
	return facets
}

// completeSimple is pass 3 for t: it computes what t inherits from its base.
func (r *resolver) completeSimple(t *xsd.SimpleType) {
	source := r.pendingSimple[t]
	if source == nil {
		return
	}
	if source.inProgress {
		r.report(diag.Circular, t.Pos, "%s is derived from itself", xsd.Describe(t))
		t.Base, t.Variety, t.Item, t.Members = xsd.AnySimpleType, xsd.AnySimple, nil, nil
		delete(r.pendingSimple, t)
		return
	}
	source.inProgress = true
	for _, m := range t.Members {
		r.completeSimple(m)
	}
	if t.Item != nil {
		r.completeSimple(t.Item)
	}
	r.completeSimple(t.Base)
	if r.pendingSimple[t] == nil {
		return // t is circular; reported by a nested call
	}
	delete(r.pendingSimple, t)
	if t.Derivation == xsd.Restriction {
		t.Variety, t.Primitive, t.Item, t.Members, t.MemberKinds = t.Base.Variety, t.Base.Primitive, t.Base.Item, t.Base.Members, t.Base.MemberKinds
	} else {
		t.MemberKinds = xsd.MemberKindsOf(t.Members)
	}
	if t.Variety == xsd.List && t.Derivation == xsd.ByList && t.Item.Variety == xsd.List {
		r.report(diag.BadDerivation, source.element.Pos(), "the item type of a list cannot be a list")
	}
	r.checkFinal(source.element, t.Base, t.Base.Final, t.Derivation)
	r.checkFacets(t)
}

// checkFinal reports a derivation that the attribute final of the base excludes.
func (r *resolver) checkFinal(at *xmltree.Element, base xsd.Component, final xsd.DerivationSet, d xsd.Derivation) {
	if !final.Has(d) {
		return
	}
	report := r.report(diag.BadDerivation, at.Pos(), "%s is final and does not allow this derivation", xsd.Describe(base))
	relate(report, base.Component().Pos, "the base type")
}
