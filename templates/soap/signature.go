package soap

import (
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// signature distinguishes overloaded operations whose requests begin with the
// same element: it has the children of that element (the accessors of rpc), or
// of the Body, and their xsi:type.
type signature []sentPart

type sentPart struct {
	name schema.ElementName
	typ  xsd.QName // value of xsi:type; the zero name without one
}

// maxParts bounds the parts of a signature.
const maxParts = 256

// readSignature reads the children of the current element, through its end tag.
func readSignature(d *schema.Decoder) signature {
	var s signature
	d.Open()
	for d.Child() {
		if len(s) < maxParts {
			s = append(s, sentPartOf(d))
		}
		d.Skip()
	}
	return s
}

func sentPartOf(d *schema.Decoder) sentPart {
	_, local := d.Tag()
	part := sentPart{name: schema.ElementName{NS: d.NS(), Local: local}}
	if typ, ok := d.Attr(schema.XSINamespace, "type"); ok {
		if space, local, ok := d.ResolveQName(typ); ok {
			part.typ = xsd.QName{Space: space, Local: local}
		}
	}
	return part
}

// choose returns the operation that matches a signature best, nil if none
// matches. An operation matches if it has all parts that were sent. The best one
// has the fewest other parts; among equals, the one whose parts have the types that
// were sent.
func (s signature) choose(candidates []*route) *route {
	var best *route
	missing, typed := 0, 0
	for _, rt := range candidates {
		m, t, ok := s.compare(rt.parts)
		if ok && (best == nil || m < missing || m == missing && t > typed) {
			best, missing, typed = rt, m, t
		}
	}
	return best
}

// compare counts the parts that are not sent, and the parts whose type is the
// one that is sent. It reports false if an unknown part is sent.
func (s signature) compare(parts []contract.Part) (missing, typed int, ok bool) {
	missing = len(parts)
	seen := make(map[schema.ElementName]bool)
	for _, sent := range s {
		part := partNamed(parts, sent.name)
		if part == nil {
			return 0, 0, false
		}
		if !seen[sent.name] {
			seen[sent.name] = true
			missing--
		}
		if sent.typ != (xsd.QName{}) && sent.typ == part.Type {
			typed++
		}
	}
	return missing, typed, true
}

func partNamed(parts []contract.Part, name schema.ElementName) *contract.Part {
	for i := range parts {
		if parts[i].Name == name {
			return &parts[i]
		}
	}
	return nil
}
