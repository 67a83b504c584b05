package diff

import (
	"fmt"
	"path"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Contract is one version of a contract.
type Contract struct {
	Model *resolve.Model
	Plan  *ir.Package // nil: the Go declarations are not compared

	Partial bool // only ports and operations of Plan are compared

	Folder string // precedes the names of files in positions: "git:v1:wsdl/"
}

// at returns a position with the folder.
func (c Contract) at(p diag.Pos) diag.Pos {
	p.File = FileIn(c.Folder, p.File)
	return p
}

// FileIn returns the name of a file with the folder of a contract before it, without dots that lead out of the folder: git
// does not read them. An empty name stays empty.
func FileIn(folder, file string) string {
	if folder == "" || file == "" {
		return file
	}
	i := strings.LastIndexByte(folder, ':') + 1
	return folder[:i] + path.Join(folder[i:], file)
}

// Compare returns the differences, breaking ones first, then by position in the new contract.
func Compare(old, new Contract) []Finding {
	c := &comparer{
		limit: both, values: xsdcheck.NewValues(),
		old: old.Model, new: new.Model,
		oldPolicies: policy.NewReader(old.Model), newPolicies: policy.NewReader(new.Model),
		pairs:      make(map[typePair]direction),
		requests:   make(map[typePair]bool),
		elements:   make(map[elementPair]bool),
		oldDerived: derivedTypes(old.Model.Schemas), newDerived: derivedTypes(new.Model.Schemas),
		derivedBy: map[side]map[xsd.Type]xsd.DerivationSet{isOld: {}, isNew: {}}, actions: make(map[*wsdl11.Binding]map[any]int),
		spaces: renamedSpaces(old.Model.Schemas, new.Model.Schemas), selected: map[side]map[any]bool{isOld: old.selected(), isNew: new.selected()},
	}
	c.oldSpaces = opposite(c.spaces)
	c.services()
	c.roots()
	c.follow()
	c.unused()
	c.follow()
	for _, p := range c.order {
		c.direction = c.pairs[p]
		c.compareTypes(p)
	}
	for _, p := range c.elementOrder {
		c.compareDocs(place{elementName(p.old), p.old.Pos, p.new.Pos}, p.old.Documentation, p.new.Documentation)
	}
	if old.Plan != nil && new.Plan != nil {
		c.declarations(old.Plan, new.Plan)
	}
	findings := sorted(c.findings)
	for i := range findings {
		f := &findings[i]
		f.Old, f.New = old.at(f.Old), new.at(f.New)
		if c.carried() != 0 { // no client speaks JSON
			f.JSON = f.Breaks & clients
		}
	}
	return findings
}

// comparer compares two contracts. Types are compared in pairs, each once: first all pairs are found, with the directions
// in which messages carry them, and then they are compared.
type comparer struct {
	old, new *resolve.Model
	findings []*Finding

	oldPolicies, newPolicies *policy.Reader

	pairs     map[typePair]direction
	order     []typePair // pairs in the order in which they were found
	queue     []typePair // pairs whose content has to be followed
	direction direction  // direction of the current component
	values    *xsdcheck.Values
	limit     effect // the worst effect that differences of the current component can have

	selected map[side]map[any]bool           // see Contract.selected
	actions  map[*wsdl11.Binding]map[any]int // see refuses
	requests map[typePair]bool               // types whose elements are the parameters of a request

	elements     map[elementPair]bool
	elementOrder []elementPair

	oldDerived, newDerived map[xsd.Type][]xsd.Type
	derivedBy              map[side]map[xsd.Type]xsd.DerivationSet // see derivations; both versions have the same built-in types

	spaces, oldSpaces map[string]string // new namespaces by the old ones that they replace, and vice versa
}

// typePair is a type of the old contract and the type that takes its place in the new one.
type typePair struct{ old, new xsd.Type }

type elementPair struct{ old, new *xsd.ElementDeclaration }

// visit records that messages carry one type in place of the other.
func (c *comparer) visit(old, new xsd.Type, d direction) {
	p := typePair{old, new}
	known, ok := c.pairs[p]
	if !ok {
		c.order = append(c.order, p)
	}
	if !ok || known|d != known {
		c.pairs[p] = known | d
		c.queue = append(c.queue, p)
	}
}

// follow visits all pairs that the visited ones refer to.
func (c *comparer) follow() {
	for len(c.queue) > 0 {
		p := c.queue[0]
		c.queue = c.queue[1:]
		d := c.pairs[p]
		for _, child := range c.children(p) {
			c.visit(child.old, child.new, d)
		}
	}
}

// children returns the pairs of types of the elements of both types, and of the types that are derived from both.
func (c *comparer) children(p typePair) []typePair {
	var all []typePair
	old, oldOK := p.old.(*xsd.ComplexType)
	new, newOK := p.new.(*xsd.ComplexType)
	if oldOK && newOK && !isAny(old) && !isAny(new) {
		all = append(all, attributeTypes(old, new)...)
		for _, m := range matchContent(old, new).pairs {
			c.noteElements(m.old.element, m.new.element)
			all = append(all, typePair{m.old.element.Type, m.new.element.Type})
			all = append(all, c.substitutes(m.old.element, m.new.element)...)
		}
	}
	if isBuiltin(p.old) || isBuiltin(p.new) {
		return all
	}
	if old, ok := p.old.(*xsd.SimpleType); ok {
		if new, ok := p.new.(*xsd.SimpleType); ok && old.Item != nil && new.Item != nil {
			all = append(all, typePair{old.Item, new.Item})
		}
	}
	return append(all, c.derived(p)...)
}

// derived returns the types of the same name that are derived from two types and that may replace one of them.
func (c *comparer) derived(p typePair) (all []typePair) {
	named := collect.ByKey(c.newDerived[p.new], nameOf)
	for _, o := range c.oldDerived[p.old] {
		if n := named[c.moved(o.Component().Name)]; n != nil && !(isBlocked(p.old, o) && isBlocked(p.new, n)) {
			all = append(all, typePair{o, n})
		}
	}
	return all
}

// isBlocked reports whether a type must not be replaced by one that is derived from it.
func isBlocked(t, derived xsd.Type) bool {
	base, ok := t.(*xsd.ComplexType)
	by, isComplex := derived.(*xsd.ComplexType)
	return ok && isComplex && base.Block.Has(by.Derivation)
}

func isBuiltin(t xsd.Type) bool { return t.Component().Name.Space == xsd.Namespace }

// attributeTypes returns the types of the attributes, of the items of arrays in SOAP encoding, and of the text of both types.
func attributeTypes(old, new *xsd.ComplexType) []typePair {
	var all []typePair
	uses, _, _ := matchAttributes(old.Attributes, new.Attributes)
	for _, p := range uses {
		all = append(all, typePair{p[0].Attribute.Type, p[1].Attribute.Type})
		if o, n := itemsOf(old, p[0]), itemsOf(new, p[1]); o != nil && n != nil {
			all = append(all, typePair{o.Item, n.Item})
		}
	}
	if old.Simple != nil && new.Simple != nil {
		all = append(all, typePair{old.Simple, new.Simple})
	}
	return all
}

func (c *comparer) substitutes(old, new *xsd.ElementDeclaration) []typePair {
	var all []typePair
	members := byName(new.SubstitutionGroup())
	for _, o := range old.SubstitutionGroup() {
		if n := members[c.moved(o.Name)]; n != nil {
			c.noteElements(o, n)
			all = append(all, typePair{o.Type, n.Type})
		}
	}
	return all
}

func byName(elements []*xsd.ElementDeclaration) map[xsd.QName]*xsd.ElementDeclaration {
	return collect.ByKey(elements, func(e *xsd.ElementDeclaration) xsd.QName { return e.Name })
}

func (c *comparer) noteElements(old, new *xsd.ElementDeclaration) {
	p := elementPair{old, new}
	if !c.elements[p] {
		c.elements[p] = true
		c.elementOrder = append(c.elementOrder, p)
	}
}

// unused visits the declarations that no message uses.
func (c *comparer) unused() {
	d := c.carried()
	for _, old := range c.old.Schemas.Elements {
		if new := c.new.Schemas.Element(c.moved(old.Name)); new != nil {
			c.noteElements(old, new)
			c.visit(old.Type, new.Type, d)
		}
	}
	for _, old := range c.old.Schemas.Types {
		if new := c.new.Schemas.Type(c.moved(old.Component().Name)); new != nil {
			c.visit(old, new, d)
		}
	}
}

// derivedTypes returns the global types that are derived from each type in one step.
func derivedTypes(s *xsd.Set) map[xsd.Type][]xsd.Type {
	all := make(map[xsd.Type][]xsd.Type)
	for _, t := range s.Types {
		if base := t.BaseType(); base != nil {
			all[base] = append(all[base], t)
		}
	}
	return all
}

// place is the place of a difference.
type place struct {
	component string
	old, new  diag.Pos
}

// found adds a finding.
func (c *comparer) found(rule string, class Class, at place, breaks Parties, message string) *Finding {
	f := &Finding{Rule: rule, Class: class, Component: at.component, Message: message, Old: at.old, New: at.new, Breaks: breaks}
	c.findings = append(c.findings, f)
	return f
}

// wire adds a finding about messages in the current direction.
func (c *comparer) wire(rule string, at place, e effect, format string, args ...any) *Finding {
	f := c.found(rule, Compatible, at, 0, fmt.Sprintf(format, args...))
	e = e.within(c.limit)
	if f.sentByOld = e.newReader >= e.oldReader; f.sentByOld {
		f.place = at.old
	} else {
		f.place = at.new
	}
	f.Breaks = e.clients(c.direction, mistaken)
	f.Loses = e.clients(c.direction, loses) &^ f.Breaks
	f.Strict = e.clients(c.direction, strict) &^ f.Breaks
	switch {
	case f.Breaks != 0:
		f.Class = Breaking
	case e.isLossy(c.direction):
		f.Class = Lossy
	}
	c.overJSON(f, jsonEffect(rule, e))
	return f
}

// unchecked is wire for parts of messages that are not compared with a schema: headers, faults and parameters.
func (c *comparer) unchecked(rule string, at place, e effect, format string, args ...any) *Finding {
	f := c.wire(rule, at, e, format, args...)
	f.Strict = 0
	return f
}

// exchange adds a finding that breaks clients regardless of the direction.
func (c *comparer) exchange(rule string, at place, broken Parties, format string, args ...any) *Finding {
	f := c.found(rule, Compatible, at, broken, fmt.Sprintf(format, args...))
	if broken != 0 {
		f.Class = Breaking
	}
	switch rule {
	case "policy-required", "policy-dropped", "transport", "http-location", "soap-action": // of bindings, which JSON does not have
	default:
		f.JSON = broken
	}
	return f
}
