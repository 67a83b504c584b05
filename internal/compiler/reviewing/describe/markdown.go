package describe

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reviewing/report"
)

// Markdown returns the outline as a page of a code forge: with headings, tables, and
// links between operations and types. Text of the contract is escaped.
func (o *Outline) Markdown() []byte {
	w := &markdownWriter{Outline: o, anchors: make(map[any]string), used: make(map[string]int), of: make(map[*Operation]string), types: make(map[TypeRef]*Type)}
	w.anchorHeadings()
	w.intro()
	for _, s := range o.Services {
		w.service(s)
	}
	for _, s := range o.Services {
		for _, op := range s.Operations {
			w.operation(op)
		}
	}
	w.schema()
	return []byte(w.b.String())
}

// markdownWriter writes Markdown.
type markdownWriter struct {
	*Outline
	b       strings.Builder
	anchors map[any]string // anchors of operations, types and services
	used    map[string]int
	of      map[*Operation]string // " of SERVICE" if there are several services
	types   map[TypeRef]*Type
}

func (w *markdownWriter) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// Titles of headings: the kinds in them keep the anchors of operations and types apart.
func (w *markdownWriter) title(of any) string {
	switch of := of.(type) {
	case *Service:
		if of.Go == "" {
			return "PortType " + of.Name
		}
		return "Service " + of.Name
	case *Operation:
		return "Operation " + of.Name + w.of[of]
	case *Type:
		if of.Element {
			return "Element " + w.ref(&of.TypeRef)
		}
		return "Type " + w.ref(&of.TypeRef)
	}
	return ""
}

// anchorHeadings gives all headings anchors, in the order of the page.
func (w *markdownWriter) anchorHeadings() {
	w.anchor(nil, w.Contract)
	for _, s := range w.Services {
		w.anchor(s, w.title(s))
	}
	for _, s := range w.Services {
		for _, op := range s.Operations {
			if len(w.Services) > 1 {
				w.of[op] = " of " + s.Name
			}
			w.anchor(op, w.title(op))
		}
	}
	w.anchor(nil, "Types")
	for _, t := range w.Types {
		w.types[t.TypeRef] = t
		w.anchor(t, w.title(t))
	}
}

// anchor records the anchor that forges make of a heading.
func (w *markdownWriter) anchor(of any, title string) {
	slug := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, escaped(strings.Join(strings.Fields(title), " ")))
	n := w.used[slug]
	if w.used[slug]++; n > 0 {
		slug += "-" + strconv.Itoa(n)
	}
	if of != nil {
		w.anchors[of] = slug
	}
}

func (w *markdownWriter) heading(level int, of any) {
	w.printf("\n%s %s\n\n", strings.Repeat("#", level), plain(w.title(of)))
}

func (w *markdownWriter) intro() {
	w.printf("# %s\n\n", plain(w.Contract))
	w.paragraphs(w.Documentation)
	w.printf("| document | target namespace |\n|---|---|\n")
	for _, d := range w.Documents {
		var list []string
		for _, uri := range d.Namespaces {
			list = append(list, report.Code(uri))
		}
		w.printf("| %s | %s |\n", report.Code(d.Name), strings.Join(list, "<br>"))
	}
	w.prefixes()
	if len(w.Namespaces) > 0 && w.Namespaces[0].Prefix == "" {
		w.printf("\nTypes without a prefix are in the namespace %s.\n", report.Code(w.Namespaces[0].URI))
	}
}

// prefixes lists the prefixes of the names on the page.
func (w *markdownWriter) prefixes() {
	used := slices.DeleteFunc(slices.Clone(w.Namespaces), func(n *Namespace) bool {
		return n.Prefix == "" || n.Prefix == "xs" || n.URI == wsdl11.EncodingSOAP11 && !slices.ContainsFunc(w.Types, func(t *Type) bool {
			return t.Namespace == n.URI || t.Base != nil && t.Base.Namespace == n.URI
		})
	})
	if len(used) == 0 {
		return
	}
	w.printf("\n| prefix | namespace |\n|---|---|\n")
	for _, n := range used {
		w.printf("| %s | %s |\n", report.Code(n.Prefix), report.Code(n.URI))
	}
}

