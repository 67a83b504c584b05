package check

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// endpoint identifies where a request is sent. A server must distinguish operations
// with the same address and protocol by the request.
type endpoint struct {
	address string
	kind    wsdl11.BindingKind
	verb    string
	binding *wsdl11.Binding // set only if the port has no address
}

// key holds the properties by which a server routes requests.
type key struct {
	endpoint
	signature string
}

// candidate is a signature that requests to an operation may have.
type candidate struct {
	operation *wsdl11.BindingOperation
	signature string
	element   *xsd.ElementDeclaration // the body element if it can be substituted, else nil
	declared  bool                    // the element is the declared one, not a substitute
}

// candidates returns the signatures that requests to o may have. There are several
// if the body element is abstract or the head element of a substitution group (XML Schema part
// 1, section 3.3.6).
func candidates(o *wsdl11.BindingOperation) []candidate {
	var head *xsd.ElementDeclaration
	if body := o.Input.SOAPBody(); o.Binding.Kind != wsdl11.HTTP && o.Style != wsdl11.RPCStyle && body != nil && len(body.Parts) == 1 {
		head = body.Parts[0].Element
	}
	if head == nil || !head.Abstract && len(head.Substitutes) == 0 {
		return []candidate{{operation: o, signature: RequestSignature(o), declared: true}}
	}
	var all []candidate
	for _, e := range append([]*xsd.ElementDeclaration{head}, head.SubstitutionGroup()...) {
		if !e.Abstract {
			all = append(all, candidate{o, actions(o) + e.Name.String(), e, e == head})
		}
	}
	return all
}

// ambiguous returns the warning that requests to two operations can have the same
// signature.
func ambiguous(first, c candidate) diag.Diagnostic {
	what, which := describeSignature(c.operation), "the other operation; a server routes requests to it"
	if e := cmp.Or(c.element, first.element); e != nil {
		what = "the same body element " + diag.Quote(e.Name.Local) + withAction(c.operation)
		if c.declared && !first.declared {
			which = "the other operation; a server routes requests to the operation that declares the element"
		}
	}
	return diag.New(diag.AmbiguousWire, c.operation.Pos, "requests to operation %s cannot be distinguished from requests to %s: %s",
		diag.Quote(displayName(c.operation)), diag.Quote(displayName(first.operation)), what).
		WithRelated(first.operation.Pos, "%s", which).
		WithHint("clients can call both; to serve both, give them different elements, actions or locations")
}

// wireSignatures warns about operations of one endpoint whose requests cannot be
// distinguished (WS-I Basic Profile 1.1, R2710) by the content of the Body and the
// action, or for HTTP by verb and location.
func wireSignatures(m *resolve.Model, diags *diag.List) {
	seen := make(map[key]candidate)
	ported := make(map[*wsdl11.Binding]bool)
	for _, s := range m.Services {
		clear(seen)
		for _, p := range supportedPorts(s) {
			ported[p.Binding] = true
			at := endpoint{p.Address, p.Binding.Kind, p.Binding.Verb, nil}
			if p.Address == "" {
				at.binding = p.Binding
			}
			bindingSignatures(at, p.Binding, seen, diags)
		}
	}
	for _, b := range supportedBindings(m) {
		if !ported[b] {
			bindingSignatures(endpoint{"", b.Kind, b.Verb, b}, b, seen, diags)
		}
	}
}

// bindingSignatures warns about operations of a binding whose requests have been seen at the endpoint, and adds theirs.
func bindingSignatures(at endpoint, b *wsdl11.Binding, seen map[key]candidate, diags *diag.List) {
	for _, o := range b.Operations {
		if o.Input == nil || serverInitiated(o.Operation) {
			continue
		}
		reported := make(map[*wsdl11.BindingOperation]bool)
		for _, c := range candidates(o) {
			k := key{at, c.signature}
			first, taken := seen[k]
			if !taken || c.declared && !first.declared {
				seen[k] = c
			}
			if taken && first.operation.Operation != o.Operation && !reported[first.operation] {
				reported[first.operation] = true
				*diags = append(*diags, ambiguous(first, c))
			}
		}
	}
}

// displayName returns the name of an operation for a message, with the name of its
// input if that is written and different.
func displayName(o *wsdl11.BindingOperation) string {
	if in := o.Operation.Input; in != nil && in.Explicit && in.Name != o.Name {
		return o.Name + " (" + in.Name + ")"
	}
	return o.Name
}

// RequestSignature returns everything by which a server can distinguish requests to an
// operation with an input from others.
func RequestSignature(o *wsdl11.BindingOperation) string {
	if o.Binding.Kind == wsdl11.HTTP {
		return o.Location + "\n" + parameters(o)
	}
	return actions(o) + body(o)
}

// parameters returns the content of a request of an HTTP binding for its signature:
// the names of its elements or parameters.
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

// body returns the content of the Body of a request to o for its signature.
func body(o *wsdl11.BindingOperation) string {
	soap := o.Input.SOAPBody()
	rpc := o.Style == wsdl11.RPCStyle
	if soap == nil && rpc {
		soap = new(wsdl11.SOAPBody) // only attachments; the Body still contains the wrapper
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
	if !rpc {
		return strings.Join(accessors, ",")
	}
	slices.Sort(accessors) // they may be sent in any order
	return xsd.QName{Space: soap.Namespace, Local: o.Name}.String() + " " + strings.Join(accessors, ",")
}

// describeSignature describes the signature of o for a message.
func describeSignature(o *wsdl11.BindingOperation) string {
	if o.Binding.Kind == wsdl11.HTTP {
		return "the same verb and location " + diag.Quote(o.Location)
	}
	content := "an empty body"
	if soap := o.Input.SOAPBody(); soap != nil && (o.Style == wsdl11.RPCStyle || len(soap.Parts) > 0) {
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

// actions returns the SOAP action and the WS-Addressing action of an operation, each
// followed by a newline.
func actions(o *wsdl11.BindingOperation) string {
	addressed := ""
	if o.Operation != nil && o.Operation.Input != nil {
		addressed = o.Operation.Input.Action
	}
	return o.SOAPAction + "\n" + addressed + "\n"
}
