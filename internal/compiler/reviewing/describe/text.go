package describe

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/collect"
)

var prefixPattern = regexp.MustCompile(`[\pL\pN_.-]+:`)

// Text returns the outline for a terminal. A type is shown at its first use; later uses show
// only its name.
func (o *Outline) Text() ([]byte, error) { return o.text(math.MaxInt) }

// text returns the text of an outline, in which nothing is added to trees after limit bytes.
func (o *Outline) text(limit int) ([]byte, error) {
	w := &textWriter{writer: writer{Outline: o}, shown: make(map[*Type]bool), limit: limit}
	var used map[string]bool // prefixes
	w.page = template.Must(template.New("").Funcs(template.FuncMap{
		"escaped": escaped, "join": strings.Join, "lines": (*Policy).lines, "quoted": quoted, "sameResponse": (*Operation).sameResponse,
		"go": goText, "padded": padded, "name": w.nameText, "ref": w.ref, "type": w.typeLine, "show": w.show, "value": quotedValue, "facets": facetsText,
		"doc": w.documentation, "node": w.node, "nodes": w.nodes, "content": w.typeContent, "listed": w.listed, "occurrence": occurrence,
		"hidden": func() bool { return slices.ContainsFunc(o.Types, func(t *Type) bool { return !w.shown[t] }) },
		"used": func(n *Namespace, text string) bool {
			if used == nil {
				used = collect.Set(prefixPattern.FindAllString(text, -1), func(prefix string) string { return strings.TrimSuffix(prefix, ":") })
			}
			return n.Prefix != "xs" && used[n.Prefix]
		},
		"outline": func() *Outline { return o },
	}).Parse(outlineText))
	w.execute(&w.b, "services", o)
	services := w.b.String()
	w.b.Reset()
	w.execute(&w.b, "contract", services)
	return endings.ReplaceAll([]byte(w.b.String()+services), nil), w.err
}

// writer writes an outline by templates.
type writer struct {
	*Outline
	page *template.Template
	err  error // the first one
}

func (w *writer) execute(b *strings.Builder, name string, of any) {
	if err := w.page.ExecuteTemplate(b, name, of); w.err == nil {
		w.err = err
	}
}

// part returns what a template writes.
func (w *writer) part(name string, of any) string {
	var b strings.Builder
	w.execute(&b, name, of)
	return b.String()
}

// endings are spaces at the ends of lines.
var endings = regexp.MustCompile(`(?m) +$`)

// textWriter writes text. All text of the contract is escaped, and a line of
// documentation begins with a mark, so that nothing can have the form of another line.
// Functions of the template that write lines return no text.
type textWriter struct {
	writer
	b     strings.Builder
	shown map[*Type]bool
	limit int // bytes of text
}

const outlineText = `
{{- define "contract"}}{{$o := outline}}contract {{escaped $o.Contract}}
{{doc 1 $o.Documentation}}{{range $o.Documents}}  {{.Kind}} {{escaped .Name}}  {{escaped (join .Namespaces " ")}}
{{end}}{{range $o.Namespaces}}{{if used . $}}  prefix {{.Prefix}}  {{escaped .URI}}
{{end}}{{end}}{{end}}

{{- define "services"}}{{range $s := .Services}}
{{if .Go}}service {{escaped .Name}}  Go {{.Go}}, {{.NewClient}}, {{.NewHandler}}{{else}}portType {{escaped .Name}}  (no bindings){{end}}
{{doc 1 .Documentation}}
{{- range .Ports}}  port {{padded $s .}}  {{escaped .Address}}{{with .Unsupported}}  (not supported: {{escaped .}}){{end}}
{{doc 2 .Documentation}}{{range lines .Policy}}    policy: {{escaped .}}
{{end}}{{end}}
{{- range .Operations}}{{template "operation" .}}{{end}}{{end}}
{{- if or .Elements (hidden)}}
types and elements
{{end}}
{{- range .Elements}}{{node 1 "element " . ""}}{{end}}
{{- range .Types}}{{if show .}}  {{.Kind}} type {{type .}}
{{content 2 .}}{{end}}{{end}}{{end}}

{{- define "operation"}}
  operation {{escaped .Name}}{{if eq .OverloadOf .Name}}  (has overloads){{else if .OverloadOf}}  (an overload of {{escaped .OverloadOf}}){{end}}
{{doc 2 .Documentation}}
{{- if .Go}}    Go {{.GoSignature}}
{{end}}{{with .GoStream}}    Go {{.}} returns an iterator
{{end}}
{{- range .Wires}}    {{printf "%-9s" .Binding}}  {{if .Method}}{{.Method}} {{escaped .Location}}
	{{- with .Response}}  response  element {{name .}}{{end}}{{else}}{{.Style}}/{{.Use}}{{with .Request}}  element {{name .}}{{end}}{{with .Action}}  SOAPAction "{{escaped .}}"{{end}}{{end}}
{{end}}    request{{template "message" .Request}}
{{- if .OneWay}}    no response (one-way)
{{else if .Response}}    response{{template "message" .Response}}{{end}}
{{- range .Faults}}    fault {{escaped .Name}}{{with .Element}}  element {{name .}}{{end}}{{with .Go}}  Go *{{.}}{{end}}
{{doc 3 .Documentation}}{{nodes 3 .Content}}{{end}}
{{- range .Headers}}{{node 2 (print .Direction " header ") .Node .Go}}{{end}}
{{- range .Attachments}}    {{.Direction}} attachment {{escaped .Part}}  {{escaped (join .MediaTypes " ")}}{{go .Go ""}}
{{end}}
{{- range .Samples}}{{if .Error}}    no sample over {{.Binding}}: {{escaped .Error}}
{{end}}{{if .Request}}    sample over {{.Binding}}
{{quoted .Text}}{{if .Response}}    sample response over {{.Binding}}{{with sameResponse $ .}}: as over {{.}}
{{else}}
{{quoted .Response}}{{end}}{{end}}{{end}}{{end}}{{end}}

{{- define "message"}}{{with .Element}}  element {{name .}}{{end}}{{go "" .Go}}{{if not .Content}}  (empty){{end}}
{{nodes 3 .Content}}{{end}}

{{- define "node"}}{{if eq .Kind "attribute"}}@{{name .}}{{else if eq .Kind "value" "sequence" "choice" "all"}}{{.Kind}}
	{{- else if eq .Kind "any"}}any element of {{escaped .Name}}{{else if eq .Kind "anyAttribute"}}any attribute of {{escaped .Name}}{{else}}{{name .}}{{end}}
	{{- with .Type}}  {{escaped (ref .)}}{{end}}{{if ne .Kind "anyAttribute"}}{{with occurrence .}}  [{{.}}]{{end}}{{end}}
	{{- if .Nillable}}  nillable{{end}}{{if .Abstract}}  abstract{{end}}{{with .Default}}  default {{value .}}{{end}}{{with .Fixed}}  fixed {{value .}}{{end}}
	{{- with facets .Facets}}  {{.}}{{end}}{{with .Members}}  or {{listed .}}{{end}}{{end}}

{{- define "facts"}}{{if .Abstract}}; abstract{{end}}{{if .Mixed}}; mixed content{{end}}{{with .Base}}; {{$.Derivation}} of {{escaped (ref .)}}{{end}}
	{{- with .Array}}; array {{escaped .}}{{end}}{{with .Union}}; union of {{listed .}}{{end}}{{with facets .Facets}}; {{.}}{{end}}
	{{- with .Derived}}; or the derived types {{listed .}}{{end}}{{end}}`

