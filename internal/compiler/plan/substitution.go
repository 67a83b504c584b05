package plan

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// isHead reports whether other elements may stand where e may, or have to (XML
// Schema part 1, section 3.3.6).
func isHead(e *xsd.ElementDeclaration) bool { return e.Abstract || len(e.Substitutes) > 0 }

// membersOf returns the elements that may stand where e may, e first.
func membersOf(e *xsd.ElementDeclaration) []*xsd.ElementDeclaration {
	if !isHead(e) {
		return []*xsd.ElementDeclaration{e}
	}
	var members []*xsd.ElementDeclaration
	for _, m := range append([]*xsd.ElementDeclaration{e}, e.SubstitutionGroup()...) {
		if !m.Abstract {
			members = append(members, m)
		}
	}
	return members
}

// grouped makes f the field for an element or one that stands for it: a struct
// with a field for each, which all places where the element stands share.
func (p *planner) grouped(f *Field, e *xsd.ElementDeclaration) {
	f.Name, f.Wire, f.Nillable, f.Group = e.Name.Local, Name{}, false, p.groupOf(e)
	what := "The element " + e.Name.Local + ", or one that stands for it."
	if e.Abstract {
		what = "An element that stands for " + e.Name.Local + "."
	}
	if f.Doc != "" {
		what += "\n\n" + f.Doc
	}
	f.Doc = what
}

func (p *planner) groupOf(e *xsd.ElementDeclaration) *Struct {
	if s := p.groups[e]; s != nil {
		return s
	}
	s := &Struct{Kind: "group", WSDLName: e.Name.Local, pos: e.Pos, home: homeOf(&e.Info)}
	if p.groups == nil {
		p.groups = make(map[*xsd.ElementDeclaration]*Struct)
	}
	p.groups[e] = s
	p.pkg.Structs = append(p.pkg.Structs, s)
	p.nameGroup(s, e)
	for _, m := range membersOf(e) {
		f := &Field{Wire: wireName(m.Name), Doc: m.Documentation, Nillable: m.Nillable, Occurs: Optional, pos: m.Pos}
		p.typed(f, m.Type, ownerOf(m, nil), m.Pos)
		s.Fields = append(s.Fields, f)
	}
	return s
}

// memberResult plans the value of an element that others may stand for.
func (p *planner) memberResult(e *xsd.ElementDeclaration) *Result {
	p.refuseAlone(e, e.Pos)
	return &Result{Kind: OneResult, Item: Field{Struct: p.groupOf(e)}}
}

// memberNames returns the names of the elements that may stand where e may; nil
// if there is only e.
func memberNames(e *xsd.ElementDeclaration) []Name {
	if !isHead(e) {
		return nil
	}
	var names []Name
	for _, m := range membersOf(e) {
		names = append(names, wireName(m.Name))
	}
	return names
}

// IsGroup reports whether the struct is for an element that others may stand
// for: it reads and writes their tags, too.
func (s *Struct) IsGroup() bool { return s.Kind == "group" }

// refuseAlone reports an abstract element that none stands for: nothing can be
// sent where it is expected.
func (p *planner) refuseAlone(e *xsd.ElementDeclaration, pos diag.Pos) {
	if len(membersOf(e)) == 0 {
		p.unsupported(pos, "a message whose element is the abstract %s, which no other stands for,", quoted(e.Name.Local))
	}
}

// refuseAbstract reports an element that cannot be sent by itself.
func (p *planner) refuseAbstract(e *xsd.ElementDeclaration, pos diag.Pos) {
	if e.Abstract {
		p.unsupported(pos, "a message whose element is the abstract %s", quoted(e.Name.Local))
	}
}
