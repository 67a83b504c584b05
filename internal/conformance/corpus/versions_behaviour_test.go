package corpus_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// effect is what happens to messages.
type effect struct {
	failed string        // the first failure; "" if there is none
	lost   [parts]string // the first value of each part of the messages that did not arrive; "" if there is none
}

// part is a part of the messages of an exchange.
type part int

const (
	request part = iota
	result
	detail  // content of the detail of a fault
	details // the whole detail of a fault
	parts
)

// lossOf returns the first value that did not arrive, "" if there is none.
func (o effect) lossOf(from ...part) string {
	for _, p := range from {
		if o.lost[p] != "" {
			return o.lost[p]
		}
	}
	return ""
}

func (o effect) anyLoss() string { return o.lossOf(request, result, detail, details) }

func failure(format string, args ...any) effect {
	return effect{failed: fmt.Sprintf(format, args...)}
}

func loss(p part, format string, args ...any) (o effect) {
	o.lost[p] = fmt.Sprintf(format, args...)
	return o
}

// add adds what happens to a message between two versions. Instances that the version that wrote them does not understand
// either do not count.
func (o *effect) add(r effect, own func() effect) {
	isNew := r.failed != ""
	for p := range o.lost {
		isNew = isNew || r.lost[p] != "" && o.lost[p] == ""
	}
	if !isNew || o.failed != "" {
		return
	}
	mine := own()
	if mine.failed == "" {
		o.failed = r.failed
	}
	for p := range o.lost {
		if o.lost[p] == "" && mine == (effect{}) {
			o.lost[p] = r.lost[p]
		}
	}
}

// tries are the numbers of random instances of each message: at first, and if none has the expected effect.
const tries, maxTries = 8, 64

// exchangeVersions lets the clients of one version call the server of another over all bindings of the clients' contract, until
// a message fails, or the effect is the expected one, or there are no more messages to try.
func exchangeVersions(clients, server *peer, expected func(effect) bool) (o effect) {
	for _, c := range clients.clients {
		for _, op := range c.operations() {
			c.calls(&o, op, clients, server)
			c.faults(&o, op, server)
			for i := range c.tries(op, server) {
				if o.failed != "" {
					return o
				}
				if i >= tries+len(variants) && expected(o) {
					break
				}
				c.instances(&o, op, clients, server, variant(i))
			}
		}
	}
	return o
}

// tries returns the maximum number of instances of each message. Random ones that have been exchanged over SOAP 1.1 have the same content
// over SOAP 1.2.
func (c *client) tries(op *contract.Operation, server *peer) int {
	_, its := server.client(c, op)
	if c.port.Binding == contract.SOAP12 && its != nil && sameInSOAP(op) && sameInSOAP(its) {
		return len(variants)
	}
	return maxTries + len(variants)
}

// sameInSOAP reports whether both versions of SOAP have the same messages.
func sameInSOAP(op *contract.Operation) bool {
	return op.Wire(contract.SOAP11) == op.Wire(contract.SOAP12)
}

var variants = []sample.Options{
	{}, {Varied: true}, {Varied: true, Seed: 2}, {Varied: true, Seed: 4},
}

func variant(i int) sample.Options {
	if i < len(variants) {
		return variants[i]
	}
	return sample.Options{Varied: true, Seed: uint64(2*i + 1)}
}

// calls lets a client send what package sample makes.
func (c *client) calls(o *effect, op *contract.Operation, clients, server *peer) {
	for seed := range sample.Seed(6) {
		if _, err := c.request(op, seed); err == nil {
			o.add(c.call(op, seed, server.server), func() effect {
				own := c.call(op, seed, clients.server)
				if mine, its := server.client(c, op); own == (effect{}) && mine != nil {
					return mine.call(its, seed, server.server)
				}
				return own
			})
		}
	}
}

// request returns a request, nil if the operation has none.
func (c *client) request(op *contract.Operation, seed sample.Seed) (any, error) {
	if op.RequestType() == nil {
		return nil, nil
	}
	return c.of.value(op, request, seed, func() (any, error) { return seed.Request(c.info, op) })
}

// call lets a client call a server, which answers with a sample of its result.
func (c *client) call(op *contract.Operation, seed sample.Seed, s *server) effect {
	req, _ := c.request(op, seed)
	c.server, s.called, s.seed, s.resultErr = s, nil, seed, nil
	ctx, headers := c.withHeaders(context.Background(), seed, op)
	back, err := c.Do(ctx, op, req)
	what := fmt.Sprintf("%s over %s", op.Name, c.port.Binding)
	switch {
	case s.resultErr != nil:
		return effect{} // there is no result to send
	case err != nil:
		return failure("%s: %v", what, err)
	case s.called == nil:
		return failure("%s: no operation was called", what)
	case len(s.headers) < headers:
		return loss(request, "%s: %d headers are sent, and %d received", what, headers, len(s.headers))
	}
	o := compare(request, what, &sentText{text: markup(c.info, op, req, true), values: true}, s.received())
	if !op.OneWay {
		answer := &sentText{text: markup(s.from, s.called, s.result, false), values: true}
		o.lost[result] = compare(result, what, answer, markup(c.info, op, back, false)).lost[result]
	}
	return o
}

