// Package xsdcheck checks schemas against the constraints of XML Schema 1.0 that package resolve does not need for
// its own work: schema representation constraints and the schema for schemas (part 1, appendix A), schema component
// constraints (part 1, appendix C.4), and constraints on facets (part 2, section 4.3).
//
// [Rules] lists them. All algorithms take time and memory in proportion to the schemas, or stop at a limit.
package xsdcheck

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// Check applies all rules to resolved schemas. Diagnostics are sorted.
//
// Several rules can apply to one mistake. At one position Check reports the first of them only, errors before warnings.
func Check(set *xsd.Set) diag.List {
	c := newChecker(set)
	for _, check := range []func(*checker){
		(*checker).documents, (*checker).simpleTypes, (*checker).attribution, (*checker).restrictions,
		(*checker).types, (*checker).elements, (*checker).attributes, (*checker).redefinitions,
	} {
		check(c)
	}
	return slices.CompactFunc(c.diags.Sorted(), func(a, b diag.Diagnostic) bool { return a.Pos == b.Pos })
}

// checker checks one set of schemas.
type checker struct {
	set   *xsd.Set
	diags diag.List

	components    components
	elementsAt    map[diag.Pos]*xmltree.Element // the elements of types
	selfReference map[diag.Pos]bool             // groups in a redefine that refer to themselves
	simple        map[*xsd.SimpleType]*simpleInfo
	patterns      map[string]*pattern.Matcher // nil for invalid patterns
	bounds        map[*xsd.Facet]*lexical.Value
	flat          map[*xsd.ModelGroup][]part                  // children without pointless groups
	ranges        map[*xsd.ModelGroup][2]int                  // total ranges, without the bounds of the group
	choices       map[*xsd.ElementDeclaration]*xsd.ModelGroup // substitution groups as choices
	copies        int                                         // see maxCopies
	work          int                                         // see maxWork
}

func newChecker(set *xsd.Set) *checker {
	return &checker{
		set: set, components: componentsOf(set), elementsAt: make(map[diag.Pos]*xmltree.Element), selfReference: make(map[diag.Pos]bool),
		simple: make(map[*xsd.SimpleType]*simpleInfo), patterns: make(map[string]*pattern.Matcher), bounds: make(map[*xsd.Facet]*lexical.Value),
		flat: make(map[*xsd.ModelGroup][]part), ranges: make(map[*xsd.ModelGroup][2]int),
		choices: make(map[*xsd.ElementDeclaration]*xsd.ModelGroup),
	}
}

// report adds a diagnostic of a rule and returns a pointer to it, which is valid until the next call.
func (c *checker) report(id string, pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := diag.New(id, pos, format, args...)
	d.Severity = diag.SeverityIn(Rules, id)
	c.diags.Add(d)
	return &c.diags[len(c.diags)-1]
}