func (w *markdownWriter) service(s *Service) {
	w.heading(2, s)
	w.paragraphs(s.Documentation)
	if len(s.Ports) > 0 {
		w.printf("| port | binding | address |\n|---|---|---|\n")
		for _, p := range s.Ports {
			binding := p.Binding
			if p.Unsupported != "" {
				binding += ", not supported: " + report.Code(p.Unsupported)
			}
			w.printf("| %s | %s | %s |\n", report.Code(p.Name), binding, report.Code(p.Address))
		}
	}
	for _, p := range s.Ports {
		if lines := p.Policy.lines(); lines != nil {
			w.printf("\nPolicy of %s: %s.\n", report.Code(p.Name), prose(strings.Join(lines, "; ")))
		}
	}
	if s.Go == "" {
		w.printf("There are no bindings.\n")
	} else {
		w.printf("\nIn Go: interface %s, client %s, handler %s.\n", report.Code(s.Go), report.Code(s.NewClient), report.Code(s.NewHandler))
	}
	w.printf("\n| operation | parameters | result | description |\n|---|---|---|---|\n")
	for _, op := range s.Operations {
		var params []string
		for _, n := range op.Request.Content {
			params = append(params, report.Code(w.short(n)))
		}
		w.printf("| %s | %s | %s | %s |\n", w.link(op, op.Name), strings.Join(params, "<br>"), w.shortLink(op), prose(firstSentence(op.Documentation)))
	}
}

// link returns a name with a link to a heading.
func (w *markdownWriter) link(to any, name string) string {
	if anchor := w.anchors[to]; anchor != "" {
		return "[" + report.Code(name) + "](#" + anchor + ")"
	}
	return report.Code(name)
}

func (w *markdownWriter) typeLink(t *TypeRef) string {
	if known := w.types[*t]; known != nil {
		return w.link(known, w.ref(t))
	}
	return report.Code(w.ref(t))
}

// shortLink describes a result, with a link if it has one type.
func (w *markdownWriter) shortLink(op *Operation) string {
	if op.Response != nil {
		if nodes := op.Response.Content; len(nodes) == 1 && nodes[0].Type != nil && len(nodes[0].Content) == 0 {
			return many(nodes[0]) + w.typeLink(nodes[0].Type)
		}
	}
	return report.Code(w.shortResult(op))
}

func many(n *Node) string {
	if n.Max != 1 {
		return "list of "
	}
	return ""
}

// firstSentence returns the first sentence of a text.
func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if first, _, ok := strings.Cut(text, ". "); ok {
		return first + "."
	}
	return text
}

func (w *markdownWriter) operation(op *Operation) {
	w.heading(2, op)
	w.paragraphs(op.Documentation)
	if others := w.overloads(op); others != "" {
		w.printf("The name of the operation in the contract is %s, as of %s.\n\n", report.Code(op.OverloadOf), others)
	}
	if op.Go != "" {
		w.printf("In Go: %s", report.Code(op.GoSignature))
		if op.GoStream != "" {
			w.printf("; %s returns an iterator", report.Code(op.GoStream))
		}
		w.printf(".\n\n")
		w.wires(op)
		w.printf("\n")
	}
	if w.printf("**Request**%s\n\n", w.messageText(op.Request)); len(op.Request.Content) > 0 {
		w.table(op.Request.Content)
	} else {
		w.printf("No parameters.\n")
	}
	if op.Response == nil {
		w.printf("\n**No response**: the operation is one-way.\n")
	} else if w.printf("\n**Response**%s\n\n", w.messageText(op.Response)); len(op.Response.Content) > 0 {
		w.table(op.Response.Content)
	} else {
		w.printf("No content.\n")
	}
	w.beside(op)
	w.samples(op)
}

// overloads returns links to the other operations with the same name.
func (w *markdownWriter) overloads(op *Operation) string {
	var all []string
	for _, s := range w.Services {
		for _, other := range s.Operations {
			if other != op && op.OverloadOf != "" && other.OverloadOf == op.OverloadOf && slices.Contains(s.Operations, op) {
				all = append(all, w.link(other, other.Name))
			}
		}
	}
	return strings.Join(all, " and ")
}

func (w *markdownWriter) messageText(m *Message) string {
	text := ""
	if m.Element != nil {
		text = ": element " + report.Code(w.ref(&TypeRef{Name: *m.Element}))
	}
	if m.Go != "" {
		text += ", in Go " + report.Code(m.Go)
	}
	return text
}

