package diff

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// compareMessages compares the input or the output of an operation.
func (c *comparer) compareMessages(at place, oldOp, newOp *wsdl11.BindingOperation, old, new *wsdl11.BindingMessage, d direction) {
	if old == nil || new == nil {
		return // the transmission primitive differs
	}
	what := "request"
	if d == inResult {
		what = "result"
	}
	at = place{at.component + ", " + what, old.Pos, new.Pos}
	c.direction = d
	c.compareHeaders(at, old.Headers, new.Headers, d)
	d |= d << jsonShift
	c.direction = d
	switch {
	case old.Body != nil && new.Body != nil,
		oldOp.Binding.Kind.IsSOAP() && newOp.Binding.Kind.IsSOAP() && old.Multipart == nil && new.Multipart == nil:
		c.compareBodies(at, oldOp, newOp, bodyOf(old), bodyOf(new), d)
	case oldOp.Binding.Kind == wsdl11.HTTP && newOp.Binding.Kind == wsdl11.HTTP:
		c.compareHTTP(at, old, new, d)
	}
	if oldOp.Name == newOp.Name {
		c.compareDocs(place{at.component, old.Message.Pos, new.Message.Pos}, old.Message.Documentation, new.Message.Documentation)
	}
}

// bodyOf returns the Body of a message, an empty one if the binding declares none.
func bodyOf(m *wsdl11.BindingMessage) *wsdl11.SOAPBody {
	if m == nil || m.Body == nil {
		return &wsdl11.SOAPBody{}
	}
	return m.Body
}

func (c *comparer) compareBodies(at place, oldOp, newOp *wsdl11.BindingOperation, old, new *wsdl11.SOAPBody, d direction) {
	if oldOp.Style == wsdl11.RPCStyle && newOp.Style == wsdl11.RPCStyle {
		if old.Namespace != new.Namespace {
			moved := movedText(xsd.QName{Space: old.Namespace}, xsd.QName{Space: new.Namespace})
			c.wire("rpc-namespace", at, both, "the wrapper is now in %s", moved).cause = moved
		}
		c.compareParts(at, old.Parts, new.Parts, d, true)
		return
	}
	if len(old.Parts) == 1 && len(new.Parts) == 1 {
		c.comparePart(at, old.Parts[0], new.Parts[0], d)
		return
	}
	c.compareParts(at, old.Parts, new.Parts, d, false)
}

// compareParts compares parts by name. The name of a part is on the wire in rpc style and in HTTP bindings.
func (c *comparer) compareParts(at place, old, new []*wsdl11.Part, d direction, named bool) {
	single := len(old) == 1 && len(new) == 1
	pairs, removed, added := matchBy(old, new,
		func(p *wsdl11.Part) any { return p.Name },
		func(p *wsdl11.Part) any { return folded(p.Name) },
		func(p *wsdl11.Part) any { return keyIf(single, true) },
		func(p *wsdl11.Part) any {
			if p.Element == nil {
				return nil
			}
			return p.Element.Name
		},
		func(p *wsdl11.Part) any {
			if p.Type == nil {
				return nil
			}
			name := p.Type.Component().Name
			return keyIf(!name.IsZero(), name)
		})
	for s, p := range alone(removed, added) {
		at := s.at(at.component+", part "+p.Name, p.Pos, at.old, at.new)
		c.wire(s.rule("part"), at, s.effect(unknownPart(p, pick(s, old, new), named), breaks), "the part %s", s.is())
	}
	places := make(map[*wsdl11.Part]int)
	for i, p := range new {
		places[p] = i
	}
	if named && !slices.IsSortedFunc(pairs, func(a, b [2]*wsdl11.Part) int { return places[a[1]] - places[b[1]] }) {
		c.wire("parts-order", at, harmless, "the parts are in a different order")
	}
	for _, p := range pairs {
		if p[0].Name != p[1].Name {
			e := harmless
			if named {
				e = both
			}
			c.wire("part-renamed", place{at.component + ", part " + p[0].Name, p[0].Pos, p[1].Pos}, e, "the part is now named %s", diag.Quote(p[1].Name))
		}
		c.comparePart(place{at.component + ", part " + p[0].Name, p[0].Pos, p[1].Pos}, p[0], p[1], d)
	}
}

// unknownPart returns the effect of a part that the reader does not have. In document style the first one is the message.
func unknownPart(p *wsdl11.Part, all []*wsdl11.Part, named bool) level {
	if !named && p == all[0] {
		return breaks
	}
	return loses
}

