package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// operation is what the page of an operation shows.
type operation struct {
	*described
	Item       string   // name of the elements of a list that is the result
	Fields     []*field // fields of the form
	XML        bool     // the request is written as XML
	Content    string   // content of the text area
	HeaderText string
	Overloads  []*contract.Operation
}

// serveOperation answers a request for the page of an operation.
func (p *pages) serveOperation(w http.ResponseWriter, r *http.Request, query url.Values) {
	op := p.overview.operations[query.Get("op")]
	if op == nil {
		p.missing(w, r, "The service has no such operation.")
		return
	}
	m, err := p.messages()
	if err != nil && p.info.DocumentSet() != nil {
		p.info.Log(r, err)
	}
	o := p.operation(m, op, query)
	requests := p.requests(r, o, query)
	one := chosen(requests, query.Get("binding"))
	switch query.Get("show") {
	case "requests":
		body, _ := json.Marshal(map[string]any{"requests": requests}) // strings have no error
		secure(w.Header())
		p.info.Write(w, r, "application/json", body)
		return
	case "call":
		if one.Method == http.MethodGet && one.Error == "" {
			redirect(w, r, one)
			return
		}
	}
	p.write(w, r, http.StatusOK, "operation", struct {
		frame
		*operation
		Requests       []*request
		Chosen         *request
		HasGet, Called bool
	}{p.frame(op.Name), o, requests, one, slices.Contains(p.info.Bindings(op), contract.HTTPGet), query.Get("show") == "call"})
}

// operation describes an operation, with the values of a query in its form.
func (p *pages) operation(m *messages, op *contract.Operation, query url.Values) *operation {
	o := &operation{described: m.describe(op), HeaderText: query.Get("header")}
	if op.Result != nil && op.Result.IsJSONArray() {
		o.Item = op.Result.Described().Name
	}
	fields, ok := formFields(op, o.Parameters)
	if o.XML = !ok; ok {
		p.addExamples(op, fields, query)
		fill(fields, query)
		o.Fields = fields
	} else if o.Content = query.Get("xml"); o.Content == "" {
		o.Content = p.sampleContent(op)
	}
	for _, g := range p.overview.groups {
		if g.Name == op.OverloadOf {
			o.Overloads = slices.DeleteFunc(slices.Clone(g.Members), func(other *contract.Operation) bool { return other.Name == op.Name })
		}
	}
	return o
}

// addExamples adds examples to a query, unless it comes from the form: that has all parameters, also empty ones.
func (p *pages) addExamples(op *contract.Operation, fields []*field, query url.Values) {
	if p.examples == nil || query.Has("show") {
		return
	}
	for name := range query {
		if strings.HasPrefix(name, prefix) {
			return
		}
	}
	for _, f := range fields {
		if value := p.examples(op.Name, f.Name); value != "" {
			query.Set(prefix+f.Name, value)
		}
	}
}

// sampleContent returns a valid request as a document, or one without content if none can
// be made, "" if that cannot be written. It is made once.
func (p *pages) sampleContent(op *contract.Operation) string {
	if text, ok := p.samples.Load(op); ok {
		return text.(string)
	}
	text := ""
	v, err := sample.Request(p.info.Contract(), op)
	if err != nil {
		v = op.RequestType().New()
	}
	if doc, err := p.info.WriteContent(op, v); err == nil {
		text = indented(doc)
	}
	p.samples.Store(op, text)
	return text
}

// input returns the request that the form describes.
func (p *pages) input(o *operation, query url.Values) (any, error) {
	switch {
	case o.RequestType() == nil:
		return nil, nil
	case o.XML:
		return p.info.ReadContent(o.Operation, []byte(o.Content))
	}
	return p.info.ReadParameters(o.Operation, parameters(o.Fields, query))
}

// requests returns the request of each binding for the values of a query.
func (p *pages) requests(r *http.Request, o *operation, query url.Values) []*request {
	input, invalid := p.input(o, query)
	var all []*request
	for _, b := range p.info.Bindings(o.Operation) {
		one := &request{Binding: b.Code(), Name: b.String()}
		all = append(all, one)
		var headers []byte
		if b.IsSOAP() {
			headers = []byte(strings.TrimSpace(o.HeaderText))
		}
		made, err := (*http.Request)(nil), invalid
		if err == nil {
			made, err = p.info.NewRequest(r, o.Operation, b, input, headers)
		}
		if err == nil {
			err = one.set(made, r)
		}
		if err != nil {
			one.Error = err.Error()
			continue
		}
		one.Go = goCall(p.info.Contract(), o.Operation, b, input, one)
	}
	return all
}

// chosen returns the request over the binding with a code, or else over HTTP GET, or over the first binding.
func chosen(all []*request, code string) *request {
	for _, code := range []string{code, contract.HTTPGet.Code()} {
		if i := slices.IndexFunc(all, func(one *request) bool { return one.Binding == code }); i >= 0 {
			return all[i]
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return &request{Error: "no binding offers the operation"}
}

// redirect sends a browser without script to the address of the operation, if the form chose HTTP GET and its values can be sent. So it
// is the browser that calls the operation.
func redirect(w http.ResponseWriter, r *http.Request, one *request) {
	secure(w.Header())
	w.Header().Set("Location", one.relative(r.URL.Path))
	w.WriteHeader(http.StatusSeeOther)
	_, _ = fmt.Fprintln(w, "The answer is at", one.URL)
}
