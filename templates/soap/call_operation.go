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

// invoke calls the method.
func (m *ServiceMethod) invoke(ctx context.Context, req any) (reply, error) {
	of := m.Operation.Result
	if m.seq != nil {
		if items := m.seq(ctx, req); items != nil {
			write := func(e *schema.Encoder) { putSequence(e, of, items) }
			return reply{ElementValue: schema.ElementValue{Type: of, Write: write}, once: true}, nil
		}
	}
	res, err := m.Call(ctx, req)
	if err != nil {
		return reply{}, err
	}
	return m.reply(res), nil
}

// reply returns the reply with a result.
func (m *ServiceMethod) reply(result any) reply {
	of := m.Operation.Result
	return reply{ElementValue: schema.ElementValue{Type: of, Value: result, Absent: of != nil && of.Absent(result)}}
}

// decode reads a request from the start tag of Wire.In.
func (m *ServiceMethod) decode(d *schema.Decoder) any {
	req := emptyRequest(m.Operation)
	if req != nil {
		schema.DecodeRequest(d, m.Operation.Request, req)
		return req
	}
	d.Enter(schema.NoFields)
	for d.Child() {
		d.SkipUnknown()
	}
	return nil
}

// decodeParameters reads a request. An error is a fault of the client's.
func (m *ServiceMethod) decodeParameters(p *schema.Parameters) (any, error) {
	req := emptyRequest(m.Operation)
	visitRequest(p, m.Operation, req)
	if err := p.Finish(); err != nil {
		return nil, clientFault(err.Error())
	}
	return req, nil
}

// emptyRequest returns a request without content, nil if there is none.
func emptyRequest(op *contract.Operation) any {
	if op.Request == nil {
		return nil
	}
	return op.Request.New()
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