// comparePart compares the elements or types that two parts refer to.
func (c *comparer) comparePart(at place, old, new *wsdl11.Part, d direction) {
	at.old, at.new = old.Pos, new.Pos
	switch {
	case old.Element != nil && new.Element != nil:
		if a, b := old.Element.Name, new.Element.Name; a != b {
			f := c.messageElement(at, a, b)
			if a.Local != b.Local && (xsd.TextOf(old.Element.Type) != nil || xsd.TextOf(new.Element.Type) != nil) { // in JSON, it is the name of a member
				c.overJSON(f, both)
			}
		}
		c.rootElements(old.Element, new.Element, d)
		if d&inRequest != 0 {
			c.requests[typePair{old.Element.Type, new.Element.Type}] = true
		}
	case old.Element == nil && new.Element == nil:
		c.compareElementTypes(at, old.Type, new.Type)
		c.visit(old.Type, new.Type, d)
	case new.Element != nil:
		c.wire("part-reference", at, both, "the part now refers to the element %s, formerly to the type %s", diag.Quote(new.Element.Name.Local), describeType(old.Type))
	default:
		c.wire("part-reference", at, both, "the part now refers to the type %s, formerly to the element %s", describeType(new.Type), diag.Quote(old.Element.Name.Local))
	}
}

// messageElement reports that the element of a message has another namespace or another name.
func (c *comparer) messageElement(at place, old, new xsd.QName) *Finding {
	if old.Local == new.Local {
		f := c.wire("message-namespace", at, both, "the element %s is now in %s", diag.Quote(new.Local), movedText(old, new))
		f.cause = movedText(old, new)
		return f
	}
	return c.wire("message-element", at, both, "the element is now %s, formerly %s", diag.Quote(new.Local), diag.Quote(old.Local))
}

// rootElements compares the elements of a message, each pair once for a direction.
func (c *comparer) rootElements(old, new *xsd.ElementDeclaration, d direction) {
	c.noteElements(old, new)
	p, at := slotPair{slot{element: old}, slot{element: new}}, place{elementName(old), old.Pos, new.Pos}
	c.compareElements(at, p, ignored)
	c.visit(old.Type, new.Type, d)
	for _, p := range c.substitutes(old, new) {
		c.visit(p.old, p.new, d)
	}
}

// compareHeaders compares header blocks by the element, or by the name of the part.
func (c *comparer) compareHeaders(at place, old, new []*wsdl11.SOAPHeader, d direction) {
	pairs, removed, added := matchBy(old, new,
		func(h *wsdl11.SOAPHeader) any { return headerName(h) },
		func(h *wsdl11.SOAPHeader) any { return headerName(h).Local })
	for s, h := range alone(removed, added) {
		at := s.at(at.component+", header "+headerName(h).Local, h.Pos, at.old, at.new)
		c.unchecked(s.rule("header"), at, s.effect(loses, fine), "the header %s", s.is())
	}
	for _, p := range pairs {
		at := place{at.component + ", header " + headerName(p[0]).Local, p[0].Pos, p[1].Pos}
		if a, b := headerName(p[0]), headerName(p[1]); a != b {
			c.unchecked("header-namespace", at, ignored, "the header is now in %s", movedText(a, b)).cause = movedText(a, b)
		}
		switch a, b := p[0].Part, p[1].Part; {
		case a == nil || b == nil:
		case a.Element == nil || b.Element == nil:
			c.comparePart(at, a, b, d)
		default:
			c.rootElements(a.Element, b.Element, d)
		}
	}
}

func headerName(h *wsdl11.SOAPHeader) xsd.QName {
	switch {
	case h.Part == nil:
		return xsd.QName{}
	case h.Part.Element != nil:
		return h.Part.Element.Name
	}
	return xsd.QName{Space: h.Namespace, Local: h.Part.Name}
}

// compareHTTP compares the messages of an HTTP binding: the parameters of a request, or a document.
func (c *comparer) compareHTTP(at place, old, new *wsdl11.BindingMessage, d direction) {
	if old.Message.Message == nil || new.Message.Message == nil {
		return
	}
	if a, b := httpForm(old), httpForm(new); a != b {
		c.wire("http-content", at, both, "the message is now sent as %s, formerly as %s", b, a)
		return
	}
	oldParts, newParts := old.Message.Message.Parts, new.Message.Message.Parts
	if len(oldParts) == 1 && len(newParts) == 1 && !isParameters(old) {
		c.comparePart(at, oldParts[0], newParts[0], d)
		return
	}
	c.compareParameters(at, oldParts, newParts)
}

