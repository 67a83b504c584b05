package soap

import (
	"context"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// ServiceMethod is an operation with the method of a service that implements
// it.
type ServiceMethod struct {
	Operation *contract.Operation
	Call      func(ctx context.Context, req any) (any, error)

	service any                                         // of seq
	seq     func(ctx context.Context, req any) sequence // nil, or it returns nil: Call is what there is
}

// reply is what a service returned.
type reply struct {
	schema.ElementValue
	once bool // it can be written only once
}

// boundCall is a call whose request has been decoded.
type boundCall func(ctx context.Context) (reply, error)

// bind decodes a request: from d at the start tag of Wire.In, else from p. Both
// are nil for an empty Body.
func (m *ServiceMethod) bind(d *schema.Decoder, p *schema.Parameters) boundCall {
	op := m.Operation
	req := emptyRequest(op)
	readRequest(op, req, d, p)
	return func(ctx context.Context) (reply, error) {
		if err := receiveAttachments(ctx, op, req); err != nil {
			return reply{}, err
		}
		if m.seq != nil {
			if items := m.seq(ctx, req); items != nil {
				write := func(e *schema.Encoder) { putSequence(e, op.Result, items) }
				return reply{ElementValue: schema.ElementValue{Write: write}, once: true}, nil
			}
		}
		res, err := m.Call(ctx, req)
		if err != nil {
			return reply{}, err
		}
		return reply{ElementValue: schema.ElementValue{Type: op.Result, Value: res, Absent: op.Result != nil && op.Result.Absent(res)}}, nil
	}
}

// bindParameters decodes a request from p. An error is a fault of the client's.
func (m *ServiceMethod) bindParameters(p *schema.Parameters) (boundCall, error) {
	bound := m.bind(nil, p)
	if err := p.Finish(); err != nil {
		return nil, clientFault(err.Error())
	}
	return bound, nil
}

// emptyRequest returns a request without content, nil if there is none.
func emptyRequest(op *contract.Operation) any {
	if op.Request == nil {
		return nil
	}
	return op.Request.New()
}

func readRequest(op *contract.Operation, req any, d *schema.Decoder, p *schema.Parameters) {
	switch {
	case d != nil && req != nil:
		schema.DecodeRows(d, op.Request, req)
	case d != nil:
		d.Enter(schema.NoFields)
		for d.Child() {
			d.SkipUnknown()
		}
	case p != nil:
		visitRequest(p, op, req)
	}
}

// visitRequest reads or writes the parameters of a request.
func visitRequest(p *schema.Parameters, op *contract.Operation, req any) {
	if op.Request != nil && req != nil {
		schema.VisitParameters(p, op.Request, req, op.Order...)
		p.Validate(req)
	}
}

// writeRequest encodes a request as attributes, ">" and the content of Wire.In.
func writeRequest(e *schema.Encoder, op *contract.Operation, req any) {
	if op.Request == nil || req == nil {
		e.Raw(">")
		return
	}
	schema.EncodeRows(e, op.Request, req)
}
