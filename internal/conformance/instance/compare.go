// Package instance compares instances that package sample of the run-time makes by their schema, for tests. They have anything that a
// schema allows, and not only what generated code writes.
package instance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Compare returns an error that describes the first difference between an instance and another document, nil if they are equivalent.
//
// It ignores prefixes, namespace declarations, comments, the order of attributes, white space between elements, the order of
// elements in an xs:all, xsi:schemaLocation, xsi:nil="false", an xsi:type that names the declared type, and the xsi:type of an
// element that is nil or has no declaration. Values are equal if their types say so, whatever their lexical form; QNames in values
// are compared by namespace and local name.
func Compare(set *component.Set, instance, other []byte) error {
	a, found := xmltree.Parse("instance.xml", instance, xmltree.Limits{})
	b, more := xmltree.Parse("other.xml", other, xmltree.Limits{})
	if a == nil || b == nil {
		return fmt.Errorf("a document is not well-formed: %v%v", found, more)
	}
	c := comparison{set}
	return c.elements(a.Root, b.Root, c.childType(nil, a.Root))
}

type comparison struct{ set *component.Set }

// elements compares two elements. declared is nil if nothing declares the first one.
func (c comparison) elements(a, b *xmltree.Element, declared *component.Type) error {
	t, other := c.typeOf(a, declared), c.typeOf(b, declared)
	switch isNil := hasNil(a); {
	case a.Name != b.Name:
		return fmt.Errorf("got the element %s, want %s", b.Name, a.Name)
	case isNil != hasNil(b):
		return fmt.Errorf("xsi:nil of %s: got %v", a.Name, !isNil)
	case declared != nil && t != other && !isNil:
		return fmt.Errorf("xsi:type of %s: got %v, want %v", a.Name, other.Name, t.Name)
	}
	if t = cmp.Or(t, other); t == nil {
		t = anyType
	}
	if err := c.attributes(a, b, t.Definition()); err != nil {
		return err
	}
	return c.content(a, b, t)
}

var anyType = component.Builtin(xsd.QName{Space: xsd.Namespace, Local: "anyType"})

func hasNil(e *xmltree.Element) bool {
	a := e.AttrNS(schema.XSINamespace, "nil")
	return a != nil && !slices.Contains([]string{"false", "0"}, strings.TrimSpace(a.Value))
}

// typeOf returns the type that xsi:type names, or else the declared one, also for soapenc:Array, which any array may have with SOAP
// encoding (SOAP 1.1, section 5.4.2).
func (c comparison) typeOf(e *xmltree.Element, declared *component.Type) *component.Type {
	if a := e.AttrNS(schema.XSINamespace, "type"); a != nil {
		if name, err := e.ResolveQName(a.Value); err == nil && name.Local != "Array" {
			return cmp.Or(c.set.Type(xsd.QName(name)), declared)
		}
	}
	return declared
}

// childType returns the declared type of an element in the content of a type, which may be nil; nil if nothing declares it.
func (c comparison) childType(t *component.Type, e *xmltree.Element) *component.Type {
	name := xsd.QName(e.Name)
	if t != nil {
		if items := t.Definition().Items; items != nil {
			return items
		}
		for p := range t.Definition().Content.All {
			if p.Element == nil {
				continue
			}
			for _, member := range append(p.Element.Substitutes(), p.Element) {
				if member.Name == name {
					return member.Declaration().Type
				}
			}
		}
	}
	if global := c.set.Element(name); global != nil {
		return global.Declaration().Type
	}
	for _, message := range c.set.Messages(name) { // the one with these parts
		declared := message.Declaration().Type
		content := declared.Definition().Content
		isOther := func(part *xmltree.Element) bool { return content.Find(xsd.QName(part.Name)) == nil }
		if !slices.ContainsFunc(slices.Collect(e.Elements()), isOther) {
			return declared
		}
	}
	return nil
}

