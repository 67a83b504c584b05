package describe

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns the outline for a terminal. A type is shown at its first use; later uses show
// only its name.
func (o *Outline) Text() []byte {
	w := &textWriter{Outline: o, types: make(map[TypeRef]*Type), shown: make(map[*Type]bool)}
	for _, t := range o.Types {
		w.types[t.TypeRef] = t
	}
	w.line(0, "contract %s", escaped(o.Contract))
	w.documentation(1, o.Documentation)
	for _, d := range o.Documents {
		w.line(1, "%s %s  %s", d.Kind, escaped(d.Name), escaped(strings.Join(d.Namespaces, " ")))
	}
	intro := w.b.String()
	w.b.Reset()
	for _, s := range o.Services {
		w.service(s)
	}
	w.others()
	return []byte(intro + w.prefixes(w.b.String()) + w.b.String())
}

// prefixes lists the prefixes of the names in a text.
func (w *textWriter) prefixes(text string) string {
	var b strings.Builder
	for _, n := range w.Namespaces {
		if n.Prefix != "" && n.Prefix != "xs" && strings.Contains(text, n.Prefix+":") {
			fmt.Fprintf(&b, "  prefix %s  %s\n", n.Prefix, escaped(n.URI))
		}
	}
	return b.String()
}

// textWriter writes text. All text of the contract is escaped, and a line of
// documentation begins with a mark, so that nothing can have the form of another line.
type textWriter struct {
	*Outline
	b     strings.Builder
	types map[TypeRef]*Type
	shown map[*Type]bool
}

func (w *textWriter) line(depth int, format string, args ...any) {
	text := strings.TrimRight(strings.Repeat("  ", depth)+fmt.Sprintf(format, args...), " ")
	w.b.WriteString(text + "\n")
}

// maxLine is the number of columns that documentation is wrapped at.
const maxLine = 96

// documentation writes paragraphs as comments.
func (w *textWriter) documentation(depth int, text string) {
	line, indent := "", strings.Repeat("  ", depth)+"//"
	end := func() {
		if line != "" {
			w.b.WriteString(indent + line + "\n")
		}
		line = ""
	}
	for _, word := range strings.Fields(text) {
		word = escaped(word)
		if line != "" && len(indent)+utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > maxLine {
			end()
		}
		line += " " + word
	}
	end()
}

func (w *textWriter) service(s *Service) {
	w.b.WriteString("\n")
	if s.Go == "" {
		w.line(0, "portType %s  (no bindings)", escaped(s.Name))
	} else {
		w.line(0, "service %s  Go %s, %s, %s", escaped(s.Name), s.Go, s.NewClient, s.NewHandler)
	}
	w.documentation(1, s.Documentation)
	width, kind := 0, 0
	for _, p := range s.Ports {
		width, kind = max(width, utf8.RuneCountInString(escaped(p.Name))), max(kind, len(p.Binding))
	}
	for _, p := range s.Ports {
		w.line(1, "port %s  %-*s  %s%s", padded(escaped(p.Name), width), kind, p.Binding, escaped(p.Address), unsupported(p))
		w.documentation(2, p.Documentation)
		for _, line := range p.Policy.lines() {
			w.line(2, "policy: %s", escaped(line))
		}
	}
	for _, op := range s.Operations {
		w.operation(op)
	}
}

// unsupported returns a remark on a port that generated code does not support.
func unsupported(p *Port) string {
	if p.Unsupported == "" {
		return ""
	}
	return "  (not supported: " + escaped(p.Unsupported) + ")"
}

