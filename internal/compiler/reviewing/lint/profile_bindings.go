package lint

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// profileBindingRules returns the rules on bindings and ports.
func profileBindingRules() []Rule {
	return []Rule{
		should(otherBindings, "R2401", "a binding is not purely a SOAP 1.1 binding", "",
			"The profile is about SOAP 1.1. A tool that follows it does not read the binding; offer a SOAP 1.1 binding with the same operations. "+
				"For bindings of unknown kinds see foreign-binding."),
		must(otherTransports, "R2702", "a SOAP 1.1 binding identifies the transport HTTP by an unusual URI", "",
			"Tools recognize only http://schemas.xmlsoap.org/soap/http as HTTP. For transports other than HTTP see foreign-transport."),
		must(mixedStyles, "R2705", "the operations of a binding have different styles", "put the operations of each style into a portType and a binding of their own",
			"Many tools read one style for each binding. Put the operations of each style into a portType and a binding of their own."),
		must(encodedUse, "R2706 and R2723", "a binding uses the SOAP encoding", "bind the parts as literal",
			"JAX-WS and other tools refuse use=\"encoded\", because the schema does not describe the messages. Bind the parts as literal."),
		must(sameSignatures, "R2710", "the requests of two operations of a binding differ only in the action, or in the names of their parts", "give each operation an element of its own",
			"A server that dispatches by the element in the body, as the profile requires, cannot distinguish them. Give each operation an element of its own. "+
				"ambiguous-wire reports requests that do not differ at all."),
		should(sharedAddresses, "R2711", "two ports have the same SOAP 1.1 address", "give each port its own address",
			"A server cannot see which port a request is for. Give each port its own address."),
		must(documentNamespaces, "R2716", "a document binding has the attribute namespace", "remove the attribute",
			"The element determines the namespace of the content; the attribute contradicts it or is redundant. Remove it."),
		must(relativeWrappers, "R2717", "the namespace of an rpc body is a relative URI", "write an absolute URI",
			"It is the namespace of the wrapper element. Write an absolute URI. If there is none at all, see rpc-namespace."),
		must(headerParts, "R2720 and R2749", "a header or header fault does not name its part in the attribute part", "name the part in the attribute part",
			"Other tools do not find the part, or use another one. Write part, not parts."),
		must(unnamedFaults, "R2721", "a soap:fault has no name", "give it the name of the fault that contains it",
			"Tools find the fault of the operation by this name. Give it the name of the wsdl:fault that it is in."),
		must(headerNamespaces, "R2726", "a header, header fault or fault of an rpc binding has the attribute namespace", "remove the attribute",
			"These are always sent as the elements that their parts refer to, and the attribute contradicts it or is redundant. Remove it."),
		must(unnamedParents, "R2754", "a wsdl:fault of a binding has no name, but the soap:fault in it has one", "give both the same name",
			"Tools find the fault of the operation by the name of the wsdl:fault. Write the same name on both. If they differ, see conflict."),
	}
}

func otherBindings(p *pass) {
	for _, b := range p.Bindings {
		switch {
		case b.Kind == wsdl11.SOAP12 || b.Kind == wsdl11.HTTP:
			p.report(b.Pos, "binding %s is for %s, which is outside of the profile", diag.Quote(b.Name.Local), b.Kind)
		case b.Kind == wsdl11.SOAP11 && hasMIME(b):
			p.report(b.Pos, "binding %s has parts of MIME messages, which are outside of the profile", diag.Quote(b.Name.Local))
		}
	}
}

func hasMIME(b *wsdl11.Binding) bool {
	return slices.ContainsFunc(b.Operations, func(o *wsdl11.BindingOperation) bool {
		return slices.ContainsFunc(payloads(o), func(p *wsdl11.Payload) bool { return p.Multipart != nil || p.Contents != nil || p.XML != nil })
	})
}

func otherTransports(p *pass) {
	for b := range p.soapBindings() {
		if b.OverHTTP() && b.Transport != wsdl11.TransportHTTP {
			p.report(b.KindPos, "the transport of binding %s is %s; want %s", diag.Quote(b.Name.Local), diag.Quote(b.Transport), diag.Quote(wsdl11.TransportHTTP))
		}
	}
}

