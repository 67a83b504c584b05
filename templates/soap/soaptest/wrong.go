package soaptest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// mistake is a change to a request, and what must be answered then.
type mistake struct {
	name   string
	change func(q *request) error // an error says that the request has nothing to change
	check  func(ctx context.Context, r *reply) []Failure
}

// wrong returns the cases in which a binding gets a request that is wrong or unusual. They are changes to the request of
// the first operation that has an answer.
func (s *suite) wrong(b contract.Binding) []testCase {
	mistakes := s.httpMistakes(b)
	if isSOAP(b) {
		mistakes = s.soapMistakes(b)
	}
	var list []testCase
	for _, m := range mistakes {
		list = append(list, testCase{b.String() + "/" + m.name, func(ctx context.Context) ([]Failure, error) {
			q, err := s.base(ctx, b)
			if err != nil {
				return nil, err
			}
			if err := m.change(q); err != nil {
				return nil, err
			}
			r, err := q.send(ctx, s.http)
			if err != nil {
				return []Failure{{Message: fmt.Sprintf("no response: %v", err), Rule: ruleTransport}}, nil
			}
			return m.check(ctx, r), nil
		}})
	}
	return list
}

// base returns a request to be changed: of the first operation that has parameters, if there is one.
func (s *suite) base(ctx context.Context, b contract.Binding) (*request, error) {
	var without *request
	for _, op := range s.info.Operations {
		if s.skip[op.Name] || op.OneWay || wireOf(op, b) == nil {
			continue
		}
		o, err := s.call(ctx, b, op, 0)
		if err != nil || o.reply == nil || bytes.HasPrefix(o.request.body, []byte("--")) {
			continue
		}
		if op.RequestType() != nil {
			return o.request.clone(), nil
		}
		if without == nil {
			without = o.request.clone()
		}
	}
	if without == nil {
		return nil, errors.New("no call of an operation has a response and a request that can be changed")
	}
	return without, nil
}

func (s *suite) soapMistakes(b contract.Binding) []mistake {
	understand, roles, fault := "SOAP 1.1, section 4.2.3", "SOAP 1.1, section 4.2.2", "SOAP 1.1, section 4.4.1"
	version, role, other := "SOAP 1.1, section 4.1.2", "actor", "http://schemas.xmlsoap.org/soap/actor/none.example"
	if b == contract.SOAP12 {
		understand, roles, fault = "SOAP 1.2 part 1, section 2.4", "SOAP 1.2 part 1, section 2.2", "SOAP 1.2 part 1, section 5.4.6"
		version, role, other = "SOAP 1.2 part 1, section 2.8", "role", "http://www.w3.org/2003/05/soap-envelope/role/none"
	}
	const block = `<k:unknown xmlns:k="urn:example:unknown-header"`
	return []mistake{
		{"unknown element", s.withBody(b, `<k:unknownOperation xmlns:k="urn:example:unknown-operation"/>`), wantCode(b, soap.FaultClient, fault, "an element that no operation has")},
		{"malformed XML", malformed, s.wantError(b, "malformed XML", "XML 1.0, section 1.2")},
		{"document type", withDocumentType, s.wantNoDocumentType(b)},
		{"unknown media type", withMediaType, wantStatus(http.StatusUnsupportedMediaType, "a media type of no binding", "WS-I Basic Profile 1.1, R1115", true)},
		{"method PUT", withMethod(http.MethodPut), wantStatus(http.StatusMethodNotAllowed, "the method PUT", "WS-I Basic Profile 1.1, R1114", s.has(contract.HTTPPut))},
		{"header that must be understood", withHeader(block + ` soap:mustUnderstand="1"/>`), wantCode(b, soap.FaultMustUnderstand, understand, "a header that must be understood, and is not")},
		{"header for another node", withHeader(block + ` soap:mustUnderstand="1" soap:` + role + `="` + other + `"/>`), wantUnderstood(roles)},
		{"header that may be ignored", withHeader(block + `/>`), wantUnderstood(understand)},
		{"unknown version", withVersion(b), wantCode(b, soap.FaultVersionMismatch, version, "an envelope of an unknown version")},
		{"other prefix", withPrefix, s.wantSame(b)},
	}
}

func (s *suite) has(b contract.Binding) bool { return slices.Contains(s.bindings(), b) }

// withBody replaces the envelope, and takes the action away.
func (s *suite) withBody(b contract.Binding, content string) func(*request) error {
	return func(q *request) error {
		for _, op := range s.info.Operations {
			if wire := wireOf(op, b); wire != nil && wire.Body {
				return errors.New("an operation takes a Body of any content")
			}
		}
		space, media := soap.SOAP11Namespace, "text/xml; charset=utf-8"
		if b == contract.SOAP12 {
			space, media = soap.SOAP12Namespace, "application/soap+xml; charset=utf-8"
		} else {
			q.header["SOAPAction"] = []string{`""`}
		}
		q.header.Set("Content-Type", media)
		q.body = []byte(codec.XMLProlog + `<soap:Envelope xmlns:soap="` + space + `"><soap:Body>` + content + `</soap:Body></soap:Envelope>`)
		return nil
	}
}

