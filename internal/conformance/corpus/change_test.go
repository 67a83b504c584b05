package corpus_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/schema"
)

// changes are the kinds of changes that changedDocument makes. Most of them make most documents invalid.
var changes = []string{
	"element removed", "element repeated", "elements exchanged", "element added", "element renamed", "other namespace", "text added",
	"text changed", "attribute removed", "attribute added", "attribute changed", "nil",
}

// edges are lexical forms at the edges of built-in types and of facets.
var edges = []string{
	"", "no such value", "-", "1.2.3", "abc", "12", "0", "-1", "-99999999999999999999", "99999999999999999999", "0.00000000001", "2026-13-45",
	"not/a:name", "wrong:Unknown", "2147483648", "-129", "256", "true", "2026-11-30", "P1Y", "0A", "a b", strings.Repeat("9", 23),
	strings.Repeat("long ", 400) + "end",
}

// changedDocument returns a copy of a document with one change of a kind, and the name of the element that is changed; nil if none
// can be.
func changedDocument(text []byte, kind string, random *rand.Rand) (changed []byte, name string) {
	doc, _ := xmltree.Parse("instance.xml", text, xmltree.Limits{})
	all := []*xmltree.Element{doc.Root}
	for i := 0; i < len(all); i++ {
		all = append(all, slices.Collect(all[i].Elements())...)
	}
	for _, i := range random.Perm(len(all)) {
		edits := &xmltree.Edits{Doc: doc}
		if change(edits, all[i], kind, random); !edits.Empty() {
			return []byte(edits.Between(0, len(doc.Text))), all[i].Name.Local
		}
	}
	return nil, ""
}

// change makes a change if the element can have it.
func change(edits *xmltree.Edits, e *xmltree.Element, kind string, random *rand.Rand) {
	source := func(e *xmltree.Element) string { return string(e.Doc.Text[e.Offset:e.End]) }
	from, to, hasContent := e.Content()
	attributes := slices.DeleteFunc(slices.Clone(e.Attrs), (*xmltree.Attr).IsDeclaration)
	declares := slices.ContainsFunc(e.Attrs, (*xmltree.Attr).IsDeclaration)
	children := slices.Collect(e.Elements())
	value := edges[random.IntN(len(edges))]
	switch {
	case kind == "element removed" && e.Parent != nil:
		edits.RemoveElement(e)
	case kind == "element repeated" && e.Parent != nil:
		edits.Insert(e.End, source(e))
	case kind == "elements exchanged" && len(children) > 1:
		i := random.IntN(len(children) - 1)
		edits.Replace(children[i].Offset, children[i].End, source(children[i+1]))
		edits.Replace(children[i+1].Offset, children[i+1].End, source(children[i]))
	case kind == "element added":
		edits.AppendTo(e, "<unexpected/>", "")
	case kind == "element renamed" && e.Parent != nil:
		edits.Rename(e, "unexpected")
	case kind == "other namespace" && e.Parent != nil && !declares && !strings.Contains(source(e), "type="):
		prefix, _, _ := strings.Cut(e.RawName(), ":")
		if prefix == e.RawName() {
			edits.AddAttribute(e, "xmlns", "urn:example:wrong")
		} else {
			edits.AddAttribute(e, "xmlns:"+prefix, "urn:example:wrong")
		}
	case kind == "text added" && (len(children) > 0 || !hasContent):
		edits.AppendTo(e, "unexpected", "")
	case kind == "text changed" && len(children) == 0 && hasContent:
		edits.Replace(from, to, xmltree.Escape(value))
	case kind == "attribute removed" && len(attributes) > 0:
		edits.RemoveAttribute(attributes[random.IntN(len(attributes))])
	case kind == "attribute added":
		edits.AddAttribute(e, "unexpected", "value")
	case kind == "attribute changed" && len(attributes) > 0:
		edits.SetValue(attributes[random.IntN(len(attributes))], value)
	case kind == "nil" && e.AttrNS(schema.XSINamespace, "nil") == nil:
		edits.AddAttribute(e, "xmlns:wrong", schema.XSINamespace)
		edits.AddAttribute(e, "wrong:nil", "true")
	}
}
