package plan

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// lineWidth is the preferred maximum length of lines of the schema text.
const lineWidth = 110

func keys[K comparable, V any](m map[K]V) iter.Seq[K] { return maps.Keys(m) }

func componentPos(c any) diag.Pos {
	if g, ok := c.(*xsd.ModelGroup); ok && g.Definition != nil {
		return g.Definition.Pos
	}
	if c, ok := c.(xsd.Component); ok {
		return c.Component().Pos
	}
	return diag.Pos{}
}

// definition writes a global component.
func (w *schemaWriter) definition(kind string, c any) string {
	switch c := c.(type) {
	case *xsd.SimpleType:
		return "type " + w.name(c.Name, kind, c) + " = " + w.simpleBody(c, "")
	case *xsd.ComplexType:
		return "type " + w.name(c.Name, kind, c) + " " + w.complexBody(c, "")
	case *xsd.ElementDeclaration:
		return "element " + w.name(c.Name, kind, c) + " " + w.declared(c, "")
	case *xsd.AttributeDeclaration:
		return "attribute " + w.name(c.Name, kind, c) + " = " + w.simple(c.Type, "")
	case *xsd.ModelGroup:
		return "group " + w.name(c.Definition.Name, kind, c) + " " + w.group(c, "")
	}
	return ""
}

// message writes the wrapper of an rpc message. Its accessors have no namespace and may occur in any order.
func (w *schemaWriter) message(m rpcMessage) string {
	var parts []string
	for _, part := range m.parts {
		if part.Element != nil { // without an accessor, see fieldOfPart
			parts = append(parts, w.name(part.Element.Name, "element", part.Element))
			continue
		}
		t := part.Type
		if t == nil {
			t = xsd.AnyType
		}
		parts = append(parts, w.name(xsd.QName{Local: part.Name}, "", nil)+" "+w.typeWord(t, "\t")+" nillable")
	}
	name := "message " + w.name(m.name, "", nil)
	if len(parts) == 0 {
		return name + " { }"
	}
	return name + " { " + joined(parts, " &", "") + " }"
}

// typeWord writes a type: its name, or the definition of an anonymous type.
func (w *schemaWriter) typeWord(t xsd.Type, indent string) string {
	switch t := t.(type) {
	case *xsd.SimpleType:
		return w.simple(t, indent)
	case *xsd.ComplexType:
		if t.Name.Local != "" {
			return w.name(t.Name, "type", t)
		}
		return w.complexBody(t, indent)
	}
	return ""
}

func (w *schemaWriter) simple(t *xsd.SimpleType, indent string) string {
	if t.Name.Local != "" {
		return w.name(t.Name, "type", t)
	}
	return "[" + w.simpleBody(t, indent) + "]"
}

func (w *schemaWriter) simpleBody(t *xsd.SimpleType, indent string) string {
	words := []string{""}
	switch t.Derivation {
	case xsd.ByList:
		words[0] = "list(" + w.simple(t.Item, indent) + ")"
	case xsd.ByUnion:
		var members []string
		for _, m := range t.Members {
			members = append(members, w.simple(m, indent))
		}
		words[0] = "union" + joined(members, ",", indent)
	default:
		words[0] = w.simple(t.Base, indent)
	}
	return strings.Join(append(words, w.facets(t, indent)...), " ")
}

// facetOrder is the order in which facets are written.
var facetOrder = []xsd.FacetKind{
	xsd.WhiteSpace, xsd.Length, xsd.MinLength, xsd.MaxLength, xsd.TotalDigits, xsd.FractionDigits,
	xsd.MinInclusive, xsd.MinExclusive, xsd.MaxInclusive, xsd.MaxExclusive, xsd.Pattern, xsd.Enumeration,
}

func (w *schemaWriter) facets(t *xsd.SimpleType, indent string) []string {
	var words []string
	for _, kind := range facetOrder {
		var values []string
		for _, f := range t.Facets {
			if f.Kind != kind {
				continue
			}
			if value, ok := w.facetValue(t, f); ok {
				values = append(values, schemaString(value))
			}
		}
		if len(values) > 0 {
			words = append(words, kind.String()+onLines(values, indent))
		}
	}
	return words
}

func (w *schemaWriter) complexBody(t *xsd.ComplexType, indent string) string {
	var words []string
	if t.Abstract {
		words = append(words, "abstract")
	}
	if t.Mixed() {
		words = append(words, "mixed")
	}
	var inherited []*xsd.AttributeUse
	switch {
	case t.Derivation == xsd.Extension:
		words = append(words, "extends "+w.typeWord(t.Base, ""))
		if base, ok := t.Base.(*xsd.ComplexType); ok {
			inherited = base.Attributes
		}
	case t.Base != xsd.AnyType:
		words = append(words, "restricts "+w.typeWord(t.Base, ""))
	}
	if b := blocked(t.Block); b != "" {
		words = append(words, b)
	}
	if t.ContentKind == xsd.SimpleContent {
		words = append(words, "text "+w.simple(t.Simple, indent+"\t"))
	}
	for _, use := range t.Attributes {
		if !slices.Contains(inherited, use) {
			words = append(words, w.attribute(use, indent+"\t"))
		}
	}
	if t.AnyAttribute != nil {
		words = append(words, "@"+w.wildcard(t.AnyAttribute))
	}
	if isEncodedArray(t) {
		return braced(append(words, "items "+w.typeWord(itemType(t), indent)), indent)
	}
	content := t.Content
	if t.Derivation == xsd.Extension {
		content = t.OwnContent
	}
	switch {
	case content == nil || t.ContentKind == xsd.SimpleContent:
	case len(words) == 0:
		return "{ " + w.particle(content, indent) + " }"
	default:
		words = append(words, w.particle(content, indent+"\t"))
	}
	return braced(words, indent)
}