func malformed(q *request) error {
	if len(q.body) < 20 {
		return errors.New("the request has no document")
	}
	q.body = q.body[:len(q.body)-10]
	return nil
}

// insert inserts text before, or after, a mark in the body.
func insert(q *request, mark string, after bool, text string) error {
	at := bytes.Index(q.body, []byte(mark))
	if at < 0 {
		return fmt.Errorf("the request has no %s", mark)
	}
	if after {
		at += len(mark)
	}
	q.body = slices.Concat(q.body[:at], []byte(text), q.body[at:])
	return nil
}

func withDocumentType(q *request) error {
	return insert(q, "<soap:Envelope", false, "<!DOCTYPE Envelope>")
}

func withMediaType(q *request) error {
	q.header.Set("Content-Type", "application/x-unknown")
	return nil
}

func withMethod(method string) func(*request) error {
	return func(q *request) error {
		q.method = method
		return nil
	}
}

// withHeader adds a header block.
func withHeader(block string) func(*request) error {
	return func(q *request) error {
		if insert(q, "<soap:Header>", true, block) == nil {
			return nil
		}
		return insert(q, "<soap:Body", false, "<soap:Header>"+block+"</soap:Header>")
	}
}

func withVersion(b contract.Binding) func(*request) error {
	return func(q *request) error {
		own := soap.SOAP11Namespace
		if b == contract.SOAP12 {
			own = soap.SOAP12Namespace
		}
		if !bytes.Contains(q.body, []byte(own)) {
			return errors.New("the request has no envelope")
		}
		q.body = bytes.ReplaceAll(q.body, []byte(`"`+own+`"`), []byte(`"urn:example:unknown-envelope"`))
		return nil
	}
}

// withPrefix gives the envelope another prefix.
func withPrefix(q *request) error {
	q.body = []byte(strings.NewReplacer("<soap:", "<q0:", "</soap:", "</q0:", " soap:", " q0:", "xmlns:soap=", "xmlns:q0=").Replace(string(q.body)))
	return nil
}

// wantCode demands a fault with a code.
func wantCode(b contract.Binding, code soap.FaultCode, rule, what string) func(context.Context, *reply) []Failure {
	return func(_ context.Context, r *reply) []Failure {
		e, err := r.envelope()
		if err != nil {
			return []Failure{r.fail(rule, "%s is answered without an envelope (%v); want a %s fault", what, err, codeName(b, code))}
		}
		if e.fault() == nil {
			return []Failure{r.fail(rule, "%s is answered with a result; want a %s fault", what, codeName(b, code))}
		}
		// A fault about the version may be in another version (SOAP 1.2 part 1, appendix A).
		if code == soap.FaultVersionMismatch {
			b = e.version
		}
		if list := append(r.checkEnvelope(b, e), r.checkFault(e)...); list != nil {
			return list
		}
		if found, _ := e.code(); found != code {
			return []Failure{r.fail(rule, "%s is answered with a %s fault; want %s", what, codeName(e.version, found), codeName(b, code))}
		}
		return nil
	}
}

// codeName returns the name of a code in a version of SOAP.
func codeName(b contract.Binding, code soap.FaultCode) string {
	switch {
	case code == "":
		return "fault with a code of another namespace, and no standard"
	case b == contract.SOAP12 && code == soap.FaultClient:
		return "Sender"
	case b == contract.SOAP12 && code == soap.FaultServer:
		return "Receiver"
	}
	return string(code)
}

// wantError demands a fault or an HTTP status that says that there is an error.
func (s *suite) wantError(b contract.Binding, what, rule string) func(context.Context, *reply) []Failure {
	return func(_ context.Context, r *reply) []Failure {
		e, err := r.envelope()
		switch {
		case err == nil && e.fault() != nil:
			return append(r.checkEnvelope(b, e), r.checkFault(e)...)
		case r.status < 400:
			return []Failure{r.fail(rule, "%s is answered with status %d and no fault; want an error", what, r.status)}
		}
		return nil
	}
}

// wantNoDocumentType demands an error for a document type declaration. SOAP 1.1, section 3, forbids to send one, and does
// not say what a receiver does.
func (s *suite) wantNoDocumentType(b contract.Binding) func(context.Context, *reply) []Failure {
	if b == contract.SOAP12 {
		return wantCode(b, soap.FaultClient, "SOAP 1.2 part 1, section 5", "a document type declaration")
	}
	check := s.wantError(b, "a document type declaration", "SOAP 1.1, section 3")
	return func(ctx context.Context, r *reply) []Failure { return recommended(check(ctx, r)) }
}

