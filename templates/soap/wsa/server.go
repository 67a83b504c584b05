package wsa

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// server is the option on a handler.
type server struct {
	*Addressing
	answers *sender
}

// exchange is a request that a handler serves, and its answer.
type exchange struct {
	*message
	detail string // header block of a fault that this package sends
}

func (s *server) open(ctx context.Context, call *soap.Call, envelope []byte) (context.Context, []byte, error) {
	x := &exchange{message: read(envelope, call.Binding, call.Roles()...)}
	ctx = context.WithValue(ctx, receivedKey{}, x)
	if !x.envelope {
		return ctx, envelope, nil
	}
	found := x.problem
	switch {
	case found != nil:
	case x.space == "" && s.Required, x.space != "" && x.Action == "":
		found = &problem{code: headerRequired, header: "Action", reason: "The header block Action of WS-Addressing is required."}
	case !s.mayAnswer(x.space, x.ReplyTo):
		found = onlyAnonymous("ReplyTo")
	case !s.mayAnswer(x.space, x.FaultTo):
		found = onlyAnonymous("FaultTo")
	}
	if found != nil {
		return ctx, nil, x.refuse(found, call)
	}
	return ctx, envelope, nil
}

// refuse returns the fault for a problem. It is sent in the response, as the addresses in the message cannot be trusted.
func (x *exchange) refuse(p *problem, call *soap.Call) error {
	x.ReplyTo, x.FaultTo = nil, nil
	f, detail := p.asFault(x.space, call.Binding)
	x.detail = detail
	return f
}

func onlyAnonymous(header string) *problem {
	return &problem{code: invalidHeader, specific: "OnlyAnonymousAddressSupported", header: header,
		reason: "The address in " + header + " must be the anonymous one."}
}

// mayAnswer reports whether answers may be sent to an endpoint.
func (s *server) mayAnswer(space string, e *Endpoint) bool {
	if e == nil || isAnonymous(e) || e.Address == None && space == Namespace {
		return true
	}
	u, err := url.Parse(e.Address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil &&
		s.Allow != nil && s.Allow(e.Address)
}

func isAnonymous(e *Endpoint) bool { return e.Address == Anonymous || e.Address == oldAnonymous }

// begin checks what depends on the operation.
func (s *server) begin(ctx context.Context, call *soap.Call) (context.Context, error) {
	x, _ := ctx.Value(receivedKey{}).(*exchange)
	if x == nil || x.space == "" {
		return ctx, nil
	}
	actions, sent := call.Actions(), httpAction(call)
	switch {
	case sent != "" && sent != x.Action && (x.Action != actions.Request || !slices.Contains(actions.Others, sent)): // a contract may declare two
		return ctx, x.refuse(&problem{code: invalidHeader, specific: "ActionMismatch", header: "Action",
			reason: "The header block Action and the HTTP header differ."}, call)
	case actions.Request != "" && x.Action != actions.Request && !slices.Contains(actions.Others, x.Action):
		return ctx, x.refuse(&problem{code: notSupported, action: lex.Shorten(x.Action), reason: "The operation does not have this action."}, call)
	case x.MessageID == "" && !actions.OneWay && (x.space == Namespace || x.ReplyTo != nil || x.FaultTo != nil):
		return ctx, x.refuse(&problem{code: headerRequired, header: "MessageID", reason: "The header block MessageID of WS-Addressing is required."}, call)
	}
	return ctx, nil
}

// httpAction returns the action that the HTTP headers have, "" if there is none.
func httpAction(call *soap.Call) string {
	if call.Binding == contract.SOAP12 {
		m := media.Parse(call.RequestHeader.Get("Content-Type"))
		if m.Name == media.Multipart { // several of its headers may have the action
			return ""
		}
		return m.Attribute("action")
	}
	return strings.Trim(call.RequestHeader.Get("SOAPAction"), " \t\"")
}

// target returns the endpoint to which an answer goes.
func (x *exchange) target(fault bool) *Endpoint {
	to := x.ReplyTo
	if fault {
		to = cmp.Or(x.FaultTo, x.ReplyTo)
	}
	switch {
	case to != nil:
		return to
	case x.space == OldNamespace:
		return &Endpoint{Address: oldAnonymous}
	}
	return &Endpoint{Address: Anonymous}
}

// send says which header blocks an answer has, and where it goes.
func (s *server) send(ctx context.Context, call *soap.Call, fault *soap.Fault) (soap.Sending, error) {
	x, _ := ctx.Value(receivedKey{}).(*exchange)
	switch {
	case x == nil:
		return soap.Sending{}, nil
	case x.space == "":
		return soap.Sending{Blocks: x.detail}, nil
	}
	to, action := x.target(fault != nil), call.Actions().Reply
	if fault != nil {
		action = faultAction(x.space, call, fault)
	}
	blocks, err := write(x.space, &Properties{
		To: to.Address, Action: action, MessageID: s.NewID(), RelatesTo: x.MessageID, Parameters: to.Parameters,
	})
	sending := soap.Sending{Blocks: blocks + x.detail}
	if !isAnonymous(to) {
		sending.Deliver = func(mediaType string, body []byte) {
			if to.Address != None {
				s.answers.send(ctx, call, answer{to.Address, action, mediaType, slices.Clone(body)})
			}
		}
	}
	return sending, err
}
