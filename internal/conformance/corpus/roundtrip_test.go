//go:build !race

package corpus_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/conformance/sample"
)

// roundTrip is an exchange and its expected result.
type roundTrip struct {
	c    *corpusCase
	what string
	p    property // roundTripped or refused
	g    *sample.Generator

	exchange
	request, response *sample.Message
	template          string // path template with parameters in parentheses (http:urlReplacement)
	defect            bool   // the request has the defect, else the response; for refused
}

// roundTripCases exchanges samples of all messages, valid ones and ones with a defect,
// with the generated packages.
func roundTripCases(t *testing.T, module string, cases []*corpusCase) {
	t.Helper()
	var roundTrips []*roundTrip
	for _, c := range cases {
		if c.has(built) {
			roundTrips = append(roundTrips, c.roundTrips()...)
		}
	}
	jobs := make([]exchange, len(roundTrips))
	for i, x := range roundTrips {
		jobs[i] = x.exchange
	}
	for i, r := range exchanges(t, module, cases, jobs) {
		x := roundTrips[i]
		x.c.counts[x.p]++
		if err := x.check(&r); err != nil {
			x.c.fail(x.p, "%s: %v", x.what, err)
		}
	}
}

// roundTrips returns the exchanges of a case.
func (c *corpusCase) roundTrips() []*roundTrip {
	methods := make(map[string]generator.Method)
	for _, m := range c.result.Methods {
		methods[m.Port+" "+m.Place] = m
	}
	all := portOperations(c.model)
	g := sample.New(c.model)
	var roundTrips []*roundTrip
	seen := make(map[string]bool)
	types := parameterTypes(all, methods)
	for i, o := range all {
		m, ok := methods[o.port+" "+o.op.Pos.String()]
		key := c.handler(m) + o.op.Pos.String()
		if !ok || seen[key] {
			continue // checkComplete reports missing methods
		}
		seen[key] = true
		b := &roundTripMaker{c: c, g: g, op: o.op, server: c.servedBy(o.op, all), handler: c.handler(m), n: i, types: types[m.Interface+"."+m.Go]}
		b.make(len(all))
		roundTrips = append(roundTrips, b.roundTrips...)
	}
	return roundTrips
}

// roundTripMaker builds the exchanges of one operation.
type roundTripMaker struct {
	c          *corpusCase
	g          *sample.Generator
	op         *wsdl11.BindingOperation
	server     *wsdl11.BindingOperation // op, or the operation that its requests are routed to
	handler    string
	n          int
	types      map[string]*xsd.ElementDeclaration // elements with the parameters in the SOAP bindings, by their names
	roundTrips []*roundTrip
}

// servedBy returns the operation that a server routes the requests of op to. It
// is another operation if their requests cannot be distinguished, which the
// generator reports.
func (c *corpusCase) servedBy(op *wsdl11.BindingOperation, all []portOperation) *wsdl11.BindingOperation {
	for _, d := range c.result.Diagnostics {
		if d.ID != diag.AmbiguousWire || d.Pos != op.Pos || len(d.Related) == 0 {
			continue
		}
		for _, o := range all {
			if o.op.Pos == d.Related[0].Pos {
				return o.op
			}
		}
	}
	return op
}

// parameterTypes returns the elements that contain the parameters of SOAP bindings, by method and
// parameter name. HTTP bindings often declare all parameters as strings.
func parameterTypes(all []portOperation, methods map[string]generator.Method) map[string]map[string]*xsd.ElementDeclaration {
	types := make(map[string]map[string]*xsd.ElementDeclaration)
	for _, o := range all {
		m, ok := methods[o.port+" "+o.op.Pos.String()]
		if !ok || o.op.Binding.Kind == wsdl11.HTTP || o.op.Input == nil || o.op.Input.Message == nil || o.op.Input.Message.Message == nil {
			continue
		}
		name := m.Interface + "." + m.Go
		types[name] = make(map[string]*xsd.ElementDeclaration)
		for _, part := range o.op.Input.Message.Message.Parts {
			if part.Element == nil {
				continue
			}
			if c, ok := part.Element.Type.(*xsd.ComplexType); ok && c.Content != nil {
				addTypes(types[name], c.Content, part.Element)
			}
		}
	}
	return types
}

