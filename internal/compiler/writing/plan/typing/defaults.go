package typing

import (
	"cmp"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// A default value does not replace an absent element or attribute: absent stays
// absent, and the documentation of the field describes the default. The decoder
// uses a default only for an empty element whose type does not allow the empty
// string.

// SetDefault sets and documents the default or the fixed value of an element, which has the type of f.
func (p *Planner) SetDefault(f *ir.Field, e *xsd.ElementDeclaration) {
	value := cmp.Or(e.Fixed, e.Default)
	if value == nil {
		return
	}
	quoted := quotedValue(*value)
	if s := p.textOf(f, e.Type); s != nil && !takesEmpty(s) {
		f.Fallback = strings.TrimSpace(*value)
	}
	switch {
	case e.Fixed != nil:
		addDoc(f, "Its value is always "+quoted+".")
	case f.Fallback != "":
		addDoc(f, "An empty element is read as its default, "+quoted+".")
	default:
		addDoc(f, "An empty element means its default, "+quoted+", but is read as empty.")
	}
}

// SetResultDefault sets the default or the fixed value of an element whose value is not in a struct. Qualified names get
// none, because the scope of their prefixes is not kept.
func (p *Planner) SetResultDefault(f *ir.Field, e *xsd.ElementDeclaration) {
	if known := *f; f.Scalar == nil || !hasNames(f.Scalar) {
		p.SetDefault(&known, e)
		f.Fallback = known.Fallback
	}
}

// textOf returns the Go type of the text of an element, without a declaration of its own; nil if the element has none.
func (p *Planner) textOf(f *ir.Field, t xsd.Type) *ir.Scalar {
	c, ok := t.(*xsd.ComplexType)
	if !ok || c.Simple == nil {
		return f.Scalar
	}
	return p.undeclaredForm(c.Simple)
}

// takesEmpty reports whether the empty string is a value of the type.
func takesEmpty(s *ir.Scalar) bool {
	return s.Item != nil || s.Go == "string" || s.Go == "[]byte" || s.Go == "AnySimple" || s.Go == "AnyType"
}

// attributeDefault documents the default or the fixed value of an attribute.
func attributeDefault(f *ir.Field, use *xsd.AttributeUse) {
	switch {
	case use.Fixed != nil && use.Required:
		addDoc(f, "Its value is always "+quotedValue(*use.Fixed)+".")
	case use.Fixed != nil:
		addDoc(f, "Its value is always "+quotedValue(*use.Fixed)+"; nil means the same.")
	case use.Default != nil:
		addDoc(f, "Nil means its default, "+quotedValue(*use.Default)+".")
	}
}

func addDoc(f *ir.Field, sentence string) {
	f.Doc = Docs(f.Doc, sentence)
}

// quotedValue returns a value as it appears in the documentation.
func quotedValue(value string) string {
	const maxQuoted = 200
	if len(value) > maxQuoted {
		return "a long text"
	}
	return strconv.Quote(value)
}
