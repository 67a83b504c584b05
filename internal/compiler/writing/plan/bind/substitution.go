package bind

import (
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// groupMemberNames returns the names of GroupMembers; nil if e is not a head
// element.
func groupMemberNames(e *xsd.ElementDeclaration) []ir.Name {
	if !typing.IsHeadElement(e) {
		return nil
	}
	return collect.Each(typing.GroupMembers(e), func(m *xsd.ElementDeclaration) ir.Name { return typing.WireName(m.Name) })
}

// rejectEmptyGroup reports an abstract element without substitutes: nothing can be
// sent where it is expected.
func (p *planner) rejectEmptyGroup(e *xsd.ElementDeclaration, pos diag.Pos) {
	if len(typing.GroupMembers(e)) == 0 {
		p.unsupported(pos, "a message whose element is the abstract %s, for which there is no substitute,", diag.Quote(e.Name.Local))
	}
}