func (w *textWriter) line(depth int, format string, args ...any) {
	fmt.Fprintf(&w.b, strings.Repeat("  ", depth)+format+"\n", args...)
}

// maxLine is the number of columns that documentation is wrapped at.
const maxLine = 96

// documentation writes paragraphs as comments.
func (w *textWriter) documentation(depth int, text string) (none string) {
	indent := strings.Repeat("  ", depth) + "//"
	line := indent
	for _, word := range strings.Fields(text) {
		word = escaped(word)
		if line != indent && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > maxLine {
			w.b.WriteString(line + "\n")
			line = indent
		}
		line += " " + word
	}
	if line != indent {
		w.b.WriteString(line + "\n")
	}
	return ""
}

// padded returns the name and the binding of a port, in columns with the other ports.
func padded(s *Service, p *Port) string {
	width, kind := 0, 0
	for _, other := range s.Ports {
		width, kind = max(width, utf8.RuneCountInString(escaped(other.Name))), max(kind, len(other.Binding))
	}
	name := escaped(p.Name)
	return fmt.Sprintf("%s%*s  %-*s", name, width-utf8.RuneCountInString(name), "", kind, p.Binding)
}

// nameOf returns a name, or the name of a node.
func nameOf(of any) *Name {
	if n, ok := of.(*Node); ok {
		return &Name{n.Name, n.Namespace}
	}
	return of.(*Name)
}

// nameText returns a name, in quotation marks if it is not the name of an XML element: a
// line that begins with it must not look like another kind of line.
func (w *textWriter) nameText(of any) string {
	text := escaped(w.ref(&TypeRef{Name: *nameOf(of)}))
	if !plainName.MatchString(text) {
		return `"` + text + `"`
	}
	return text
}

var plainName = regexp.MustCompile(`^([\pL_][\pL\pN\pM_:.-]*)?$`)

// goText returns a name and a type in Go.
func goText(name, typ string) string {
	text := strings.TrimSpace(name + " " + typ)
	if text == "" {
		return ""
	}
	return "  Go " + text
}

// quoted returns lines, each with a mark.
func quoted(text string) string {
	return collect.Joined(strings.Split(text, "\n"), "", func(line string) string { return "      | " + escaped(line) + "\n" })
}

// show reports whether no operation has shown a type, which is shown then.
func (w *textWriter) show(t *Type) bool {
	hidden := !w.shown[t]
	w.shown[t] = true
	return hidden
}

// hasShown reports whether a type has been shown, or has nothing to show.
func (w *textWriter) hasShown(t *Type) bool {
	return w.shown[t] || len(t.Content) == 0 && len(t.Facets) == 0 && len(t.Values) == 0 && t.Documentation == "" && t.Base == nil && len(t.Union) == 0
}

// listed returns names with the prefixes of their namespaces.
func (w *textWriter) listed(names []*Name) string {
	all := collect.Each(names, func(n *Name) string { return w.nameText(n) })
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}

// maxOperation is how many bytes the text of an operation has before its trees end.
const maxOperation = 32 << 10

// OperationText returns the text of an operation alone, with the types that it uses. If the contract has no services, op is nil, and the
// text is all types. Trees end after 32 KiB.
func (o *Outline) OperationText(op *Operation) (string, error) {
	one := *o
	begin := "\ntypes and elements\n"
	if op != nil {
		one.Services, one.Types, one.Elements = []*Service{{Operations: []*Operation{op}}}, nil, nil
		begin = "\n  operation "
	}
	text, err := one.text(maxOperation)
	_, found, _ := strings.Cut(string(text), begin)
	return strings.TrimPrefix(begin, "\n") + found, err
}