// attributes compares the attributes of two elements, except attributes such as xsi:type.
func (c comparison) attributes(a, b *xmltree.Element, d *component.Definition) error {
	isIgnored := func(a *xmltree.Attr) bool { return a.IsDeclaration() || a.Name.Space == schema.XSINamespace }
	ours, others := slices.DeleteFunc(slices.Clone(a.Attrs), isIgnored), slices.DeleteFunc(slices.Clone(b.Attrs), isIgnored)
	if len(ours) != len(others) {
		return fmt.Errorf("got %d attributes of %s, want %d", len(others), a.Name, len(ours))
	}
	for _, attribute := range ours {
		declared := c.set.Attribute(xsd.QName(attribute.Name))
		if i := slices.IndexFunc(d.Attributes, func(use *component.Attribute) bool { return use.Name == xsd.QName(attribute.Name) }); i >= 0 {
			declared = d.Attributes[i]
		}
		other := b.AttrNS(attribute.Name.Space, attribute.Name.Local)
		if other == nil || !same(cmp.Or(declared, new(component.Attribute)).Type, expanded(a, attribute.Value), expanded(b, other.Value)) {
			return fmt.Errorf("got no attribute of %s that equals %s=%q", a.Name, attribute.Name, attribute.Value)
		}
	}
	return nil
}

// content compares the content of two elements of a type.
func (c comparison) content(a, b *xmltree.Element, t *component.Type) error {
	ours, others := slices.Collect(a.Elements()), slices.Collect(b.Elements())
	text := t.Definition().Text
	if t.Simple {
		text = t
	}
	if text != nil && len(ours)+len(others) == 0 {
		if want, got := expanded(a, a.Text()), expanded(b, b.Text()); !same(text, want, got) {
			return fmt.Errorf("got the value %q of %s, want %q", got, a.Name, want)
		}
		return nil
	}
	if want, got := texts(a), texts(b); want != got {
		return fmt.Errorf("got the texts %q in %s, want %q", got, a.Name, want)
	}
	if len(ours) != len(others) {
		return fmt.Errorf("got %d elements in %s, want %d", len(others), a.Name, len(ours))
	}
	for p := range t.Definition().Content.All {
		if p.Kind == component.All {
			byName := func(a, b *xmltree.Element) int { return a.Name.Compare(b.Name) }
			slices.SortStableFunc(ours, byName)
			slices.SortStableFunc(others, byName)
		}
	}
	for i, child := range ours {
		if err := c.elements(child, others[i], c.childType(t, child)); err != nil {
			return err
		}
	}
	return nil
}

// texts returns the texts before, between and after the child elements, "" if all of them are white space.
func texts(e *xmltree.Element) string {
	var all strings.Builder
	for _, n := range e.Nodes {
		if all.WriteString(n.Text); n.Element != nil {
			all.WriteString("<>")
		}
	}
	if strings.TrimSpace(strings.ReplaceAll(all.String(), "<>", "")) == "" {
		return ""
	}
	return all.String()
}

// expanded returns a text with the namespaces of the prefixes in it, in Clark's notation.
func expanded(scope *xmltree.Element, text string) string {
	if !strings.Contains(text, ":") {
		return text
	}
	words := strings.Fields(text)
	for i, word := range words {
		prefix, local, _ := strings.Cut(word, ":")
		if uri, ok := scope.LookupPrefix(prefix); ok && local != "" {
			words[i] = "{" + uri + "}" + local
			text = strings.Join(words, " ")
		}
	}
	return text
}

// same reports whether two texts are equal values of a type: whether a type that has only one of them has the other. t may be nil.
func same(t *component.Type, a, b string) bool {
	if a == b || t == nil {
		return a == b
	}
	only := *t.Definition()
	only.Base, only.Facets = t, &component.Facets{Enumeration: []component.Value{{Text: a}}}
	return validate.SimpleValues{}.Check(component.NewType(true, &only), b) == nil
}