func mixedStyles(p *pass) {
	for b := range p.soapBindings() {
		for _, o := range b.Operations {
			if first := b.Operations[0]; o.Style != first.Style {
				d := p.report(o.Pos, "operation %s is bound as %s, but %s as %s", diag.Quote(o.Name), o.Style, diag.Quote(first.Name), first.Style)
				*d = d.WithRelated(first.Pos, "the other operation")
				break
			}
		}
	}
}

func encodedUse(p *pass) {
	for b := range p.soapBindings() {
		p.reportEncoded(b)
	}
}

// reportEncoded reports only the first part of a binding with the SOAP encoding, since a tool uses it for all parts.
func (p *pass) reportEncoded(b *wsdl11.Binding) *diag.Diagnostic {
	places := placesOf(b, func(x soapPart) bool { return x.use == wsdl11.Encoded })
	return p.reportFirst(places, "binding %s uses the SOAP encoding", diag.Quote(b.Name.Local))
}

// soapPart holds the common attributes of the SOAP elements that bind parts.
type soapPart struct {
	pos       diag.Pos
	operation *wsdl11.BindingOperation
	body      bool
	use       wsdl11.Use
	namespace string
}

// soapParts returns the bodies, headers, header faults and faults of a binding.
func soapParts(b *wsdl11.Binding) []soapPart {
	var all []soapPart
	for _, o := range b.Operations {
		for _, payload := range payloads(o) {
			if x := payload.Body; x != nil {
				all = append(all, soapPart{x.Pos, o, true, x.Use, x.Namespace})
			}
			for _, h := range payload.Headers {
				all = append(all, soapPart{h.Pos, o, false, h.Use, h.Namespace})
				for _, f := range h.Faults {
					all = append(all, soapPart{f.Pos, o, false, f.Use, f.Namespace})
				}
			}
		}
		for _, f := range o.Faults {
			if x := f.SOAP; x != nil {
				all = append(all, soapPart{x.Pos, o, false, x.Use, x.Namespace})
			}
		}
	}
	return all
}

// placesOf returns the positions of the parts of a binding that match.
func placesOf(b *wsdl11.Binding, matches func(soapPart) bool) (places []diag.Pos) {
	for _, x := range soapParts(b) {
		if matches(x) {
			places = append(places, x.pos)
		}
	}
	return places
}

func documentNamespaces(p *pass) {
	p.unusedNamespaces(func(x soapPart) bool { return x.operation.Style == wsdl11.DocumentStyle })
}

func headerNamespaces(p *pass) {
	p.unusedNamespaces(func(x soapPart) bool { return x.operation.Style == wsdl11.RPCStyle && !x.body })
}

// unusedNamespaces reports the first attribute namespace of each binding on one of the parts. An empty one has no effect.
func (p *pass) unusedNamespaces(concerns func(soapPart) bool) {
	for b := range p.soapBindings() {
		places := placesOf(b, func(x soapPart) bool { return x.namespace != "" && x.use == wsdl11.Literal && concerns(x) })
		p.reportFirst(places, "binding %s has the attribute \"namespace\" where it has no meaning", diag.Quote(b.Name.Local))
	}
}

// relativeWrappers reports the first body of each binding, since all bodies usually have the same namespace.
func relativeWrappers(p *pass) {
	for b := range p.soapBindings() {
		var places []diag.Pos
		first := ""
		for _, x := range soapParts(b) {
			if x.body && x.operation.Style == wsdl11.RPCStyle && x.use == wsdl11.Literal && x.namespace != "" && !isAbsolute(x.namespace) {
				places, first = append(places, x.pos), cmp.Or(first, x.namespace)
			}
		}
		p.reportFirst(places, "the rpc bodies of binding %s have the namespace %s, which is not an absolute URI", diag.Quote(b.Name.Local), diag.Quote(first))
	}
}

