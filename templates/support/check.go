package support

import (
	"bytes"
	"errors"
)

// WithChecker makes a handler or a client check messages, as package validate does. newChecker may return nil: then
// nothing is checked.
func WithChecker(newChecker func(*ContractInfo) Checker) Option {
	return bothOption(func(c *config) { c.newChecker = newChecker })
}

// A Checker compares messages and values with the schemas of a contract.
type Checker interface {
	// message compares a message: the elements in the Body of an envelope, or a
	// document of its own, and the header blocks and details of faults that the
	// contract declares. What the schema does not declare is passed over. An error
	// is a *ValidationError, or a *DecodeError for a document that cannot be read.
	message(doc []byte, what *comparison) error

	// value compares a value of a Go type that the contract has.
	value(v any) error
}

// comparison is what a checker needs to know of a message.
type comparison struct {
	names   []Namespace       // of the contract and of envelopes
	renamed map[string]string // by what a namespace is now: what the contract has
	limits  Limits

	soap    bool
	blocks  []declaredBlock // in the Header
	details []declaredBlock // of faults
}

// valueCheck returns what compares a value with the schema, nil if the options
// do not want that.
func (c *config) valueCheck() func(any) error {
	if c.checker == nil {
		return nil
	}
	return c.checker.value
}

// checkRequest validates a request if the options want that, as checkReply does
// with a reply. What cannot be read at all is for the decoder to tell about, and
// what is in SOAP encoding is not what the schema says.
func (c *contract) checkRequest(doc []byte, b Binding, way *Wire, options *config) error {
	if options.checker == nil || way.Encoded || !isSOAP(b) && way.Send != ContentXML {
		return nil
	}
	return c.check(doc, comparison{soap: isSOAP(b), blocks: declaredHeaders(way.Headers)}, options)
}

func (c *contract) checkReply(doc []byte, b Binding, op *Operation, way *Wire, options *config) error {
	if options.checker == nil || way.Encoded || !isSOAP(b) && way.Receive > ContentXML {
		return nil
	}
	return c.check(doc, comparison{soap: isSOAP(b), blocks: declaredInReply(way), details: declaredFaults(op.Faults)}, options)
}

// checkDocument validates a document of its own if the options want that.
func (c *contract) checkDocument(doc []byte, options *config) error {
	if options.checker == nil {
		return nil
	}
	return c.check(doc, comparison{}, options)
}

// checkBlocks validates elements of a Header or of the detail of a fault if the
// options want that.
func (c *contract) checkBlocks(content []byte, declared []declaredBlock, options *config) error {
	if options.checker == nil || len(content) == 0 {
		return nil
	}
	envelope := bytes.Join([][]byte{[]byte(`<e:Envelope xmlns:e="` + soap11Namespace + `"><e:Header>`), content, []byte(`</e:Header></e:Envelope>`)}, nil)
	return c.check(envelope, comparison{soap: true, blocks: declared}, options)
}

// check compares a message with the schema. The options have a checker: callers
// test that before they make a comparison, which takes memory.
func (c *contract) check(doc []byte, what comparison, options *config) error {
	if len(doc) == 0 {
		return nil
	}
	what.names, what.renamed, what.limits = c.read, c.renamed, options.limits
	err := options.checker.message(doc, &what)
	var unreadable *DecodeError
	if errors.As(err, &unreadable) {
		return nil
	}
	return err
}

func declaredHeaders(headers []HeaderInfo) []declaredBlock {
	var all []declaredBlock
	for _, h := range headers {
		all = append(all, h)
	}
	return all
}

func declaredFaults(faults []*FaultInfo) []declaredBlock {
	var all []declaredBlock
	for _, f := range faults {
		all = append(all, f)
	}
	return all
}

func declaredInReply(way *Wire) []declaredBlock {
	return append(declaredHeaders(way.OutHeaders), declaredFaults(way.HeaderFaults)...)
}
