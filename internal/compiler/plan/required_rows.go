package plan

import "example.com/quartet/internal/compiler/plan/ir"

// requireRows sets Required for each struct.
func requireRows(structs []*ir.Struct) {
	for _, s := range structs {
		s.Required = requiredRows(s)
	}
}

func requiredRows(s *ir.Struct) []int {
	if s.Simple {
		return nil
	}
	var required []int
	row := 0
	if s.Base != nil && !s.ReplacesBase {
		required, row = requiredRows(s.Base), s.FirstRow()
	}
	for _, f := range s.Fields {
		if f.Items == nil && f.Group == nil && (f.Occurs == ir.One && !f.Lax || f.Must) {
			required = append(required, row)
		}
		row += len(f.Rows())
	}
	return required
}
