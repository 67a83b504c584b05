package codec

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// InsertBlocks returns an envelope with more header blocks, the first ones of its Header.
func InsertBlocks(envelope []byte, blocks string) ([]byte, error) {
	d := NewDecoder(envelope, nil, Limits{})
	defer d.Release()
	if !d.Root() {
		return nil, cmp.Or(d.Err(), errNoEnvelope)
	}
	space, _ := d.Tag()
	d.Open()
	if !d.Child() {
		return nil, cmp.Or(d.Err(), errNoEnvelope)
	}
	start, end, open := d.TagStart(), d.TagStart(), `<h:Header xmlns:h="`+space+`">`
	closing := "</h:Header>"
	if d.HasTag(space, "Header") {
		end = d.Pos
		if !d.IsEmptyTag() {
			start, open, closing = end, "", ""
		}
	}
	return slices.Concat(envelope[:start], []byte(open+blocks+closing), envelope[end:]), nil
}

var errNoEnvelope = errors.New("header blocks need an envelope with a Body")

// IsForReceiver reports whether the current header block of an envelope in a namespace is for a receiver that acts in roles
// besides those that every receiver has: the ultimate receiver and next (SOAP 1.1 section 4.2.2, SOAP 1.2 part 1 section 2.2).
func (d *Decoder) IsForReceiver(space string, roles []string) bool {
	attribute, own := "actor", []string{"", "http://schemas.xmlsoap.org/soap/actor/next"}
	if space == SOAPEnvelope12 {
		attribute, own = "role", []string{"", space + "/role/ultimateReceiver", space + "/role/next"}
	}
	role, _ := d.Attr(space, attribute)
	role = strings.Trim(role, " \t\r\n")
	return slices.Contains(own, role) || slices.Contains(roles, role)
}
