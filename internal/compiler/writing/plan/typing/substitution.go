package typing

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// IsHeadElement reports whether e is the head element of a substitution group, or
// abstract (XML Schema part 1, section 3.3.6).
func IsHeadElement(e *xsd.ElementDeclaration) bool { return e.Abstract || len(e.Substitutes) > 0 }

// GroupMembers returns the elements that may occur in place of e: e itself, unless
// it is abstract, and the members of its substitution group.
func GroupMembers(e *xsd.ElementDeclaration) []*xsd.ElementDeclaration {
	if !IsHeadElement(e) {
		return []*xsd.ElementDeclaration{e}
	}
	all := append([]*xsd.ElementDeclaration{e}, e.SubstitutionGroup()...)
	return collect.Where(all, func(m *xsd.ElementDeclaration) bool { return !m.Abstract })
}

// hasMembers reports whether any element may occur in place of e.
func hasMembers(e *xsd.ElementDeclaration) bool { return !e.Abstract || len(GroupMembers(e)) > 0 }

// SetGroup sets the type of f to group, the struct for the substitution group of e, which
// has a field for each member. All fields for e share that struct.
func SetGroup(f *ir.Field, e *xsd.ElementDeclaration, group *ir.Struct) {
	f.Name, f.Wire, f.Nillable, f.Group = e.Name.Local, ir.Name{}, false, group
	doc := "The element " + e.Name.Local + " or a member of its substitution group."
	if e.Abstract {
		doc = "A member of the substitution group of " + e.Name.Local + "."
	}
	f.Doc = Docs(doc, f.Doc)
}

// Docs returns texts of documentation as paragraphs, without those that are empty.
func Docs(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n\n")
}

// GroupStruct plans the struct for the substitution group of e.
func (p *Planner) GroupStruct(e *xsd.ElementDeclaration) *ir.Struct {
	if s := p.out.Groups[e]; s != nil {
		return s
	}
	s := &ir.Struct{Kind: "group", WSDLName: e.Name.Local, Pos: e.Pos}
	p.out.Origins[s] = split.OriginOf(&e.Info)
	p.out.Groups[e] = s
	p.out.Structs = append(p.out.Structs, s)
	p.nameSubstitutionGroup(s, e)
	for _, m := range GroupMembers(e) {
		f := &ir.Field{Wire: WireName(m.Name), Doc: m.Documentation, Nillable: m.Nillable, Occurs: ir.Optional, Pos: m.Pos}
		p.out.ElementOf[f] = m
		p.SetType(f, m.Type, UserOf(m))
		p.SetDefault(f, m)
		s.Fields = append(s.Fields, f)
	}
	return s
}
