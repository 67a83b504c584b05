package contract

import (
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// Matches compares the current tag of d with the element of the detail.
func (t *Fault) Matches(d *schema.Decoder) codec.Match {
	return codec.MatchElement(d, t.Element, t.Detail.Members())
}

// IsEncoded reports whether the detail has SOAP encoding.
func (t *Fault) IsEncoded() bool { return t.Encoded }

// Decode reads the element of the detail, whose start tag is the current one.
func (t *Fault) Decode(d *schema.Decoder) any { return t.Detail.Take(d) }

// Write writes the element of the detail, with declarations of its namespaces. It
// writes nothing if the value is nil.
func (t *Fault) Write(e *schema.Encoder, detail any) {
	WriteBlock(e, t.Element, t.Detail, t.Nillable, detail)
}

// WriteBlock writes an element with declarations of its namespaces. Without a
// value it writes xsi:nil if the element is nillable, and nothing if it is not.
func WriteBlock(e *schema.Encoder, name schema.ElementName, of *schema.Value, nillable bool, value any) {
	absent := of.Absent(value)
	if absent && !nillable {
		return
	}
	if of.Members() != nil && !absent {
		e.LimitTo(nil, codec.ElementValue{Type: of})
		codec.WriteMember(e, func() { of.Put(e, value) })
		e.LimitToNone()
		return
	}
	path, r := []schema.ElementName{name}, codec.ElementValue{Type: of, Value: value, Absent: absent}
	e.LimitTo(path, r)
	codec.EncodeDocument(e, path, r, nillable)
	e.LimitToNone()
}
