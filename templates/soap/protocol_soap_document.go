package soap

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// ErrOtherOperation is the error of [ReadRequest] for a document that is not a request of the operation.
var ErrOtherOperation = errors.New("the message is for another operation")

// ReadRequest reads a request of an operation that a person has written as a document: an envelope, or the element in its Body. blocks
// are the header blocks of the envelope. Unknown elements are errors. The request is nil if the operation has none.
func ReadRequest(info *contract.Contract, op *contract.Operation, doc []byte) (request any, blocks []xsd.RawXML, err error) {
	text, err := codec.ToUTF8(doc, "")
	if err != nil {
		return nil, nil, err
	}
	c, err := newContract(info, &config{strict: true})
	if err != nil {
		return nil, nil, err
	}
	return c.readRequest(op, text)
}

// readRequest reads a request in an envelope, in the element in its Body, or in a document of ServiceInfo.WriteContent.
func (c *boundContract) readRequest(op *contract.Operation, doc []byte) (request any, blocks []xsd.RawXML, err error) {
	d := c.newDecoder(doc)
	defer func() { d.Release() }()
	if !d.Root() {
		return nil, nil, d.Err()
	}
	switch space, local := d.Tag(); {
	case isEnvelope(d, contract.SOAP11) || isEnvelope(d, contract.SOAP12):
		blocks = enterAnyBody(d)
		request, err = c.readBody(d, op)
	case local == plainRequest.Local && contentOf(op).In == plainRequest: // in any namespace: its content may need a default namespace
		request, err = readParameters(d, op)
	default:
		var wire *contract.Wire
		if wire, err = c.wireFor(op, xsd.QName{Space: space, Local: local}); err == nil && wire.Body {
			content := codec.WrapContent(d.Buf[d.TagStart():])
			d.Release()
			d = c.newDecoder(content)
			d.Root()
		}
		if err == nil {
			request, err = readParameters(d, op)
		}
	}
	if err == nil {
		d.End()
		err = d.Err()
	}
	return request, blocks, err
}

// enterAnyBody reads an envelope from its start tag to the start tag of its Body, and returns the header blocks.
func enterAnyBody(d *schema.Decoder) (blocks []xsd.RawXML) {
	space, _ := d.Tag()
	for d.Open(); d.Child(); {
		switch {
		case d.HasTag(space, "Body"):
			return blocks
		case !d.HasTag(space, "Header"):
			d.Skip()
			continue
		}
		for d.Open(); d.Child(); {
			blocks = append(blocks, d.RawXML())
		}
	}
	d.Fail("the envelope has no Body")
	return blocks
}

// readBody reads a request from the start tag of a Body through the end of its envelope.
func (c *boundContract) readBody(d *schema.Decoder, op *contract.Operation) (request any, err error) {
	if d.Open(); d.Err() != nil {
		return nil, d.Err()
	}
	body, name := d.BookmarkBody(), xsd.QName{}
	if d.Child() {
		name.Space, name.Local = d.Tag()
	}
	wire, err := c.wireFor(op, name)
	switch {
	case d.Err() != nil:
		err = d.Err()
	case err != nil && name == xsd.QName{}:
		err = errors.New("the Body of the envelope is empty")
	case err != nil:
	case wire.Body:
		d.Again(&body)
		request = decodeRequest(d, op)
		leaveEnvelope(d)
	case name == xsd.QName{}:
		request = emptyRequest(op)
		leaveEnvelope(d)
	default:
		if request, err = readParameters(d, op); err == nil {
			leaveBody(d)
		}
	}
	return request, err
}

// readParameters reads a request from the start tag of the element around it.
func readParameters(d *schema.Decoder, op *contract.Operation) (any, error) {
	if op.RequestType() != nil {
		return decodeRequest(d, op), nil
	}
	if d.Open(); d.Child() {
		return nil, fmt.Errorf("%w: %s has no parameters", ErrOtherOperation, op.Name)
	}
	return nil, nil
}

// wireFor returns the messages of an operation whose requests have a name as the first element in the Body; the zero name is an empty
// Body.
func (c *boundContract) wireFor(op *contract.Operation, first xsd.QName) (open *contract.Wire, err error) {
	var wanted []string
	for i := range op.Wires {
		w := &op.Wires[i]
		for _, name := range c.begins(w) {
			switch {
			case !w.Input().Document:
			case name == first:
				return w, nil
			case name == anyBody:
				open = w
			case name != xsd.QName{} && !slices.Contains(wanted, name.String()):
				wanted = append(wanted, name.String())
			}
		}
	}
	switch {
	case open != nil:
	case wanted != nil:
		err = fmt.Errorf("%w: its element is %s, but the element of %s is %s", ErrOtherOperation, first, op.Name, strings.Join(wanted, " or "))
	case op.RequestType() == nil:
		err = fmt.Errorf("%w: %s has no parameters", ErrOtherOperation, op.Name)
	default:
		err = fmt.Errorf("%w: %s has no element for its request; give its parameters", ErrOtherOperation, op.Name)
	}
	return open, err
}

// contentOf returns the messages of an operation whose request is a document. The root is called request
// if the contract has no element for it, as where the request is the content of a Body.
func contentOf(op *contract.Operation) *contract.Wire {
	for i := range op.Wires {
		if w := &op.Wires[i]; w.In.Local != "" && !w.Body {
			return w
		}
	}
	return &contract.Wire{In: plainRequest}
}

var plainRequest = schema.ElementName{Local: "request"}

// WriteContent returns a request as a document. Its root is the element in the
// Body, or else one with the name request.
func (s *ServiceInfo) WriteContent(op *contract.Operation, input any) ([]byte, error) {
	e := s.h.newEncoder()
	defer e.Release()
	writeWrapper(e, op, contentOf(op), input)
	return bytes.Clone(e.Bytes()), e.Err()
}

// ReadContent reads a request as WriteContent writes it, or in an envelope, with the limits of
// the handler.
func (s *ServiceInfo) ReadContent(op *contract.Operation, doc []byte) (any, error) {
	if int64(len(doc)) > s.h.maxRequest {
		return nil, &tooLargeError{"request", s.h.maxRequest}
	}
	request, blocks, err := s.h.readRequest(op, bytes.TrimSpace(doc))
	if err == nil && len(blocks) > 0 {
		err = errors.New("the header blocks of the envelope are not part of the request")
	}
	return request, err
}
