// Package wsa has WS-Addressing 1.0: header blocks that say which action a message is for, which message it answers, and
// where answers go. It is optional: the options WithAddressing and ByPolicy bring it into a client and a handler. A
// handler also reads the submission of August 2004, and answers with it.
package wsa

import (
	"context"
	"crypto/rand"
	"fmt"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// The namespaces of WS-Addressing 1.0 and of its submission, and addresses with a meaning.
const (
	Namespace    = codec.AddressingNamespace
	OldNamespace = codec.OldAddressingNamespace

	Anonymous = Namespace + "/anonymous" // answers are the HTTP response
	None      = Namespace + "/none"      // nothing is answered

	oldAnonymous = OldNamespace + "/role/anonymous"
	unspecified  = Namespace + "/unspecified"
)

// Endpoint is an endpoint reference.
type Endpoint struct {
	Address    string
	Parameters []xsd.RawXML // reference parameters: header blocks of messages to the endpoint
	Metadata   xsd.RawXML   // the element Metadata
}

// Properties are what the header blocks of a message say.
type Properties struct {
	To, Action, MessageID  string
	RelatesTo              string // MessageID of the message that is answered
	From, ReplyTo, FaultTo *Endpoint
	Parameters             []xsd.RawXML // on a client: reference parameters of the service that is called
}

// Addressing says how a handler or a client uses WS-Addressing.
type Addressing struct {
	// Required makes a handler refuse requests, and a client replies, without header blocks of WS-Addressing. If it
	// is false, a handler answers such requests without header blocks, and a client accepts such replies.
	Required bool

	To               string    // a client sends it; "": the URL that it calls
	ReplyTo, FaultTo *Endpoint // a client sends them; nil: Anonymous as ReplyTo, and no FaultTo

	// Allow reports whether a handler may send an answer to an address, other than Anonymous and None, that a ReplyTo
	// or FaultTo names. The address is an absolute URL of http or https. nil: to none, and such requests are refused
	// before the service is called.
	Allow func(address string) bool

	// Send sends these answers. nil: an HTTP client without redirects and proxies that connects to public addresses
	// only, after names have been resolved. At most 32 are sent at the same time, each within 30 seconds; what cannot be sent
	// is logged.
	Send soap.HTTPDoer

	// NewID returns a MessageID, an absolute URI. nil: a random UUID.
	NewID func() string
}

// WithAddressing makes a client send header blocks of WS-Addressing and check those of replies, and a handler obey and
// check them and answer with them, over SOAP. It replaces what ByPolicy has chosen.
func WithAddressing(a Addressing) soap.Option {
	answers := &sender{a.Send, make(chan struct{}, sendAtOnce)}
	if a.Send == nil {
		answers.doer = publicClient()
	}
	var elsewhere []xsd.QName // the assertion that answers go to other addresses
	if a.ReplyTo != nil || a.Allow != nil {
		elsewhere = []xsd.QName{{Space: "http://www.w3.org/2007/05/addressing/metadata", Local: "NonAnonymousResponses"}}
	}
	return soap.Options(soap.WithAssertions(elsewhere...), soap.WithEnvelopes(optionName, func(_ *contract.Port, client bool) *soap.Envelopes {
		return a.envelopes(client, answers)
	}))
}

// ByPolicy is WithAddressing for the ports whose policies mention WS-Addressing, which is required or optional as a policy
// says. A handler that serves several ports over one binding requires it only if all of them do.
func ByPolicy() soap.Option {
	return soap.WithEnvelopes(optionName, func(port *contract.Port, client bool) *soap.Envelopes {
		if port.Policy == nil || port.Policy.Addressing == contract.Unmentioned {
			return nil
		}
		a := Addressing{Required: port.Policy.Addressing == contract.Required}
		return a.envelopes(client, nil)
	})
}

const optionName = "wsa"

// envelopes returns the functions of one side.
func (a Addressing) envelopes(client bool, answers *sender) *soap.Envelopes {
	if a.NewID == nil {
		a.NewID = newID
	}
	facts := soap.EnvelopeFacts{Understood: understood}
	if client {
		c := &caller{&a}
		return &soap.Envelopes{Open: c.open, Begin: c.begin, Send: c.send, EnvelopeFacts: facts}
	}
	s := &server{&a, answers}
	return &soap.Envelopes{Open: s.open, Begin: s.begin, Send: s.send, EnvelopeFacts: facts}
}

// understood are the header blocks that the package reads.
var understood = func() (names []xsd.QName) {
	for _, space := range []string{Namespace, OldNamespace} {
		for _, local := range []string{"To", "Action", "MessageID", "RelatesTo", "From", "ReplyTo", "FaultTo", "FaultDetail"} {
			names = append(names, xsd.QName{Space: space, Local: local})
		}
	}
	return names
}()

// newID returns a random UUID (RFC 9562, section 5.4) as a URI.
func newID() string {
	var id [16]byte
	_, _ = rand.Read(id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

type (
	sentKey     struct{} // Properties for the calls of a client
	callKey     struct{} // *call
	receivedKey struct{} // *exchange of a handler
)

// With returns a context with which a client sends these properties instead of its own, where they are not empty. A call
// whose answer goes elsewhere returns an [soap.HTTPError] with status 202.
func With(ctx context.Context, p Properties) context.Context {
	return context.WithValue(ctx, sentKey{}, p)
}

// Received returns the properties of the request that a handler serves with ctx. It reports false if the request had none.
func Received(ctx context.Context) (Properties, bool) {
	x, _ := ctx.Value(receivedKey{}).(*exchange)
	if x == nil || x.space == "" {
		return Properties{}, false
	}
	return x.Properties, true
}
