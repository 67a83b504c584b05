package codec

import "math"

// minReserved is what a decoder reserves at once, in bytes.
const minReserved = 8 << 10

// LimitMemory limits the memory that values of the document take, in bytes; limit <= 0
// means no limit. If reserve is not nil, it is called before memory is allocated, with the
// number of bytes, which is at least some KiB. Its error ends the reading, and
// [DecodeError.Unwrap] returns it.
func (d *Decoder) LimitMemory(limit int64, reserve func(bytes int64) error) {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	d.lim.Memory, d.reserve, d.granted = limit, reserve, limit
	if reserve != nil {
		d.granted = 0
	}
}

// TakeMemory counts bytes of memory before they are allocated. It reports false, with an
// error, if there must be no more.
func (d *Decoder) TakeMemory(n int64) bool {
	d.allocated += n
	return d.allocated <= d.granted || d.takeMore()
}

// ForgetMemory counts memory from zero, since nothing of the decoder refers to the values before any more.
func (d *Decoder) ForgetMemory() {
	if d.allocated = 0; d.reserve != nil {
		d.granted = 0
	}
}

func (d *Decoder) takeMore() bool {
	if d.Failed != nil {
		return false
	}
	if d.allocated > d.lim.Memory {
		d.FailTag("the values of the document take more than %d bytes of memory", d.lim.Memory)
		return false
	}
	n := max(d.allocated-d.granted, minReserved)
	if err := d.reserve(n); err != nil {
		d.FailTag("%v", err)
		d.Failed.cause = err
		return false
	}
	d.granted += n
	return true
}

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
