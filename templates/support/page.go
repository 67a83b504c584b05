package support

import (
	"bytes"
	"html/template"
	"net/http"
)

// pageTemplate is the parsed service page.
type pageTemplate = *template.Template

// pageData is what the service page shows.
type pageData struct {
	Service    string
	Doc        string
	Contract   bool
	Operations []pageOperation
}

type pageOperation struct {
	Name, Doc string
	Params    []string
	Bindings  []string
}

// pageMarkup is the service page: plain HTML that needs nothing else.
const pageMarkup = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Service}}</title>
<style>
body { font-family: system-ui, sans-serif; line-height: 1.5; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff }
h2 { font-size: 1.05rem; margin: 1.5rem 0 0.25rem }
h2, code { font-family: ui-monospace, monospace }
p { margin: 0.25rem 0; white-space: pre-line }
.bindings { color: #57606a; font-size: 0.9rem }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117 } a { color: #6cb6ff } .bindings { color: #9198a1 } }
</style>
</head>
<body>
<h1>{{.Service}}</h1>
{{with .Doc}}<p>{{.}}</p>
{{end}}{{if .Contract}}<p><a href="?wsdl">Contract (WSDL)</a></p>
{{end}}{{range .Operations}}<section>
<h2 id="{{.Name}}">{{.Name}}</h2>
{{with .Doc}}<p>{{.}}</p>
{{end}}<p>{{if .Params}}Parameters: {{range $i, $name := .Params}}{{if $i}}, {{end}}<code>{{$name}}</code>{{end}}{{else}}No parameters{{end}}</p>
<p class="bindings">{{range $i, $name := .Bindings}}{{if $i}}, {{end}}{{$name}}{{end}}</p>
</section>
{{end}}</body>
</html>
`

// servePage answers a browser with the operations and a link to the contract.
func (h *handler) servePage(w http.ResponseWriter, r *http.Request, res *resource) {
	h.pageOnce.Do(func() { h.page, h.pageError = template.New("page").Parse(pageMarkup) })
	var b bytes.Buffer
	err := h.pageError
	if err == nil {
		err = h.page.Execute(&b, h.describe())
	}
	if err != nil {
		h.log().ErrorContext(r.Context(), "service page failed", "service", h.Service, "error", err)
		writeText(w, http.StatusInternalServerError, "the service page could not be shown")
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
	w.Header().Set("Referrer-Policy", "no-referrer")
	h.writeWhole(w, r, "text/html"+utf8Label, b.Bytes())
}

func (h *handler) describe() pageData {
	data := pageData{Service: h.Service, Doc: h.Doc, Contract: len(h.documents) > 0}
	for i := range h.operations {
		op := h.operations[i].Operation
		o := pageOperation{Name: op.Name, Doc: op.Doc, Params: op.Params}
		for _, b := range [...]Binding{SOAP11, SOAP12, HTTPGet, HTTPPost, HTTPHead, HTTPPut, HTTPDelete} {
			if wireOf(op, b) != nil && h.port(b) != nil {
				o.Bindings = append(o.Bindings, b.String())
			}
		}
		data.Operations = append(data.Operations, o)
	}
	return data
}