func addTypes(types map[string]*xsd.ElementDeclaration, p *xsd.Particle, in *xsd.ElementDeclaration) {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		if _, ok := term.Type.(*xsd.SimpleType); ok {
			types[term.Name.Local] = in
		}
	case *xsd.ModelGroup:
		for _, child := range term.Particles {
			addTypes(types, child, in)
		}
	}
}

// roundTripModes are the options of the sample messages. Large contracts use only the
// first three.
var roundTripModes = []sample.Options{
	{Varied: true},
	{},
	{Varied: true, Seed: 1},
	{Varied: true, Seed: 2},
	{Varied: true, Seed: 3, PadValues: true},
	{Varied: true, Seed: 4},
	{Varied: true, Seed: 5},
}

func (b *roundTripMaker) make(operations int) {
	modes := roundTripModes
	if operations > 200 {
		modes = modes[:3]
	}
	for i, options := range modes {
		options.Budget = 60
		name := fmt.Sprintf("%s %s, sample %d", b.handler[len(b.c.pkg)+1:], b.op.Name, i)
		request, err := b.g.Request(b.op, options)
		if err != nil {
			b.c.fail(roundTripped, "no sample: %v", err)
			return
		}
		response := &sample.Message{}
		if b.server.Operation.Style == wsdl11.RequestResponse {
			if response, err = b.g.Response(b.server, options); err != nil {
				b.c.fail(roundTripped, "no sample: %v", err)
				return
			}
		}
		b.retype(request, options)
		b.add(name, roundTripped, request, response, http.StatusOK)
		if i == 0 {
			b.defects(name, request, response)
			b.faults(options, name, request)
		}
	}
}

// retype replaces the values of string parameters by values of the type that they
// have in a SOAP binding, because the method has one parameter for both.
func (b *roundTripMaker) retype(request *sample.Message, options sample.Options) {
	for i := range request.Parameters {
		p := &request.Parameters[i]
		in := b.types[p.Name]
		if in == nil || p.Type.Name != (xsd.QName{Space: xsd.Namespace, Local: "string"}) {
			continue
		}
		d, err := b.g.Element(in, options)
		if err != nil {
			continue
		}
		for _, child := range d.Root.Children {
			if t, ok := child.Type.(*xsd.SimpleType); ok && child.Name.Local == p.Name && !child.Nil {
				p.Value, p.Type = child.Text(), t
			}
		}
	}
}

// faults adds an exchange for each fault that the operation declares.
func (b *roundTripMaker) faults(options sample.Options, name string, request *sample.Message) {
	for _, f := range b.server.Faults {
		if f.SOAP == nil || f.Fault == nil {
			continue
		}
		response, err := b.g.Fault(b.server, f, options)
		if err != nil {
			b.c.fail(roundTripped, "no sample: %v", err)
			continue
		}
		b.add(name+", fault "+f.Name, roundTripped, request, response, http.StatusInternalServerError)
	}
}

// defects adds an exchange with a defect in the request, and one with a defect in
// the response.
func (b *roundTripMaker) defects(name string, request, response *sample.Message) {
	if invalid, what, ok := b.withDefect(request); ok {
		b.add(name+": "+what, refused, invalid, response, http.StatusOK)
		b.roundTrips[len(b.roundTrips)-1].defect = true
	}
	if invalid, what, ok := b.withDefect(response); ok {
		b.add(name+", response: "+what, refused, request, invalid, http.StatusOK)
	}
}

