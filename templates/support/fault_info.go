package support

func (t *FaultInfo) matches(d *Decoder) match { return matching(d, t.Element, membersOf(t.Codec)) }

func (t *FaultInfo) isEncoded() bool { return t.Encoded }

// decode reads the element of the detail, whose start tag is the current one.
func (t *FaultInfo) decode(d *Decoder) any { return t.Codec.take(d) }

// write writes the element of the detail, which declares its own namespaces;
// nothing if there is no value.
func (t *FaultInfo) write(e *Encoder, detail any) {
	writeBlock(e, t.Element, t.Codec, t.Null, detail)
}

// writeBlock writes an element that stands alone. Without a value it is nil if
// it may be, else there is none.
func writeBlock(e *Encoder, name ElementName, codec ValueCodec, null bool, value any) {
	absent := codec.absent(value)
	if absent && !null {
		return
	}
	if membersOf(codec) != nil && !absent {
		writeMember(e, func() { codec.put(e, value) })
		return
	}
	encodeDocument(e, []ElementName{name}, elementValue{codec: codec, value: value, absent: absent}, null)
}
