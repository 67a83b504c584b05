package codec

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// An element whose name differs from a declared one only in case or namespace is
// meant to be that one. It is an error: if it were skipped as unknown elements
// are, its value would be lost without a word. There is no error if the declared
// element is there, too, and may be there only once.

// mistake is an element that is an error unless more of the document shows that
// it may be skipped.
type mistake struct {
	depth int // len(Decoder.frames) for its parent
	field int // index of the field that is meant; -1 if the parent has the parameters of a request
	err   *DecodeError
}

// meant returns the field that the current tag, which is not one of the innermost
// element's fields, is meant to be of; -1 if there is none.
func (d *Decoder) meant(f *frame) int {
	best, local := -1, d.Buf[d.current.local:d.current.end]
	for i := range f.shape.fields {
		name := f.shape.fields[i].name
		switch {
		case len(name) != len(local) || f.shape.fields[i].wildcard != nil:
		case name == string(local):
			return i
		case best < 0 && strings.EqualFold(name, string(local)):
			best = i
		}
	}
	if best >= 0 && d.HasTag(RPCNamespace, "result") {
		return -1
	}
	return best
}

// almost reports whether the current tag differs from a name only in case or
// namespace.
func (d *Decoder) almost(name ElementName) bool {
	d.fill()
	return d.Failed == nil && strings.EqualFold(string(d.Buf[d.current.local:d.current.end]), name.Local) && !d.HasTag(RPCNamespace, "result")
}

// skipOther skips a child that is not a field of the innermost element.
func (d *Decoder) skipOther(f *frame) {
	parameter := d.request == len(d.frames)
	switch i := d.meant(f); {
	case i >= 0 && (parameter || d.Strict || f.names[i].many):
		d.FailTag("%s", d.mistaken(fieldElement(f, i)))
	case i >= 0 && !f.has(i):
		d.noteMistake(i, d.mistaken(fieldElement(f, i)))
	case i < 0 && parameter && len(f.names) > 0:
		d.noteMistake(-1, fmt.Sprintf("the parameter %q is not known; %s", lex.QuoteName(d.LocalName()), f.shape.listed()))
	}
	d.SkipUnknown()
}

// listed says which parameters there are.
func (s *Shape) listed() string {
	var names []string
	for i := range s.fields {
		if s.fields[i].wildcard == nil && len(names) < 10 {
			names = append(names, strconv.Quote(s.fields[i].name))
		}
	}
	return "the parameters are " + strings.Join(names, ", ")
}

func fieldElement(f *frame, i int) ElementName {
	return ElementName{NS: f.shape.fields[i].ns, Local: f.shape.fields[i].name}
}

// mistaken says that the current element is meant to have another name.
func (d *Decoder) mistaken(right ElementName) string {
	kind := "element"
	if d.request == len(d.frames) && d.request > 0 {
		kind = "parameter"
	}
	space, _ := d.Tag()
	sent, meant := "", ""
	if uri := NamespaceURI(d.ns, right.NS); uri != space {
		sent, meant = inNamespace(space), inNamespace(uri)
		if uri == "" || space == "" {
			meant += " (see elementFormDefault in the schema)"
		}
	}
	return fmt.Sprintf("the %s %q%s is not known; its name is %q%s%s", kind, lex.QuoteName(d.LocalName()), sent, right.Local, meant, d.MistakenHint)
}

func inNamespace(uri string) string {
	if uri == "" {
		return " in no namespace"
	}
	return fmt.Sprintf(" in the namespace %q", lex.QuoteName([]byte(uri)))
}

// noteMistake keeps an error for the end of the innermost element.
func (d *Decoder) noteMistake(field int, message string) {
	depth := len(d.frames)
	for i := len(d.mistakes) - 1; i >= 0 && d.mistakes[i].depth == depth; i-- {
		if d.mistakes[i].field == field {
			return
		}
	}
	pos := d.Pos
	d.FailTag("%s", message)
	if d.Failed == ErrIncomplete {
		return // the tag is read again
	}
	d.mistakes = append(d.mistakes, mistake{depth, field, d.Failed})
	d.Failed, d.Pos = nil, pos
}

// checkMistakes fails at the end of an element if there was a mistake in it.
func (d *Decoder) checkMistakes(f *frame) {
	var first *DecodeError
	n := len(d.mistakes)
	for ; n > 0 && d.mistakes[n-1].depth == len(d.frames); n-- {
		if m := &d.mistakes[n-1]; m.field < 0 && !f.hasAny() || m.field >= 0 && !f.has(m.field) {
			first = m.err
		}
	}
	d.mistakes = d.mistakes[:n]
	if first != nil && d.Failed == nil {
		d.Failed, d.Pos = first, len(d.Buf)
	}
}

// hasAny reports whether any field has been read.
func (f *frame) hasAny() bool {
	for i := range f.names {
		if f.has(i) {
			return true
		}
	}
	return false
}
