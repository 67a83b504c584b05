//go:build !race

package corpus_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/conformance/instance"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/validate"
)

// roundTrip is an exchange and its expected result.
type roundTrip struct {
	c    *corpusCase
	what string
	p    property // roundTripped or refused

	exchange
	known    *validate.Components // nil: what is received has the same text
	isDefect bool                 // the request has the defect, else the response; for refused
}

// roundTripCases exchanges samples of all messages, valid ones and ones with a defect,
// with the generated packages in the program.
func roundTripCases(t *testing.T, module, program string, cases []*corpusCase) {
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
	for i, r := range exchanges(t, module, program, jobs) {
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
	d, err := generator.Describe(context.Background(), generator.Config{Contract: c.main, Catalogs: c.catalog, Lenient: c.lenient})
	if err != nil {
		c.fail(roundTripped, "%v", err)
		return nil
	}
	messages := make(map[*contract.Contract]*messageMaker)
	for _, info := range d.Services {
		if messages[info], err = newMessageMaker(info); err != nil {
			c.fail(roundTripped, "%v", err)
			return nil
		}
	}
	all := portOperations(c.model)
	var roundTrips []*roundTrip
	seen := make(map[string]bool)
	for i, o := range all {
		m, ok := methods[o.port+" "+o.op.Pos.String()]
		key := c.handler(m) + o.op.Pos.String()
		if !ok || seen[key] {
			continue // checkComplete reports missing methods
		}
		seen[key] = true
		for _, info := range d.Services {
			at := slices.IndexFunc(info.Ports, func(p contract.Port) bool { return p.Name == o.port && p.Binding == m.Binding })
			op, server := operationOf(info, o.op), operationOf(info, c.servedBy(o.op, all))
			if at < 0 || op == nil || server == nil {
				continue
			}
			b := &roundTripMaker{c: c, info: info, messages: messages[info], port: &info.Ports[at], op: op, server: server, n: i}
			b.handler = c.handler(m)
			b.make(len(all))
			roundTrips = append(roundTrips, b.roundTrips...)
		}
	}
	return roundTrips
}

// operationOf returns the description of an operation, nil if there is none.
func operationOf(info *contract.Contract, op *wsdl11.BindingOperation) *contract.Operation {
	for _, o := range info.Operations {
		if o.Name == op.Operation.OverloadName() {
			return o
		}
	}
	return nil
}

// roundTripMaker builds the exchanges of one operation.
type roundTripMaker struct {
	c          *corpusCase
	info       *contract.Contract
	messages   *messageMaker
	port       *contract.Port
	op         *contract.Operation
	server     *contract.Operation // op, or the operation that its requests are routed to
	handler    string
	n          int
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
		name := b.handler[len(b.c.pkg)+1:] + " " + b.op.Name + ", sample " + strconv.Itoa(i)
		if w := b.op.Wire(b.port.Binding); w.IsHTTP() || len(w.Details().Attachments)+len(w.Details().OutAttachments) > 0 {
			b.record(name, sample.Seed(i))
			continue
		}
		request, err := b.messages.Request(b.op, b.port.Binding, options)
		response := new(sampleMessage)
		if err == nil && !b.server.OneWay {
			response, err = b.messages.Response(b.server, b.port.Binding, options)
		}
		if err != nil {
			b.c.fail(roundTripped, "no sample: %s: %v", b.op.Name, err)
			return
		}
		b.add(name, roundTripped, request.Envelope(request.Body), response.Envelope(response.Body), http.StatusOK)
		if i == 0 {
			b.defects(name, request, response)
			b.faults(options, name, request)
		}
	}
}

// faults adds an exchange for each fault that the operation declares.
func (b *roundTripMaker) faults(options sample.Options, name string, request *sampleMessage) {
	for _, f := range b.server.Faults {
		response, err := b.messages.Fault(f, b.port.Binding, options)
		if err != nil {
			b.c.fail(roundTripped, "no sample: fault %s: %v", f.Element.Local, err)
			continue
		}
		sent, answer := request.Envelope(request.Body), response.Envelope(response.Body)
		b.add(name+", fault "+f.Element.Local, roundTripped, sent, answer, http.StatusInternalServerError)
	}
}

