package resolve

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// payload reads the extension elements that bind the parts of a message.
type payload struct {
	*wsdl
	binding        *wsdl11.Binding
	message        *wsdl11.Message // nil if it was not resolved
	boundElsewhere []*wsdl11.Part  // parts bound by elements other than the SOAP body; nil for one that is missing
}

// handler returns a handler for [wsdl.node] that adds the known extension elements
// to the payload.
func (p *payload) handler(to *wsdl11.Payload) func(*xmltree.Element) bool {
	return func(e *xmltree.Element) bool {
		switch {
		case wsdl11.KindOf(e.Name.Space).IsSOAP():
			return p.handleSOAP(to, e)
		case e.Is(wsdl11.HTTPNamespace, "urlEncoded"):
			to.URLEncoded = true
		case e.Is(wsdl11.HTTPNamespace, "urlReplacement"):
			to.URLReplacement = true
		case e.Is(wsdl11.MIMENamespace, "content"):
			part := p.mimePart(e)
			to.Contents = append(to.Contents, &wsdl11.MIMEContent{Part: part, Type: strings.TrimSpace(e.Get("type"))})
			p.boundElsewhere = append(p.boundElsewhere, part)
		case e.Is(wsdl11.MIMENamespace, "mimeXml"):
			part := p.mimePart(e)
			to.XML = append(to.XML, &wsdl11.MIMEXML{Part: part})
			p.boundElsewhere = append(p.boundElsewhere, part)
		case e.Is(wsdl11.MIMENamespace, "multipartRelated"):
			if to.Multipart != nil {
				relate(p.report(diag.Conflict, e.Pos(), "a second %s", diag.Quote(e.RawName())), to.Multipart.Pos, "first used here")
				return true
			}
			to.Multipart = p.multipart(e)
		default:
			return false
		}
		return true
	}
}

func (p *payload) handleSOAP(to *wsdl11.Payload, e *xmltree.Element) bool {
	if e.Name.Local != "body" && e.Name.Local != "header" || !p.belongs(p.binding, e) {
		return false
	}
	if e.Name.Local == "body" {
		if to.Body != nil {
			relate(p.report(diag.Conflict, e.Pos(), "a second %s", diag.Quote(e.RawName())), to.Body.Pos, "first used here")
			return true
		}
		to.Body = p.body(e)
	} else if h := p.header(e); h != nil {
		to.Headers = append(to.Headers, h)
		if h.Message == p.message {
			p.boundElsewhere = append(p.boundElsewhere, h.Part)
		}
	}
	return true
}

func (p *payload) body(e *xmltree.Element) *wsdl11.SOAPBody {
	b := &wsdl11.SOAPBody{Pos: e.Pos(), Use: p.use(e), EncodingStyle: strings.Fields(e.Get("encodingStyle")), Namespace: e.Get("namespace")}
	a := e.Attr("parts")
	if a == nil || p.message == nil {
		return b
	}
	names := strings.Fields(a.Value)
	if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return p.message.Part(name) != nil }) {
		d := p.report(diag.PartMissing, a.Pos(), "message %s has none of the parts %s; all of its parts are used",
			diag.Quote(p.message.Name.Local), diag.Quote(a.Value))
		relate(d, p.message.Pos, "the message")
		d.Severity = diag.Warning
		return b
	}
	b.Listed = true
	for _, name := range names {
		if part := p.findPart(a, p.message, name); part != nil && !slices.Contains(b.Parts, part) {
			b.Parts = append(b.Parts, part)
		}
	}
	return b
}

// maxHeaders is the maximum number of header blocks of a message. Programs compare each block of a message with all that are declared.
const maxHeaders = 1000

// finish adds the parts that no other element binds to a body without a list of
// parts (section 3.5).
func (p *payload) finish(to *wsdl11.Payload) {
	if p.message == nil {
		return
	}
	for _, one := range to.All() {
		if len(one.Headers) > maxHeaders {
			p.report(diag.TooLarge, one.Headers[maxHeaders].Pos, "a message has more than %d header blocks", maxHeaders)
			return
		}
	}
	others := collect.Where(p.message.Parts, func(part *wsdl11.Part) bool { return !slices.Contains(p.boundElsewhere, part) })
	for _, one := range to.All() {
		if body := one.Body; body != nil && !body.Listed {
			body.Parts = append(body.Parts, others...)
		}
	}
}

