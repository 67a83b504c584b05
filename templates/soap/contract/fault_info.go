package contract

import (
	"example.com/quartet/templates/soap/schema"
)

func (t *Fault) Matches(d *schema.Decoder) schema.Match {
	return schema.MatchElement(d, t.Element, t.Detail.Members())
}

func (t *Fault) IsEncoded() bool { return t.Encoded }

// Decode reads the element of the detail, whose start tag is the current one.
func (t *Fault) Decode(d *schema.Decoder) any { return t.Detail.Take(d) }

// Write writes the element of the detail, which declares its own namespaces;
// nothing if there is no value.
func (t *Fault) Write(e *schema.Encoder, detail any) {
	WriteBlock(e, t.Element, t.Detail, t.Nillable, detail)
}

// WriteBlock writes an element that is by itself. Without a value it is nil if
// it may be, else there is none.
func WriteBlock(e *schema.Encoder, name schema.ElementName, of *schema.Value, null bool, value any) {
	absent := of.Absent(value)
	if absent && !null {
		return
	}
	if of.Members() != nil && !absent {
		schema.WriteMember(e, func() { of.Put(e, value) })
		return
	}
	schema.EncodeDocument(e, []schema.ElementName{name}, schema.ElementValue{Type: of, Value: value, Absent: absent}, null)
}
