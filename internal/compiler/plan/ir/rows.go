package ir

// Row is a row of the decoder's table: an element, an attribute or a wildcard of a
// struct.
type Row struct {
	Wire Name
	Many bool
	Must bool // a required attribute
	Any  *Wildcard
}

// HasAttrs reports whether the struct can have attributes. If so, its codec writes
// the attributes and the end of the start tag.
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
	if s.Base != nil && !s.ReplacesBase {
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

// FirstRow returns the index of the struct's first own row: the number of rows of
// its base.
func (s *Struct) FirstRow() int {
	if s.Base == nil || s.ReplacesBase {
		return 0
	}
	return len(s.Base.Rows())
}

// HasContent reports whether the codec writes anything between the start tag and
// the end tag.
func (s *Struct) HasContent() bool {
	return len(s.Fields) > 0 || s.Base != nil && !s.ReplacesBase && s.Base.HasContent()
}