func (w *schemaWriter) attribute(use *xsd.AttributeUse, indent string) string {
	text := "@" + w.name(use.Attribute.Name, "", nil)
	if use.Required {
		text += "!"
	}
	text += " " + w.simple(use.Attribute.Type, indent)
	switch {
	case use.Fixed != nil:
		text += " fixed " + schemaString(w.value(use.Attribute.Type, *use.Fixed, use.ValueScope))
	case use.Default != nil:
		text += " default " + schemaString(w.value(use.Attribute.Type, *use.Default, use.ValueScope))
	}
	return text
}

// declared writes the type and the properties of an element.
func (w *schemaWriter) declared(e *xsd.ElementDeclaration, indent string) string {
	text := w.typeWord(e.Type, indent)
	if e.Nillable {
		text += " nillable"
	}
	if e.Abstract {
		text += " abstract"
	}
	switch {
	case e.Fixed != nil:
		text += " fixed " + schemaString(w.value(e.Type, *e.Fixed, e.ValueScope))
	case e.Default != nil:
		text += " default " + schemaString(w.value(e.Type, *e.Default, e.ValueScope))
	}
	if b := blocked(e.Block); b != "" {
		text += " " + b
	}
	if e.SubstitutionHead != nil {
		text += " substitutes " + w.name(e.SubstitutionHead.Name, "element", e.SubstitutionHead)
	}
	return text
}

func (w *schemaWriter) particle(p *xsd.Particle, indent string) string {
	text := ""
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		if text = w.name(term.Name, "element", term); !term.Global {
			text += " " + w.declared(term, indent)
		}
	case *xsd.Wildcard:
		text = w.wildcard(term)
	case *xsd.ModelGroup:
		if term.Definition != nil {
			text = "%" + w.name(term.Definition.Name, "group", term)
		} else {
			text = w.group(term, indent)
		}
	}
	return text + occurs(p)
}

func (w *schemaWriter) group(g *xsd.ModelGroup, indent string) string {
	var parts []string
	for _, p := range g.Particles {
		parts = append(parts, w.particle(p, indent+"\t"))
	}
	return joined(parts, [...]string{xsd.Sequence: ",", xsd.Choice: " |", xsd.All: " &"}[g.Compositor], indent)
}

func occurs(p *xsd.Particle) string {
	switch {
	case p.Min == 1 && p.Max == 1:
		return ""
	case p.Min == 0 && p.Max == 1:
		return "?"
	case p.Min == 0 && p.Max == xsd.Unbounded:
		return "*"
	case p.Min == 1 && p.Max == xsd.Unbounded:
		return "+"
	case p.Max == xsd.Unbounded:
		return "{" + strconv.Itoa(p.Min) + ",}"
	case p.Min == p.Max:
		return "{" + strconv.Itoa(p.Min) + "}"
	}
	return "{" + strconv.Itoa(p.Min) + "," + strconv.Itoa(p.Max) + "}"
}

func (w *schemaWriter) wildcard(c *xsd.Wildcard) string {
	words := []string{"any"}
	switch c.Constraint {
	case xsd.NotNamespace:
		words = []string{"other"}
	case xsd.NamespacesList:
		words = nil
	}
	if c.Constraint != xsd.AnyNamespace {
		for _, uri := range c.Namespaces {
			words = append(words, schemaString(w.replaced(uri)))
		}
		if c.Constraint == xsd.NotNamespace && len(c.Namespaces) == 0 {
			words = append(words, `""`)
		}
	}
	return "<" + strings.Join(append(words, [...]string{xsd.Strict: "strict", xsd.Lax: "lax", xsd.Skip: "skip"}[c.ProcessContents]), " ") + ">"
}

func blocked(set xsd.DerivationSet) string {
	text := ""
	for _, d := range []struct {
		d    xsd.Derivation
		word string
	}{{xsd.Restriction, " restriction"}, {xsd.Extension, " extension"}, {xsd.Substitution, " substitution"}} {
		if set.Has(d.d) {
			text += d.word
		}
	}
	if text == "" {
		return ""
	}
	return "blocks" + text
}

// fitsLine reports whether words fit on a line after the indentation.
func fitsLine(words []string, indent string) bool {
	n := 8 * len(indent)
	for _, word := range words {
		if strings.Contains(word, "\n") {
			return false
		}
		n += len(word) + 2
	}
	return n <= lineWidth
}

// joined returns (a, b, c), on several lines if necessary.
func joined(words []string, sep, indent string) string {
	if fitsLine(words, indent) {
		return "(" + strings.Join(words, sep+" ") + ")"
	}
	return "(\n" + indent + "\t" + strings.Join(words, sep+"\n"+indent+"\t") + "\n" + indent + ")"
}

// braced returns { a b c }, on several lines if necessary.
func braced(words []string, indent string) string {
	if fitsLine(words, indent) {
		return strings.Join(append(append([]string{"{"}, words...), "}"), " ")
	}
	return "{\n" + indent + "\t" + strings.Join(words, "\n"+indent+"\t") + "\n" + indent + "}"
}

// onLines returns ` "a" "b"`, on several lines if necessary.
func onLines(words []string, indent string) string {
	if fitsLine(words, indent) {
		return " " + strings.Join(words, " ")
	}
	return "\n" + indent + "\t" + strings.Join(words, "\n"+indent+"\t")
}