func isParameters(m *wsdl11.BindingMessage) bool {
	return m.URLEncoded || m.URLReplacement || len(m.Contents) > 0 && m.Contents[0].Type == formType
}

const formType = "application/x-www-form-urlencoded"

// httpForm describes how a message is sent.
func httpForm(m *wsdl11.BindingMessage) string {
	switch {
	case m.URLReplacement:
		return "part of the path"
	case m.URLEncoded, isParameters(m):
		return "parameters"
	case len(m.XML) > 0:
		return "XML"
	case len(m.Contents) > 0:
		return m.Contents[0].Type
	}
	return "a document"
}

// compareParameters compares parameters. A server ignores an unknown parameter, and treats an absent one as nil.
func (c *comparer) compareParameters(at place, old, new []*wsdl11.Part) {
	pairs, removed, added := matchBy(old, new,
		func(p *wsdl11.Part) any { return p.Name },
		func(p *wsdl11.Part) any { return folded(p.Name) })
	for s, p := range alone(removed, added) {
		at := s.at(at.component+", parameter "+p.Name, p.Pos, at.old, at.new)
		c.unchecked(s.rule("parameter"), at, s.effect(unknownParameter(p, pick(s, new, old)), fine), "the parameter %s", s.is())
	}
	for _, p := range pairs {
		at := place{at.component + ", parameter " + p[0].Name, p[0].Pos, p[1].Pos}
		if p[0].Name != p[1].Name {
			c.wire("parameter-renamed", at, both, "the parameter is now named %s", diag.Quote(p[1].Name))
		}
		if p[0].Type != nil && p[1].Type != nil {
			c.compareElementTypes(at, p[0].Type, p[1].Type)
			c.visit(p[0].Type, p[1].Type, c.direction)
		}
	}
}

// unknownParameter returns the effect of a parameter on a server that has others: it refuses a name that differs from another
// only in case.
func unknownParameter(p *wsdl11.Part, known []*wsdl11.Part) level {
	if slices.ContainsFunc(known, func(k *wsdl11.Part) bool { return strings.EqualFold(k.Name, p.Name) }) {
		return breaks
	}
	return loses
}

// compareFaults compares the faults of an operation by name, then by element. A client that does not know a fault returns
// it without the detail.
func (c *comparer) compareFaults(at place, old, new *wsdl11.BindingOperation) {
	if !old.Binding.Kind.IsSOAP() || !new.Binding.Kind.IsSOAP() {
		return
	}
	c.direction = inFault
	pairs, removed, added := matchBy(old.Operation.Faults, new.Operation.Faults,
		func(f *wsdl11.OperationFault) any { return f.Name },
		func(f *wsdl11.OperationFault) any {
			if e := faultElement(f); e != nil {
				return e.Name
			}
			return nil
		})
	for s, f := range alone(removed, added) {
		at := s.at(at.component+", fault "+f.Name, f.Pos, at.old, at.new)
		c.unchecked(s.rule("fault"), at, s.effect(loses, fine), "the fault %s", s.is())
	}
	for _, p := range pairs {
		at := place{at.component + ", fault " + p[0].Name, p[0].Pos, p[1].Pos}
		c.compareDocs(at, p[0].Documentation, p[1].Documentation)
		a, b := faultElement(p[0]), faultElement(p[1])
		switch {
		case a == nil && b == nil:
			continue
		case a == nil || b == nil:
			s := side(a == nil)
			c.unchecked("fault-element", at, s.effect(loses, fine), "the detail %s the element %s", pick(s, "no longer has", "now has"), diag.Quote(cmp.Or(a, b).Name.Local))
			continue
		case a.Name == b.Name:
		case a.Name.Local == b.Name.Local:
			c.unchecked("fault-element", at, ignored, "the element of the detail is now in %s", movedText(a.Name, b.Name)).cause = movedText(a.Name, b.Name)
		default:
			c.unchecked("fault-element", at, ignored, "the element of the detail is now %s, formerly %s", diag.Quote(b.Name.Local), diag.Quote(a.Name.Local))
		}
		c.rootElements(a, b, inFault)
	}
}

func faultElement(f *wsdl11.OperationFault) *xsd.ElementDeclaration {
	if f.Message == nil || len(f.Message.Parts) != 1 {
		return nil
	}
	return f.Message.Parts[0].Element
}
