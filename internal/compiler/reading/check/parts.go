package check

import (
	"regexp"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// messageParts warns about parts that do not fit the style of their SOAP binding,
// and about fault messages that do not have exactly one part.
func messageParts(m *resolve.Model, diags *diag.List) {
	for _, b := range supportedBindings(m) {
		if !b.Kind.IsSOAP() {
			continue
		}
		for _, o := range b.Operations {
			for _, message := range o.Messages() {
				bodyParts(o, message, diags)
			}
			faultParts(o, diags)
		}
	}
}

func bodyParts(o *wsdl11.BindingOperation, message *wsdl11.BindingMessage, diags *diag.List) {
	body := message.SOAPBody()
	if body == nil {
		return
	}
	if o.Style == wsdl11.RPCStyle {
		for _, p := range body.Parts {
			if p.Element != nil {
				diags.Add(diag.New(diag.PartStyle, p.RefPos, "part %s is an element, but operation %s is bound as rpc", diag.Quote(p.Name), diag.Quote(o.Name)).
					WithRelated(body.Pos, "the binding of the part").
					WithHint("rpc parts should refer to types; the element is sent without a wrapper named after the part"))
			}
		}
		if body.Namespace == "" && body.Use == wsdl11.Literal {
			diags.Add(diag.New(diag.RPCNamespace, body.Pos, "the rpc body of operation %s has no attribute \"namespace\"", diag.Quote(o.Name)))
		}
		return
	}
	for _, p := range body.Parts {
		if p.Element == nil && p.Type != nil && body.Use == wsdl11.Literal {
			diags.Add(diag.New(diag.PartStyle, p.RefPos, "part %s is a type, but operation %s is bound as document", diag.Quote(p.Name), diag.Quote(o.Name)).
				WithRelated(body.Pos, "the binding of the part").
				WithHint("document parts should refer to elements"))
		}
	}
	if len(body.Parts) > 1 {
		diags.Add(diag.New(diag.PartStyle, body.Pos, "the document body of operation %s has %d parts; at most one is allowed", diag.Quote(o.Name), len(body.Parts)).
			WithRelated(message.Message.Message.Pos, "the message").
			WithHint("other tools may reject it; name one part in the attribute \"parts\""))
	}
}

func faultParts(o *wsdl11.BindingOperation, diags *diag.List) {
	for _, f := range o.Faults {
		message := f.Fault.Message
		if message == nil || f.SOAP == nil {
			continue
		}
		if len(message.Parts) != 1 {
			diags.Add(diag.New(diag.FaultPart, f.Pos, "the message of fault %s has %d parts; want 1", diag.Quote(f.Name), len(message.Parts)).
				WithRelated(message.Pos, "the message"))
			continue
		}
		if part := message.Parts[0]; part.Element == nil && f.SOAP.Use == wsdl11.Literal {
			diags.Add(diag.New(diag.FaultPart, part.RefPos, "part %s of fault %s is not an element, so its name on the wire is undefined", diag.Quote(part.Name), diag.Quote(f.Name)).
				WithRelated(f.Pos, "the binding of the fault"))
		}
	}
}

// httpParts warns about parts that cannot be sent in a URL, and about replacements
// in locations that name no part (WSDL 1.1, sections 4.6 and 4.7).
func httpParts(m *resolve.Model, diags *diag.List) {
	for _, b := range m.Bindings {
		if b.Kind != wsdl11.HTTP {
			continue
		}
		for _, o := range b.Operations {
			if o.Input == nil || o.Input.Message.Message == nil {
				continue
			}
			message := o.Input.Message.Message
			if o.Input.URLEncoded || o.Input.URLReplacement {
				for _, p := range message.Parts {
					if !inURL(p) {
						diags.Add(diag.New(diag.HTTPPart, p.Pos, "part %s of message %s does not have a simple type and cannot be sent in a URL", diag.Quote(p.Name), diag.Quote(message.Name.Local)).
							WithRelated(o.Pos, "bound here"))
					}
				}
			}
			if o.Input.URLReplacement {
				checkReplacements(o, message, diags)
			}
		}
	}
}

// inURL reports whether a part can be sent in a URL. Arrays of a simple type are
// commonly sent as a repeated parameter.
func inURL(p *wsdl11.Part) bool {
	switch t := p.Content().(type) {
	case *xsd.SimpleType:
		return true
	case *xsd.ComplexType:
		return t.ContentKind == xsd.SimpleContent || isArray(t) || p.Element != nil && isFlat(t)
	}
	return true // the type was not resolved
}

// isFlat reports whether a type consists only of elements with simple types, which
// are commonly sent as separate parameters.
func isFlat(t *xsd.ComplexType) bool {
	return len(t.Attributes) == 0 && t.AnyAttribute == nil && !t.Mixed() && (t.Content == nil || isSimple(t.Content))
}

func isSimple(p *xsd.Particle) bool {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		_, simple := term.Type.(*xsd.SimpleType)
		return simple
	case *xsd.ModelGroup:
		return !slices.ContainsFunc(term.Particles, func(c *xsd.Particle) bool { return !isSimple(c) })
	}
	return false
}

// isArray reports whether a type is one repeated element of a simple type.
func isArray(t *xsd.ComplexType) bool {
	if t.Content == nil {
		return false
	}
	group, ok := t.Content.Term.(*xsd.ModelGroup)
	if !ok || len(group.Particles) != 1 || !group.Particles[0].Repeated() {
		return false
	}
	_, ok = group.Particles[0].Term.(*xsd.ElementDeclaration)
	return ok && isSimple(group.Particles[0])
}

// replaced matches the name of a part in parentheses in the location of a urlReplacement operation (WSDL 1.1, section 4.7).
var replaced = regexp.MustCompile(`\(([^)]*)\)`)

func checkReplacements(o *wsdl11.BindingOperation, message *wsdl11.Message, diags *diag.List) {
	named := make(map[string]bool)
	for _, match := range replaced.FindAllStringSubmatch(o.Location, -1) {
		name := match[1]
		named[name] = true
		if message.Part(name) == nil {
			diags.Add(diag.New(diag.HTTPPart, o.Pos, "location %s replaces %s, but message %s has no such part", diag.Quote(o.Location), diag.Quote(name), diag.Quote(message.Name.Local)).
				WithRelated(message.Pos, "the message"))
		}
	}
	for _, p := range message.Parts {
		if !named[p.Name] {
			diags.Add(diag.New(diag.HTTPPart, o.Pos, "location %s has no replacement for part %s", diag.Quote(o.Location), diag.Quote(p.Name)).
				WithRelated(p.Pos, "the part"))
		}
	}
}
