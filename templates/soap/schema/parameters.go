package schema

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Parameter is one parameter of a request as text.
type Parameter struct{ Name, Value string }

// Parameters are those of one request of an HTTP binding, in either direction: a
// handler reads them, a client writes them. Generated code visits them in the
// contract's order, once, with the same calls for both. The first error sticks.
type Parameters struct {
	writing bool
	list    []Parameter // what there is to read, or what has been written
	whole   bool        // the only parameter of list has no name
	visited []string
	missing string // the first required one that is not there
	err     error

	// Check compares a request with the schema; nil: it is not compared.
	Check func(request any) error
}

// ReadParameters returns the parameters of a request that was received.
func ReadParameters(list []Parameter) *Parameters { return &Parameters{list: list} }

// ReadWhole returns the parameters of a request whose only one is all of its
// body.
func ReadWhole(text string) *Parameters {
	return &Parameters{list: []Parameter{{Value: text}}, whole: true}
}

// WriteParameters returns parameters for a request that is sent.
func WriteParameters() *Parameters { return &Parameters{writing: true} }

// Written returns what has been written, in the order of the contract.
func (p *Parameters) Written() []Parameter { return p.list }

// Err returns the first error, nil if there is none so far.
func (p *Parameters) Err() error { return p.err }

// String visits a parameter that must be there.
func (p *Parameters) String(name string, v *string) {
	if p.writing {
		p.write(name, *v)
		return
	}
	if text, ok := p.read(name); ok {
		*v = text
	} else if p.missing == "" {
		p.missing = name
	}
}

// OptString visits an optional parameter; nil stands for one that is absent.
func (p *Parameters) OptString(name string, v **string) {
	if p.writing {
		if *v != nil {
			p.write(name, **v)
		}
		return
	}
	if text, ok := p.read(name); ok {
		*v = &text
	}
}

// ParameterOf visits a parameter of a simple type that must be there. Its
// lexical form is that of XML Schema: read and write are those of the codecs.
func ParameterOf[T any](p *Parameters, name string, v *T, read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	if p.writing {
		p.write(name, lexical(p, *v, write))
		return
	}
	if text, ok := p.read(name); ok {
		*v = fromLexical(p, name, text, read)
	} else if p.missing == "" {
		p.missing = name
	}
}

// OptParameterOf is ParameterOf for an optional parameter; nil stands for one
// that is absent.
func OptParameterOf[T any](p *Parameters, name string, v **T, read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	if p.writing {
		if *v != nil {
			p.write(name, lexical(p, **v, write))
		}
		return
	}
	if text, ok := p.read(name); ok {
		value := fromLexical(p, name, text, read)
		*v = &value
	}
}

// fromLexical reads a value as the decoder reads that of an attribute.
func fromLexical[T any](p *Parameters, name, text string, read func(*Decoder) T) T {
	d := NewDecoder([]byte(name), nil, Limits{})
	defer d.Release()
	d.Attrs = append(d.Attrs[:0], Attribute{End: len(name), Value: []byte(text)})
	d.AttrIndex = 1
	d.Current.Mode = TagAttr
	d.Bare = true
	v := read(d)
	if d.Failed != nil && p.err == nil {
		p.err = errors.New(strings.Replace(d.Failed.Message, "the attribute", "the parameter", 1))
	}
	return v
}

// Unescapes undoes what an encoder does to text.
var Unescapes = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&#xD;", "\r")

func lexical[T any](p *Parameters, v T, write func(*Encoder, string, T, string)) string {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.Bare = true
	write(e, "", v, "")
	if e.Err() != nil && p.err == nil {
		p.err = e.Err()
	}
	return Unescapes.Replace(string(e.Bytes()))
}

func (p *Parameters) write(name, value string) {
	if at, r := lex.NotXML(value); at >= 0 && p.err == nil {
		p.err = &EncodeError{Path: name, Message: badCharacter(at, r)}
	}
	p.list = append(p.list, Parameter{Name: name, Value: value})
}

func badCharacter(at int, r rune) string {
	if r == utf8.RuneError {
		return fmt.Sprintf("invalid UTF-8 at byte %d", at)
	}
	return fmt.Sprintf("the character U+%04X at byte %d cannot be written in XML", r, at)
}

// read returns a parameter's value and whether it is there.
func (p *Parameters) read(name string) (value string, ok bool) {
	if p.err != nil {
		return "", false
	}
	p.visited = append(p.visited, name)
	for _, in := range p.list {
		switch {
		case in.Name != name && !p.whole:
		case ok:
			p.err = fmt.Errorf("the parameter %q is given twice", name)
			return "", false
		default:
			value, ok = in.Value, true
		}
	}
	return value, ok && p.err == nil
}

// Validate checks a request all of whose parameters have been visited.
func (p *Parameters) Validate(request any) {
	if p.Check != nil && p.err == nil && p.missing == "" {
		p.err = p.Check(request)
	}
}

// Finish returns the first error of parameters that were read. It looks for
// those that differ only in case from one that was visited: names are
// case-sensitive, and ignoring such a parameter would answer another question
// than was asked. Then it looks for required ones that are not there.
func (p *Parameters) Finish() error {
	if p.err != nil || p.whole {
		return p.err
	}
	for _, in := range p.list {
		if right := p.meant(in.Name); right != in.Name {
			p.err = fmt.Errorf("the parameter %q is not known; its name is %q", in.Name, right)
			return p.err
		}
	}
	if p.missing != "" {
		p.err = fmt.Errorf("the parameter %q is missing", p.missing)
	}
	return p.err
}

// meant returns the parameter that name is or differs from only in case; name
// itself if there is none.
func (p *Parameters) meant(name string) string {
	right := name
	for _, known := range p.visited {
		if known == name {
			return name
		}
		if strings.EqualFold(known, name) {
			right = known
		}
	}
	return right
}

// NilParameterOf is OptParameterOf for a type that has a nil of its own.
func NilParameterOf[S ~[]T, T any](p *Parameters, name string, v *S, read func(*Decoder) S, write func(*Encoder, string, S, string)) {
	if !p.writing || *v != nil {
		pointer := v
		if !p.writing {
			pointer = nil
		}
		OptParameterOf(p, name, &pointer, read, write)
		if pointer != nil {
			*v = *pointer
		}
	}
}

// NillableParameterOf is OptParameterOf for an element that may be nil; a form
// has no way to say so, and leaves a nil one out.
func NillableParameterOf[T any](p *Parameters, name string, v *xsd.Nillable[T], read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	value := v.Pointer()
	OptParameterOf(p, name, &value, read, write)
	if !p.writing && value != nil {
		*v = xsd.Nillable[T]{Value: value}
	}
}