// defects adds an exchange with a defect in the request, and one with a defect in
// the response.
func (b *roundTripMaker) defects(name string, request, response *sampleMessage) {
	if invalid, what := b.withDefect(request); invalid != "" {
		b.add(name+": "+what, refused, request.Envelope(invalid), response.Envelope(response.Body), http.StatusOK)
		b.roundTrips[len(b.roundTrips)-1].isDefect = true
	}
	if invalid, what := b.withDefect(response); invalid != "" {
		b.add(name+", response: "+what, refused, request.Envelope(request.Body), response.Envelope(invalid), http.StatusOK)
	}
}

// withDefect returns the element in the Body of a message with a change that makes it invalid. The kind of the change
// rotates over the operations.
func (b *roundTripMaker) withDefect(m *sampleMessage) (invalid, what string) {
	if m.Body == "" || b.op.Wire(b.port.Binding).Encoded || b.server.Wire(b.port.Binding).Encoded {
		return "", "" // the schema does not describe SOAP-encoded messages
	}
	random := rand.New(rand.NewPCG(uint64(b.n), 0))
	for i := range changes {
		kind := changes[(b.n+i)%len(changes)]
		changed, name := changedDocument([]byte(m.Body), kind, random)
		var problem *validate.Error // and not an error of the decoder: it need not read everything
		if changed != nil && errors.As(validate.Message(b.info.Types, changed), &problem) {
			return string(changed), kind + " at " + name
		}
	}
	return "", ""
}

// add adds an exchange of envelopes.
func (b *roundTripMaker) add(what string, p property, request, response []byte, status int) {
	x := &roundTrip{c: b.c, what: what, p: p, known: b.messages.Known}
	x.Handler, x.Method, x.Target, x.Body = b.handler, http.MethodPost, bridgePath, request
	x.Status, x.Response, x.ResponseType = status, response, "text/xml; charset=utf-8"
	if b.server.OneWay {
		x.Status, x.Response, x.ResponseType = http.StatusAccepted, nil, ""
	}
	action := b.op.Wire(b.port.Binding).Action
	if b.port.Binding == contract.SOAP11 {
		x.Type, x.Action = "text/xml; charset=utf-8", `"`+action+`"`
	} else {
		x.Type, x.ResponseType = "application/soap+xml; charset=utf-8", strings.Replace(x.ResponseType, "text/", "application/soap+", 1)
		if action != "" {
			x.Type += `; action="` + action + `"`
		}
	}
	b.roundTrips = append(b.roundTrips, x)
}

// record adds an exchange of messages without an envelope, or with parts beside it, which a call without generated code has sent and received.
func (b *roundTripMaker) record(what string, seed sample.Seed) {
	w := &watched{direct: direct{seed.NewHandler(b.info, nil)}}
	options := []soap.ClientOption{soap.WithHTTPClient(w), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })}
	caller, err := soap.NewCaller(b.info, "http://service.example"+pathOf(*b.port), b.port.Binding, options)
	var request any
	if err == nil && b.server.RequestType() != nil {
		request, err = seed.Request(b.info, b.server)
	}
	if err == nil {
		_, err = caller.Do(context.Background(), b.server, request)
	}
	if err != nil {
		b.c.fail(roundTripped, "no sample: %s: %v", b.op.Name, err)
		return
	}
	x := &roundTrip{c: b.c, what: what, p: roundTripped}
	x.Handler, x.Method, x.Body, x.Type = b.handler, w.sent.Method, w.request, w.sent.Header.Get("Content-Type")
	x.Target = strings.Replace(w.sent.URL.RequestURI(), strings.TrimSuffix(pathOf(*b.port), "/"), bridgePath, 1)
	x.Action = w.sent.Header.Get("SOAPAction")
	x.Status, x.Response, x.ResponseType = w.received.StatusCode, w.response, w.received.Header.Get("Content-Type")
	b.roundTrips = append(b.roundTrips, x)
}

// sameBody reports whether two bodies differ only in the boundary of their parts, or, if they are XML, in prefixes.
func sameBody(ourType string, ours []byte, otherType string, others []byte) bool {
	if bytes.HasPrefix(ours, []byte("<?xml")) && ourType == otherType {
		return instance.Compare(new(component.Set), ours, others) == nil
	}
	without := func(mediaType string, body []byte) []byte {
		_, params, _ := mime.ParseMediaType(mediaType)
		if params["boundary"] == "" {
			return body
		}
		return bytes.ReplaceAll(body, []byte(params["boundary"]), nil)
	}
	return bytes.Equal(without(ourType, ours), without(otherType, others))
}
