package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// valueCheck returns a function that validates requests of op, or other values if op is nil. The function is nil if there is
// no checker.
func (c *config) valueCheck(ctx context.Context, op *contract.Operation) func(any) error {
	if c.checker == nil {
		return nil
	}
	return func(v any) error { return interrupted(ctx, c.checker.Value(ctx, op, v)) }
}

// checksReplies reports whether what a service returns, or a client receives, is validated.
func (c *config) checksReplies() bool { return c.checker != nil && !c.onlyRequests }

// checkRequest validates a request if there is a checker, as checkReply does
// with a reply. A document that cannot be read is not an error here: the
// decoder reports it. Messages with SOAP encoding are not validated, as the
// schema does not describe their form.
func (c *boundContract) checkRequest(ctx context.Context, doc []byte, wire *contract.Wire, what Comparison) error {
	if c.checker == nil {
		return nil
	}
	return c.checkMessage(ctx, doc, wire.Input(), what)
}

func (c *boundContract) checkReply(ctx context.Context, doc []byte, op *contract.Operation, wire *contract.Wire, what Comparison) error {
	if !c.checksReplies() {
		return nil
	}
	what.Details = contract.Blocks(op.Faults)
	return c.checkMessage(ctx, doc, wire.Output(), what)
}

func (c *boundContract) checkMessage(ctx context.Context, doc []byte, m contract.Message, what Comparison) error {
	if m.Encoded || !what.Soap && !m.Document {
		return nil
	}
	what.Blocks = m.Blocks
	return c.check(ctx, doc, what)
}

// envelopeOf describes an envelope for a checker. memory is the budget of a request, nil on a client.
func (c *boundContract) envelopeOf(version contract.Binding, memory *reservation) Comparison {
	what := Comparison{Soap: true}
	if c.checker == nil { // the rest allocates memory
		return what
	}
	what.ForMe = func(d *schema.Decoder) bool { return c.isTarget(d, version) }
	if memory != nil {
		what.reserve = memory.grow
	}
	return what
}

// checkBlocks validates header blocks or the elements of the detail of a fault
// if there is a checker.
func (c *boundContract) checkBlocks(ctx context.Context, content []byte, declared []contract.DeclaredBlock) error {
	if !c.checksReplies() || len(content) == 0 {
		return nil
	}
	envelope := bytes.Join([][]byte{[]byte(`<e:Envelope xmlns:e="` + SOAP11Namespace + `"><e:Header>`), content, []byte(`</e:Header></e:Envelope>`)}, nil)
	return c.check(ctx, envelope, Comparison{Soap: true, Blocks: declared})
}

// check validates a message if there is a checker. Callers with a Comparison that
// allocates test that before.
func (c *boundContract) check(ctx context.Context, doc []byte, what Comparison) error {
	if c.checker == nil || len(doc) == 0 {
		return nil
	}
	what.Names, what.Renamed, what.Limits = c.read, c.renamed, c.limits
	what.Memory = func(d *schema.Decoder) { d.LimitMemory(maxMemory(c.limits, doc), what.reserve) }
	err := interrupted(ctx, c.checker.Message(ctx, doc, &what))
	var unreadable *schema.DecodeError
	if errors.As(err, &unreadable) {
		return unreadable.Unwrap() // the error of the budget
	}
	return err
}

// interrupted returns an error of a checker. If the context has ended, the error says why.
func interrupted(ctx context.Context, err error) error {
	if err != error(codec.ErrInterrupted) {
		return err
	}
	return fmt.Errorf("validating the message: %w", context.Cause(ctx))
}

// WithAssertions says that the program satisfies policy assertions that the contract requires, or that a proxy or the HTTP
// client does; options that follow policies do not follow these. Without it NewClient returns a *PolicyError for an assertion of a
// port that no other option satisfies, and a call one for an assertion of its operation; a handler logs them once, as a warning. A
// handler does not see how its messages are transported: it does not log demands for HTTPS, client certificates and authentication
// by HTTP.
func WithAssertions(names ...xsd.QName) Option {
	return bothOption(func(c *config) { c.assertions = append(c.assertions, names...) })
}

// WithSatisfied is for options that satisfy policy assertions. unmet returns the needs of a port, and in a call the needs of its
// operation, that the option does not satisfy on a client or a handler. It may change needs, which are a copy: Option to what the
// option has to be given, and Messages to the messages that are left.
func WithSatisfied(unmet func(needs []contract.Need, client bool) []contract.Need) Option {
	return bothOption(func(c *config) { c.satisfied = append(c.satisfied, unmet) })
}

// PolicyError reports assertions that a policy of the contract requires and that nothing satisfies. Nothing has been sent.
type PolicyError struct{ Needs []contract.Need }

// Error names the assertions, and for each the option that satisfies it.
func (e *PolicyError) Error() string {
	var all []string
	for _, n := range e.Needs {
		text := n.String()
		if !strings.HasPrefix(text, "{") {
			text += " (" + n.Assertion.Space + ")"
		}
		all = append(all, text+": "+n.Remedy())
	}
	return "the policy of the contract requires " + strings.Join(all, "; ") + "; see soap.WithAssertions"
}

