package schema

// GroupOf is the codec of an element that others may stand for (the members
// of its substitution group). Its value is a pointer to a struct that has a field
// for each: Encode writes the one that is set, with its tags, Decode reads the
// one with a number. nil is a result that is absent.
type GroupOf[T any] struct {
	Members []ElementName
	Encode  func(*T, *Encoder)
	Decode  func(*T, *Decoder, int)
}

func (*GroupOf[T]) Absent(value any) bool {
	v, _ := value.(*T)
	return v == nil
}

func (c *GroupOf[T]) Put(e *Encoder, value any) {
	if v, ok := value.(*T); ok {
		c.Encode(v, e)
	}
}

func (c *GroupOf[T]) Take(d *Decoder) any {
	v := new(T)
	if i := MemberOf(d, c.Members); i >= 0 {
		c.Decode(v, d, i)
	} else {
		d.Skip()
	}
	return v
}

func (c *GroupOf[T]) members() []ElementName { return c.Members }

// MembersOf returns the elements that may stand for one. Then the codec reads
// and writes one of them whole, with its tags; its start tag is the current one.
func MembersOf(codec ValueCodec) []ElementName {
	c, ok := codec.(interface{ members() []ElementName })
	if !ok {
		return nil
	}
	return c.members()
}

// MemberOf returns the number of the element that the current tag is, -1 if it
// is none of them.
func MemberOf(d *Decoder, members []ElementName) int {
	for i, m := range members {
		if d.Is(m) {
			return i
		}
	}
	return -1
}

// Match says whether an element is the one that is looked for. An element may
// stand for another one and be declared by itself, too: then that counts.
type Match int

const (
	MatchNone Match = iota
	MatchMember
	MatchExact
)

func Matching(d *Decoder, name ElementName, members []ElementName) Match {
	switch {
	case len(members) == 0 && d.Is(name):
		return MatchExact
	case MemberOf(d, members) >= 0:
		return MatchMember
	}
	return MatchNone
}

// WriteMember writes an element that stands alone, with its tags, and makes it
// declare the namespaces of the table. Nothing may be written; two elements are
// an error.
func WriteMember(e *Encoder, write func()) {
	from := len(e.Buf)
	if write(); len(e.Buf) == from || e.err != nil {
		return
	}
	standAlone(e, from)
	d := NewDecoder(e.Buf[from:], nil, Limits{Depth: ValueDepth})
	defer d.Release()
	if d.Root() {
		d.Skip()
	}
	if d.End(); d.Err() != nil {
		e.fail("", "more than one element of a substitution group is set")
	}
}
