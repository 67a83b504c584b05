package lint

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

// profileMessageRules returns the rules on messages and their parts, and on portTypes.
func profileMessageRules() []Rule {
	return []Rule{
		must(headerTypes, "R2205", "a header or a header fault is bound to a part that is a type", "make the part refer to an element",
			"The name of the header block on the wire is undefined then. Make the part refer to an element. For faults see fault-part."),
		should(unboundParts, "R2209", "a binding leaves out a part of a message", "bind the parts to the body or to headers, or remove them from the message",
			"The part is never sent, although callers of the portType expect it. Bind it to the body or to a header, or remove it from the message."),
		must(implicitBody, "R2210", "a message has several parts, and the document body does not say which of them it sends", "name the part of the body in its attribute parts",
			"Tools take different parts for the body: those that no header binds, the first one, or none. "+
				"Name the part of the body in its attribute parts. If it has several, see part-style."),
		must(overloads, "R2304", "two operations of a portType have the same name", "give the operations different names",
			"PHP and soap4r keep the first operation of a name and silently drop the parameters of the others; zeep, suds, npm soap and strong-soap keep the last; "+
				"what KDSoap and WCF generate does not compile. Give the operations different names; \"go tool quartet flatten\" does so, and a handler offers the result at ?flatWsdl."),
		must(returnValues, "R2305", "parameterOrder leaves out several parts of the output", "add all of them but the return value to parameterOrder",
			"The omitted part is the return value, and there can be only one. Add the others to parameterOrder."),
		should(unboundFaults, "R2740", "a binding leaves out a fault of an operation", "add a fault with a soap:fault for each of them",
			"Callers get the fault without its typed detail. Add a fault with a soap:fault to the operation of the binding."),
	}
}

func headerTypes(p *pass) {
	var parts groups[*wsdl11.Part, diag.Pos]
	for _, o := range p.soapOperations() {
		for _, payload := range payloads(o) {
			for _, h := range payload.Headers {
				parts.add(h.Part, h.Pos)
				for _, f := range h.Faults {
					parts.add(f.Part, f.Pos)
				}
			}
		}
	}
	for part, places := range parts.all() {
		if part.Element == nil {
			d := p.reportFirst(places, "part %s is a type, but bound as a header", diag.Quote(part.Name))
			*d = d.WithRelated(part.RefPos, "the part")
		}
	}
}

// payloads returns the payloads of an operation of a binding, including the payloads in the parts of MIME messages.
func payloads(o *wsdl11.BindingOperation) []*wsdl11.Payload {
	return slices.Concat(collect.Each(o.Messages(), func(m *wsdl11.BindingMessage) []*wsdl11.Payload { return m.All() })...)
}

// listed returns the names of parts.
func listed(parts []*wsdl11.Part) string {
	return collect.Joined(parts, ", ", func(part *wsdl11.Part) string { return diag.Quote(part.Name) })
}

func unboundParts(p *pass) {
	for _, o := range p.soapOperations() {
		for _, m := range o.Messages() {
			if m.Message.Message == nil {
				continue
			}
			bound, message := boundParts(&m.Payload), m.Message.Message
			left := collect.Where(message.Parts, func(part *wsdl11.Part) bool { return !bound[part] })
			if len(left) > 0 {
				d := p.report(m.Pos, "the binding of operation %s leaves out %s of message %s", diag.Quote(o.Name), listed(left), diag.Quote(message.Name.Local))
				*d = d.WithRelated(message.Pos, "the message")
			}
		}
	}
}

// boundParts returns the parts of a message that its binding sends.
func boundParts(payload *wsdl11.Payload) map[*wsdl11.Part]bool {
	bound := make(map[*wsdl11.Part]bool)
	for _, p := range payload.All() {
		if p.Body != nil {
			for _, part := range p.Body.Parts {
				bound[part] = true
			}
		}
		for _, h := range p.Headers {
			bound[h.Part] = true
			for _, f := range h.Faults {
				bound[f.Part] = true
			}
		}
		for _, c := range p.Contents {
			bound[c.Part] = true
		}
		for _, x := range p.XML {
			bound[x.Part] = true
		}
	}
	return bound
}

// implicitBody reports bodies that have one part only because headers have the others. The rule part-style reports bodies
// with several parts.
func implicitBody(p *pass) {
	for _, o := range p.soapOperations() {
		if o.Style != wsdl11.DocumentStyle {
			continue
		}
		for _, m := range o.Messages() {
			if m.Body == nil || m.Message.Message == nil || m.Body.Listed {
				continue
			}
			if message := m.Message.Message; len(message.Parts) > 1 && len(m.Body.Parts) <= 1 {
				d := p.report(m.Body.Pos, "message %s has %d parts, and the body of operation %s does not name one",
					diag.Quote(message.Name.Local), len(message.Parts), diag.Quote(o.Name))
				*d = d.WithRelated(message.Pos, "the message")
				if len(m.Body.Parts) == 1 {
					d.Hint = "add the attribute parts=" + diag.Quote(m.Body.Parts[0].Name)
				}
			}
		}
	}
}

// overloads reports portTypes with a SOAP 1.1 binding or none at all; the rule overloaded-operation reports the others.
func overloads(p *pass) { p.reportOverloads(true, "") }

// reportOverloads reports the first overload of each portType, since all are named by the same convention: of the portTypes
// that the profile is about, or of the others.
func (p *pass) reportOverloads(profile bool, hint string) {
	for _, portType := range p.PortTypes {
		bindings := p.BindingsOf(portType)
		if profile != (len(bindings) == 0 || slices.ContainsFunc(bindings, func(b *wsdl11.Binding) bool { return b.Kind == wsdl11.SOAP11 })) {
			continue
		}
		named := make(map[string]*wsdl11.Operation)
		var places []diag.Pos
		var first *wsdl11.Operation
		for _, o := range portType.Operations {
			switch other := named[o.Name]; {
			case other == nil:
				named[o.Name] = o
			case first == nil:
				first = other
				fallthrough
			default:
				places = append(places, o.Pos)
			}
		}
		if first != nil {
			d := p.reportFirst(places, "portType %s has several operations %s", diag.Quote(portType.Name.Local), diag.Quote(first.Name))
			*d = d.WithRelated(first.Pos, "the first one")
			d.Hint = hint
		}
	}
}

func returnValues(p *pass) {
	for _, portType := range p.PortTypes {
		for _, o := range portType.Operations {
			if o.ParameterOrder == nil || o.Output == nil || o.Output.Message == nil {
				continue
			}
			left := collect.Where(o.Output.Message.Parts, func(part *wsdl11.Part) bool { return !slices.Contains(o.ParameterOrder, part.Name) })
			if len(left) > 1 {
				d := p.report(o.Pos, "parameterOrder of operation %s leaves out the parts %s of the output", diag.Quote(o.Name), listed(left))
				*d = d.WithRelated(o.Output.Message.Pos, "the message of the output")
			}
		}
	}
}

// unboundFaults reports faults of the operations that a binding has; the rule not-bound reports other operations.
func unboundFaults(p *pass) {
	for _, o := range p.soapOperations() {
		var left []string
		for _, f := range o.Operation.Faults {
			if !slices.ContainsFunc(o.Faults, func(b *wsdl11.BindingFault) bool { return b.Fault == f && b.SOAP != nil }) {
				left = append(left, diag.Quote(f.Name))
			}
		}
		if len(left) > 0 {
			p.report(o.Pos, "operation %s is bound without its faults %s", diag.Quote(o.Name), strings.Join(left, ", "))
		}
	}
}
