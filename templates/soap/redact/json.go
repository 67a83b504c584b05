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
	var open brackets
	isName := false // a string is the name of a member
	isNext := false // the value that is next is secret
	for {
		from := int(d.InputOffset())
		token, err := d.Token()
		to := int(d.InputOffset())
		if errors.Is(err, io.EOF) && len(open.all) == 0 {
			return true
		}
		if err != nil {
			s.end = start + from
			return cut && from > 0
		}
		isSecret := isNext || open.secret > 0
		isNext = false
		switch t := token.(type) {
		case json.Delim:
			open.add(t, isSecret)
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
		isName = open.inObject()
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

// brackets are the brackets that have not been closed.
type brackets struct {
	all    []byte
	secret int // how many there are with the one of the outermost object or array that is secret; 0: there is none
}

func (o *brackets) add(bracket json.Delim, isSecret bool) {
	if bracket == '}' || bracket == ']' {
		if o.all = o.all[:len(o.all)-1]; len(o.all) < o.secret {
			o.secret = 0
		}
		return
	}
	if o.all = append(o.all, byte(bracket)); isSecret && o.secret == 0 {
		o.secret = len(o.all)
	}
}

func (o *brackets) inObject() bool { return len(o.all) > 0 && o.all[len(o.all)-1] == '{' }