// withDefect returns a copy of a message with a defect. The kind of the defect
// rotates over the operations.
func (b *roundTripMaker) withDefect(m *sample.Message) (invalid *sample.Message, what string, ok bool) {
	if m.Document == nil || isEncoded(b.op.Input) || isEncoded(b.op.Output) {
		return nil, "", false // the schema does not describe SOAP-encoded messages
	}
	kinds := sample.DefectKinds()
	for i := range kinds {
		d, ok := b.g.Defect(m.Document, kinds[(b.n+i)%len(kinds)], uint64(b.n))
		if !ok || strings.HasPrefix(d.Path, "/Envelope/Header") {
			continue
		}
		copied := *m
		copied.Document = d.Document
		what := string(d.Kind)
		if d.Kind == sample.InvalidFacet {
			what += ": " + d.Why
		}
		return &copied, what + " at " + d.Path, true
	}
	return nil, "", false
}

func isEncoded(m *wsdl11.BindingMessage) bool {
	if m == nil {
		return false
	}
	payloads := []*wsdl11.Payload{&m.Payload}
	if m.Multipart != nil {
		for _, part := range m.Multipart.Parts {
			payloads = append(payloads, &part.Payload)
		}
	}
	return slices.ContainsFunc(payloads, func(p *wsdl11.Payload) bool { return p.Body != nil && p.Body.Use == wsdl11.Encoded })
}

func (b *roundTripMaker) add(what string, p property, request, response *sample.Message, status int) {
	x := &roundTrip{c: b.c, what: what, p: p, g: b.g, request: request, response: response}
	x.Handler = b.handler
	x.Status = status
	if b.server.Operation.Style == wsdl11.OneWay {
		x.Status = http.StatusAccepted
	}
	x.Method, x.Target = http.MethodPost, bridgePath
	if request.Document != nil {
		x.Body = request.Document.Bytes()
	}
	switch b.op.Binding.Kind {
	case wsdl11.SOAP11:
		x.Type, x.Action = "text/xml; charset=utf-8", `"`+b.op.SOAPAction+`"`
	case wsdl11.SOAP12:
		x.Type = "application/soap+xml; charset=utf-8"
		if b.op.SOAPAction != "" {
			x.Type += `; action="` + b.op.SOAPAction + `"`
		}
	default:
		b.overHTTP(x)
	}
	switch {
	case response.Document != nil:
		x.Response, x.ResponseType = response.Document.Bytes(), response.MediaType+"; charset=utf-8"
	case response.MediaType != "":
		x.Response, x.ResponseType = []byte(response.Text), response.MediaType+"; charset=utf-8"
	}
	if request.Multipart {
		x.Body, x.Type = multipartOf(request, x.Body, x.Type, len(b.roundTrips))
	}
	if response.Multipart {
		x.Response, x.ResponseType = multipartOf(response, x.Response, x.ResponseType, len(b.roundTrips))
	}
	b.roundTrips = append(b.roundTrips, x)
}

// overHTTP sets the target and body of a request of an HTTP binding.
func (b *roundTripMaker) overHTTP(x *roundTrip) {
	x.Method = strings.ToUpper(strings.TrimSpace(b.op.Binding.Verb))
	if l := b.op.Location; l != "" && !strings.HasPrefix(l, "/") && !strings.HasPrefix(l, "?") {
		x.Target += "/"
	}
	x.Target += b.op.Location
	switch {
	case x.request.Document != nil:
		x.Type = x.request.MediaType
		return
	case x.request.MediaType != "":
		x.Type, x.Body = x.request.MediaType+"; charset=utf-8", []byte(x.request.Text)
		return
	}
	values := url.Values{}
	for _, p := range x.request.Parameters {
		if b.op.Input.URLReplacement {
			x.template = bridgePath + "/" + strings.TrimPrefix(b.op.Location, "/")
			x.Target = strings.ReplaceAll(x.Target, "("+p.Name+")", url.PathEscape(p.Value))
			continue
		}
		values.Add(p.Name, p.Value)
	}
	switch {
	case len(values) == 0:
	case x.Method == http.MethodPost || x.Method == http.MethodPut:
		x.Type, x.Body = "application/x-www-form-urlencoded", []byte(values.Encode())
	default:
		x.Target += "?" + values.Encode()
	}
}