// sameSignatures reports operations whose requests have the same element in the body, or an empty body. The rule
// ambiguous-wire reports operations that the action does not distinguish, either.
func sameSignatures(p *pass) {
	for b := range p.soapBindings() {
		type signature struct {
			element xsd.QName
			request string
		}
		var same groups[xsd.QName, *wsdl11.BindingOperation]
		known := make(map[signature]bool)
		for _, o := range b.Operations {
			if o.Input == nil {
				continue
			}
			if k := (signature{bodyElement(o), check.RequestSignature(o)}); !known[k] {
				known[k] = true
				same.add(k.element, o)
			}
		}
		for name, operations := range same.all() {
			p.sameSignature(name, operations)
		}
	}
}

func (p *pass) sameSignature(name xsd.QName, operations []*wsdl11.BindingOperation) {
	if len(operations) < 2 {
		return
	}
	content := "an empty body"
	if name != (xsd.QName{}) {
		content = "the body element " + diag.Quote(name.Local)
	}
	first, others := operations[0], make([]diag.Pos, len(operations)-1)
	for i, o := range operations[1:] {
		others[i] = o.Pos
	}
	d := p.reportFirst(others, "requests to operation %s have %s, like requests to %s", diag.Quote(operations[1].Name), content, diag.Quote(first.Name))
	*d = d.WithRelated(first.Pos, "the other operation")
}

// bodyElement returns the name of the element in the body of requests to o; the zero QName for an empty body.
func bodyElement(o *wsdl11.BindingOperation) xsd.QName {
	var body *wsdl11.SOAPBody
	for _, payload := range o.Input.All() {
		body = cmp.Or(body, payload.Body)
	}
	switch {
	case o.Style == wsdl11.RPCStyle && body != nil:
		return xsd.QName{Space: body.Namespace, Local: o.Name}
	case o.Style == wsdl11.RPCStyle:
		return xsd.QName{Local: o.Name}
	case body == nil || len(body.Parts) == 0:
		return xsd.QName{}
	}
	if part := body.Parts[0]; part.Element != nil {
		return part.Element.Name
	}
	return xsd.QName{Local: body.Parts[0].Name} // part-style reports it
}

func sharedAddresses(p *pass) {
	var ports groups[string, *wsdl11.Port]
	for _, s := range p.Services {
		for _, port := range s.Ports {
			if port.AddressKind == wsdl11.SOAP11 && port.Address != "" {
				ports.add(port.Address, port)
			}
		}
	}
	for _, same := range ports.all() {
		first, others := same[0], same[1:]
		places := collect.Each(others, func(port *wsdl11.Port) diag.Pos { return port.AddressAttr.Pos() })
		if len(others) > 0 {
			d := p.reportFirst(places, "port %s has the same address as %s", diag.Quote(others[0].Name), diag.Quote(first.Name))
			*d = d.WithRelated(first.AddressAttr.Pos(), "the address of the other port")
		}
	}
}

func headerParts(p *pass) {
	for doc := range p.definitions() {
		for _, e := range soapElements(doc) {
			if e.Name.Local != "header" && e.Name.Local != "headerfault" {
				continue
			}
			switch parts := e.Attr("parts"); {
			case parts != nil:
				p.report(parts.Pos(), "%s has the attribute \"parts\"; want \"part\"", diag.Quote(e.RawName()))
			case e.Attr("part") == nil:
				p.report(e.Pos(), "%s has no attribute \"part\"", diag.Quote(e.RawName()))
			}
		}
	}
}

func unnamedFaults(p *pass) {
	for doc := range p.definitions() {
		var places []diag.Pos
		for _, e := range soapElements(doc) {
			if e.Name.Local == "fault" && strings.TrimSpace(e.Get("name")) == "" {
				places = append(places, e.Pos())
			}
		}
		p.reportFirst(places, "the SOAP fault has no name")
	}
}

func unnamedParents(p *pass) {
	for doc := range p.definitions() {
		for _, e := range soapElements(doc) {
			if name := e.Get("name"); e.Name.Local != "fault" || name == "" || !e.Parent.Is(wsdl11.Namespace, "fault") {
				continue
			} else if e.Parent.Attr("name") == nil {
				p.report(e.Parent.Pos(), "the fault that contains the SOAP fault %s has no name", diag.Quote(name))
			}
		}
	}
}
