package soap

import (
	"bytes"
	"errors"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// WithChecker makes a handler or a client check messages, as package validate does. newChecker may return nil: then
// nothing is checked.
func WithChecker(newChecker func(*contract.Contract) Checker) Option {
	return bothOption(func(c *config) { c.newChecker = newChecker })
}

// A Checker compares messages and values with the schemas of a contract.
type Checker interface {
	// Message compares a Message: the elements in the Body of an envelope, or a
	// document of its own, and the header blocks and details of faults that the
	// contract declares. What the schema does not declare is passed over. An error
	// is a *Error, or a *DecodeError for a document that cannot be read.
	Message(doc []byte, what *Comparison) error

	// Value compares a Value of a Go type that the contract has.
	Value(v any) error
}

// Comparison is what a checker needs to know of a message.
type Comparison struct {
	Names   []schema.Namespace // of the contract and of envelopes
	Renamed map[string]string  // by what a namespace is now: what the contract has
	Limits  schema.Limits

	Soap    bool
	Blocks  []contract.DeclaredBlock // in the Header
	Details []contract.DeclaredBlock // of faults
}

// valueCheck returns what compares a value with the schema, nil if the options
// do not want that.
func (c *config) valueCheck() func(any) error {
	if c.checker == nil {
		return nil
	}
	return c.checker.Value
}

// checkRequest validates a request if the options want that, as checkReply does
// with a reply. What cannot be read at all is for the decoder to tell about, and
// what is in SOAP encoding is not what the schema says.
func (c *boundContract) checkRequest(doc []byte, b contract.Binding, wire *contract.Wire, options *config) error {
	if options.checker == nil || wire.Encoded || !isSOAP(b) && wire.Send != contract.ContentXML {
		return nil
	}
	return c.check(doc, Comparison{Soap: isSOAP(b), Blocks: declaredHeaders(wire.Headers)}, options)
}

func (c *boundContract) checkReply(doc []byte, b contract.Binding, op *contract.Operation, wire *contract.Wire, options *config) error {
	if options.checker == nil || wire.Encoded || !isSOAP(b) && wire.Receive > contract.ContentXML {
		return nil
	}
	return c.check(doc, Comparison{Soap: isSOAP(b), Blocks: declaredInReply(wire), Details: declaredFaults(op.Faults)}, options)
}

// checkDocument validates a document of its own if the options want that.
func (c *boundContract) checkDocument(doc []byte, options *config) error {
	if options.checker == nil {
		return nil
	}
	return c.check(doc, Comparison{}, options)
}

// checkBlocks validates elements of a Header or of the detail of a fault if the
// options want that.
func (c *boundContract) checkBlocks(content []byte, declared []contract.DeclaredBlock, options *config) error {
	if options.checker == nil || len(content) == 0 {
		return nil
	}
	envelope := bytes.Join([][]byte{[]byte(`<e:Envelope xmlns:e="` + SOAP11Namespace + `"><e:Header>`), content, []byte(`</e:Header></e:Envelope>`)}, nil)
	return c.check(envelope, Comparison{Soap: true, Blocks: declared}, options)
}

// check compares a message with the schema. The options have a checker: callers
// test that before they make a comparison, which takes memory.
func (c *boundContract) check(doc []byte, what Comparison, options *config) error {
	if len(doc) == 0 {
		return nil
	}
	what.Names, what.Renamed, what.Limits = c.read, c.renamed, options.limits
	err := options.checker.Message(doc, &what)
	var unreadable *schema.DecodeError
	if errors.As(err, &unreadable) {
		return nil
	}
	return err
}

func declaredHeaders(headers []contract.Header) []contract.DeclaredBlock {
	var all []contract.DeclaredBlock
	for _, h := range headers {
		all = append(all, h)
	}
	return all
}

func declaredFaults(faults []*contract.Fault) []contract.DeclaredBlock {
	var all []contract.DeclaredBlock
	for _, f := range faults {
		all = append(all, f)
	}
	return all
}

func declaredInReply(wire *contract.Wire) []contract.DeclaredBlock {
	return append(declaredHeaders(wire.OutHeaders), declaredFaults(wire.HeaderFaults)...)
}
