package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// fieldNames requests the names of fields of a struct, whose name in --rename is id.
func fieldNames(s *ir.Struct, id naming.ID, fields []*ir.Field, suffix string) (names []*naming.Candidate) {
	kind, mark := "field", ""
	if suffix == "Attr" {
		kind, mark = "attribute", "@"
	}
	for _, f := range fields {
		member := mark + goBase(f)
		if f.Wire.Local == "" {
			member = "#" + f.Name
		} else if f.Wire.Space != "" && f.Wire.Space != id.Space {
			member = mark + "{" + f.Wire.Space + "}" + goBase(f)
		}
		c := &naming.Candidate{
			ID:    id.Inside(kind, goBase(f)),
			Scope: s, Want: naming.GoName(goBase(f)), Suffix: suffix, Key: id.Member(kind, member),
			Description: "the field " + quoted(f.Wire.Local), Pos: f.Pos, Set: func(name string) { f.Name = name },
		}
		if f.Wire.Local == "" && !(s.Simple && suffix == "Element") { // its name is not from the contract, so others have precedence
			c.Rank, c.Suffix, c.Description = 1, "Content", "a field without a name in the contract"
		}
		names = append(names, c)
	}
	return names
}

// syntheticFields returns the fields without a name in the contract.
func syntheticFields(s *ir.Struct) []*ir.Field {
	return slices.DeleteFunc([]*ir.Field{s.Text, s.AnyAttrs, s.IsNil, s.XSITypes}, func(f *ir.Field) bool { return f == nil })
}

// goBase returns the name that a field's Go name is made from: Name if it is set
// (the value of simple content, for example), otherwise the name of the element or
// attribute.
func goBase(f *ir.Field) string { return cmp.Or(f.Name, f.Wire.Local) }

// attachmentNames requests names for the fields for attachments. Fields for elements have
// precedence. Users refer to the field for the media type as ATTACHMENT/type.
func attachmentNames(s *ir.Struct, id naming.ID) (names []*naming.Candidate) {
	add := func(f *ir.Field, rank int, path, what string) {
		names = append(names, &naming.Candidate{
			ID:    id.Inside("attachment", path),
			Scope: s, Want: naming.GoName(f.Name), Suffix: "Attachment", Rank: rank, Key: id.Member("attachment", path),
			Description: what, Pos: f.Pos, Set: func(name string) { f.Name = name },
		})
	}
	for _, a := range s.Attachments {
		add(a.Field, 1, a.Part, "the attachment "+quoted(a.Part))
		if a.Media != nil {
			add(a.Media, 2, a.Part+"/type", "the media type of the attachment "+quoted(a.Part))
		}
	}
	return names
}
