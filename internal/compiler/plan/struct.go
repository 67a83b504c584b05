package plan

import "slices"

// Row is a line of the decoder's table: an element, or the attribute, that a
// struct holds.
type Row struct {
	Wire Name
	Many bool
	Must bool // an attribute that has to be there
	Any  *Wildcard
}

// HasAttrs reports whether the codec of the struct writes the end of the start
// tag itself, after the attributes.
func (s *Struct) HasAttrs() bool {
	return s.Array != nil || len(s.Attrs) > 0 || s.AnyAttribute != nil || s.Base != nil && s.Base.HasAttrs()
}

// AttrRows returns the rows of all attributes, those of the bases first.
func (s *Struct) AttrRows() []Row {
	var rows []Row
	if s.Base != nil {
		rows = s.Base.AttrRows()
	}
	for _, f := range s.Attrs {
		rows = append(rows, Row{Wire: f.Wire, Must: f.Occurs == One})
	}
	return rows
}

// Rows returns the rows of all elements, those of the bases first; none for
// simple content.
func (s *Struct) Rows() []Row {
	if s.Simple {
		return nil
	}
	var rows []Row
	if s.Base != nil && !s.Whole {
		rows = s.Base.Rows()
	}
	for _, f := range s.Fields {
		rows = append(rows, f.Rows()...)
	}
	return rows
}

// Rows returns the rows of one field.
func (f *Field) Rows() []Row {
	switch {
	case f.Items != nil:
		rows := f.Items.Rows()
		for i := range rows {
			rows[i].Many = true
		}
		return rows
	case f.Group != nil:
		rows := f.Group.Rows()
		for i := range rows {
			rows[i].Many = f.Occurs == Many
		}
		return rows
	case f.Any != nil:
		return []Row{{Many: f.Occurs == Many, Any: f.Any}}
	}
	return []Row{{Wire: f.Wire, Many: f.Occurs == Many}}
}

// FirstRow returns how many rows of elements come before the own ones.
func (s *Struct) FirstRow() int {
	if s.Base == nil || s.Whole {
		return 0
	}
	return len(s.Base.Rows())
}

// OnlyList returns the field of a struct that is nothing but a repeated element of
// a simple type; nil if it is more, or something else.
func (s *Struct) OnlyList() *Field {
	if s.Base != nil || s.Simple || s.Mixed || len(s.Attrs) > 0 || s.AnyAttrs != nil || len(s.Fields) != 1 {
		return nil
	}
	f := s.Fields[0]
	if f.Occurs != Many || f.Nillable || f.Scalar == nil || f.Any != nil || f.Items != nil {
		return nil
	}
	return f
}

// Plain reports whether a struct stands alone, it embeds none and none embeds
// it, and whether each of its fields is one element or attribute.
func (s *Struct) Plain() bool {
	composite := func(f *Field) bool { return f.Items != nil || f.Group != nil }
	return s.Base == nil && !s.Extended && s.AnyAttribute == nil && !slices.ContainsFunc(s.Fields, composite)
}

// AddsNothing reports whether a struct is another one under a name of its own.
func (s *Struct) AddsNothing() bool {
	return s.Base != nil && len(s.Attrs) == 0 && len(s.Fields) == 0 && s.AnyAttribute == s.Base.AnyAttribute
}

// synthetic returns the fields whose names are none of the contract's.
func (s *Struct) synthetic() []*Field {
	var fields []*Field
	for _, f := range []*Field{s.Text, s.AnyAttrs} {
		if f != nil {
			fields = append(fields, f)
		}
	}
	return fields
}

// HasContent reports whether the codec writes anything between the tags.
func (s *Struct) HasContent() bool {
	return len(s.Fields) > 0 || s.Base != nil && !s.Whole && s.Base.HasContent()
}

// requireRows notes which rows of each struct must be there.
func (p *planner) requireRows() {
	for _, s := range p.pkg.Structs {
		s.Required = s.required()
	}
}

func (s *Struct) required() []int {
	if s.Simple {
		return nil
	}
	var required []int
	row := 0
	if s.Base != nil && !s.Whole {
		required, row = s.Base.required(), s.FirstRow()
	}
	for _, f := range s.Fields {
		if f.Items == nil && f.Group == nil && (f.Occurs == One && !f.Lax || f.Must) {
			required = append(required, row)
		}
		row += len(f.Rows())
	}
	return required
}
