package jsonhttp

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// constraints finds what the documents of a contract say about the types that the codec describes.
type constraints struct {
	table    *schema.Table
	known    *validate.Components                              // nil: there are no documents that can be read
	types    map[*schema.Type]*component.Definition            // requests, and types without a name that have been met
	bases    map[*component.Type]bool                          // simple types that named types are derived from; nil before replaceable is called
	elements map[*component.Definition]map[xsd.QName]occurring // of types whose members have been described
	values   map[[2]any]jsonSchema                             // results of keywords by its arguments
	result   *component.Particle                               // of the result that is being described, or of its items; nil: its row has the type
}

// newConstraints returns the constraints of a contract, with documentation if that is asked for.
func newConstraints(info *contract.Contract, documented bool) *constraints {
	c := &constraints{table: info.Types, types: make(map[*schema.Type]*component.Definition), values: make(map[[2]any]jsonSchema)}
	c.elements = make(map[*component.Definition]map[xsd.QName]occurring)
	componentsOf := validate.ComponentsOf
	if documented {
		componentsOf = validate.DocumentedComponentsOf
	}
	if info.Types == nil {
		return c
	}
	if known, err := componentsOf(info.Types); err == nil {
		c.known = known
		c.addRequests(info)
	}
	return c
}

// addRequests finds the requests of a service.
func (c *constraints) addRequests(info *contract.Contract) {
	for _, op := range info.Operations {
		if t := op.RequestType(); t != nil && c.known != nil {
			if own := c.known.Request(op); own != nil {
				c.types[t] = own.Type.Definition()
			}
		}
	}
}

// setResult finds the result of an operation, which is described next.
func (c *constraints) setResult(op *contract.Operation) {
	if c.result = nil; c.known != nil {
		c.result = c.known.Result(op)
	}
}

// setValue finds the value of an element, which is described next.
func (c *constraints) setValue(of *schema.Value, e schema.ElementName) {
	if c.result = nil; c.known != nil {
		c.result = c.known.Value(of, []schema.ElementName{e})
	}
}

// definition returns the definition of a type, nil if no schema has it.
func (c *constraints) definition(t *schema.Type) *component.Definition {
	if d := c.types[t]; d != nil || c.known == nil {
		return d
	}
	if own := c.known.Set.Type(c.known.Name(t, int(t.NS), t.QName().Local)); own != nil && t.Name != "" {
		return own.Definition()
	}
	return nil
}

// describe returns the description of a member of a type, of the type, or of the result.
func (c *constraints) describe(t *schema.Type, row *schema.Row) (d facts) {
	if row == nil {
		if own := c.definition(t); own != nil {
			d.doc = own.Doc
		}
		return d
	}
	of := c.typeOf(t, row, &d)
	if row.Kind == codec.KindList {
		if row = &row.Of.Rows()[0]; of != nil && of.Definition().Item != nil {
			of = of.Definition().Item
		}
	}
	key := [2]any{of, row.Kind}
	if d.value = c.values[key]; d.value == nil { // many members may have a type with many values
		d.value = keywords(of, row.Kind)
		c.values[key] = d.value
	}
	if of == nil || of.Name.Local == "" || c.known == nil {
		return d
	}
	d.typed = c.replaceable(of)
	if t := row.Of; d.value["enum"] != nil && t != nil && c.known.Name(t, int(t.NS), t.Name) == of.Name {
		d.named = t
	}
	return d
}

// typeOf returns the type of a member of t, or of the result, nil if no document has it. It adds what is not in the type to d.
func (c *constraints) typeOf(t *schema.Type, row *schema.Row, d *facts) (of *component.Type) {
	if t == nil && c.result != nil {
		of = c.result.Element.Declaration().Type
	} else if t != nil {
		if own := c.definition(t); own != nil {
			of = c.member(own, t, row, d)
		}
	}
	if inner := row.Of; inner != nil && of != nil && inner.Name == "" && c.types[inner] == nil {
		c.types[inner] = of.Definition()
	}
	if of == nil && c.known != nil {
		of, _ = c.known.TypeOf(row)
	}
	return of
}

// replaceable reports whether xsi:type may name another type of the schemas in place of a simple type, or a member of a union.
func (c *constraints) replaceable(t *component.Type) bool {
	if c.bases == nil {
		c.bases = make(map[*component.Type]bool)
		for derived := range c.known.Set.Globals {
			for derived != nil && !c.bases[derived.Definition().Base] {
				derived = derived.Definition().Base
				c.bases[derived] = true
			}
		}
	}
	isNamed := func(m *component.Type) bool { return m.Name.Local != "" || c.replaceable(m) }
	return c.bases[t] && component.Builtin(t.Name) == nil || slices.ContainsFunc(t.Definition().Members, isNamed)
}