func (w *markdownWriter) wires(op *Operation) {
	w.printf("| binding | ports | messages | SOAPAction, or method and location |\n|---|---|---|---|\n")
	for _, b := range op.Wires {
		messages, at := "parameters", ""
		if b.Style != "" {
			messages = b.Style + "/" + b.Use
		}
		if b.Method != "" {
			at = report.Code(b.Method + " " + b.Location)
			if b.Response != nil {
				messages += "; response " + report.Code(w.ref(&TypeRef{Name: *b.Response}))
			}
		} else if b.Action != nil {
			at = report.Code(*b.Action)
		}
		var ports []string
		for _, p := range b.Ports {
			ports = append(ports, report.Code(p))
		}
		w.printf("| %s | %s | %s | %s |\n", b.Binding, strings.Join(ports, ", "), messages, at)
	}
}

// beside writes the parts of the messages outside of the body.
func (w *markdownWriter) beside(op *Operation) {
	for _, f := range op.Faults {
		w.printf("\n**Fault** %s%s", report.Code(f.Name), w.messageText(&Message{Element: f.Element, Go: f.Go}))
		if f.Documentation != "" {
			w.printf(": %s", prose(f.Documentation))
		}
		if w.printf("\n"); len(f.Content) > 0 {
			w.printf("\n")
			w.table(f.Content)
		}
	}
	if len(op.Headers) > 0 {
		w.printf("\n| header block of | name | type | in Go | description |\n|---|---|---|---|---|\n")
		for _, h := range op.Headers {
			w.printf("| %s | %s | %s | %s | %s |\n", h.Direction, report.Code(w.ref(&TypeRef{Name: Name{h.Node.Name, h.Node.Namespace}})), w.cellType(h.Node),
				report.Code(strings.TrimSpace(h.Go+" "+h.Node.GoType)), w.remarks(h.Node))
		}
	}
	if len(op.Attachments) > 0 {
		w.printf("\n| attachment of | part | media types | in Go |\n|---|---|---|---|\n")
		for _, a := range op.Attachments {
			w.printf("| %s | %s | %s | %s |\n", a.Direction, report.Code(a.Part), report.Code(strings.Join(a.MediaTypes, ", ")), report.Code(a.Go))
		}
	}
}

// samples writes the sample messages, folded.
func (w *markdownWriter) samples(op *Operation) {
	for _, s := range op.Samples {
		if s.Error != "" {
			w.printf("\nThere is no sample over %s: %s\n", s.Binding, prose(s.Error))
		}
		if s.Request == "" {
			continue
		}
		w.printf("\n<details><summary>Sample over %s</summary>\n\n", s.Binding)
		w.fence("http", s.text())
		if other := op.sameResponse(s); other != "" && s.Response != "" {
			w.printf("\nThe response is the same as over %s.\n", other)
		} else if s.Response != "" {
			w.printf("\nResponse:\n\n")
			w.fence("xml", s.Response)
		}
		w.printf("\n</details>\n")
	}
}

// fence writes a code block whose fence the text cannot contain.
func (w *markdownWriter) fence(language, text string) {
	mark := "```"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	w.printf("%s%s\n", mark, language)
	for _, line := range strings.Split(text, "\n") {
		w.printf("%s\n", escaped(line))
	}
	w.printf("%s\n", mark)
}

// paragraphs writes the paragraphs of a documentation.
func (w *markdownWriter) paragraphs(text string) {
	for _, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if strings.TrimSpace(p) != "" {
			w.printf("%s\n\n", prose(p))
		}
	}
}

// plain returns a text for a heading.
func plain(s string) string { return prose(cmp.Or(s, "?")) }

// prose returns a text on one line in which nothing is markup: neither a character, nor
// the start of a list, a heading or an underline at its beginning.
func prose(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = dollars.Replace(report.Prose(s))
	if s == "" {
		return ""
	}
	if i := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }); i > 0 && (s[i] == '.' || s[i] == ')') {
		return s[:i] + `\` + s[i:]
	}
	if strings.ContainsRune("-+=:", rune(s[0])) {
		return `\` + s
	}
	return s
}

// dollars escapes dollar signs, which begin mathematics on forges.
var dollars = strings.NewReplacer("$", "&#36;")
