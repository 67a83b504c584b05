package redact

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// json finds the values in secret members, and reports whether a text is JSON. Of one that has been cut, the result ends after a token.
func (s *scan) json(start, end int, cut bool) bool {
	d := json.NewDecoder(bytes.NewReader(s.b[start:end]))
	d.UseNumber()
	open := []level{{}}
	isName := false // a string is the name of a member
	isNext := false // the value that is next is secret
	for {
		from := int(d.InputOffset())
		token, err := d.Token()
		to := int(d.InputOffset())
		if errors.Is(err, io.EOF) && len(open) == 1 {
			return true
		}
		if err != nil {
			s.end = start + from
			return cut && from > 0
		}
		isSecret := isNext || open[len(open)-1].isSecret
		isNext = false
		switch t := token.(type) {
		case json.Delim:
			if t == '}' || t == ']' {
				open = open[:len(open)-1]
			} else {
				open = append(open, level{t == '{', isSecret})
			}
		case string:
			if isName {
				isName, isNext = false, s.IsCredential(t)
				continue
			}
			opening := start + from + bytes.IndexByte(s.b[start+from:], '"')
			if isSecret {
				s.mark(opening+1, start+to-1)
			} else if strings.HasPrefix(t, "<") {
				s.element(opening, start+to, t)
			}
		case json.Number:
			if isSecret {
				s.found = append(s.found, span{start + to - len(t), start + to, digits.ReplaceAllString(t.String(), "1")})
			}
		}
		isName = open[len(open)-1].isObject
	}
}

// element finds credentials in a string that is an element, as the values of members for elements are that no schema declares. A
// string that is none is a credential if it has the name of one.
func (s *scan) element(start, end int, text string) {
	inner := &scan{Names: s.Names, redactor: s.redactor, b: []byte(text), end: len(text)}
	isElement := inner.markup(0, len(text), false)
	switch {
	case !isElement && s.IsCredential(text):
		s.mark(start+1, end-1)
	case isElement && len(inner.found) > 0:
		b, _ := json.Marshal(string(inner.result())) // a string has no error
		s.found = append(s.found, span{start, end, string(b)})
	}
}

// level is an object or an array that has not been closed.
type level struct{ isObject, isSecret bool }
