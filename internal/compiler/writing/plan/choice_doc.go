package plan

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// explainChoices adds to the documentation of a struct which of its fields are for the
// alternatives of an xs:choice. choiceOf has the xs:choice of each such field. The
// package comment says what that means.
func explainChoices(s *ir.Struct, choiceOf map[*ir.Field]*xsd.ModelGroup) {
	var groups []*xsd.ModelGroup
	names := make(map[*xsd.ModelGroup][]string)
	for _, f := range s.Fields {
		g := choiceOf[f]
		if g == nil {
			continue
		}
		if names[g] == nil {
			groups = append(groups, g)
		}
		names[g] = append(names[g], f.Name)
	}
	doc := "The choices are:"
	switch len(groups) {
	case 0:
		return
	case 1:
		doc = diag.Listed(names[groups[0]], "and") + " are parts of a choice."
		if len(names[groups[0]]) == 1 {
			doc = names[groups[0]][0] + " is part of a choice."
		}
	default:
		doc += " " + collect.Joined(groups, "; ", func(g *xsd.ModelGroup) string { return strings.Join(names[g], ", ") }) + "."
	}
	s.Choices = true
	s.Doc = typing.Docs(s.Doc, doc)
}
