package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// What tests and scripts of others may rely on:
//
//	index, at the bare address and ?q=TEXT
//	  a#skip                       link to main#main
//	  form#search input#q[name=q]  search; works without script
//	  #count                       number of operations that are shown (aria-live)
//	  li[data-group=NAME]          operation, with its overloads
//	  a[data-op=NAME]              link to the page of an operation
//	  a[data-form=wsdl]            also flatWsdl, flatWsdl&bindings=soap and openapi
//	  a[data-view=QUERY]           readable view of a document, ?view=QUERY
//
//	operation, ?op=NAME; the query may have binding=CODE, p.PARAMETER=VALUE, xml=, header=
//	  #parameters, #result-type    trees (details, li[data-name])
//	  .picture svg                 picture of the types
//	  form#call                    GET, without script too
//	  [name="p.NAME"][data-param=NAME]  inputs; repeated ones share the name; button[data-add=NAME] adds one
//	  textarea#xml[name=xml]       request as XML, where parameters cannot say it
//	  textarea#header[name=header] header blocks
//	  input[name=binding][value=CODE]#binding-CODE   radios: soap11 soap12 get post head put delete
//	  #call-button                 calls; without script only over HTTP GET
//	  #answer[data-state=idle|loading|result|fault|error][data-binding=CODE][data-status=STATUS]
//	                               fault: a SOAP fault; error: another HTTP status, or no response (then data-status is "")
//	  #answer-summary (aria-live)  one line
//	  #answer-table, #answer-xml   the result; #answer-fault: [data-fault=code|reason|detail]
//	  #request[data-state=ready|pending|invalid][data-binding=CODE], #request-text   the exact request, or the reason why there is none
//	  #response[data-binding=CODE], #response-text   status line, headers and body of the last call over the binding
//	  #copy-raw #copy-curl #copy-go #copy-response  buttons; the texts are in #request-text, #curl-text, #go-text, #response-text; #copied (aria-live)
//
//	?op=NAME&show=requests&... is JSON: {"requests":[{"binding","method","url","target","headers":[[name,value]],"body","raw","curl","go","error"}]}
//
//	view, ?view=QUERY
//	  #document                    the document; a[data-import] links between documents

// markup has the templates of all pages.
var markup = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"inputOf": inputOf, "breakable": breakable, "address": address, "join": strings.Join, "firstSentence": firstSentence, "documentName": documentName,
	}).Parse(headMarkup + footMarkup + missingMarkup + indexMarkup + viewMarkup + operationMarkup + formMarkup + pictureMarkup + nodesMarkup + documentMarkup))
})

// visible escapes the characters in the texts of a page that reorder what a reader sees, as in Go, since texts of a contract may mislead.
// Attributes, fields and messages to copy stay as they are sent.
func visible(page []byte) []byte {
	reorders := func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }
	if !bytes.ContainsFunc(page, reorders) {
		return page
	}
	parts := regexp.MustCompile(`<(?:pre|textarea)[^<]*|<[^>]*|[^<>]`)
	return parts.ReplaceAllFunc(page, func(part []byte) []byte {
		if r, _ := utf8.DecodeRune(part); reorders(r) {
			return fmt.Appendf(nil, `\u%04x`, r)
		}
		return part
	})
}

// policy is the Content-Security-Policy. The style and the script are allowed by
// their hashes.
var policy = sync.OnceValue(func() string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; style-src " + hash(styleText) + "; script-src " + hash(scriptText) +
		"; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
})

const headMarkup = `{{define "head"}}<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
{{if .Contract}}<link rel="alternate" type="text/xml" href="?disco">
{{end}}<style>{{.Style}}</style>
</head>
<body>
<a id="skip" href="#main">Skip to content</a>
{{with .Links}}<nav id="site" aria-label="Site">{{range .}}<a href="{{.Path}}"{{if .IsHome}} class="home"{{end}}>{{.Mark}}{{.Name}}</a>{{end}}<a href="?" aria-current="true">Operations</a></nav>
{{end}}{{end}}`

const footMarkup = `{{define "foot"}}<footer><p>{{.Service}}</p><p><a href="?">All operations</a></p></footer>
<script>{{.Script}}</script>
</body>
</html>
{{end}}`

