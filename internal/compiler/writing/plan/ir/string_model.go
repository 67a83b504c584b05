package ir

import (
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/schema"
)

// derivation prints how a type is derived, where that does not follow from its Go type.
func (p *printer) derivation(s *Struct) {
	switch {
	case s.DerivedFrom != nil:
		p.line("  derived from %s", p.types().Struct(s.DerivedFrom))
	case s.DerivedText != nil:
		p.line("  derived from %s", p.valueKind(s.DerivedText))
	}
	if s.By != 0 {
		p.line("  derived by %s", derivations(s.By))
	}
	if s.Block != 0 {
		p.line("  blocks %s", derivations(s.Block))
	}
}

// derivations lists derivations: "restriction and extension"
func derivations(set schema.Derivations) string {
	var names []string
	for i, name := range []string{"restriction", "extension", "substitution"} {
		if set&(schema.Restriction<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}

// model prints a model in one line for attributes and one for content:
//
//	schema: @id! Int32, @code String
//	schema: (a Int32 | b Colour)*, c Stop?
func (p *printer) model(m *Model) {
	if m == nil {
		return
	}
	var attributes, content []string
	if m.Base != nil {
		attributes = append(attributes, p.types().Struct(m.Base))
	}
	for _, a := range m.Attrs {
		attributes = append(attributes, "@"+p.name(a.Wire)+when(a.Occurs == One, "!")+" "+p.modelType(a))
	}
	if m.AnyAttribute != nil {
		attributes = append(attributes, "@any"+p.wildcard(m.AnyAttribute))
	}
	if m.Value != nil {
		content = append(content, "text "+p.modelType(m.Value))
	}
	if m.Items != nil {
		content = append(content, "items "+p.modelType(m.Items))
	}
	for _, c := range m.Content {
		content = append(content, p.modelParticle(c))
	}
	if attributes != nil {
		p.line("  schema: %s", strings.Join(attributes, ", "))
	}
	if content != nil || attributes == nil {
		p.line("  schema: %s", when(content == nil, "nothing")+strings.Join(content, ", "))
	}
}

func (p *printer) modelParticle(m *Particle) string {
	text := ""
	switch {
	case m.Field == nil:
		var all []string
		for _, c := range m.Particles {
			all = append(all, p.modelParticle(c))
		}
		text = "(" + strings.Join(all, [...]string{Sequence: ", ", Choice: " | ", All: " & "}[m.Group]) + ")"
		if len(all) == 0 {
			text = "(never)"
		}
	case m.Field.Any != nil:
		text = "any" + p.wildcard(m.Field.Any)
	case m.Field.Group != nil:
		text = p.types().Struct(m.Field.Group)
	default:
		text = p.name(m.Field.Wire) + " " + p.modelType(m.Field)
	}
	switch {
	case m.Min == 1 && m.Max == 1:
		return text
	case m.Min == 0 && m.Max == 1:
		return text + "?"
	case m.Max < 0:
		return text + "{" + strconv.Itoa(m.Min) + ",}"
	}
	return text + "{" + strconv.Itoa(m.Min) + "," + strconv.Itoa(m.Max) + "}"
}

func (p *printer) modelType(f *Field) string {
	text := ""
	switch {
	case f.Struct != nil:
		text = p.types().Struct(f.Struct)
	case f.Scalar != nil:
		text = p.valueKind(f.Scalar) + facets(f.Scalar.Facets)
	}
	text += when(f.Nillable, " nillable") + strings.TrimPrefix(fixed(f), ",") + when(f.Fallback != "", " default "+strconv.Quote(f.Fallback))
	return text + when(f.Block != 0, " blocks "+derivations(f.Block)) + constraints(f)
}

// fixed prints the only value of an element or attribute: ", fixed "EUR""
func fixed(f *Field) string {
	if f.Fixed == nil {
		return ""
	}
	return ", fixed " + strconv.Quote(*f.Fixed)
}

// globals prints what documents and wildcards may name.
func (p *printer) globals() {
	if len(p.pkg.GlobalElements)+len(p.pkg.GlobalAttributes) > 0 {
		p.line("")
	}
	for _, g := range p.pkg.GlobalElements {
		kind := "element"
		if g.Message {
			kind = "message"
		}
		p.line("global %s %s%s", kind, p.name(g.Field.Wire), p.typeAfter(g.Field)+when(g.Abstract, " abstract")+when(g.Mixed, " mixed"))
		p.model(g.Model)
	}
	for _, a := range p.pkg.GlobalAttributes {
		p.line("global attribute %s%s", p.name(a.Wire), p.typeAfter(a))
	}
}

func (p *printer) typeAfter(f *Field) string {
	if text := strings.TrimSpace(p.modelType(f)); text != "" {
		return " " + text
	}
	return ""
}