// Needs returns what the policies of the port and of the operation, if it is known, demand, apart from what [WithAssertions] names.
func (c *Call) Needs() (needs []contract.Need) {
	port := c.port
	if port == nil && c.by != nil {
		port = c.by.Served(c.Binding)
	}
	if port != nil && port.Policy != nil {
		needs = port.Policy.Needs
	}
	if c.wire != nil {
		needs = slices.Concat(needs, c.wire.Details().Needs)
	}
	return c.options().demanded(needs)
}

// demanded returns the needs that WithAssertions does not name.
func (c *config) demanded(needs []contract.Need) []contract.Need {
	return slices.DeleteFunc(slices.Clone(needs), func(n contract.Need) bool { return slices.Contains(c.assertions, n.Assertion) })
}

// left returns the needs that no option satisfies.
func (c *config) left(needs []contract.Need, client bool) []contract.Need {
	needs = c.demanded(needs)
	for _, unmet := range c.satisfied {
		needs = unmet(needs, client)
	}
	return needs
}

// unmet returns a *PolicyError for the needs that nothing satisfies in calls to an address. Replies that nobody can decrypt count, too.
func (c *config) unmet(needs []contract.Need, address *url.URL) error {
	isMet := func(n contract.Need) bool {
		return n.Messages == contract.Replies && n.Option != contract.ByEncryption || c.transports(n, address)
	}
	if unmet := slices.DeleteFunc(c.left(needs, true), isMet); len(unmet) > 0 {
		return &PolicyError{unmet}
	}
	return nil
}

// transports reports whether the address or the HTTP client satisfies a need.
func (c *config) transports(n contract.Need, address *url.URL) bool {
	switch n.Option {
	case contract.HTTPS:
		host := address.Hostname()
		return address.Scheme == "https" || host == "localhost" || net.ParseIP(host).IsLoopback()
	case contract.ByHeader:
		_, _, isBasic := (&http.Request{Header: c.header}).BasicAuth()
		return address.User != nil || isBasic
	case contract.ByHTTPClient:
		return n.Assertion.Local == "RequireClientCertificate" && hasCertificate(c.doer)
	}
	return false
}

// hasCertificate reports whether a client authenticates itself by a certificate.
func hasCertificate(doer HTTPDoer) bool {
	client, ok := doer.(*http.Client)
	if !ok || client == nil {
		return false
	}
	transport, ok := client.Transport.(*http.Transport)
	return ok && transport.TLSClientConfig != nil && (len(transport.TLSClientConfig.Certificates) > 0 || transport.TLSClientConfig.GetClientCertificate != nil)
}

// logUnmet logs the assertions of the contract that no option of a handler satisfies, apart from those about transport.
func (c *boundContract) logUnmet() {
	var needs []contract.Need
	for _, p := range c.Ports {
		if p.Policy != nil {
			needs = append(needs, p.Policy.Needs...)
		}
	}
	for _, op := range c.Operations {
		for i := range op.Wires {
			needs = append(needs, op.Wires[i].Details().Needs...)
		}
	}
	var names []string
	for _, n := range c.left(needs, false) {
		transport := n.Option == contract.HTTPS || n.Option == contract.ByHeader || n.Option == contract.ByHTTPClient
		if !transport && !slices.Contains(names, n.String()) {
			names = append(names, n.String())
		}
	}
	if names != nil {
		c.log().Warn("the policy of the contract is not satisfied", "service", c.Service, "assertions", names)
	}
}

// A Checker validates messages and values against the schemas of a contract. It
// must be safe for concurrent use.
type Checker interface {
	// Message validates a message: the elements in the Body of an envelope, or
	// a document, and the header blocks and details of faults that the contract
	// declares. Elements that the schema does not declare are ignored. The
	// error is a *DecodeError for a document that cannot be read;
	// codec.ErrInterrupted if the context has ended.
	Message(ctx context.Context, doc []byte, what *Comparison) error

	// Value validates a value of a Go type of the contract, which is a request of the operation unless that is nil. It returns the
	// same errors as Message.
	Value(ctx context.Context, op *contract.Operation, v any) error
}

// Comparison describes a message for a Checker.
type Comparison struct {
	Names   []schema.Namespace // namespaces of the contract and of envelopes
	Renamed map[string]string  // maps namespaces of the message to namespaces of the contract
	Limits  schema.Limits
	Memory  func(*schema.Decoder) // limits the memory of a decoder of the message; nil: it has no limit
	reserve func(int64) error     // takes that memory from the budget of all requests; nil: it is not counted there

	Soap    bool                       // the message is an envelope
	Blocks  []contract.DeclaredBlock   // blocks in the Header
	ForMe   func(*schema.Decoder) bool // whether the header block at the current tag is for the receiver; nil: all are
	Details []contract.DeclaredBlock   // detail elements of faults
}
