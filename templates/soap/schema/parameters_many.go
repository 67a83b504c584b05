package schema

import (
	"example.com/quartet/templates/soap/xsd"
)

// ManyParameterOf is ParameterOf for a parameter that is given once for each
// item of a list.
func ManyParameterOf[T any](p *Parameters, name string, v *[]T, read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	if p.writing {
		for _, item := range *v {
			p.write(name, lexical(p, item, write))
		}
		return
	}
	for _, text := range p.readAll(name) {
		*v = append(*v, fromLexical(p, name, text, read))
	}
}

// ArrayParameterOf is ManyParameterOf for a list inside a struct.
func ArrayParameterOf[A, T any](p *Parameters, name string, v *A, items func(*A) *[]T, read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	ManyParameterOf(p, name, items(v), read, write)
}

// OptArrayParameterOf is ArrayParameterOf for an optional struct: nil stands for
// no item.
func OptArrayParameterOf[A, T any](p *Parameters, name string, v **A, items func(*A) *[]T, read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	a := *v
	if a == nil {
		a = new(A)
	}
	if ManyParameterOf(p, name, items(a), read, write); len(*items(a)) > 0 {
		*v = a
	}
}

// NillableArrayParameterOf is OptArrayParameterOf for a struct that may be nil.
func NillableArrayParameterOf[A, T any](p *Parameters, name string, v *xsd.Nillable[A], items func(*A) *[]T, read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	value := v.Pointer()
	if OptArrayParameterOf(p, name, &value, items, read, write); !p.writing && value != nil {
		*v = xsd.Nillable[A]{Value: value}
	}
}

// readAll returns the values of a parameter that may be given many times.
func (p *Parameters) readAll(name string) []string {
	if p.err != nil {
		return nil
	}
	p.visited = append(p.visited, name)
	var values []string
	for _, in := range p.list {
		if in.Name == name {
			values = append(values, in.Value)
		}
	}
	return values
}