const missingMarkup = `{{define "missing"}}{{template "head" .}}<header class="top"><p class="crumb"><a href="?">{{.Service}}</a></p></header>
<main id="main" tabindex="-1"><h1>Not found</h1><p>{{.Text}}</p><p><a href="?">Show all operations</a></p></main>
{{template "foot" .}}{{end}}`

const indexMarkup = `{{define "index"}}{{template "head" .}}<header class="top hero">
<h1>{{.Service}}</h1>
{{with .Doc}}<p class="doc">{{.}}</p>
{{end}}<dl class="facts">{{range .Endpoints}}<div><dt>{{.Names}}</dt><dd><code>{{.Address}}</code></dd></div>{{end}}</dl>
</header>
<main id="main" tabindex="-1" class="columns">
<div class="work">
<form id="search" role="search" method="get" action="?">
<label for="q">Search operations</label>
<div class="row"><input type="search" id="q" name="q" value="{{.Query}}" autocomplete="off" spellcheck="false" placeholder="Name, parameter or text"><button type="submit">Search</button></div>
</form>
<section aria-labelledby="operations-title">
<div class="bar"><h2 id="operations-title">Operations</h2><p id="count" role="status" aria-live="polite">{{.Shown}} of {{.Total}}</p></div>
<ul id="operations">
{{range .Groups}}<li data-group="{{.Name}}" data-text="{{.Text}}"{{if .Hidden $.Words}} hidden{{end}}>{{if eq (len .Members) 1}}{{template "member" index .Members 0}}{{else}}<h3 class="op">{{.Name}}</h3><ul>{{range .Members}}<li>{{template "member" .}}</li>{{end}}</ul>{{end}}</li>
{{end}}</ul>
<p id="none"{{if .Shown}} hidden{{end}}>No operation matches. <a href="?">Show all operations</a></p>
</section>
</div>
{{if .Contract}}<aside class="reference" aria-label="Contract"><section id="contract" aria-labelledby="contract-title">
<h2 id="contract-title">Contract</h2>
<dl class="forms">
<div><dt><a data-form="wsdl" href="?wsdl">Contract (WSDL)</a></dt><dd>for most clients</dd></div>
{{if .Flat}}<div><dt><a data-form="flatWsdl" href="?flatWsdl">Contract with a name for each overload</a></dt><dd>for programs that keep only one of several operations with the same name: PHP, zeep, suds, npm soap, strong-soap, SOAP::WSDL, KDSoap, WCF</dd></div>
{{end}}{{if .SOAP}}<div><dt><a data-form="flatWsdl&amp;bindings=soap" href="?flatWsdl&amp;bindings=soap">Contract with SOAP only</a></dt><dd>for programs that cannot read HTTP bindings: gowsdl, GraphQL Mesh, pysimplesoap</dd></div>
{{end}}{{if .OpenAPI}}<div><dt><a data-form="openapi" href="?openapi">OpenAPI</a></dt><dd>for clients that speak JSON</dd></div>
{{end}}</dl>
<p>Read it here:</p><ul class="links">{{range .Documents}}<li><a data-view="{{.}}" href="{{address "view" .}}">{{documentName .}}</a></li>{{end}}</ul>
</section></aside>
{{end}}</main>
{{template "foot" .}}{{end}}{{define "member"}}<a class="op" data-op="{{.Name}}" href="{{address "op" .Name}}">{{.Name}}</a>{{with .Params}} <code class="params">{{join . ", "}}</code>{{end}}{{with firstSentence .Doc}}<p>{{.}}</p>{{end}}{{end}}`

const viewMarkup = `{{define "view"}}{{template "head" .}}<header class="top"><nav aria-label="Breadcrumb"><p class="crumb"><a href="?">{{.Service}}</a> / contract</p></nav>
<h1>{{documentName .Query}}</h1>
<p><a href="{{print "?" .Query}}">The document as it is</a></p>
<nav aria-label="Documents"><ul class="links">{{range .Documents}}<li><a data-view="{{.}}" href="{{address "view" .}}"{{if eq . $.Query}} aria-current="page"{{end}}>{{documentName .}}</a></li>{{end}}</ul></nav>
</header>
<main id="main" tabindex="-1">
{{with .TooLarge}}<p>{{.}}</p>{{else}}<div id="document" class="xml" role="region" aria-label="Document" tabindex="0">{{.Lines}}</div>{{end}}
</main>
{{template "foot" .}}{{end}}`
