package contract

import (
	"example.com/quartet/templates/soap/schema"
)

func (t *Fault) Matches(d *schema.Decoder) schema.Match {
	return schema.Matching(d, t.Element, schema.MembersOf(t.Codec))
}

func (t *Fault) IsEncoded() bool { return t.Encoded }

// Decode reads the element of the detail, whose start tag is the current one.
func (t *Fault) Decode(d *schema.Decoder) any { return t.Codec.Take(d) }

// Write writes the element of the detail, which declares its own namespaces;
// nothing if there is no value.
func (t *Fault) Write(e *schema.Encoder, detail any) {
	WriteBlock(e, t.Element, t.Codec, t.Null, detail)
}

// WriteBlock writes an element that stands alone. Without a value it is nil if
// it may be, else there is none.
func WriteBlock(e *schema.Encoder, name schema.ElementName, codec schema.ValueCodec, null bool, value any) {
	absent := codec.Absent(value)
	if absent && !null {
		return
	}
	if schema.MembersOf(codec) != nil && !absent {
		schema.WriteMember(e, func() { codec.Put(e, value) })
		return
	}
	schema.EncodeDocument(e, []schema.ElementName{name}, schema.ElementValue{Codec: codec, Value: value, Absent: absent}, null)
}
