package support

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Parameters are those of one HTTP GET or POST request, in either direction: a
// handler reads them, a client writes them. Generated code visits them in the
// contract's order, once, with the same calls for both. The first error sticks.
//
//quartet:internal
type Parameters struct {
	writing bool
	out     strings.Builder
	in      []pair
	visited []string
	missing string  // the first required one that is not there
	whole   *string // if not nil: the only part, which is all of the message
	err     error

	checker checker // of the request; nil: it is not compared with the schema
}

// pair is a parameter as it was received, unescaped.
type pair struct{ name, value string }

// mostPairs bounds the memory that a request of separators can take.
const mostPairs = 10000

// Err returns the first error, nil if there is none so far. On a handler it is
// a client's fault.
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
//
//quartet:internal
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
//
//quartet:internal
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
	d.attrs = append(d.attrs[:0], attribute{end: len(name), value: []byte(text)})
	d.nextAttr = 1
	d.tag.mode = tagAttr
	d.bare = true
	v := read(d)
	if d.err != nil && p.err == nil {
		p.err = clientFault(strings.Replace(d.err.Message, "the attribute", "the parameter", 1))
	}
	return v
}

// unescapes undoes what an encoder does to text.
var unescapes = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&#xD;", "\r")

func lexical[T any](p *Parameters, v T, write func(*Encoder, string, T, string)) string {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.bare = true
	write(e, "", v, "")
	if e.Err() != nil && p.err == nil {
		p.err = e.Err()
	}
	return unescapes.Replace(string(e.Bytes()))
}

// writeParameters returns the parameters for a client's request.
func writeParameters() *Parameters { return &Parameters{writing: true} }

func (p *Parameters) write(name, value string) {
	if at, r := notXML(value); at >= 0 && p.err == nil {
		p.err = &EncodeError{Path: name, Message: badCharacter(at, r)}
	}
	p.in = append(p.in, pair{name, value})
	if p.out.Len() > 0 {
		p.out.WriteByte('&')
	}
	p.out.WriteString(url.QueryEscape(name))
	p.out.WriteByte('=')
	p.out.WriteString(url.QueryEscape(value))
}

func badCharacter(at int, r rune) string {
	if r == utf8.RuneError {
		return fmt.Sprintf("invalid UTF-8 at byte %d", at)
	}
	return fmt.Sprintf("the character U+%04X at byte %d cannot be written in XML", r, at)
}

// encoded returns what has been written, as a query or a form.
func (p *Parameters) encoded() string { return p.out.String() }

// notXML returns the place of the first character that a string of XML Schema
// cannot hold, and the character, utf8.RuneError for invalid UTF-8; -1 if there
// is none.
func notXML(s string) (at int, r rune) {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i, r
			}
		}
		if !isXMLChar(r) {
			return i, r
		}
	}
	return -1, 0
}

// readParameters parses a query or a form as browsers write it
// (application/x-www-form-urlencoded, URL Standard section 5), strictly: a bad
// escape is an error. Values that are escaped in another character set than
// UTF-8 are converted from that.
func readParameters(encoded []byte, cs *charset) *Parameters {
	p := new(Parameters)
	for len(encoded) > 0 {
		var field []byte
		field, encoded, _ = bytes.Cut(encoded, []byte{'&'})
		if len(field) == 0 {
			continue
		}
		if len(p.in) == mostPairs {
			p.err = clientFault(fmt.Sprintf("more than %d parameters", mostPairs))
			return p
		}
		rawName, rawValue, _ := bytes.Cut(field, []byte{'='})
		name, err := unescapeField(rawName, cs)
		if err != nil {
			p.err = clientFault(err.Error() + " in the name of a parameter")
			return p
		}
		value, err := unescapeField(rawValue, cs)
		if err != nil {
			p.err = clientFault(fmt.Sprintf("%v in the parameter %q", err, name))
			return p
		}
		p.in = append(p.in, pair{name, value})
	}
	return p
}

func unescapeField(raw []byte, cs *charset) (string, error) {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '+':
			out = append(out, ' ')
		case '%':
			if i+2 >= len(raw) || unhex(raw[i+1]) < 0 || unhex(raw[i+2]) < 0 {
				return "", fmt.Errorf("bad escape %q", raw[i:min(i+3, len(raw))])
			}
			out = append(out, byte(unhex(raw[i+1])<<4|unhex(raw[i+2])))
			i += 2
		default:
			out = append(out, c)
		}
	}
	out, err := cs.decode(out)
	if err != nil {
		return "", err
	}
	return checkedText(out)
}

// checkedText returns text that a string of XML Schema can hold.
func checkedText(out []byte) (string, error) {
	text := string(out)
	if at, r := notXML(text); at >= 0 {
		if r == utf8.RuneError {
			return "", fmt.Errorf("invalid UTF-8")
		}
		return "", fmt.Errorf("the character U+%04X", r)
	}
	return text, nil
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// read returns a parameter's value and whether it is there.
func (p *Parameters) read(name string) (value string, ok bool) {
	if p.err != nil {
		return "", false
	}
	p.visited = append(p.visited, name)
	if p.whole != nil {
		return *p.whole, true
	}
	for _, in := range p.in {
		switch {
		case in.name != name:
		case ok:
			p.err = clientFault(fmt.Sprintf("the parameter %q is given twice", name))
			return "", false
		default:
			value, ok = in.value, true
		}
	}
	return value, ok && p.err == nil
}

// finish looks for parameters that differ only in case from one that was
// visited: names are case-sensitive, and ignoring such a parameter would answer
// another question than was asked. Then it looks for required ones that are
// not there.
func (p *Parameters) finish() {
	if p.writing || p.err != nil {
		return
	}
	for _, in := range p.in {
		if right := p.meant(in.name); right != in.name && p.err == nil {
			p.err = clientFault(fmt.Sprintf("the parameter %q is not known; its name is %q", in.name, right))
		}
	}
	if p.err == nil && p.missing != "" {
		p.err = clientFault(fmt.Sprintf("the parameter %q is missing", p.missing))
	}
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
//
//quartet:internal
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
//
//quartet:internal
func NillableParameterOf[T any](p *Parameters, name string, v *Nillable[T], read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	value := v.pointer()
	OptParameterOf(p, name, &value, read, write)
	if !p.writing && value != nil {
		*v = Nillable[T]{Value: value}
	}
}
