package schema

// MemberOf returns the number of the element that the current tag is, -1 if it
// is none of them.
func IndexOfMember(d *Decoder, members []ElementName) int {
	for i, m := range members {
		if d.Is(m) {
			return i
		}
	}
	return -1
}

// Match says whether an element is the one that is looked for. An element may be
// a member of another one's substitution group and be declared by itself, too:
// then that counts.
type Match int

// What Matching finds.
const (
	MatchNone   Match = iota
	MatchMember       // of its substitution group
	MatchExact
)

// Matching compares the current tag with the name of an element and, if that has
// a substitution group, with its members.
func MatchElement(d *Decoder, name ElementName, members []ElementName) Match {
	switch {
	case len(members) == 0 && d.Is(name):
		return MatchExact
	case IndexOfMember(d, members) >= 0:
		return MatchMember
	}
	return MatchNone
}

// WriteMember writes an element that is by itself, with its tags, and makes it
// declare the namespaces of the table. Nothing may be written; two elements are
// an error.
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
