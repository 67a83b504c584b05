package plan

// Row is a line of the decoder's table: an element, or the attribute, that a
// struct holds.
type Row struct {
	Wire Name
	Many bool
	Must bool // an attribute that has to be there
}

// HasAttrs reports whether the codec of the struct writes the end of the start
// tag itself, after the attributes.
func (s *Struct) HasAttrs() bool {
	return len(s.Attrs) > 0 || s.Base != nil && s.Base.HasAttrs()
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
	if s.Base != nil {
		rows = s.Base.Rows()
	}
	for _, f := range s.Fields {
		rows = append(rows, f.rows()...)
	}
	return rows
}

// rows returns the rows of one field.
func (f *Field) rows() []Row { return []Row{{Wire: f.Wire, Many: f.Occurs == Many}} }

// FirstRow returns how many rows of elements come before the own ones.
func (s *Struct) FirstRow() int {
	if s.Base == nil {
		return 0
	}
	return len(s.Base.Rows())
}

// Plain reports whether a struct stands alone: it embeds none and none embeds
// it.
func (s *Struct) Plain() bool { return s.Base == nil && !s.Extended }

// AddsNothing reports whether a struct is another one under a name of its own.
func (s *Struct) AddsNothing() bool {
	return s.Base != nil && len(s.Attrs) == 0 && len(s.Fields) == 0
}

// HasContent reports whether the codec writes anything between the tags.
func (s *Struct) HasContent() bool {
	return len(s.Fields) > 0 || s.Base != nil && s.Base.HasContent()
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
	if s.Base != nil {
		required, row = s.Base.required(), s.FirstRow()
	}
	for _, f := range s.Fields {
		if f.Occurs == One || f.Must {
			required = append(required, row)
		}
		row += len(f.rows())
	}
	return required
}
