package describe

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reviewing/report"
)

// Markdown returns the outline as a page of a code forge: with headings, tables, and
// links between operations and types. Text of the contract is escaped.
func (o *Outline) Markdown() ([]byte, error) {
	w := &markdownWriter{writer: writer{Outline: o}, titles: make(map[any]string), anchors: make(map[any]string), byName: make(map[string]*Operation), overloads: make(map[*Operation][]*Operation)}
	w.addHeadings()
	w.page = template.Must(template.New("page").Funcs(template.FuncMap{
		"code": report.Code, "codes": codes, "prose": prose, "paragraphs": paragraphs, "firstSentence": firstSentence, "value": value, "values": values,
		"facets": facetsText, "occurrence": occurrence, "rows": rows, "fence": fence, "sameResponse": (*Operation).sameResponse, "lines": (*Policy).lines,
		"join": strings.Join, "trim": strings.TrimSpace, "part": w.part, "prefixes": w.prefixes, "title": w.title, "link": w.link, "type": w.typeLink,
		"name": w.name, "names": w.names, "short": w.short, "result": w.shortLink, "overloads": w.others, "users": w.users,
	}).Parse(markdownText))
	return []byte(w.part("page", o)), w.err
}

// markdownWriter writes Markdown.
type markdownWriter struct {
	writer
	titles  map[any]string // of services, operations and types
	anchors map[any]string

	byName    map[string]*Operation       // by SERVICE/OPERATION
	overloads map[*Operation][]*Operation // the operations of the service with the same name in the contract
}

