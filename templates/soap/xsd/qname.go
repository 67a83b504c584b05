package xsd

import (
	"bytes"

	"example.com/quartet/templates/soap/internal/lex"
)

// QName is an expanded XML name (XML Schema part 2, section 3.2.18), and the
// type for xs:NOTATION too. Space is the namespace's URI, empty for a name in no
// namespace. The zero value is no name.
//
// Documents shorten the namespace to a prefix, which is looked up when a name is
// read, and declared where it is written. The parameters of a URL have no place
// for that: there, names are in Clark's notation.
type QName struct {
	Space string
	Local string
}

// String returns the name in Clark's notation, "{space}local".
func (q QName) String() string {
	if q.Space == "" {
		return q.Local
	}
	return "{" + q.Space + "}" + q.Local
}

// ParseClark reads a name in Clark's notation.
func ParseClark(b []byte) (q QName, ok bool) {
	space, local := []byte(nil), b
	if len(b) > 0 && b[0] == '{' {
		space, local, ok = bytes.Cut(b[1:], []byte{'}'})
		if !ok || len(space) == 0 {
			return QName{}, false
		}
	}
	return QName{Space: string(space), Local: string(local)}, lex.IsNCName(string(local))
}
