package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// An element whose name differs from a declared one only in case or namespace is
// meant to be that one. It is an error: if it were skipped as unknown elements
// are, its value would be lost without a word. There is no error if the declared
// element is there, too, and may be there only once.

// mistake is an element that is an error unless more of the document shows that
// it may be skipped. The error is made when it is reported, as that takes time.
type mistake struct {
	depth, field int         // len(Decoder.frames) for its parent, in which field is meant; field -1: none, but the children are parameters
	right        ElementName // what is meant
	read         bool        // it has been read as the field

	space, local   string // its name
	pos            int    // where it starts in the buffer
	lines, columns int    // the same in the document, once placed is set
	placed         bool
}

// meant returns the field that the current tag, which is not one of the innermost
// element's fields, is meant to be of; -1 if there is none.
func (d *Decoder) meant(f *frame) int {
	local := string(d.Buf[d.current.local:d.current.end])
	all := f.shape.fieldNames().folded()[strings.ToLower(local)]
	if len(all) == 0 || d.HasTag(RPCNamespace, "result") {
		return -1
	}
	for _, i := range all {
		if f.shape.fields[i].name == local {
			return i
		}
	}
	return all[0]
}

// folded returns the indices of the fields by their names in lower case. A type may have thousands of fields, and a document
// thousands of elements that are none of them.
func (s *Shape) folded() map[string][]int {
	all := make(map[string][]int, len(s.fields))
	for i := range s.fields {
		if f := &s.fields[i]; f.wildcard == nil {
			name := strings.ToLower(f.name)
			all[name] = append(all[name], i)
		}
	}
	return all
}

// almost reports whether the current tag differs from a name only in case or
// namespace.
func (d *Decoder) almost(name ElementName) bool {
	d.fill()
	return d.Failed == nil && strings.EqualFold(string(d.Buf[d.current.local:d.current.end]), name.Local) && !d.HasTag(RPCNamespace, "result")
}

// skipOther skips a child that is none of the fields of the innermost element.
func (d *Decoder) skipOther(f *frame) {
	parameter := d.request == len(d.frames)
	switch i := d.meant(f); {
	case i >= 0 && (parameter || d.Strict || f.names[i].many):
		space, local := d.Tag()
		d.FailTag("%s", d.mistaken(space, local, fieldElement(f, i)))
	case i >= 0 && !f.has(i):
		d.noteMistake(i, fieldElement(f, i))
	case i < 0 && parameter && len(f.shape.fields) > 0 && len(f.shape.attrs) == 0 && !f.shape.hasWildcard() && !f.hasAny():
		d.noteMistake(-1, ElementName{})
	}
	d.SkipUnknown()
}

func (s *Shape) hasWildcard() bool {
	return slices.ContainsFunc(s.fields, func(f shapeField) bool { return f.wildcard != nil })
}

// maxListed is how many parameters a message lists.
const maxListed = 10

// listed says which parameters there are.
func (s *Shape) listed() string {
	var names []string
	for i := range s.fields[:min(len(s.fields), maxListed)] {
		names = append(names, strconv.Quote(s.fields[i].name))
	}
	text := strings.Join(names, ", ")
	switch more := len(s.fields) - len(names); {
	case len(names) == 1:
		return "the parameter is " + text
	case more > 0:
		return fmt.Sprintf("the parameters are %s and %d others", text, more)
	}
	return "the parameters are " + text
}

func fieldElement(f *frame, i int) ElementName {
	return ElementName{NS: f.shape.fields[i].ns, Local: f.shape.fields[i].name}
}

// mistaken says that an element in the innermost one is meant to have another name.
func (d *Decoder) mistaken(space, local string, right ElementName) string {
	kind := "element"
	if d.request == len(d.frames) && d.request > 0 {
		kind = "parameter"
	}
	sent, meant := Namespaces(space, NamespaceURI(d.ns, right.NS), "element")
	return fmt.Sprintf("the %s %q%s is not known; its name is %q%s%s", kind, lex.QuoteName([]byte(local)), sent, right.Local, meant, d.hint("Names", d.LenientNames))
}

// Namespaces returns texts for an error, to follow the name of an element or an attribute that was sent, and the name that was
// meant: they name the namespaces. Both texts are "" if the namespaces are the same.
func Namespaces(sent, meant, kind string) (ofSent, ofMeant string) {
	if sent == meant {
		return "", ""
	}
	ofSent, ofMeant = inNamespace(sent), inNamespace(meant)
	if sent == "" || meant == "" {
		ofMeant += " (see " + kind + "FormDefault in the schema)"
	}
	return ofSent, ofMeant
}

func inNamespace(uri string) string {
	if uri == "" {
		return " in no namespace"
	}
	return fmt.Sprintf(" in the namespace %q", lex.QuoteName([]byte(uri)))
}

// noteMistake keeps the current element for the end of the innermost one.
func (d *Decoder) noteMistake(field int, right ElementName) {
	depth := len(d.frames)
	for i := len(d.mistakes) - 1; i >= 0 && d.mistakes[i].depth == depth; i-- {
		if d.mistakes[i].field == field {
			return
		}
	}
	space, local := d.Tag()
	d.mistakes = append(d.mistakes, mistake{depth: depth, field: field, right: right, space: space, local: local, pos: int(d.current.name) - 1})
}

// replaces reports whether a field that is given twice was a mistaken element the first time, in whose place the declared one is
// read.
func (d *Decoder) replaces(field int) bool {
	i := slices.IndexFunc(d.mistakes, func(m mistake) bool { return m.read && m.depth == len(d.frames) && m.field == field })
	if i >= 0 {
		d.mistakes = slices.Delete(d.mistakes, i, i+1)
	}
	return i >= 0
}

// checkMistakes fails at the end of an element if there was a mistake in it.
func (d *Decoder) checkMistakes(f *frame) {
	n := len(d.mistakes)
	for n > 0 && d.mistakes[n-1].depth == len(d.frames) {
		n--
	}
	for _, m := range d.mistakes[n:] {
		if m.field < 0 && !f.hasAny() || m.field >= 0 && !f.has(m.field) {
			d.failMistake(f, &m)
		}
	}
	d.mistakes = d.mistakes[:n]
}

func (d *Decoder) failMistake(f *frame, m *mistake) {
	if d.Failed != nil {
		return
	}
	text := fmt.Sprintf("the parameter %q is not known; %s", lex.QuoteName([]byte(m.local)), f.shape.listed())
	if m.field >= 0 {
		text = d.mistaken(m.space, m.local, m.right)
	}
	if !m.placed {
		m.lines, m.columns = d.Place(m.pos)
	}
	d.stop(&DecodeError{Line: m.lines + 1, Column: m.columns + 1, Path: d.path() + "/" + lex.QuoteName([]byte(m.local)), Message: text})
}

// hasAny reports whether any field has been read.
func (f *frame) hasAny() bool {
	return f.seen != 0 || len(f.names) > 64 && slices.ContainsFunc(f.more, func(word uint64) bool { return word != 0 })
}