func padded(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

func (w *textWriter) operation(op *Operation) {
	w.b.WriteString("\n")
	name := escaped(op.Name)
	switch op.OverloadOf {
	case "":
	case op.Name:
		name += "  (has overloads)"
	default:
		name += "  (an overload of " + escaped(op.OverloadOf) + ")"
	}
	w.line(1, "operation %s", name)
	w.documentation(2, op.Documentation)
	if op.Go != "" {
		w.line(2, "Go %s", op.GoSignature)
	}
	if op.GoStream != "" {
		w.line(2, "Go %s returns an iterator", op.GoStream)
	}
	for _, b := range op.Wires {
		w.line(2, "%-9s  %s", b.Binding, w.wire(b))
	}
	w.message("request", op.Request)
	if op.OneWay {
		w.line(2, "no response (one-way)")
	} else {
		w.message("response", op.Response)
	}
	for _, f := range op.Faults {
		text := "fault " + escaped(f.Name) + w.elementText(f.Element)
		if f.Go != "" {
			text += "  Go *" + f.Go
		}
		w.line(2, "%s", text)
		w.documentation(3, f.Documentation)
		w.nodes(3, f.Content)
	}
	for _, h := range op.Headers {
		w.node(2, h.Direction+" header ", h.Node, h.Go)
	}
	for _, a := range op.Attachments {
		w.line(2, "%s attachment %s  %s%s", a.Direction, escaped(a.Part), escaped(strings.Join(a.MediaTypes, " ")), goText(a.Go, ""))
	}
	for _, s := range op.Samples {
		w.sample(op, s)
	}
}

// wire describes an operation in the messages of a binding.
func (w *textWriter) wire(b *Wire) string {
	if b.Method != "" {
		text := b.Method + " " + escaped(b.Location)
		if b.Response != nil {
			text += "  response" + w.elementText(b.Response)
		}
		return text
	}
	parts := []string{b.Style + "/" + b.Use}
	if b.Request != nil {
		parts = append(parts, "element "+w.nameText(b.Request))
	}
	if b.Action != nil {
		parts = append(parts, `SOAPAction "`+escaped(*b.Action)+`"`)
	}
	return strings.Join(parts, "  ")
}

// nameText returns a name, in quotation marks if it is not the name of an XML element: a
// line that begins with it must not look like another kind of line.
func (w *textWriter) nameText(n *Name) string {
	text := escaped(w.ref(&TypeRef{Name: *n}))
	for i, r := range text {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.In(r, unicode.N, unicode.M) && !strings.ContainsRune(":.-", r)) {
			return `"` + text + `"`
		}
	}
	return text
}

func (w *textWriter) elementText(n *Name) string {
	if n == nil {
		return ""
	}
	return "  element " + w.nameText(n)
}

func (w *textWriter) message(title string, m *Message) {
	if m == nil {
		return
	}
	text := title + w.elementText(m.Element) + goText("", m.Go)
	if len(m.Content) == 0 {
		text += "  (empty)"
	}
	w.line(2, "%s", text)
	w.nodes(3, m.Content)
}

// goText returns a name and a type in Go.
func goText(name, typ string) string {
	text := strings.TrimSpace(name + " " + typ)
	if text == "" {
		return ""
	}
	return "  Go " + text
}

func (w *textWriter) sample(op *Operation, s *Sample) {
	if s.Error != "" {
		w.line(2, "no sample over %s: %s", s.Binding, escaped(s.Error))
	}
	if s.Request == "" {
		return
	}
	w.line(2, "sample over %s", s.Binding)
	w.quoted(s.Text())
	if other := op.sameResponse(s); other != "" && s.Response != "" {
		w.line(2, "sample response over %s: as over %s", s.Binding, other)
	} else if s.Response != "" {
		w.line(2, "sample response over %s", s.Binding)
		w.quoted(s.Response)
	}
}

// quoted writes lines, each with a mark.
func (w *textWriter) quoted(text string) {
	for _, line := range strings.Split(text, "\n") {
		w.line(3, "| %s", escaped(line))
	}
}

// others writes the types and elements that no operation has shown.
func (w *textWriter) others() {
	title := false
	begin := func() {
		if !title {
			w.b.WriteString("\n")
			w.line(0, "types and elements")
		}
		title = true
	}
	for _, e := range w.Elements {
		begin()
		w.node(1, "element ", e, "")
	}
	for _, t := range w.Types {
		if !w.shown[t] {
			begin()
			w.shown[t] = true
			w.line(1, "%s type %s", t.Kind, w.typeLine(t))
			w.typeContent(2, t)
		}
	}
}

// hasShown reports whether a type has been shown, or has nothing to show.
func (w *textWriter) hasShown(t *Type) bool {
	return w.shown[t] || len(t.Content) == 0 && len(t.Facets) == 0 && len(t.Values) == 0 && t.Documentation == "" && t.Base == nil && len(t.Union) == 0
}

// listed returns names with the prefixes of their namespaces.
func (w *textWriter) listed(names []*Name) string {
	var all []string
	for _, n := range names {
		all = append(all, w.nameText(n))
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}
