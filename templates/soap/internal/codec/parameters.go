package codec

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// Parameter is one parameter of a request as text.
type Parameter struct{ Name, Value string }

// Parameters are the parameters of a request of an HTTP binding: a handler
// reads them, a client writes them. VisitParameters visits them once, in the
// order of the contract. The first error is kept.
type Parameters struct {
	writing bool
	list    []Parameter // what there is to read, or what has been written
	whole   bool        // the only parameter of list has no name
	visited []string
	missing string // the first required one that is not there
	err     error

	// Check validates a request; nil if it is not validated.
	Check func(request any) error
}

// ReadParameters returns the parameters of a request that was received.
func ReadParameters(list []Parameter) *Parameters { return &Parameters{list: list} }

// ReadWhole returns the parameters of a request whose body is its only
// parameter.
func ReadWhole(text string) *Parameters {
	return &Parameters{list: []Parameter{{Value: text}}, whole: true}
}

// WriteParameters returns parameters for a request that is sent.
func WriteParameters() *Parameters { return &Parameters{writing: true} }

// Written returns the parameters that have been written, in the order of the
// contract.
func (p *Parameters) Written() []Parameter { return p.list }

// Err returns the first error, nil if there is none so far.
func (p *Parameters) Err() error { return p.err }

// Unescapes replaces the escapes that an encoder writes in text by characters.
var Unescapes = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&#xD;", "\r")

func (p *Parameters) write(name, value string) {
	if at, r := lex.NotXML(value); at >= 0 {
		p.fail(name, badCharacter(at, r))
	}
	p.list = append(p.list, Parameter{Name: name, Value: value})
}

// fail notes an error in a value, unless there is one already.
func (p *Parameters) fail(name, message string) {
	if p.err == nil {
		p.err = &EncodeError{Path: name, Message: message}
	}
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

// readAll returns the values of a parameter that may occur many times.
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
