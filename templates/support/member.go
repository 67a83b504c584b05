package support

// GroupOf is the codec of an element that others may stand for (the members
// of its substitution group). Its value is a pointer to a struct that has a field
// for each: Encode writes the one that is set, with its tags, Decode reads the
// one with a number. nil is a result that is absent.
//
//quartet:internal
type GroupOf[T any] struct {
	Members []ElementName
	Encode  func(*T, *Encoder)
	Decode  func(*T, *Decoder, int)
}

func (*GroupOf[T]) absent(value any) bool {
	v, _ := value.(*T)
	return v == nil
}

func (c *GroupOf[T]) put(e *Encoder, value any) {
	if v, ok := value.(*T); ok {
		c.Encode(v, e)
	}
}

func (c *GroupOf[T]) take(d *Decoder) any {
	v := new(T)
	if i := memberOf(d, c.Members); i >= 0 {
		c.Decode(v, d, i)
	} else {
		d.Skip()
	}
	return v
}

func (c *GroupOf[T]) members() []ElementName { return c.Members }

// membersOf returns the elements that may stand for one. Then the codec reads
// and writes one of them whole, with its tags; its start tag is the current one.
func membersOf(codec ValueCodec) []ElementName {
	c, ok := codec.(interface{ members() []ElementName })
	if !ok {
		return nil
	}
	return c.members()
}

// memberOf returns the number of the element that the current tag is, -1 if it
// is none of them.
func memberOf(d *Decoder, members []ElementName) int {
	for i, m := range members {
		if d.Is(m) {
			return i
		}
	}
	return -1
}

// match says whether an element is the one that is looked for. An element may
// stand for another one and be declared by itself, too: then that counts.
type match int

const (
	matchNone match = iota
	matchMember
	matchExact
)

func matching(d *Decoder, name ElementName, members []ElementName) match {
	switch {
	case len(members) == 0 && d.Is(name):
		return matchExact
	case memberOf(d, members) >= 0:
		return matchMember
	}
	return matchNone
}

// writeMember writes an element that stands alone, with its tags, and makes it
// declare the namespaces of the table. Nothing may be written; two elements are
// an error.
func writeMember(e *Encoder, write func()) {
	from := len(e.buf)
	if write(); len(e.buf) == from || e.err != nil {
		return
	}
	standAlone(e, from)
	d := NewDecoder(e.buf[from:], nil, Limits{Depth: valueDepth})
	defer d.Release()
	if d.Root() {
		d.Skip()
	}
	if d.End(); d.Err() != nil {
		e.fail("", "more than one element of a substitution group is set")
	}
}
