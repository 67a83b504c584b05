package codec

// IndexOfMember returns the index of the current tag's element in members, -1
// if it is not there.
func IndexOfMember(d *Decoder, members []ElementName) int {
	for i, m := range members {
		if d.Is(m) {
			return i
		}
	}
	return -1
}

// Match is the result of MatchElement. An element that is a member of a
// substitution group may also match another declaration exactly; that takes
// precedence.
type Match int

// The results of MatchElement.
const (
	MatchNone   Match = iota
	MatchMember       // a member of its substitution group
	MatchExact
)

// MatchElement compares the current tag with the name of an element or, if it
// has a substitution group, with its members.
func MatchElement(d *Decoder, name ElementName, members []ElementName) Match {
	switch {
	case len(members) == 0 && d.Is(name):
		return MatchExact
	case IndexOfMember(d, members) >= 0:
		return MatchMember
	}
	return MatchNone
}

// WriteMember calls write, which writes an element with its tags or nothing, and adds
// declarations of the namespaces of the table to the element.
func WriteMember(e *Encoder, write func()) {
	from := len(e.Buf)
	if write(); len(e.Buf) == from || e.err != nil {
		return
	}
	standAlone(e, from)
	d := NewDecoder(e.Buf[from:], nil, Limits{Depth: MaxValueDepth})
	defer d.Release()
	if d.Root() {
		d.Skip()
	}
	if d.End(); d.Err() != nil {
		e.fail("", "more than one element of a substitution group is set")
	}
}
