package xsd

import (
	"bytes"
	"fmt"
	"strconv"

	"example.com/quartet/templates/soap/internal/lex"
)

// QName is an expanded XML name (XML Schema part 2, section 3.2.18), and the
// type for xs:NOTATION too. Space is the namespace's URI, empty for a name in no
// namespace. The zero value is not a name.
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

// MarshalText returns the name in Clark's notation, "" for the zero value. It is
// an error if UnmarshalText could not read that.
func (q QName) MarshalText() ([]byte, error) {
	if q != (QName{}) && !lex.IsNCName(q.Local) {
		return nil, fmt.Errorf("%s is not a local name", strconv.Quote(lex.QuoteName([]byte(q.Local))))
	}
	return []byte(q.String()), nil
}

// UnmarshalText reads what MarshalText returns.
func (q *QName) UnmarshalText(text []byte) (err error) {
	if text = lex.TrimSpace(text); len(text) == 0 {
		*q = QName{}
		return nil
	}
	*q, err = unmarshal(*q, text, "expanded name", ParseClark)
	return err
}

// Equal reports whether the names are the same, as the operator == does.
func (q QName) Equal(other QName) bool { return q == other }

// ParseClark reads a name in Clark's notation.
func ParseClark(b []byte) (q QName, ok bool) {
	if len(b) > 0 && b[0] == '{' { // a namespace may have braces, a name may not
		end := bytes.LastIndexByte(b, '}')
		if end <= 1 {
			return QName{}, false
		}
		q.Space, b = string(b[1:end]), b[end+1:]
	}
	q.Local = string(b)
	return q, lex.IsNCName(q.Local)
}