const markdownText = `# {{prose .Contract}}

{{paragraphs .Documentation}}| document | target namespace |
|---|---|
{{range .Documents}}| {{code .Name}} | {{codes .Namespaces "<br>"}} |
{{end}}
{{- with prefixes}}
| prefix | namespace |
|---|---|
{{range .}}| {{code .Prefix}} | {{code .URI}} |
{{end}}{{end}}
{{- range $i, $n := .Namespaces}}{{if and (not $i) (not .Prefix)}}
Types without a prefix are in the namespace {{code .URI}}.
{{end}}{{end}}
{{- range .Services}}
## {{title .}}

{{paragraphs .Documentation}}
{{- with .Ports}}| port | binding | address |
|---|---|---|
{{range .}}| {{code .Name}} | {{.Binding}}{{with .Unsupported}}, not supported: {{code .}}{{end}} | {{code .Address}} |
{{end}}{{end}}
{{- range .Ports}}{{if .Policy}}
Policy of {{code .Name}}: {{prose (join (lines .Policy) "; ")}}.
{{end}}{{end}}
{{- if .Go}}
In Go: interface {{code .Go}}, client {{code .NewClient}}, handler {{code .NewHandler}}.
{{else}}There are no bindings.
{{end}}
| operation | parameters | result | description |
|---|---|---|---|
{{range .Operations}}| {{link . .Name}} | {{range $i, $n := .Request.Content}}{{if $i}}<br>{{end}}{{code (short $n)}}{{end}} | {{result .}} |
	{{- with .Documentation}} {{prose (firstSentence .)}}{{else}} {{end}} |
{{end}}{{end}}
{{- range .Services}}{{range .Operations}}{{template "operation" .}}{{end}}{{end}}
{{- if or .Elements .Types}}
## Types
{{end}}{{with .Elements}}
Global elements:

{{template "table" .}}{{end}}
{{- range .Types}}{{template "type" .}}{{end}}

{{- define "operation"}}
## {{title .}}

{{paragraphs .Documentation}}
{{- with overloads .}}The name of the operation in the contract is {{code $.OverloadOf}}, as of {{.}}.

{{end}}
{{- if .Go}}In Go: {{code .GoSignature}}{{with .GoStream}}; {{code .}} returns an iterator{{end}}.

| binding | ports | messages | SOAPAction, or method and location |
|---|---|---|---|
{{range .Wires}}| {{.Binding}} | {{codes .Ports ", "}} | {{if .Method}}parameters{{with .Response}}; response {{name .}}{{end}} |
	{{- " "}}{{code (print .Method " " .Location)}}{{else}}{{.Style}}/{{.Use}} | {{with .Action}}{{code .}}{{end}}{{end}} |
{{end}}
{{end -}}
**Request**{{template "message" .Request}}

{{with .Request.Content}}{{template "table" .}}{{else}}No parameters.
{{end}}
{{with .Response}}**Response**{{template "message" .}}

{{with .Content}}{{template "table" .}}{{else}}No content.
{{end}}{{else}}**No response**: the operation is one-way.
{{end}}
{{- range .Faults}}
**Fault** {{code .Name}}{{template "message" .}}{{with .Documentation}}: {{prose .}}{{end}}
{{with .Content}}
{{template "table" .}}{{end}}{{end}}
{{- with .Headers}}
| header block of | name | type | in Go | description |
|---|---|---|---|---|
{{range .}}| {{.Direction}} | {{name .Node}} | {{type .Node.Type}} | {{code (trim (print .Go " " .Node.GoType))}} | {{trim (part "remarks" .Node)}} |
{{end}}{{end}}
{{- with .Attachments}}
| attachment of | part | media types | in Go |
|---|---|---|---|
{{range .}}| {{.Direction}} | {{code .Part}} | {{code (join .MediaTypes ", ")}} | {{code .Go}} |
{{end}}{{end}}
{{- range .Samples}}{{if .Error}}
There is no sample over {{.Binding}}: {{prose .Error}}
{{end}}{{if .Request}}
<details><summary>Sample over {{.Binding}}</summary>

{{fence "http" .Text}}
{{- if .Response}}
{{with sameResponse $ .}}The response is the same as over {{.}}.
{{else}}Response:

{{fence "xml" .Response}}{{end}}{{end}}
</details>
{{end}}{{end}}{{end}}

{{- define "message"}}{{with .Element}}: element {{name .}}{{end}}{{with .Go}}, in Go {{code .}}{{end}}{{end}}

{{- define "table"}}| name | type | occurs | in Go | description |
|---|---|---|---|---|
{{range rows "" .}}| {{.Before}}{{template "label" .Node}} | {{type .Type}} | {{template "occurs" .Node}} | {{template "field" .Node}} |
	{{- with trim (part "remarks" .Node)}} {{.}}{{else}} {{end}} |
{{end}}{{end}}

{{- define "label"}}{{if eq .Kind "sequence" "all"}}all of{{else if eq .Kind "choice"}}one of{{else if eq .Kind "value"}}value
	{{- else if eq .Kind "any"}}any element of {{code .Name}}{{else if eq .Kind "anyAttribute"}}any attribute of {{code .Name}}
	{{- else}}{{name .}}{{end}}{{end}}

{{- define "occurs"}}{{if ne .Kind "anyAttribute"}}{{code (or (occurrence .) "1")}}{{end}}{{end}}

{{- define "field"}}{{if and .Go (ne .Go .Name)}}{{code (print .Go " " .GoType)}}{{else}}{{code .GoType}}{{end}}{{end}}

{{- define "remarks"}}{{prose .Documentation}}{{if .Nillable}} May be nil.{{end}}{{if .Abstract}} Abstract.{{end}}
	{{- with .Default}} Default {{value .}}.{{end}}{{with .Fixed}} Always {{value .}}.{{end}}{{with facets .Facets}} {{code .}}{{end}}
	{{- with .Values}} One of {{values .}}.{{end}}{{with .Members}} Or one of {{names .}}.{{end}}{{end}}

{{- define "type"}}
### {{title .}}

{{paragraphs .Documentation}}{{if eq .Kind "simple"}}Simple{{else}}Complex{{end}} type{{with .Go}}; in Go {{code .}}{{end}}
	{{- if .Abstract}}; abstract{{end}}{{if .Mixed}}; mixed content: text between elements{{end}}{{with .Base}}; {{$.Derivation}} of {{type .}}{{end}}
	{{- with .Array}}; array {{code .}} of SOAP encoding{{end}}{{with .Union}}; union of {{names .}}{{end}}{{with facets .Facets}}; {{code .}}{{end}}
	{{- with .Derived}}; derived types that may be in its place: {{names .}}{{end}}.

{{with .Values}}| value | in Go | description |
|---|---|---|
{{range .}}| {{value .Value}} | {{code .Go}} | {{prose .Documentation}} |
{{end}}
{{end}}
{{- if .Content}}{{template "table" .Content}}
{{else if eq .Kind "complex"}}No content.

{{end}}{{with users .}}Used by {{.}}.
{{end}}{{end}}`

// title returns the title of a heading.
func (w *markdownWriter) title(of any) string { return prose(cmp.Or(w.titles[of], "?")) }

