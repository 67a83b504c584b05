package resolve

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// childrenOf has the names of the child elements that an element of XML Schema has in any of its forms. What the content of
// a type must have in a group is reported there.
var childrenOf = func() map[string][]string {
	all := map[string][]string{"complexType": {"element", "any"}, "restriction": {"element", "any"}, "extension": {"element", "any"}}
	for form, content := range xsd.Contents {
		name, _, _ := strings.Cut(form, " ")
		all[name] = append(all[name], xsd.NamesIn(content)...)
	}
	return all
}()

// checkStructure reports attributes and child elements that are not allowed on e, an element of XML Schema.
func (r *resolver) checkStructure(e *xmltree.Element) {
	r.checkAttributes(e)
	r.checkChildren(e)
}

// checkAttributes reports attributes that are not allowed on e, an element of XML
// Schema.
func (r *resolver) checkAttributes(e *xmltree.Element) {
	for _, a := range e.Attrs {
		if _, known := xsd.Attribute(e.Name.Local, a.Name.Local); a.Name.Space == "" && a.Name.Local != "id" && !known {
			r.report(diag.UnexpectedAttr, a.Pos(), "attribute %s is not defined for %s and is ignored",
				diag.Quote(a.RawName()), diag.Quote(e.RawName()))
		}
	}
}

// checkChildren reports child elements that are not allowed in e, an element of XML
// Schema.
func (r *resolver) checkChildren(e *xmltree.Element) {
	r.checkNames(e, childrenOf[e.Name.Local])
}

// checkNames reports child elements whose names are not listed.
func (r *resolver) checkNames(e *xmltree.Element, allowed []string) {
	for child := range e.Elements() {
		if !child.Is(xsd.Namespace, "annotation") && (child.Name.Space != xsd.Namespace || !slices.Contains(allowed, child.Name.Local)) {
			r.unexpected(child)
		}
	}
}

func (r *resolver) unexpected(e *xmltree.Element) {
	r.report(diag.UnexpectedElement, e.Pos(), "element %s is not allowed in %s",
		diag.Quote(e.RawName()), diag.Quote(e.Parent.RawName()))
}

var (
	booleans = map[string]bool{"true": true, "1": true, "false": false, "0": false}
	forms    = map[string]bool{"qualified": true, "unqualified": false}
)

// boolean returns the value of an xs:boolean attribute, or def if a is nil.
func (r *resolver) boolean(a *xmltree.Attr, def bool) bool {
	return oneOf(r, a, def, "\"true\" or \"false\"", booleans)
}

// oneOf returns what a value of an attribute means, or def if a is nil. It reports other values; want lists the known ones.
func oneOf[T any](r *resolver, a *xmltree.Attr, def T, want string, meaning map[string]T) T {
	if a == nil {
		return def
	}
	if v, ok := meaning[strings.TrimSpace(a.Value)]; ok {
		return v
	}
	r.badValue(a, want)
	return def
}

func (r *resolver) badValue(a *xmltree.Attr, want string) {
	r.report(diag.BadValue, a.Pos(), "attribute %s has value %s; want %s", diag.Quote(a.RawName()), diag.Quote(a.Value), want)
}

// qualified returns whether a form attribute is "qualified", or def if a is nil.
func (r *resolver) qualified(a *xmltree.Attr, def bool) bool {
	return oneOf(r, a, def, "\"qualified\" or \"unqualified\"", forms)
}

var derivationNames = map[string]xsd.Derivation{
	"restriction": xsd.Restriction, "extension": xsd.Extension, "list": xsd.ByList, "union": xsd.ByUnion,
	"substitution": xsd.Substitution,
}

// Sets of derivations that block and final can have, by the kind of the component: #all, and a default of the schema, may have
// others, which do not count (part 1, section 3.3.2, 3.4.2 and 3.14.2).
const (
	ofComplexTypes = xsd.DerivationSet(1<<xsd.Restriction | 1<<xsd.Extension)
	ofSimpleTypes  = ofComplexTypes | 1<<xsd.ByList | 1<<xsd.ByUnion
	ofElements     = ofComplexTypes | 1<<xsd.Substitution
)

// derivations returns the value of a block or final attribute or of one of their
// defaults, or def if a is nil.
func (r *resolver) derivations(a *xmltree.Attr, def xsd.DerivationSet) xsd.DerivationSet {
	if a == nil {
		return def
	}
	var set xsd.DerivationSet
	for _, word := range strings.Fields(a.Value) {
		if word == "#all" {
			return ^xsd.DerivationSet(0)
		}
		d, ok := derivationNames[word]
		if !ok {
			r.badValue(a, "a list of derivation methods")
			return def
		}
		set = set.With(d)
	}
	return set
}

// maxBound is the largest value of minOccurs and maxOccurs. Larger values are
// reduced to it.
const maxBound = 1 << 30

// bounds returns minOccurs and maxOccurs of e (part 1, section 3.9.2).
func (r *resolver) bounds(e *xmltree.Element) (min, max int) {
	min, max = 1, 1
	if a := e.Attr("minOccurs"); a != nil {
		min = r.count(a, 1)
	}
	if a := e.Attr("maxOccurs"); a != nil {
		if strings.TrimSpace(a.Value) == "unbounded" {
			return min, xsd.Unbounded
		}
		max = r.count(a, 1)
	}
	if min > max {
		if a := e.Attr("maxOccurs"); a != nil {
			r.report(diag.BadValue, a.Pos(), "maxOccurs %d is less than minOccurs %d", max, min)
		} else {
			r.report(diag.BadValue, e.Attr("minOccurs").Pos(), "minOccurs %d is more than maxOccurs, which is 1 by default", min)
		}
		max = min
	}
	return min, max
}

// count returns the value of an attribute that is a non-negative integer, or def if
// it is invalid.
func (r *resolver) count(a *xmltree.Attr, def int) int {
	n, ok := lexical.Number(a.Value)
	if !ok {
		r.badValue(a, "a non-negative integer")
		return def
	}
	return min(n, maxBound)
}
