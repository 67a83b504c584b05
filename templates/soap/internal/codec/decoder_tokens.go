package codec

// The methods below read a document tag by tag, without types. Open enters an
// element; Child moves to its next child, and Step also returns the text
// between the tags.

// Step moves to the next child of the element that was entered last and makes its
// start tag the current one. It reports false at the end tag, which Leave reads,
// and on an error. Piece returns the text before the tag. Before the tag of a child
// Step calls text, if it is not nil.
func (d *Decoder) Step(text func()) bool {
	d.scratch = d.scratch[:0]
	if d.Failed != nil || d.top.mode != tagOpen || !d.readText() || d.Buf[d.Pos+1] == '/' {
		return false
	}
	if text != nil {
		text()
	}
	return d.startTag()
}

// Piece returns the text before the tag that Step has read. It is valid until
// the next call.
func (d *Decoder) Piece() []byte { return d.scratch }

// Leave reads the end tag of the element that was entered last.
func (d *Decoder) Leave() {
	switch f := d.top; {
	case d.Failed != nil:
	case f.mode == tagOpen:
		d.leaveOpen(f)
	default:
		d.leaveClosed(f)
	}
}

// Depth returns how many elements have been entered and not left.
func (d *Decoder) Depth() int { return len(d.frames) }

// TagStart returns where the current start tag begins.
func (d *Decoder) TagStart() int { return int(d.current.name) - 1 }

// OpenStart returns where the start tag of the element begins that was entered
// last; if there is none, where the decoder is.
func (d *Decoder) OpenStart() int {
	if len(d.frames) == 0 {
		return d.Pos
	}
	return int(d.top.name) - 1
}

// LocalName returns the local name of the current start tag, as it is in the
// document.
func (d *Decoder) LocalName() []byte {
	d.fill()
	return d.Buf[d.current.local:d.current.end]
}

// QName returns the name of the current start tag with its prefix, as it is in the document.
func (d *Decoder) QName() []byte {
	d.fill()
	return d.Buf[d.current.name:d.current.end]
}

// IsNil reports whether the current element is nil.
func (d *Decoder) IsNil() bool { return d.current.mode == tagNil || d.current.mode == tagNilClosed }

// IgnoreNil makes the current element, if it is nil, one like others: its content is read.
func (d *Decoder) IgnoreNil() {
	if d.IsNil() {
		d.current.mode -= tagNil - tagOpen
	}
}

// IsEmptyTag reports whether the current tag is one without an end tag: <a/>.
func (d *Decoder) IsEmptyTag() bool {
	return d.current.mode == tagClosed || d.current.mode == tagNilClosed
}

// Scope returns the namespace declarations that are in scope for what is in the
// current element, the innermost last; own are the declarations in its start tag.
func (d *Decoder) Scope() (all, own []NSBinding) {
	d.fill()
	return d.scope, d.scope[d.current.mark:]
}

// Tag returns the expanded name of the current start tag.
func (d *Decoder) Tag() (space, local string) {
	d.fill()
	if d.Failed != nil || d.current.end == 0 {
		return "", ""
	}
	return d.tagSpace(), string(d.Buf[d.current.local:d.current.end])
}

// HasTag reports whether the current start tag has a name, which need
// not be in the namespace table.
func (d *Decoder) HasTag(space, local string) bool {
	d.fill()
	return d.Failed == nil && d.current.end != 0 && string(d.Buf[d.current.local:d.current.end]) == local && d.tagSpace() == space
}

func (d *Decoder) tagSpace() string {
	if d.current.ns >= 0 {
		return NamespaceURI(d.ns, int(d.current.ns))
	}
	if b := d.lookup(d.prefixOf(&d.current)); b != nil {
		return b.URI
	}
	return ""
}

// NS returns the number of the current tag's namespace, -1 if it is not in the
// table.
func (d *Decoder) NS() int {
	d.fill()
	return int(d.current.ns)
}

// Is reports whether the current start tag has a name.
func (d *Decoder) Is(name ElementName) bool {
	d.fill()
	return d.Failed == nil && int(d.current.ns) == name.NS && string(d.Buf[d.current.local:d.current.end]) == name.Local
}
