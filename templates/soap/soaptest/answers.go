package soaptest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// The rules, by the standards that have them.
const (
	ruleTransport  = "RFC 9110, section 15: a response"
	ruleWSDL       = "WSDL 1.1, section 3: the message of the operation's output"
	ruleHTTPResult = "WSDL 1.1, section 4: the message of the operation's output"
	ruleOneWay     = "WS-I Basic Profile 1.1, R2714"
	ruleOptions    = "the address and the options can be used"
	ruleSame       = "WSDL 1.1, section 2.7: ports of a service are alternatives"
)

// answers checks what a valid request leads to: a result as the contract declares it, or a fault.
func (s *suite) answers(ctx context.Context, b contract.Binding, op *contract.Operation, r *request) ([]Failure, error) {
	o, err := s.call(ctx, b, op, r)
	if noSample := (*noSampleError)(nil); errors.As(err, &noSample) {
		return nil, err
	}
	if err != nil {
		return []Failure{{Message: err.Error(), Rule: ruleOptions}}, nil
	}
	if o.reply == nil {
		return []Failure{{Message: fmt.Sprintf("no response: %v", o.err), Rule: ruleTransport}}, nil
	}
	list := o.check(b, op)
	if _, failed := soap.AsFault(o.err); failed && s.results && !(r.boundary && o.isClients()) && len(list) == 0 {
		list = append(list, o.reply.fail("WithResults", "the answer is a fault, and WithResults demands a result: %v", o.err))
	}
	return list, nil
}

// fail returns a failure of the exchange.
func (r *reply) fail(rule, format string, args ...any) Failure {
	return Failure{Message: fmt.Sprintf(format, args...), Rule: rule, Exchange: r.exchange()}
}

// check compares a response with the contract.
func (o *outcome) check(b contract.Binding, op *contract.Operation) []Failure {
	if b.IsSOAP() {
		return o.checkSOAP(b, op)
	}
	r := o.reply
	switch fault, failed := soap.AsFault(o.err); {
	case failed && fault.FaultRemote() && r.status >= 400, r.status >= 400 && !invalid(o.err):
		return nil // WSDL 1.1 has no form of errors
	case o.err != nil:
		return []Failure{r.fail(ruleHTTPResult, "the response does not match the contract: %v", o.err)}
	case r.status < 200 || r.status > 299:
		return []Failure{r.fail(ruleHTTPResult, "a result has status %d; want one of 200 to 299", r.status)}
	}
	wire := op.Wire(b)
	if media, _ := r.mediaType(); len(wire.Out) > 0 && wire.Details().Receive <= contract.ContentXML && len(r.body) > 0 && !isXML(media) {
		return []Failure{r.fail("WSDL 1.1, section 5.6", "an XML document has the media type %q; want text/xml or another XML media type", media)}
	}
	return nil
}

func isXML(media string) bool {
	return media == "text/xml" || media == "application/xml" || len(media) > 4 && media[len(media)-4:] == "+xml"
}

// invalid reports whether an error is that a message is not valid.
func invalid(err error) bool {
	var v *validate.Error
	return errors.As(err, &v)
}

func (o *outcome) checkSOAP(b contract.Binding, op *contract.Operation) []Failure {
	r := o.reply
	if op.OneWay && r.status >= 200 && r.status <= 299 {
		if e, err := r.envelope(); err == nil && len(e.body.Nodes) > 0 {
			return []Failure{r.fail(ruleOneWay, "the response of a one-way operation has an envelope; want none")}
		}
		return nil
	}
	e, err := r.envelope()
	if err != nil {
		return []Failure{r.fail(ruleWSDL, "%v; want an envelope with a result or a fault", err)}
	}
	if list := r.checkEnvelope(b, e); list != nil {
		return list
	}
	switch {
	case e.fault() != nil:
		return r.checkFault(e)
	case r.status < 200 || r.status > 299:
		return []Failure{r.fail(e.statusRule, "a result has status %d; want one of 200 to 299", r.status)}
	case o.err != nil:
		return []Failure{r.fail(ruleWSDL, "the response does not match the contract: %v", o.err)}
	}
	return nil
}

// checkEnvelope checks the version and the media type.
func (r *reply) checkEnvelope(b contract.Binding, e *envelope) []Failure {
	want := versionOf(b)
	if e.version != want {
		return []Failure{r.fail(want.mediaRule, "the answer is an envelope of %s; want %s, as in the request", e.binding, b)}
	}
	if media, _ := r.mediaType(); media != want.media && media != "multipart/related" {
		return []Failure{r.fail(want.mediaRule, "the envelope has the media type %q; want %s", media, want.media)}
	}
	return nil
}

// checkFault checks the form and the status of a fault.
func (r *reply) checkFault(e *envelope) []Failure {
	var list []Failure
	if len(e.body.Nodes) > 1 {
		list = append(list, r.fail(e.faultRule, "the Body has other elements beside the fault"))
	}
	code, err := e.faultCode()
	if err != nil {
		list = append(list, r.fail(e.faultRule, "%v", err))
	}
	if err := e.checkReason(); err != nil {
		list = append(list, r.fail(e.faultRule, "%v", err))
	}
	want := 500
	if e.binding == contract.SOAP12 && code == soap.FaultClient {
		want = 400
	}
	if r.status != want && err == nil {
		list = append(list, r.fail(e.statusRule, "the fault has status %d; want %d", r.status, want))
	}
	return list
}

// same compares the answers to one request over all bindings. A service whose answer to the same request over the same
// binding changes cannot be compared.
func (s *suite) same(ctx context.Context, op *contract.Operation, r *request) ([]Failure, error) {
	bindings := s.offered(op)
	first, err := s.call(ctx, bindings[0], op, r)
	if err != nil {
		return nil, err
	}
	if first.reply == nil || len(first.check(bindings[0], op)) > 0 {
		return nil, errors.New("the first answer is itself wrong")
	}
	for _, b := range bindings[1:] {
		o, err := s.call(ctx, b, op, r)
		if err != nil {
			return nil, err
		}
		if o.reply == nil || len(o.check(b, op)) > 0 || s.equal(op, first, o) {
			continue
		}
		again, err := s.call(ctx, bindings[0], op, r)
		if err != nil {
			return nil, err
		}
		if !s.equal(op, first, again) {
			return nil, errors.New("the service answers the same request in different ways")
		}
		return []Failure{o.reply.fail(ruleSame, "the answer differs from the answer over %s, which is\n%s", bindings[0], cut(printable(string(first.reply.body)), 1000))}, nil
	}
	return nil, nil
}

// equal reports whether two answers are the same result, or both a fault of the client's or of the server's.
func (s *suite) equal(op *contract.Operation, a, b *outcome) bool {
	if a.err != nil || b.err != nil {
		return a.err != nil && b.err != nil && a.isClients() == b.isClients()
	}
	if op.Result == nil || reflect.DeepEqual(a.result, b.result) {
		return true
	}
	return bytes.Equal(s.encoded(op, a.result), s.encoded(op, b.result))
}

// isClients reports whether an error is the client's fault.
func (o *outcome) isClients() bool {
	var h *soap.HTTPError
	if errors.As(o.err, &h) {
		return h.Status < 500
	}
	f, ok := soap.AsFault(o.err)
	return ok && f.Code == soap.FaultClient
}

// encoded returns a result as XML.
func (s *suite) encoded(op *contract.Operation, v any) []byte {
	e := codec.NewEncoder(s.info.Namespaces, s.info.XSI)
	defer e.Release()
	contract.WriteBlock(e, schema.ElementName{Local: "result"}, op.Result, true, v)
	return slices.Clone(e.Bytes())
}
