package codec

// Limits are the limits of a decoder. A field that is 0 has its default value.
type Limits struct {
	Depth      int // nested elements; default 64
	Attributes int // attributes of one element, namespace declarations included, and declarations in scope; default 256
	NameLength int // bytes of a name; default 1024
	Items      int // items of all lists of a document, except a list that is read item by item; default 1048576

	// Memory is how many bytes the decoded values of a document may take, besides the document. Without it a handler allows
	// 16 MiB and eight times the size of the document, and a client does not count.
	Memory int64
}

// WithDefaults returns l with defaults for the fields that are not positive.
func (l Limits) WithDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = 64
	}
	if l.Attributes <= 0 {
		l.Attributes = 256
	}
	if l.NameLength <= 0 {
		l.NameLength = 1024
	}
	if l.Items <= 0 {
		l.Items = 1 << 20
	}
	return l
}