// member returns the type of a member of a definition, nil if it does not have the member, and adds what is not in the type to d.
func (c *constraints) member(own *component.Definition, t *schema.Type, row *schema.Row, d *facts) *component.Type {
	switch row.At {
	case schema.AtContent:
		return own.Text
	case schema.AtAttribute:
		name := c.known.Name(t, int(row.NS), row.Name)
		for _, a := range own.Attributes {
			if a.Name == name {
				d.doc = a.Doc
				return a.Type
			}
		}
		return nil
	}
	if own.Items != nil {
		return own.Items
	}
	if c.elements[own] == nil {
		c.elements[own] = elementsIn(own.Content)
	}
	e, ok := c.elements[own][c.known.Name(t, int(row.NS), row.Name)]
	if !ok {
		return nil
	}
	if e.high > 1 && e.high < unbounded {
		d.array = jsonSchema{"minItems": e.low, "maxItems": e.high}
	}
	d.doc = e.Declaration().Doc
	return e.Declaration().Type
}

// occurring is the first element with a name in a content model, and how often elements with the name may be there, if at all.
type occurring struct {
	*component.Element
	low, high int
}

// unbounded is more than any bound in a schema.
const unbounded = 1 << 30

// elementsIn returns the elements of a content model by their names.
func elementsIn(p *component.Particle) map[xsd.QName]occurring {
	all := make(map[xsd.QName]occurring)
	if p == nil || p.Size >= component.MaxParticles {
		return all
	}
	if p.Element != nil {
		all[p.Element.Name] = occurring{p.Element, 1, 1}
	}
	for _, child := range p.Particles {
		for name, e := range elementsIn(child) {
			switch known, ok := all[name]; {
			case ok && p.Kind == component.Choice:
				e = occurring{known.Element, min(known.low, e.low), max(known.high, e.high)}
			case ok:
				e = occurring{known.Element, known.low + e.low, known.high + e.high}
			}
			all[name] = e
		}
	}
	low, high := p.Min, p.Max
	if p.Element == nil {
		low = max(low, 1)
	}
	if high < 0 {
		high = unbounded
	}
	for name, e := range all {
		all[name] = occurring{e.Element, min(min(e.low, unbounded)*low, unbounded), min(min(e.high, unbounded)*high, unbounded)}
	}
	return all
}

// keywords returns the facets of a type, which may be nil, and of the built-in type for a kind, as far as JSON Schema has them.
// If several steps of the derivation have a facet, the last one counts.
func keywords(of *component.Type, k codec.Kind) jsonSchema {
	all, isText := make(jsonSchema), codec.KindString <= k && k <= codec.KindENTITY
	if !isText && !k.IsNumber() {
		return all
	}
	withFormat := component.Builtin(xsd.QName{Space: xsd.Namespace, Local: "int"})
	for _, t := range []*component.Type{of, component.Builtin(xsd.QName{Space: xsd.Namespace, Local: k.TypeName()})} {
		for ; t != nil && t.Definition().Variety != component.List; t = t.Definition().Base {
			if step := t.Definition().Facets; step != nil && t != withFormat {
				addFacets(all, step, k, isText && component.Builtin(t.Name) == nil)
			}
		}
	}
	return all
}

// maxPattern is the maximum number of bytes in a pattern, which each member that has it repeats.
const maxPattern = 4 << 10

// addFacets adds the keywords for the facets of a step of the derivation, unless they are there.
func addFacets(all jsonSchema, step *component.Facets, k codec.Kind, withPattern bool) {
	for _, f := range step.List() {
		addFacet(all, f, !k.IsNumber())
	}
	if p := expression(step.Patterns); p != "" && len(p) <= maxPattern && all["pattern"] == nil && withPattern {
		all["pattern"] = p
	}
	if values := enumeration(step.Enumeration, k); values != nil && all["enum"] == nil {
		all["enum"] = values
	}
}

// addFacet adds the keywords for a length of a text, or for a bound of a number, unless they are there.
func addFacet(all jsonSchema, f component.Facet, isText bool) {
	n, err := strconv.ParseInt(f.Value, 10, 53)
	var names []string
	switch {
	case err != nil:
	case f.Kind.IsBound() && !isText:
		names = []string{[...]string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"}[f.Kind-lexical.MinInclusive]}
	case f.Kind == lexical.Length && isText:
		names = lexical.FacetNames[lexical.MinLength : lexical.MaxLength+1]
	case f.Kind.IsLength() && isText:
		names = []string{f.Kind.String()}
	}
	for _, name := range names {
		if all[name] == nil {
			all[name] = n
		}
	}
}

// expression returns patterns in the notation of ECMA-262. It returns "" for characters by their numbers, which differ there.
func expression(patterns []string) string {
	all := make([]string, len(patterns))
	for i, expr := range patterns {
		p, err := pattern.Translate(expr)
		if err != nil || strings.Contains(p.Go, `\x`) {
			return ""
		}
		all[i] = p.Go
	}
	return strings.Join(all, "|")
}

// enumeration returns the values of an enumeration, nil if one of them is a number of 2^53 or more.
func enumeration(values []component.Value, k codec.Kind) (all []any) {
	space := lexical.Collapse
	if k == codec.KindString || k == codec.KindNormalizedString {
		space = lexical.Space(k - codec.KindString)
	}
	for i := range values {
		text := space.Normalize(values[i].Text)
		n, err := strconv.ParseFloat(text, 64)
		switch {
		case !k.IsNumber():
			all = append(all, text)
		case err == nil && math.Abs(n) < 1<<53:
			all = append(all, n)
		default:
			return nil
		}
	}
	return all
}
