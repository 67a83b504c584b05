// Package page has the HTML page that a handler shows to people who open the address of a service. It is optional: the
// option WithServicePage brings it into a handler.
package page

import (
	"bytes"
	"html/template"
	"net/http"
	"sync"

	"example.com/quartet/templates/soap"
)

// WithServicePage makes a handler answer browsers at the address of the service
// with a page: the operations with their documentation, parameters and bindings,
// and links to the contract. Without it the answer is a short list in plain
// text.
func WithServicePage() soap.HandlerOption {
	parsed := sync.OnceValues(func() (*template.Template, error) { return template.New("page").Parse(pageMarkup) })
	return soap.WithPage(func(header http.Header, service *soap.ServiceSummary) ([]byte, error) {
		page, err := parsed()
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := page.Execute(&b, service); err != nil {
			return nil, err
		}
		header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
		header.Set("Referrer-Policy", "no-referrer")
		return b.Bytes(), nil
	})
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
{{end}}{{if .Flat}}<p><a href="?flatWsdl">Contract with a name for each overload</a>, for programs that keep only one of several operations with the same name: PHP, zeep, suds, npm soap, strong-soap, SOAP::WSDL, KDSoap, WCF</p>
{{end}}{{if .Single}}<p><a href="?singleWsdl">Contract in one document</a>, for programs that cannot import others, such as Mono's wsdl with a saved contract</p>
{{end}}{{range .Operations}}<section>
<h2 id="{{.Name}}">{{.Name}}</h2>
{{with .Doc}}<p>{{.}}</p>
{{end}}<p>{{if .Params}}Parameters: {{range $i, $name := .Params}}{{if $i}}, {{end}}<code>{{$name}}</code>{{end}}{{else}}No parameters{{end}}</p>
<p class="bindings">{{range $i, $name := .Bindings}}{{if $i}}, {{end}}{{$name}}{{end}}</p>
</section>
{{end}}</body>
</html>
`
