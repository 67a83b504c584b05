package support

import "context"

// ServiceMethod is an operation joined with the method of a service that carries
// it out: what a handler holds.
//
//quartet:internal
type ServiceMethod struct {
	Operation *Operation
	Call      func(ctx context.Context, req StructValue) (any, error)
	seq       func(ctx context.Context, req StructValue) *reply // nil, or it returns nil: Call is what there is
}

// Serve joins op with the method of a service, which call calls.
//
//quartet:internal
func Serve(op *Operation, call func(context.Context, StructValue) (any, error)) ServiceMethod {
	return ServiceMethod{Operation: op, Call: call}
}

// reply is what a service returned.
type reply struct {
	elementValue
	once bool // it can be written only once
}

// boundCall is a call whose request has been decoded.
type boundCall func(ctx context.Context) (reply, error)

// bind decodes a request: from d at the start tag of Wire.In, else from p. Both
// are nil for an empty Body.
func (m *ServiceMethod) bind(d *Decoder, p *Parameters) boundCall {
	op := m.Operation
	req := emptyRequest(op)
	readRequest(op, req, d, p)
	return func(ctx context.Context) (reply, error) {
		if err := receiveAttachments(ctx, op, req); err != nil {
			return reply{}, err
		}
		if m.seq != nil {
			if items := m.seq(ctx, req); items != nil {
				return *items, nil
			}
		}
		res, err := m.Call(ctx, req)
		if err != nil {
			return reply{}, err
		}
		return reply{elementValue: elementValue{codec: op.Result, value: res, absent: op.Result != nil && op.Result.absent(res)}}, nil
	}
}

// bindParameters decodes a request from p. An error is a fault of the client's.
func (m *ServiceMethod) bindParameters(p *Parameters) (boundCall, error) {
	bound := m.bind(nil, p)
	if err := p.Finish(); err != nil {
		return nil, clientFault(err.Error())
	}
	return bound, nil
}

// emptyRequest returns a request without content, nil if there is none.
func emptyRequest(op *Operation) StructValue {
	if op.Request == nil {
		return nil
	}
	return op.Request.(StructValue).create()
}

func readRequest(op *Operation, req StructValue, d *Decoder, p *Parameters) {
	switch {
	case d != nil && req != nil:
		req.decode(d)
	case d != nil:
		d.Enter(noFields)
		for d.Child() {
			d.skipUnknown()
		}
	case p != nil:
		visitRequest(p, op, req)
	}
}

// visitRequest reads or writes the parameters of a request.
func visitRequest(p *Parameters, op *Operation, req StructValue) {
	with, ok := req.(interface{ params(*Parameters) })
	if ok {
		with.params(p)
	}
	if op.Visit != nil { //quartet:packages
		op.Visit(req, p)
		ok = true
	}
	if ok {
		p.Validate(req)
	}
}

// writeRequest encodes a request as attributes, ">" and the content of Wire.In.
func writeRequest(e *Encoder, op *Operation, req StructValue) {
	if !op.Attrs {
		e.Raw(">")
	}
	if req != nil {
		req.encode(e)
	}
}
