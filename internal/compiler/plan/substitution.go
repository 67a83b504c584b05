package plan

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xsd"
)

// isHeadElement reports whether e is the head element of a substitution group, or
// abstract (XML Schema part 1, section 3.3.6).
func isHeadElement(e *xsd.ElementDeclaration) bool { return e.Abstract || len(e.Substitutes) > 0 }

// groupMembers returns the elements that may occur in place of e: e itself, unless
// it is abstract, and the members of its substitution group.
func groupMembers(e *xsd.ElementDeclaration) []*xsd.ElementDeclaration {
	if !isHeadElement(e) {
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

// setGroup sets the type of f to the struct for the substitution group of e, which
// has a field for each member. All fields for e share that struct.
func (p *planner) setGroup(f *ir.Field, e *xsd.ElementDeclaration) {
	f.Name, f.Wire, f.Nillable, f.Group = e.Name.Local, ir.Name{}, false, p.groupStruct(e)
	doc := "The element " + e.Name.Local + " or a member of its substitution group."
	if e.Abstract {
		doc = "A member of the substitution group of " + e.Name.Local + "."
	}
	if f.Doc != "" {
		doc += "\n\n" + f.Doc
	}
	f.Doc = doc
}

func (p *planner) groupStruct(e *xsd.ElementDeclaration) *ir.Struct {
	if s := p.groupStructs[e]; s != nil {
		return s
	}
	s := &ir.Struct{Kind: "group", WSDLName: e.Name.Local, Pos: e.Pos}
	p.origin[s] = originOf(&e.Info)
	if p.groupStructs == nil {
		p.groupStructs = make(map[*xsd.ElementDeclaration]*ir.Struct)
	}
	p.groupStructs[e] = s
	p.pkg.Structs = append(p.pkg.Structs, s)
	p.nameSubstitutionGroup(s, e)
	for _, m := range groupMembers(e) {
		f := &ir.Field{Wire: wireName(m.Name), Doc: m.Documentation, Nillable: m.Nillable, Occurs: ir.Optional, Pos: m.Pos}
		p.elementOf[f] = m
		p.setType(f, m.Type, ownerOf(m, nil))
		s.Fields = append(s.Fields, f)
	}
	return s
}

// groupResult plans the value of the head element of a substitution group.
func (p *planner) groupResult(e *xsd.ElementDeclaration) *ir.Result {
	p.rejectEmptyGroup(e, e.Pos)
	return &ir.Result{Kind: ir.OneResult, Item: ir.Field{Struct: p.groupStruct(e)}}
}

// groupMemberNames returns the names of groupMembers; nil if e is not a head
// element.
func groupMemberNames(e *xsd.ElementDeclaration) []ir.Name {
	if !isHeadElement(e) {
		return nil
	}
	var names []ir.Name
	for _, m := range groupMembers(e) {
		names = append(names, wireName(m.Name))
	}
	return names
}

// rejectEmptyGroup reports an abstract element without substitutes: nothing can be
// sent where it is expected.
func (p *planner) rejectEmptyGroup(e *xsd.ElementDeclaration, pos diag.Pos) {
	if len(groupMembers(e)) == 0 {
		p.unsupported(pos, "a message whose element is the abstract %s, for which there is no substitute,", quoted(e.Name.Local))
	}
}

// rejectAbstract reports an abstract element.
func (p *planner) rejectAbstract(e *xsd.ElementDeclaration, pos diag.Pos) {
	if e.Abstract {
		p.unsupported(pos, "a message whose element is the abstract %s", quoted(e.Name.Local))
	}
}
