package diff

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Message is a sample of a message of a contract.
type Message struct {
	Operation string
	Response  bool              // a response, not a request
	Document  *xmltree.Document // with a line for each tag
}

// Excerpt is the place of a sample message that a finding is about.
type Excerpt struct {
	Message string   // "old request of find": the message of the version that sends it
	Lines   []string // the line of the place, and lines around it
	Line    int      // index of the line of the place
}

// maxExcerpts is the number of findings for which messages are searched.
const maxExcerpts = 100

// AddExcerpts adds excerpts of messages to the first findings of classes up to Lossy that are about the content of messages.
// messages returns the samples of a version.
func AddExcerpts(findings []Finding, old, new *resolve.Model, messages func(old bool) iter.Seq[Message]) {
	searched := 0
	for i := range findings {
		f := &findings[i]
		if f.Class > Lossy || f.place.Line == 0 || searched == maxExcerpts {
			continue
		}
		searched++
		model := new
		if f.sentByOld {
			model = old
		}
		for m := range messages(f.sentByOld) {
			if f.Excerpt = excerptOf(m, model, f); f.Excerpt != nil {
				break
			}
		}
	}
}

// excerptOf returns the excerpt of a message for a finding, nil if the message does not have the place.
func excerptOf(m Message, model *resolve.Model, f *Finding) *Excerpt {
	l := locator{at: f.place, model: model, message: m}
	e := l.untyped(m.Document.Root)
	if e == nil {
		return nil
	}
	version, kind := "new", "request"
	if f.sentByOld {
		version = "old"
	}
	if m.Response {
		kind = "response"
	}
	x := &Excerpt{Message: fmt.Sprintf("%s %s of %s", version, kind, m.Operation)}
	x.cut(strings.Split(string(m.Document.Text), "\n"), e.Pos().Line-1)
	return x
}

// cut sets the lines to those around a line, without their common indentation.
func (x *Excerpt) cut(lines []string, line int) {
	const around, width = 2, 100
	from := max(line-around, 0)
	indent := len(lines[line])
	lines = lines[from:min(line+around+1, len(lines))]
	for _, s := range lines {
		if s != "" {
			indent = min(indent, len(s)-len(strings.TrimLeft(s, " ")))
		}
	}
	for _, s := range lines {
		if s = s[min(indent, len(s)):]; len(s) > width {
			s = strings.ToValidUTF8(s[:width], "") + "…"
		}
		x.Lines = append(x.Lines, diag.Escape(s))
	}
	x.Line = line - from
}

// text returns the lines, the one of the place with a mark.
func (x *Excerpt) text() string {
	var b strings.Builder
	for i, line := range x.Lines {
		mark := "  "
		if i == x.Line {
			mark = "> "
		}
		b.WriteString(mark + line + "\n")
	}
	return b.String()
}

// locator finds the element of a message whose declaration, type or attribute is at a position of the contract.
type locator struct {
	at      diag.Pos
	model   *resolve.Model
	message Message
}

// untyped looks in an element that is not in the content of a declared one.
func (l *locator) untyped(e *xmltree.Element) *xmltree.Element {
	if d := l.model.Schemas.Element(e.Name); d != nil {
		return l.declared(e, d.Pos, d.Type)
	}
	for p := range l.parts() {
		if p.Name == e.Name.Local && e.Name.Space == "" && p.Type != nil {
			return l.declared(e, p.Pos, p.Type)
		}
	}
	for child := range e.Elements() {
		if found := l.untyped(child); found != nil {
			return found
		}
	}
	return nil
}

// parts returns the parts of the message.
func (l *locator) parts() iter.Seq[*wsdl11.Part] {
	return func(yield func(*wsdl11.Part) bool) {
		for _, b := range l.model.Bindings {
			for _, op := range b.Operations {
				m := op.Input
				if l.message.Response {
					m = op.Output
				}
				if op.Name == l.message.Operation && m != nil && slices.ContainsFunc(m.Message.Message.Parts, func(p *wsdl11.Part) bool { return !yield(p) }) {
					return
				}
			}
		}
	}
}

// declared looks in an element that is declared at a position.
func (l *locator) declared(e *xmltree.Element, pos diag.Pos, t xsd.Type) *xmltree.Element {
	if name, ok := e.Value("type"); ok && e.AttrNS(xsd.InstanceNamespace, "type") != nil {
		if q, err := e.ResolveQName(name); err == nil {
			if named := l.model.Schemas.Type(q); named != nil {
				t = named
			}
		}
	}
	if pos == l.at || l.isType(t) {
		return e
	}
	complex, ok := t.(*xsd.ComplexType)
	if !ok {
		return nil
	}
	slots := contentOf(complex).slots
	for child := range e.Elements() {
		i := slices.IndexFunc(slots, func(s slot) bool { return s.element.Name == child.Name })
		var found *xmltree.Element
		switch {
		case i < 0:
			found = l.untyped(child)
		case slots[i].pos == l.at:
			found = child
		default:
			found = l.declared(child, slots[i].element.Pos, slots[i].element.Type)
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// isType reports whether a type, one that it is derived from, or one of its attributes or wildcards is at the position.
func (l *locator) isType(t xsd.Type) bool {
	if complex, ok := t.(*xsd.ComplexType); ok {
		if slices.ContainsFunc(complex.Attributes, func(u *xsd.AttributeUse) bool { return u.Pos == l.at || u.Attribute.Pos == l.at }) ||
			complex.AnyAttribute != nil && complex.AnyAttribute.Pos == l.at ||
			slices.ContainsFunc(contentOf(complex).wildcards, func(p *xsd.Particle) bool { return p.Pos == l.at }) {
			return true
		}
	}
	for ; t != nil; t = t.BaseType() {
		if t.Component().Pos == l.at {
			return true
		}
	}
	return false
}