// faults lets a server answer with samples of its faults of an operation.
func (c *client) faults(o *effect, op *contract.Operation, theirs *peer) {
	if mine, its := theirs.client(c, op); mine != nil {
		for _, s := range theirs.services {
			for _, other := range s.Operations {
				if other.Name != op.Name {
					continue
				}
				for _, f := range other.Faults {
					for seed := range sample.Seed(6) {
						if detail, err := theirs.value(other, f, seed, func() (any, error) { return seed.Detail(s, other, f) }); err == nil {
							o.add(c.fault(op, theirs.server, s, f, detail), func() effect { return mine.fault(its, theirs.server, s, f, detail) })
						}
					}
				}
			}
		}
	}
}

// fault lets a client call a server that answers with a fault.
func (c *client) fault(op *contract.Operation, s *server, info *contract.Contract, f *contract.Fault, detail any) effect {
	req, err := c.request(op, 0)
	if err != nil {
		return effect{}
	}
	s.fault = &soap.DescribedFault{Fault: soap.Fault{Code: soap.FaultClient, Reason: "no"}, Of: f, Detail: detail}
	defer func() { s.fault = nil }()
	c.server, s.called = s, nil
	_, err = c.Do(context.Background(), op, req)
	if s.called == nil {
		return effect{} // the request is refused
	}
	return c.detail(op, err, &sentText{text: detailText(info, f, detail), values: true})
}

// detail returns whether the detail of a fault has arrived.
func (c *client) detail(op *contract.Operation, err error, sent *sentText) effect {
	what := fmt.Sprintf("%s over %s: detail", op.Name, c.port.Binding)
	var plain *soap.Fault
	var known *soap.DescribedFault
	switch {
	case errors.As(err, &known):
		return compare(detail, what, sent, detailText(c.info, known.Of, known.Detail))
	case errors.As(err, &plain):
		return loss(details, "%s does not arrive: %v: %s", what, err, sent.text)
	}
	return failure("%s: %v: %s", what, err, sent.text)
}

// instances sends instances of the client's request to the server, and of the server's result and faults to the client: what
// the schemas allow, and not only what generated code sends.
func (c *client) instances(o *effect, op *contract.Operation, clients, server *peer, options sample.Options) {
	mine, its := server.client(c, op)
	ours, theirs := clients.operation(op, c.port.Binding), server.operation(op, c.port.Binding)
	if mine == nil || ours == nil || theirs == nil {
		return
	}
	if doc, err := clients.instance(ours, request, options); err == nil {
		action := ours.Wire(ours.binding).Action
		o.add(server.server.take(c.port, action, doc), func() effect { return clients.server.take(c.port, action, doc) })
	}
	for _, f := range theirs.Faults {
		if doc, err := server.instance(theirs, f, options); err == nil {
			o.add(c.take(op, 500, doc), func() effect { return mine.take(its, 500, doc) })
		}
	}
	if doc, err := server.instance(theirs, result, options); err == nil && !theirs.OneWay {
		o.add(c.take(op, 200, doc), func() effect { return mine.take(its, 200, doc) })
	}
}

// take lets a server read a request.
func (s *server) take(port contract.Port, action string, doc *madeInstance) effect {
	r := httptest.NewRequest(http.MethodPost, port.Address, bytes.NewReader(doc.envelope))
	r.Header.Set("Content-Type", mediaType(port.Binding))
	r.Header.Set("SOAPAction", `"`+action+`"`)
	w := httptest.NewRecorder()
	s.called = nil
	if s.ServeHTTP(w, r); s.called == nil {
		return failure("an instance is refused: %s\n%s", w.Body, doc.envelope)
	}
	return compare(request, "instance", doc.content, strings.Join(s.headers, "")+s.received())
}

// take lets a client read a response.
func (c *client) take(op *contract.Operation, status int, doc *madeInstance) effect {
	if _, err := c.request(op, 0); err != nil {
		return effect{}
	}
	back, err := c.read(op, status, doc)
	switch {
	case status != 200:
		return c.detail(op, err, doc.content)
	case err != nil:
		return failure("an instance is refused: %v\n%s", err, doc.envelope)
	case op.Result == nil:
		return effect{}
	}
	return compare(result, "instance", doc.content, markup(c.info, op, back, false))
}

// read lets a client read a response.
func (c *client) read(op *contract.Operation, status int, doc *madeInstance) (any, error) {
	req, err := c.request(op, 0)
	if err != nil {
		return nil, err
	}
	c.answer = httptest.NewRecorder()
	c.answer.Header().Set("Content-Type", mediaType(c.port.Binding))
	c.answer.WriteHeader(status)
	c.answer.Write(doc.envelope)
	defer func() { c.answer = nil }()
	return c.Do(context.Background(), op, req)
}
