package bind

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// noteEncoded records that a struct, if not nil, is used with SOAP encoding.
func (p *planner) noteEncoded(s *ir.Struct) {
	if s != nil {
		p.out.Encoded = append(p.out.Encoded, s)
	}
}

// MarkEncoded marks all structs that messages with SOAP encoding may contain: roots, which
// are among structs, and all that their fields may hold, including values of derived types.
// It sets Encoded of structs and fields, and allows fields to be nil.
func MarkEncoded(structs, roots []*ir.Struct) {
	var queue []*ir.Struct
	add := func(all ...*ir.Struct) {
		for _, s := range all {
			if s != nil {
				queue = append(queue, s)
			}
		}
	}
	add(roots...)
	derived := make(map[*ir.Struct][]*ir.Struct)
	for _, s := range structs {
		if s.Base != nil {
			derived[s.Base] = append(derived[s.Base], s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.Encoded {
			continue
		}
		s.Encoded = true
		add(s.Base)
		add(derived[s]...)
		for _, f := range s.Elements() {
			f.Encoded = true
			makeNilable(s, f)
			add(f.Struct, f.Items)
		}
	}
}

// makeNilable allows a required field to be nil: a nil accessor may be omitted or
// have xsi:nil (SOAP 1.1, section 5.1, rule 9). Numbers and booleans that are
// parts of a message are not changed.
func makeNilable(s *ir.Struct, f *ir.Field) {
	switch {
	case f.Wire.Local == "" || f.Occurs != ir.One || f.Items != nil || f.Any != nil:
	case f.Scalar != nil && f.Scalar.HasNil:
		f.Occurs = ir.Optional
	case f.Scalar != nil && s.Kind == "message" && isNumber(f.Scalar):
	default:
		f.Nillable, f.Lax = true, true
	}
}

// isNumber reports whether the Go type is a number or a boolean.
func isNumber(s *ir.Scalar) bool {
	return s.Go == "bool" || strings.HasPrefix(s.Go, "int") || strings.HasPrefix(s.Go, "uint") || strings.HasPrefix(s.Go, "float")
}

// encodedResult plans the result of an operation whose response has one accessor:
// a list if it is an array.
func (p *planner) encodedResult(m *boundOperation, e *xsd.ElementDeclaration) *ir.Result {
	r := p.oneResult(e, false)
	if s := r.Item.Struct; s != nil {
		p.noteEncoded(s)
		if s.Array != nil && s.Array.Rank == 1 {
			return &ir.Result{Kind: ir.ListResult, Array: s}
		}
	} else {
		r.Must = isNumber(r.Item.Scalar)
	}
	r.Item.Encoded = true
	m.outType = &r.Item
	return r
}
