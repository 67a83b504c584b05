package diff

import (
	"fmt"
	"iter"
	"regexp"
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
	searched, locators := 0, map[bool]*locator{true: newLocator(old), false: newLocator(new)}
	for i := range findings {
		f := &findings[i]
		if f.Class > Lossy || f.place.Line == 0 || searched == maxExcerpts {
			continue
		}
		searched++
		for m := range messages(f.sentByOld) {
			if f.Excerpt = locators[f.sentByOld].excerptOf(m, f); f.Excerpt != nil {
				break
			}
		}
	}
}

// excerptOf returns the excerpt of a message for a finding, nil if the message does not have the place.
func (l *locator) excerptOf(m Message, f *Finding) *Excerpt {
	l.at, l.message = f.place, m
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

// declaration matches the declaration of a namespace, which is left out of a long line: attributes follow it.
var declaration = regexp.MustCompile(` xmlns(:[^ ="]*)?="[^"]*"`)

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
			s = declaration.ReplaceAllString(s, "")
		}
		if len(s) > width {
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
	message Message
	model   *resolve.Model

	parts    map[messageKey][]*wsdl11.Part
	contents map[*xsd.ComplexType]map[xsd.QName]slot
}

// messageKey is the request or the response of an operation.
type messageKey struct {
	operation string
	response  bool
}

func newLocator(model *resolve.Model) *locator {
	l := &locator{model: model, parts: make(map[messageKey][]*wsdl11.Part), contents: make(map[*xsd.ComplexType]map[xsd.QName]slot)}
	for _, b := range model.Bindings {
		for _, op := range b.Operations {
			for response, m := range map[bool]*wsdl11.BindingMessage{false: op.Input, true: op.Output} {
				if m != nil {
					k := messageKey{op.Name, response}
					l.parts[k] = append(l.parts[k], m.Message.Message.Parts...)
				}
			}
		}
	}
	return l
}

// untyped looks in an element that is not in the content of a declared one.
func (l *locator) untyped(e *xmltree.Element) *xmltree.Element {
	if d := l.model.Schemas.Element(e.Name); d != nil {
		return l.declared(e, d.Pos, d.Type)
	}
	for _, p := range l.parts[messageKey{l.message.Operation, l.message.Response}] {
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

// slots returns the elements in the content of a type.
func (l *locator) slots(t *xsd.ComplexType) map[xsd.QName]slot {
	if l.contents[t] == nil {
		l.contents[t] = make(map[xsd.QName]slot)
		for _, s := range contentOf(t).slots {
			l.contents[t][s.element.Name] = s
		}
	}
	return l.contents[t]
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
	slots := l.slots(complex)
	for child := range e.Elements() {
		slot, known := slots[child.Name]
		var found *xmltree.Element
		switch {
		case !known:
			found = l.untyped(child)
		case slot.pos == l.at:
			found = child
		default:
			found = l.declared(child, slot.element.Pos, slot.element.Type)
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