func recommended(list []Failure) []Failure {
	for i := range list {
		list[i].Recommended = true
	}
	return list
}

// wantStatus demands that a request is refused, and recommends a status. A 405 must have Allow. If optional is set, it is
// only recommended that the request is refused.
func wantStatus(status int, what, rule string, optional bool) func(context.Context, *reply) []Failure {
	return func(_ context.Context, r *reply) []Failure {
		switch {
		case r.status == http.StatusMethodNotAllowed && r.header.Get("Allow") == "":
			return []Failure{r.fail("RFC 9110, section 15.5.6", "a 405 response has no Allow header")}
		case r.status < 400:
			f := r.fail(rule, "%s is answered with status %d; want %d", what, r.status, status)
			f.Recommended = optional
			return []Failure{f}
		case r.status != status:
			return recommended([]Failure{r.fail(rule, "%s is answered with status %d; want %d", what, r.status, status)})
		}
		return nil
	}
}

// wantUnderstood forbids a MustUnderstand fault.
func wantUnderstood(rule string) func(context.Context, *reply) []Failure {
	return func(_ context.Context, r *reply) []Failure {
		e, err := r.envelope()
		if err != nil || e.fault() == nil {
			return nil
		}
		if code, _ := e.code(); code == soap.FaultMustUnderstand {
			return []Failure{r.fail(rule, "a header that the server need not understand is answered with a MustUnderstand fault")}
		}
		return nil
	}
}

// wantSame demands that the answer is a result, or a fault, as without the change.
func (s *suite) wantSame(b contract.Binding) func(context.Context, *reply) []Failure {
	return func(ctx context.Context, r *reply) []Failure {
		q, err := s.base(ctx, b)
		if err != nil {
			return nil
		}
		first, err := q.send(ctx, s.http)
		if err != nil {
			return nil
		}
		before, err := first.envelope()
		if err != nil {
			return nil
		}
		now, err := r.envelope()
		if err != nil || (now.fault() == nil) != (before.fault() == nil) {
			return []Failure{r.fail("Namespaces in XML 1.0, section 3", "an envelope with another prefix has another answer")}
		}
		return nil
	}
}

func (s *suite) httpMistakes(b contract.Binding) []mistake {
	list := []mistake{
		{"unknown operation", func(q *request) error {
			q.url.Path, q.url.RawPath = strings.TrimSuffix(q.url.Path, "/")+"/unknownOperation", ""
			return nil
		}, wantStatus(http.StatusNotFound, "an operation that does not exist", "WSDL 1.1, section 4.4; RFC 9110, section 15.5.5", false)},
		{"method PATCH", withMethod(http.MethodPatch), wantStatus(http.StatusMethodNotAllowed, "the method PATCH", "WSDL 1.1, section 4.3; RFC 9110, section 15.5.6", false)},
	}
	if b == contract.HTTPPost || b == contract.HTTPPut {
		list = append(list, mistake{"unknown media type", func(q *request) error {
			if len(q.body) == 0 {
				return errors.New("the request has no body")
			}
			return withMediaType(q)
		}, wantStatus(http.StatusUnsupportedMediaType, "a media type that the contract does not have", "RFC 9110, section 15.5.16", true)})
	}
	if op, name := s.typedParameter(b); op != nil {
		list = append(list, mistake{"value of another type", func(q *request) error {
			o, err := s.call(s.ctx, b, op, 0)
			if err != nil {
				return err
			}
			*q = *o.request.clone()
			return replaceParameter(q, name)
		}, wantStatus(http.StatusBadRequest, "a parameter "+name+" that is not of its type", "WSDL 1.1, section 4", true)})
	}
	return list
}

// typedParameter returns the first parameter whose type does not have all texts.
func (s *suite) typedParameter(b contract.Binding) (*contract.Operation, string) {
	for _, op := range s.info.Operations {
		wire := wireOf(op, b)
		if s.skip[op.Name] || wire == nil || op.RequestType() == nil || wire.Details().Replace || wire.Details().Send != contract.ContentDefault {
			continue
		}
		for _, r := range op.RequestType().AllRows() {
			if r.At == schema.AtElement && (r.Kind.IsNumber() || r.Kind == codec.KindBool) {
				return op, r.Name
			}
		}
	}
	return nil, ""
}

// replaceParameter gives a parameter a value that is neither a number nor a boolean.
func replaceParameter(q *request, name string) error {
	text := q.url.RawQuery
	if len(q.body) > 0 {
		text = string(q.body)
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return err
	}
	values.Set(name, "no value of its type")
	if len(q.body) > 0 {
		q.body = []byte(values.Encode())
	} else {
		q.url.RawQuery = values.Encode()
	}
	return nil
}
