package page

import (
	"fmt"
	"html/template"
	"strings"
	"unicode"
)

const operationMarkup = `{{define "operation"}}{{template "head" .}}<header class="top"><nav aria-label="Breadcrumb"><p class="crumb"><a href="?">{{.Service}}</a> / {{with .OverloadOf}}{{.}}{{else}}operation{{end}}</p></nav>
<h1>{{breakable .Name}}</h1>
{{with .Doc}}<p class="doc">{{.}}</p>
{{end}}{{if .OneWay}}<p class="note">One-way: the service sends no response message.</p>
{{end}}{{with .Overloads}}<p class="also">Overloads: {{range $i, $m := .}}{{if $i}}, {{end}}<a data-op="{{$m.Name}}" href="{{address "op" $m.Name}}">{{$m.Name}}</a>{{end}}</p>
{{end}}</header>
<main id="main" tabindex="-1" class="columns">
<div class="work">
{{template "form" .}}
<section id="answer" aria-labelledby="answer-title" data-state="idle" data-binding="" data-status="">
<div class="bar"><h2 id="answer-title">Answer</h2><p id="answer-summary" role="status" aria-live="polite"></p></div>
<div id="answer-fault" hidden><dl><div><dt>Code</dt><dd data-fault="code"></dd></div><div><dt>Reason</dt><dd data-fault="reason"></dd></div><div id="answer-detail"><dt>Detail</dt><dd data-fault="detail"></dd></div></dl></div>
<div id="answer-result" hidden>
<div class="tabs" role="group" aria-label="Form of the result"><button type="button" id="show-table" aria-pressed="true">Table</button><button type="button" id="show-xml" aria-pressed="false">XML</button></div> <a href="#result-type">Fields explained</a>
<div id="answer-table" role="region" aria-label="Result as a table" tabindex="0"></div>
<div id="answer-xml" class="xml" role="region" aria-label="Result as XML" tabindex="0" hidden></div>
</div>
</section>
<section id="request" aria-labelledby="request-title" data-state="{{if .Chosen.Error}}invalid{{else}}ready{{end}}" data-binding="{{.Chosen.Binding}}">
<div class="bar"><h2 id="request-title">Request</h2><p id="copied" role="status" aria-live="polite"></p>
<div class="buttons"><button type="button" id="copy-raw" class="script" hidden>Copy HTTP</button><button type="button" id="copy-curl" class="script" hidden>Copy curl</button><button type="button" id="copy-go" class="script" hidden>Copy Go</button></div></div>
<pre id="request-text" tabindex="0" aria-label="Request as HTTP">{{with .Chosen.Error}}{{.}}{{else}}{{.Chosen.Raw}}{{end}}</pre>
<details><summary>curl</summary><pre id="curl-text" tabindex="0" aria-label="Request as a curl command">{{.Chosen.Curl}}</pre></details>
<details><summary>Go</summary><pre id="go-text" tabindex="0" aria-label="Request in Go">{{.Chosen.Go}}</pre></details>
<noscript>{{range .Requests}}{{if ne .Binding $.Chosen.Binding}}<details><summary>{{.Name}}</summary><pre tabindex="0">{{with .Error}}{{.}}{{else}}{{.Raw}}{{end}}</pre></details>{{end}}{{end}}</noscript>
</section>
<section id="response" aria-labelledby="response-title" data-binding="" hidden>
<div class="bar"><h2 id="response-title">Response</h2><p id="copied-response" role="status" aria-live="polite"></p><div class="buttons"><button type="button" id="copy-response">Copy HTTP</button></div></div>
<pre id="response-text" tabindex="0" aria-label="Response as HTTP"></pre>
</section>
{{with .Picture}}<section aria-labelledby="picture-title"><div class="bar"><h2 id="picture-title">Types</h2></div>{{template "picture" .}}</section>
{{end}}</div>
<aside class="reference" aria-label="Reference">
<section id="parameters" aria-labelledby="parameters-title"><h2 id="parameters-title">Parameters</h2>
{{with .Parameters}}<ul class="tree">{{template "nodes" .}}</ul>{{else}}<p>None.</p>{{end}}</section>
{{with .Headers}}<section id="headers" aria-labelledby="headers-title"><h2 id="headers-title">Header blocks</h2><ul class="tree">{{template "nodes" .}}</ul></section>
{{end}}<section id="result-type" aria-labelledby="result-title"><h2 id="result-title">Result</h2>
{{with .Result}}<ul class="tree">{{template "nodes" .}}</ul>{{else}}<p>None.</p>{{end}}</section>
{{with .Errors}}<section id="faults" aria-labelledby="faults-title"><h2 id="faults-title">Faults</h2><ul class="tree">{{template "nodes" .}}</ul></section>
{{end}}</aside>
</main>
{{template "foot" .}}{{end}}`

const pictureMarkup = `{{define "picture"}}<div class="picture" role="group" aria-label="{{.Title}} with their types" tabindex="0">{{.SVG}}</div>{{end}}`

