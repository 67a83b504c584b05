package component_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// documents returns a set of documents, given by their names and texts; the first is the main one. A location is the name of a
// document.
func documents(texts ...string) *contract.DocumentSet {
	files := make(fstest.MapFS)
	set := &contract.DocumentSet{Files: files, Lenient: true}
	var references []contract.DocumentReference
	for i := 0; i < len(texts); i += 2 {
		references = append(references, contract.DocumentReference{Location: texts[i], Document: texts[i]})
	}
	for i := 0; i < len(texts); i += 2 {
		files[texts[i]] = &fstest.MapFile{Data: []byte(texts[i+1])}
		set.Documents = append(set.Documents, contract.Document{Name: texts[i], File: texts[i], References: references})
	}
	return set
}

// schemaOf returns a schema for urn:t with some content. In place of the name of the element are more attributes.
func schemaOf(content string, attributes ...string) string {
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:u="urn:u" targetNamespace="urn:t" ` + strings.Join(attributes, " ") + `>` + content + `</xs:schema>`
}

func read(t testing.TB, texts ...string) *component.Set {
	t.Helper()
	set, err := component.Read(documents(texts...))
	must(t, err)
	return set
}

func name(local string) xsd.QName { return xsd.QName{Space: "urn:t", Local: local} }

// printer prints components. Types with a name are printed by their names.
type printer struct {
	strings.Builder
	plain bool // without the namespaces of values, and the members of substitution groups
}

func short(n xsd.QName) string {
	switch n.Space {
	case "":
		return n.Local
	case xsd.Namespace:
		return "xs:" + n.Local
	}
	return strings.TrimPrefix(n.Space, "urn:") + ":" + n.Local
}

func (p *printer) ref(t *component.Type) {
	if t.Name.Local != "" {
		p.WriteString(short(t.Name))
		return
	}
	p.definition(t)
}

func (p *printer) definition(t *component.Type) {
	d := t.Definition()
	p.WriteString("(")
	if d.Abstract {
		p.WriteString("abstract ")
	}
	if d.Mixed {
		p.WriteString("mixed ")
	}
	if d.Block != 0 {
		fmt.Fprintf(p, "block=%d ", d.Block)
	}
	p.WriteString(map[component.Derivations]string{component.Restriction: "restricts ", component.Extension: "extends "}[d.By])
	if d.Base != nil {
		p.ref(d.Base)
	}
	if t.Simple {
		p.simple(d)
	}
	for _, a := range d.Attributes {
		p.WriteString(" @" + short(a.Name) + " ")
		p.ref(a.Type)
		if a.Required {
			p.WriteString("!")
		}
		p.value("=", a.Default)
		p.value("==", a.Fixed)
	}
	if d.AnyAttribute != nil {
		p.WriteString(" @")
		p.wildcard(d.AnyAttribute)
	}
	if d.Text != nil {
		p.WriteString(" text ")
		p.ref(d.Text)
	}
	if d.Items != nil {
		p.WriteString(" items ")
		p.ref(d.Items)
	}
	if d.Content != nil {
		p.WriteString(" ")
		p.particle(d.Content)
	}
	p.WriteString(")")
}

func (p *printer) simple(d *component.Definition) {
	p.WriteString([...]string{" any", "", " list of ", " union of"}[d.Variety])
	if d.Item != nil {
		p.ref(d.Item)
	}
	for _, m := range d.Members {
		p.WriteString(" ")
		p.ref(m)
	}
	f := d.Facets
	if f == nil {
		return
	}
	for _, one := range [...]struct{ name, value string }{
		{"whiteSpace", f.WhiteSpace}, {"length", f.Length}, {"minLength", f.MinLength}, {"maxLength", f.MaxLength}, {"totalDigits", f.TotalDigits},
		{"fractionDigits", f.FractionDigits}, {"minInclusive", f.MinInclusive}, {"minExclusive", f.MinExclusive}, {"maxInclusive", f.MaxInclusive},
		{"maxExclusive", f.MaxExclusive},
	} {
		if one.value != "" {
			p.WriteString(" " + one.name + "=" + one.value)
		}
	}
	if f.Patterns != nil {
		fmt.Fprintf(p, " pattern=%v", f.Patterns)
	}
	for i := range f.Enumeration {
		p.value(" ", &f.Enumeration[i])
	}
}

func (p *printer) value(mark string, v *component.Value) {
	if v == nil {
		return
	}
	p.WriteString(mark + v.Text)
	if n, ok := v.Expand(v.Text); ok && n.Space != "" && !p.plain {
		p.WriteString("{" + n.Space + "}")
	}
}

func (p *printer) wildcard(w *component.Wildcard) {
	switch {
	case w.Any:
		p.WriteString("*")
	case w.Not:
		fmt.Fprintf(p, "!%q", w.Namespaces)
	default:
		fmt.Fprintf(p, "%q", w.Namespaces)
	}
	p.WriteString(map[xsd.Process]string{xsd.Lax: "lax", xsd.Skip: "skip"}[w.Process])
}

func (p *printer) particle(c *component.Particle) {
	switch c.Kind {
	case component.ElementTerm:
		p.WriteString(short(c.Element.Name))
		if !c.Element.Global {
			p.WriteString(":")
			p.declaration(c.Element)
		}
		if all := c.Element.Substitutes(); all != nil && !p.plain {
			p.WriteString("<")
			for i, e := range all {
				p.WriteString(strings.Repeat("|", min(i, 1)) + short(e.Name))
			}
			p.WriteString(">")
		}
	case component.WildcardTerm:
		p.wildcard(c.Wildcard)
	default:
		p.WriteString("[")
		for i, child := range c.Particles {
			if i > 0 {
				p.WriteString([...]string{component.Sequence: " ", component.Choice: "|", component.All: "&"}[c.Kind])
			}
			p.particle(child)
		}
		p.WriteString("]")
	}
	if c.Min != 1 || c.Max != 1 {
		fmt.Fprintf(p, "{%d,%d}", c.Min, c.Max)
	}
}

func (p *printer) declaration(e *component.Element) {
	d := e.Declaration()
	p.ref(d.Type)
	for _, one := range [...]struct {
		is   bool
		text string
	}{{d.Nillable, " nillable"}, {d.Abstract, " abstract"}, {d.Message, " message"}} {
		if one.is {
			p.WriteString(one.text)
		}
	}
	if d.Block != 0 {
		fmt.Fprintf(p, " block=%d", d.Block)
	}
	p.value("=", d.Default)
	p.value("==", d.Fixed)
	for _, c := range d.Constraints {
		fmt.Fprintf(p, " {%d %v %v %s [", c.Kind, c.Name, c.Refer, pathsText(c.Selector))
		for i, f := range c.Fields {
			fmt.Fprintf(p, "%.*s%s", i, " ", pathsText(f))
		}
		p.WriteString("]}")
	}
}

// pathsText writes paths as an expression with names in Clark's notation.
func pathsText(paths []component.Path) string {
	var all []string
	for _, one := range paths {
		text := strings.Repeat(".//", map[bool]int{true: 1}[one.Deep])
		for i, name := range one.Steps {
			text += strings.Repeat("/", min(i, 1)) + "{" + name.Space + "}" + name.Local
		}
		if one.Attribute != nil {
			text += "@{" + one.Attribute.Space + "}" + one.Attribute.Local
		}
		all = append(all, cmp.Or(text, "."))
	}
	return strings.Join(all, "|")
}

// printed returns the type, the element and the attribute with a name.
func printed(set *component.Set, n xsd.QName) string { return new(printer).all(set, n) }

// printedPlain is printed without what the documents of another package may say.
func printedPlain(set *component.Set, n xsd.QName) string { return (&printer{plain: true}).all(set, n) }

func (p *printer) all(set *component.Set, n xsd.QName) string {
	if t := set.Type(n); t != nil {
		p.definition(t)
	}
	if e := set.Element(n); e != nil {
		p.WriteString("<")
		p.declaration(e)
		p.WriteString(">")
	}
	if a := set.Attribute(n); a != nil {
		p.WriteString("@")
		p.ref(a.Type)
		p.value("=", a.Default)
		p.value("==", a.Fixed)
	}
	for _, e := range set.Messages(n) {
		p.WriteString("<")
		p.declaration(e)
		p.WriteString(">")
	}
	return p.String()
}

// must ends a test of which a preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