// addHeadings gives all headings their titles and the anchors that forges make of them, in the order of the page. The kind in a title
// keeps the anchors of operations and types apart.
func (w *markdownWriter) addHeadings() {
	used := make(map[string]int)
	add := func(of any, title string) {
		slug := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, escaped(strings.Join(strings.Fields(title), " ")))
		n := used[slug]
		if used[slug]++; n > 0 {
			slug += "-" + strconv.Itoa(n)
		}
		w.titles[of], w.anchors[of] = title, slug
	}
	add("", w.Contract)
	for _, s := range w.Services {
		kind := "Service "
		if s.Go == "" {
			kind = "PortType "
		}
		add(s, kind+s.Name)
	}
	for _, s := range w.Services {
		named := make(map[string][]*Operation)
		for _, op := range s.Operations {
			named[op.OverloadOf] = append(named[op.OverloadOf], op)
		}
		delete(named, "") // operations that are not overloaded
		for _, op := range s.Operations {
			w.overloads[op] = named[op.OverloadOf]
			title := "Operation " + op.Name
			if len(w.Services) > 1 {
				title += " of " + s.Name
			}
			add(op, title)
			w.byName[s.Name+"/"+op.Name] = op
		}
	}
	add("", "Types")
	for _, t := range w.Types {
		kind := "Type "
		if t.Element {
			kind = "Element "
		}
		add(t, kind+w.ref(&t.TypeRef))
	}
}

// prefixes returns the namespaces whose prefixes are on the page.
func (w *markdownWriter) prefixes() []*Namespace {
	return slices.DeleteFunc(slices.Clone(w.Namespaces), func(n *Namespace) bool {
		return n.Prefix == "" || n.Prefix == "xs" || n.URI == wsdl11.EncodingSOAP11 && !slices.ContainsFunc(w.Types, func(t *Type) bool {
			return t.Namespace == n.URI || t.Base != nil && t.Base.Namespace == n.URI
		})
	})
}

// link returns a name with a link to a heading.
func (w *markdownWriter) link(to any, name string) string {
	if anchor := w.anchors[to]; anchor != "" {
		return "[" + report.Code(name) + "](#" + anchor + ")"
	}
	return report.Code(name)
}

func (w *markdownWriter) typeLink(t *TypeRef) string {
	if t == nil {
		return ""
	}
	return w.link(w.types[*t], w.ref(t))
}

// name returns the name of an element or attribute.
func (w *markdownWriter) name(of any) string {
	text := w.ref(&TypeRef{Name: *nameOf(of)})
	if n, ok := of.(*Node); ok && n.Kind == Attribute {
		text = "@" + text
	}
	return report.Code(text)
}

func (w *markdownWriter) names(names []*Name) string {
	return collect.Joined(names, ", ", func(n *Name) string { return w.typeLink(&TypeRef{Name: *n}) })
}

// shortLink describes a result, with a link if it has one type.
func (w *markdownWriter) shortLink(op *Operation) string {
	if op.Response == nil || len(op.Response.Content) != 1 {
		return report.Code(w.shortResult(op))
	}
	switch n := op.Response.Content[0]; {
	case n.Type == nil || len(n.Content) > 0:
		return report.Code(w.shortResult(op))
	case n.Max != 1:
		return "list of " + w.typeLink(n.Type)
	default:
		return w.typeLink(n.Type)
	}
}

// others returns links to the first of the other operations with the same name.
func (w *markdownWriter) others(op *Operation) string {
	all := slices.DeleteFunc(slices.Clone(w.overloads[op]), func(other *Operation) bool { return other == op })
	return strings.Join(firstOf(all, func(other *Operation) string { return w.link(other, other.Name) }, "other operation"), " and ")
}

// users returns links to the operations and types that use a type: the first ones.
func (w *markdownWriter) users(t *Type) string {
	all := firstOf(t.UsedBy, w.operationLink, "other operation")
	return strings.Join(append(all, firstOf(t.UsedIn, w.typeLink, "other type")...), ", ")
}

// firstOf returns the texts of the first of some users of a type, and how many others there are.
func firstOf[T any](users []T, text func(T) string, other string) []string {
	const most = 10
	all := collect.Each(users[:min(len(users), most)], text)
	if more := len(users) - most; more > 0 {
		all = append(all, diag.Counted(more, other))
	}
	return all
}

func (w *markdownWriter) operationLink(name string) string {
	op := w.byName[name]
	if op != nil && len(w.Services) == 1 {
		name = op.Name
	}
	return w.link(op, name)
}

// row is a row of a table: a node, with a mark for each level of the groups and anonymous types that it is in.
type row struct {
	Before string
	*Node
}

func rows(before string, nodes []*Node) (all []row) {
	for _, n := range nodes {
		all = append(append(all, row{before, n}), rows(before+"› ", n.Content)...)
	}
	return all
}
