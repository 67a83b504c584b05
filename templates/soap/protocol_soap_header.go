package soap

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// checkRoles returns an error for a role in which a handler or client cannot act.
func checkRoles(roles []string) error {
	for _, role := range roles {
		if role == soap12None || !strings.Contains(role, ":") || role != strings.TrimSpace(role) {
			return fmt.Errorf("invalid role %q: want an absolute URI other than .../role/none", role)
		}
	}
	return nil
}

// isTarget reports whether the current tag is a header block for this node.
func (c *config) isTarget(d *schema.Decoder, version contract.Binding) bool {
	return d.IsForReceiver(envelopeNamespace(version), c.roles)
}

const xmlSpace = " \t\r\n"

// isMandatory reports whether the sender insists on the header block that the
// current tag is. SOAP 1.1 has 0 and 1; true and false are accepted, too.
func isMandatory(d *schema.Decoder, version contract.Binding) bool {
	must, ok := d.Attr(envelopeNamespace(version), "mustUnderstand")
	if !ok {
		return false
	}
	switch strings.Trim(must, xmlSpace) {
	case "1", "true":
		return true
	case "0", "false":
		return false
	}
	d.FailTag("the value %q of mustUnderstand is not a boolean", lex.QuoteName([]byte(must)))
	return false
}

// headerBlocks are the header blocks of one envelope that are for this node.
type headerBlocks struct {
	receivedBlocks
	fault      *contract.Fault // on a response: the header fault with this detail
	detail     any
	understood []mandatoryBlock // blocks that the contract declares, one of each header
	others     []xsd.QName      // names of mandatory blocks that are not known: the first maxOthers
	action     string           // action of WS-Addressing
	style      string           // an encodingStyle that is not known
}

// mandatoryBlock is a header block that this node must understand.
type mandatoryBlock struct {
	name xsd.QName
	of   contract.Header
}

// maxOthers bounds the names that a fault lists.
const maxOthers = 16

// expectedBlocks are the header blocks that a contract has for a message.
type expectedBlocks struct {
	known     []contract.Header
	faults    []*contract.Fault // faults whose detail is in a header block
	addressed bool              // the action of WS-Addressing is understood
}

// readHeader reads the header blocks of an envelope, whose Header is the current
// tag: those that are known and those that are details of faults. It notes which
// ones the sender insists on (SOAP 1.1 section 4.2, SOAP 1.2 part 1 section 2.4).
func (c *boundContract) readHeader(d *schema.Decoder, version contract.Binding, expected expectedBlocks) (b headerBlocks) {
	b.receivedBlocks = receivedBlocks{known: expected.known, version: version, by: c}
	others := false
	strict := d.Strict
	d.Strict = false // headers may have attributes of the envelope's namespace
	for d.Open(); d.Child(); {
		if space, _ := d.Tag(); strict && space == "" {
			d.FailTag("a header block without a namespace")
		}
		if !c.isTarget(d, version) {
			d.Skip()
			continue
		}
		h := blockHere(expected.known, d)
		others = others || h == nil
		if h == nil && expected.addressed && b.takeAction(d, version) {
			continue
		}
		if isMandatory(d, version) && !(h == nil && c.understands(d)) {
			b.insist(d, h)
		}
		if h != nil && b.style == "" {
			b.style = unknownStyle(d, version)
		}
		b.take(d, h, blockHere(expected.faults, d))
	}
	d.Strict = strict
	if others {
		b.markup = markupBefore(d)
	}
	return b
}

// markupBefore returns what a decoder has read, with parts in place.
func markupBefore(d *schema.Decoder) []byte {
	if d.Parts != nil {
		return d.Inline(nil, 0, d.Pos)
	}
	return d.Buf[:d.Pos]
}

// understands reports whether the current tag is a block that an option names.
func (c *config) understands(d *schema.Decoder) bool {
	return slices.ContainsFunc(c.understood, func(name xsd.QName) bool { return d.HasTag(name.Space, name.Local) })
}

// takeAction reads the header block Action of WS-Addressing 1.0, or of its submission, and reports whether the current tag is one.
// A message may have it in two versions, but has only one.
func (b *headerBlocks) takeAction(d *schema.Decoder, version contract.Binding) bool {
	if !d.HasTag(codec.AddressingNamespace, "Action") && !d.HasTag(codec.OldAddressingNamespace, "Action") {
		return false
	}
	isMandatory(d, version) // reports a value that is not a boolean
	action := strings.Trim(d.TextOnly(), xmlSpace)
	if b.action != "" && action != b.action {
		d.Fail("the header has two different actions of WS-Addressing")
	}
	b.action = action
	return true
}

// insist notes a mandatory block. h is nil if the block is not known.
func (b *headerBlocks) insist(d *schema.Decoder, h contract.Header) {
	space, local := d.Tag()
	name := xsd.QName{Space: space, Local: local}
	switch {
	case h == nil && len(b.others) < maxOthers:
		b.others = append(b.others, name)
	case h != nil && !slices.ContainsFunc(b.understood, func(m mandatoryBlock) bool { return m.of == h }):
		b.understood = append(b.understood, mandatoryBlock{name, h})
	}
}

// take reads a block as a header, as the detail of a fault, or as both.
func (b *headerBlocks) take(d *schema.Decoder, h contract.Header, fault *contract.Fault) {
	const valueBytes = 128 // an estimate for a value and its place in a list that grows
	switch {
	case h != nil && !d.TakeMemory(valueBytes):
	case h != nil:
		value := h.Decode(d)
		b.values = append(b.values, headerValue{h, value})
		if fault != nil && b.fault == nil {
			b.fault, b.detail = fault, value
		}
	case fault != nil && b.fault == nil:
		b.fault, b.detail = fault, fault.Decode(d)
	default:
		d.Skip()
	}
}

// blockHere returns the block that the current tag is, or the zero value if it is
// none of the blocks. A block with the name of the tag comes before a block whose
// substitution group has a member with that name.
func blockHere[B contract.DeclaredBlock](blocks []B, d *schema.Decoder) (found B) {
	member := false
	for _, b := range blocks {
		switch match := b.Matches(d); {
		case match == codec.MatchExact:
			return b
		case match == codec.MatchMember && !member:
			found, member = b, true
		}
	}
	return found
}

// unknown returns the names of the mandatory blocks that are not understood.
func (b *headerBlocks) unknown(understood []contract.Header) []xsd.QName {
	names := slices.Clip(b.others)
	for _, m := range b.understood {
		if !slices.Contains(understood, m.of) {
			names = append(names, m.name)
		}
	}
	return names
}
