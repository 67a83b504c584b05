package wsa

import (
	"cmp"
	"context"
	"fmt"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/lex"
)

// caller is the option on a client.
type caller struct{ *Addressing }

// call is a request that a client sends.
type call struct {
	Properties
	reply  string // expected action of the reply
	strict bool   // replies must have that action
}

// begin decides what is sent.
func (c *caller) begin(ctx context.Context, of *soap.Call) (context.Context, error) {
	actions := of.Actions()
	x := &call{reply: actions.Reply, strict: actions.Declared || c.Required}
	x.Properties, _ = ctx.Value(sentKey{}).(Properties)
	x.Action = cmp.Or(x.Action, actions.Request)
	if x.Action == "" {
		return ctx, fmt.Errorf("the contract has no action for %s: use wsa.With", of.Operation)
	}
	x.To = cmp.Or(x.To, c.To, of.Address())
	if x.MessageID == "" {
		x.MessageID = c.NewID()
	}
	x.FaultTo = cmp.Or(x.FaultTo, c.FaultTo)
	if x.ReplyTo = cmp.Or(x.ReplyTo, c.ReplyTo); x.ReplyTo == nil && !actions.OneWay {
		x.ReplyTo = &Endpoint{Address: Anonymous}
	}
	return context.WithValue(ctx, callKey{}, x), nil
}

func (c *caller) send(ctx context.Context, _ *soap.Call, _ *soap.Fault) (s soap.Sending, err error) {
	if x, ok := ctx.Value(callKey{}).(*call); ok {
		s.Blocks, err = write(Namespace, &x.Properties)
	}
	return s, err
}

// open checks a reply or a fault.
func (c *caller) open(ctx context.Context, of *soap.Call, envelope []byte) (context.Context, []byte, error) {
	x, _ := ctx.Value(callKey{}).(*call)
	m := read(envelope, of.Binding, of.Roles()...)
	if x == nil || !m.envelope {
		return ctx, envelope, nil
	}
	switch {
	case m.problem != nil:
		return ctx, nil, fmt.Errorf("the response: %s", m.problem.reason)
	case m.space == "" && c.Required && !m.fault:
		return ctx, nil, fmt.Errorf("the response has no header blocks of WS-Addressing")
	case m.RelatesTo != x.MessageID && !c.mayRelateToNothing(m):
		return ctx, nil, fmt.Errorf("the response belongs to the message %q, not to %q", lex.Shorten(m.RelatesTo), x.MessageID)
	case x.strict && x.reply != "" && m.space != "" && !m.fault && m.Action != x.reply:
		return ctx, nil, fmt.Errorf("the action of the response is %q, not %q", lex.Shorten(m.Action), x.reply)
	}
	return ctx, envelope, nil
}

// mayRelateToNothing reports whether a response need not say which message it answers.
func (c *caller) mayRelateToNothing(m *message) bool {
	return m.RelatesTo == "" && (!c.Required || m.fault) || m.RelatesTo == unspecified && m.fault
}
