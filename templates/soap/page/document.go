package page

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"

	"example.com/quartet/templates/soap/contract"
)

// How large documents are.
const (
	maxDocumentNodes = 200_000 // of all trees
	maxDocumentBytes = 64 << 20
)

// ErrLargeDocument is the error of [Document] for a page of more than 64 MiB.
var ErrLargeDocument = fmt.Errorf("the page has more than %d MiB", maxDocumentBytes>>20)

// Document returns a page for people who read the contract of services, without a server: a table of the operations, and for each of them a
// picture of its types and the trees of its messages. It is one HTML document, which needs no script and no other file. Trees have at
// most 200,000 nodes in all; the ones without room say that more is in the contract. The error is [ErrLargeDocument], or one of the
// documents of the contract.
func Document(services []*contract.Contract) ([]byte, error) {
	d := document{Style: template.CSS(styleText)}
	left := maxDocumentNodes
	var m *messages
	for i, info := range services {
		if i == 0 || info.Types != services[i-1].Types { // most contracts have one table for all services
			var err error
			if m, err = readMessages(info); err != nil {
				return nil, fmt.Errorf("reading the types of service %s: %w", info.Service, err)
			}
		}
		s := documentService{Contract: info, Title: info.Service}
		isSame := func(c *contract.Contract) bool { return c != info && c.Service == info.Service }
		if len(info.Ports) > 0 && slices.ContainsFunc(services, isSame) { // the service of ports with other operations
			s.Title += ": " + info.Ports[0].Name
		}
		for j, op := range info.Operations {
			m.nodes = max(0, min(maxNodes, left))
			one := documentOperation{described: m.describe(op), ID: fmt.Sprintf("operation-%d-%d", i+1, j+1)}
			left -= count(one.Parameters) + count(one.Result) + count(one.Headers) + count(one.Errors)
			for _, b := range contract.Bindings() {
				if info.Port(b) != nil && op.Wire(b) != nil {
					one.Bindings = append(one.Bindings, b.String())
				}
			}
			s.Operations = append(s.Operations, one)
		}
		d.Services = append(d.Services, s)
	}
	var b limited
	err := markup().ExecuteTemplate(&b, "document", d)
	return visible(b.Bytes()), err
}

// limited is a buffer for a document.
type limited struct{ bytes.Buffer }

func (b *limited) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxDocumentBytes {
		return 0, ErrLargeDocument
	}
	return b.Buffer.Write(p)
}

type document struct {
	Style    template.CSS
	Services []documentService
}

type documentService struct {
	*contract.Contract
	Title      string // differs from the titles of other services
	Operations []documentOperation
}

type documentOperation struct {
	*described
	ID       string
	Bindings []string
}

const documentMarkup = `{{define "document"}}<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{range $i, $s := .Services}}{{if $i}}, {{end}}{{.Title}}{{end}}</title>
<style>{{.Style}}</style>
</head>
<body>
<main id="main">
{{range .Services}}<header class="top"><h1>{{.Title}}</h1>
{{with .Doc}}<p class="doc">{{.}}</p>
{{end}}</header>
<div class="table" role="region" aria-label="Operations of {{.Title}}" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Documentation</th><th scope="col">Parameters</th><th scope="col">Bindings</th></tr></thead>
<tbody>{{range .Operations}}<tr><th scope="row"><a href="#{{.ID}}">{{breakable .Name}}</a></th><td>{{firstSentence .Doc}}</td><td>{{join .Params ", "}}</td><td>{{join .Bindings ", "}}</td></tr>
{{end}}</tbody></table></div>
{{range .Operations}}<section class="operation"><h2 id="{{.ID}}">{{breakable .Name}}</h2>
{{with .Doc}}<p class="doc">{{.}}</p>
{{end}}{{if .OneWay}}<p class="note">One-way: the service sends no response message.</p>
{{end}}{{with .Picture}}{{template "picture" .}}
{{end}}<details><summary>Request</summary>{{with .Parameters}}<ul class="tree">{{template "nodes" .}}</ul>{{else}}<p>No parameters.</p>{{end}}</details>
<details><summary>Result</summary>{{with .Result}}<ul class="tree">{{template "nodes" .}}</ul>{{else}}<p>None.</p>{{end}}</details>
{{with .Headers}}<details><summary>Header blocks</summary><ul class="tree">{{template "nodes" .}}</ul></details>
{{end}}{{with .Errors}}<details><summary>Faults</summary><ul class="tree">{{template "nodes" .}}</ul></details>
{{end}}</section>
{{end}}{{end}}</main>
</body>
</html>
{{end}}`