const nodesMarkup = `{{define "nodes"}}{{range .}}<li data-name="{{.Name}}">{{if .Children}}<details{{if .Open}} open{{end}}><summary>{{template "node" .}}</summary>{{template "values" .}}<ul>{{template "nodes" .Children}}</ul></details>{{else}}<div>{{template "node" .}}</div>{{template "values" .}}{{end}}</li>{{end}}{{end}}` +
	`{{define "node"}}<code>{{.Label}}</code> {{if .Type}}<span class="type">{{.Type}}</span> {{end}}{{with .Occurs}}<span class="occurs">{{.}}</span>{{end}}{{if and .Name .Note}} <span class="occurs">{{.Note}}</span>{{end}}{{end}}` +
	`{{define "values"}}{{with .Doc}}<p class="doc">{{.}}</p>{{end}}{{with .Enum}}<p class="values">{{range $i, $v := .}}{{if lt $i 60}}<span><code>{{$v.Text}}</code> {{$v.Doc}}</span> {{end}}{{end}}</p>{{end}}{{with .Facets}}<p class="values">{{range $i, $v := .}}{{if $i}}, {{end}}{{$v}}{{end}}</p>{{end}}{{end}}`

const formMarkup = `{{define "form"}}<form id="call" method="get" action="?" data-operation="{{.Name}}" data-item="{{.Item}}">
<h2 class="hidden">Call</h2>
<input type="hidden" name="op" value="{{.Name}}">
{{if .XML}}<p class="field"><label for="xml">Request as XML</label><textarea id="xml" name="xml" rows="14" spellcheck="false" autocapitalize="off">{{.Content}}</textarea></p>
{{else}}{{range $f := .Fields}}<div class="field">{{if .Repeated}}<fieldset><legend>{{.Name}} <span class="occurs">{{.Occurs}}</span></legend>{{range $i, $v := .Values}}{{template "input" (inputOf $f $i $v)}}{{end}}<button type="button" class="script" data-add="{{.Name}}" hidden>Add another</button></fieldset>{{else}}<label for="{{.ID}}">{{.Name}} <span class="occurs">{{.Occurs}}</span></label>{{range $i, $v := .Values}}{{template "input" (inputOf $f $i $v)}}{{end}}{{end}}{{with .Doc}}<p class="hint" id="{{$f.ID}}-hint">{{.}}</p>{{end}}</div>
{{else}}<p class="note">The operation has no parameters.</p>
{{end}}{{end}}{{if .Headers}}<details class="field"{{if .HeaderText}} open{{end}}><summary>Header blocks</summary><p><label for="header">XML of the blocks, for SOAP</label><textarea id="header" name="header" rows="5" spellcheck="false" autocapitalize="off">{{.HeaderText}}</textarea></p></details>
{{end}}<fieldset id="bindings"><legend>Binding</legend><div class="choices">{{range .Requests}}<label for="binding-{{.Binding}}"><input type="radio" name="binding" id="binding-{{.Binding}}" value="{{.Binding}}"{{if eq .Binding $.Chosen.Binding}} checked{{end}}> {{.Name}}</label>{{end}}</div></fieldset>
<p class="row"><button type="submit" id="call-button" name="show" value="call">Call</button><noscript><button type="submit">Show the requests</button></noscript></p>
<noscript><p class="note">{{if and .Called .Chosen.Error}}The request cannot be made: {{.Chosen.Error}}{{else if .HasGet}}Without script the form calls over HTTP GET only, and the browser shows the answer. Requests over other bindings can be sent with curl, as below.{{else}}Without script the form makes no calls. The request below can be sent with curl.{{end}}</p></noscript>
</form>
{{end}}{{define "input"}}{{if eq .Input "select"}}<select id="{{.ID}}" name="p.{{.Name}}" data-param="{{.Name}}"{{if .Hint}} aria-describedby="{{.Hint}}"{{end}}{{if .Label}} aria-label="{{.Label}}"{{end}}><option value=""></option>{{range .Options}}<option value="{{.Text}}"{{if eq .Text $.Value}} selected{{end}}>{{.Text}}{{with .Doc}}: {{.}}{{end}}</option>{{end}}</select>{{else}}<input type="{{.Input}}" id="{{.ID}}" name="p.{{.Name}}" data-param="{{.Name}}" value="{{.Value}}" autocomplete="off"{{if eq .Input "text"}} spellcheck="false" autocapitalize="off"{{end}}{{with .Min}} min="{{.}}"{{end}}{{with .Max}} max="{{.}}"{{end}}{{with .Step}} step="{{.}}"{{end}}{{if .Hint}} aria-describedby="{{.Hint}}"{{end}}{{if .Label}} aria-label="{{.Label}}"{{end}}>{{end}}{{end}}`

// input is one of the inputs of a field.
type input struct {
	*field
	ID, Value, Label, Hint string
}

// inputOf returns an input of a field; all of a repeated one have labels of their own.
func inputOf(f *field, i int, value string) input {
	in := input{field: f, ID: f.ID, Value: value}
	if f.Doc != "" {
		in.Hint = f.ID + "-hint"
	}
	if f.Repeated {
		in.Label, in.ID = fmt.Sprint(f.Name, " ", i+1), fmt.Sprint(f.ID, "-", i+1)
	}
	return in
}

// breakable returns a name that can be broken before each of its words.
func breakable(name string) template.HTML {
	var b strings.Builder
	last := '_'
	for _, c := range name {
		if unicode.IsUpper(c) && unicode.IsLower(last) {
			b.WriteString("<wbr>")
		}
		b.WriteString(template.HTMLEscapeString(string(c)))
		last = c
	}
	return template.HTML(b.String())
}
