package callvalue

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

const (
	soap11Namespace = "http://schemas.xmlsoap.org/soap/envelope/"
	soap12Namespace = "http://www.w3.org/2003/05/soap-envelope"
)

// RequestFromXML returns the request in a document. Its root is the element of the request,
// or an envelope whose Body contains the element. The error may be the context's.
func RequestFromXML(ctx context.Context, info *contract.Contract, op *contract.Operation, doc []byte) (any, error) {
	text, err := schema.ToUTF8(doc, "")
	if err != nil {
		return nil, err
	}
	d := schema.NewDecoder(text, info.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types, d.Strict = info.Types, true
	if !enterRequest(d) {
		if d.Err() != nil {
			return nil, d.Err()
		}
		return nil, errors.New("the Body of the envelope is empty")
	}
	if err := checkElement(info, op, d); err != nil {
		return nil, err
	}
	if op.RequestType() == nil {
		return nil, nil
	}
	req := op.RequestType().New()
	d.DecodeRequest(op.RequestType(), req)
	if d.Err() != nil {
		return nil, d.Err()
	}
	return req, checkValid(ctx, info, op, req)
}

// enterRequest moves to the element of the request.
func enterRequest(d *schema.Decoder) bool {
	if !d.Root() {
		return false
	}
	if !isEnvelope(d, "Envelope") {
		return true
	}
	d.Open()
	for d.Child() {
		if !isEnvelope(d, "Body") {
			d.Skip()
			continue
		}
		d.Open()
		return d.Child()
	}
	return false
}

func isEnvelope(d *schema.Decoder, local string) bool {
	return d.HasTag(soap11Namespace, local) || d.HasTag(soap12Namespace, local)
}

// checkElement compares the current tag with the element of the request.
func checkElement(info *contract.Contract, op *contract.Operation, d *schema.Decoder) error {
	space, local := d.Tag()
	got := xsd.QName{Space: space, Local: local}
	var wanted []string
	for i := range op.Wires {
		in := op.Wires[i].In
		if in.Local == "" {
			continue
		}
		want := xsd.QName{Space: schema.NamespaceURI(info.Namespaces, in.NS), Local: in.Local}
		if want == got {
			return nil
		}
		wanted = append(wanted, want.String())
	}
	if len(wanted) == 0 {
		return fmt.Errorf("%w: %s has no element for its request; give its parameters", ErrOtherOperation, op.Name)
	}
	return fmt.Errorf("%w: its element is %s, but the element of %s is %s", ErrOtherOperation, got, op.Name, strings.Join(wanted, " or "))
}
