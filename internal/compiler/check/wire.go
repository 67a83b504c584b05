package check

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// endpoint is what a request is sent to: operations behind one address and
// protocol have to be told apart by the request alone.
type endpoint struct {
	address string
	kind    wsdl11.BindingKind
	verb    string
	binding *wsdl11.Binding // where there is no address
}

// key is what a server routes by.
type key struct {
	endpoint
	signature string
}

// claim is a signature that requests to an operation may have.
type claim struct {
	by        *wsdl11.BindingOperation
	signature string
	element   *xsd.ElementDeclaration // that stands for the one of the operation; nil: it is the operation's own
	own       bool
}

// claims returns the signatures that requests to o may have: several if other
// elements may stand for that of the Body (XML Schema part 1, section 3.3.6).
func claims(o *wsdl11.BindingOperation) []claim {
	head := headOf(o)
	if head == nil {
		return []claim{{by: o, signature: signature(o), own: true}}
	}
	var all []claim
	for _, e := range append([]*xsd.ElementDeclaration{head}, head.SubstitutionGroup()...) {
		if !e.Abstract {
			all = append(all, claim{o, o.SOAPAction + "\n" + e.Name.String(), e, e == head})
		}
	}
	return all
}

// headOf returns the only element of a request to o if others may stand for it.
func headOf(o *wsdl11.BindingOperation) *xsd.ElementDeclaration {
	soap := bodyOf(&o.Input.Payload)
	if o.Binding.Kind == wsdl11.HTTP || o.Style == wsdl11.RPCStyle || soap == nil || len(soap.Parts) != 1 {
		return nil
	}
	e := soap.Parts[0].Element
	if e == nil || !e.Abstract && len(e.Substitutes) == 0 {
		return nil
	}
	return e
}

// ambiguous is the warning about an operation whose requests may look like those
// of another one.
func ambiguous(first, c claim) diag.Diagnostic {
	what, which := shared(c.by), "the other operation; a server routes to it"
	if e := cmp.Or(c.element, first.element); e != nil {
		what = "the same body element " + diag.Quote(e.Name.Local) + withAction(c.by)
		if c.own && !first.own {
			which = "the other operation; a server routes to the one whose own element it is"
		}
	}
	return diag.New(diag.AmbiguousWire, c.by.Pos, "operation %s cannot be told apart from %s by what is sent: %s",
		diag.Quote(display(c.by)), diag.Quote(display(first.by)), what).
		WithRelated(first.by.Pos, "%s", which).
		WithHint("both can be called; give them different elements, actions or locations so that both can be served")
}

// wireSignatures warns about two operations behind one endpoint that the wire
// cannot tell apart (WS-I Basic Profile 1.1, R2710): by the content of the
// Body, then the action; for HTTP by verb and location.
func wireSignatures(m *resolve.Model, diags *diag.List) {
	seen := make(map[key]claim)
	visit := func(at endpoint, b *wsdl11.Binding) {
		for _, o := range b.Operations {
			if o.Input == nil || serverInitiated(o.Operation) {
				continue
			}
			reported := make(map[*wsdl11.BindingOperation]bool)
			for _, c := range claims(o) {
				k := key{at, c.signature}
				first, taken := seen[k]
				if !taken || c.own && !first.own {
					seen[k] = c
				}
				if taken && first.by.Operation != o.Operation && !reported[first.by] {
					reported[first.by] = true
					*diags = append(*diags, ambiguous(first, c))
				}
			}
		}
	}
	ported := make(map[*wsdl11.Binding]bool)
	for _, s := range m.Services {
		clear(seen)
		for _, p := range s.Ports {
			if p.Binding == nil || !carried(p.Binding) {
				continue
			}
			ported[p.Binding] = true
			at := endpoint{p.Address, p.Binding.Kind, p.Binding.Verb, nil}
			if p.Address == "" {
				at.binding = p.Binding
			}
			visit(at, p.Binding)
		}
	}
	for _, b := range m.Bindings {
		if carried(b) && !ported[b] {
			visit(endpoint{"", b.Kind, b.Verb, b}, b)
		}
	}
}

// display is an operation's name for a message: that of its input if it is
// written and tells more.
func display(o *wsdl11.BindingOperation) string {
	if in := o.Operation.Input; in != nil && in.Explicit && in.Name != o.Name {
		return o.Name + " (" + in.Name + ")"
	}
	return o.Name
}

// signature is all by which a server can tell a request to o from others.
func signature(o *wsdl11.BindingOperation) string {
	if o.Binding.Kind == wsdl11.HTTP {
		return o.Location + "\n" + parameters(o)
	}
	return o.SOAPAction + "\n" + body(o)
}

// parameters is what a request of an HTTP binding holds: the element of its
// document, or the names of its parameters.
func parameters(o *wsdl11.BindingOperation) string {
	if o.Input.Message.Message == nil {
		return ""
	}
	var names []string
	for _, p := range o.Input.Message.Message.Parts {
		if p.Element != nil {
			names = append(names, p.Element.Name.String())
		} else {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// body is the content of the Body of a request to o.
func body(o *wsdl11.BindingOperation) string {
	var b strings.Builder
	soap := bodyOf(&o.Input.Payload)
	rpc := o.Style == wsdl11.RPCStyle
	if soap == nil && rpc {
		soap = new(wsdl11.SOAPBody) // attachments alone; the wrapper is there all the same
	} else if soap == nil {
		return ""
	}
	var accessors []string
	for _, p := range soap.Parts {
		switch {
		case rpc && soap.Use == wsdl11.Encoded && p.Type != nil:
			accessors = append(accessors, p.Name+" "+p.Type.Component().Name.String())
		case rpc:
			accessors = append(accessors, p.Name)
		case p.Element != nil:
			accessors = append(accessors, p.Element.Name.String())
		case p.Type != nil:
			accessors = append(accessors, "content of "+p.Type.Component().Name.String())
		}
	}
	if rpc {
		slices.Sort(accessors) // they may come in any order
		b.WriteString(xsd.QName{Space: soap.Namespace, Local: o.Name}.String() + " ")
	}
	b.WriteString(strings.Join(accessors, ","))
	return b.String()
}

// bodyOf returns the SOAP body of a message, in the root of a multipart one.
func bodyOf(p *wsdl11.Payload) *wsdl11.SOAPBody {
	if p.Body != nil || p.Multipart == nil {
		return p.Body
	}
	for _, part := range p.Multipart.Parts {
		if part.Body != nil {
			return part.Body
		}
	}
	return nil
}

// shared says what two operations with one signature have in common.
func shared(o *wsdl11.BindingOperation) string {
	if o.Binding.Kind == wsdl11.HTTP {
		return "the same verb and location " + diag.Quote(o.Location)
	}
	content := "an empty body"
	if soap := bodyOf(&o.Input.Payload); soap != nil && (o.Style == wsdl11.RPCStyle || len(soap.Parts) > 0) {
		content = "the same body"
		switch {
		case o.Style == wsdl11.RPCStyle:
			content += " with wrapper " + diag.Quote(o.Name)
		case soap.Parts[0].Element != nil:
			content += " element " + diag.Quote(soap.Parts[0].Element.Name.Local)
		}
	}
	return content + withAction(o)
}

func withAction(o *wsdl11.BindingOperation) string {
	if o.SOAPAction == "" {
		return " and no action"
	}
	return " and the same action " + diag.Quote(o.SOAPAction)
}