// findPart returns the part with the given name. If there is none, it reports an
// error at a and returns nil.
func (w *wsdl) findPart(a *xmltree.Attr, m *wsdl11.Message, name string) *wsdl11.Part {
	name = strings.TrimSpace(name)
	if part := m.Part(name); part != nil {
		return part
	}
	d := w.report(diag.PartMissing, a.Pos(), "message %s has no part %s", diag.Quote(m.Name.Local), diag.Quote(name))
	relate(d, m.Pos, "the message")
	suggest(w.resolver, d, name, m.Parts, func(part *wsdl11.Part) string { return part.Name })
	return nil
}

func (p *payload) header(e *xmltree.Element) *wsdl11.SOAPHeader {
	h := &wsdl11.SOAPHeader{Use: p.use(e), Namespace: e.Get("namespace")}
	h.Info = p.node(e, func(child *xmltree.Element) bool {
		if child.Name.Local != "headerfault" || !wsdl11.KindOf(child.Name.Space).IsSOAP() || !p.belongs(p.binding, child) {
			return false
		}
		if f := p.headerFault(child); f != nil {
			h.Faults = append(h.Faults, f)
		}
		return true
	})
	h.Message, h.Part = p.messagePart(e)
	if h.Part == nil {
		return nil
	}
	return h
}

func (p *payload) headerFault(e *xmltree.Element) *wsdl11.SOAPHeaderFault {
	f := &wsdl11.SOAPHeaderFault{Info: p.node(e, nil), Use: p.use(e), Namespace: e.Get("namespace")}
	if f.Message, f.Part = p.messagePart(e); f.Part == nil {
		return nil
	}
	return f
}

// messagePart returns the message and the part that a header names. On failure it
// reports an error and returns a nil Part.
func (p *payload) messagePart(e *xmltree.Element) (*wsdl11.Message, *wsdl11.Part) {
	if e.Attr("message") == nil {
		return p.ownPart(e)
	}
	m, ok := lookup(p.wsdl, &p.messages, e, "message", "message")
	if !ok {
		return nil, nil
	}
	a := e.Attr("part")
	if a == nil {
		a = e.Attr("parts") // a common mistake of tools
	}
	if a == nil {
		if len(m.Parts) == 1 {
			return m, m.Parts[0]
		}
		p.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"part\"", diag.Quote(e.RawName()))
		return m, nil
	}
	return m, p.findPart(a, m, a.Value)
}

// ownPart returns the part for a header without the attribute message, from the
// operation's message. If the message has no such part, the header is left out.
func (p *payload) ownPart(e *xmltree.Element) (*wsdl11.Message, *wsdl11.Part) {
	d := p.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"message\" and is left out", diag.Quote(e.RawName()))
	d.Severity = diag.Warning
	name := e.Get("part")
	if p.message == nil || p.message.Part(name) == nil {
		return nil, nil
	}
	d.Message = diag.Quote(e.RawName()) + " has no attribute \"message\"; the operation's message is used"
	return p.message, p.message.Part(name)
}

// mimePart returns the part that a MIME element names, else the only part of the
// message, else nil (section 5.3).
func (p *payload) mimePart(e *xmltree.Element) *wsdl11.Part {
	if p.message == nil {
		return nil
	}
	if a := e.Attr("part"); a != nil {
		return p.findPart(a, p.message, a.Value)
	}
	if len(p.message.Parts) == 1 {
		return p.message.Parts[0]
	}
	return nil
}

func (p *payload) multipart(e *xmltree.Element) *wsdl11.MIMEMultipart {
	m := &wsdl11.MIMEMultipart{Pos: e.Pos()}
	for child := range e.Elements() {
		if !child.Is(wsdl11.MIMENamespace, "part") {
			p.unexpected(child)
			continue
		}
		part := new(wsdl11.MIMEPart)
		part.Info = p.node(child, p.handler(&part.Payload))
		m.Parts = append(m.Parts, part)
	}
	return m
}
