package redact

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
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
			if isSecret {
				s.mark(start+from+bytes.IndexByte(s.b[start+from:], '"')+1, start+to-1)
			}
		case json.Number:
			if isSecret {
				s.found = append(s.found, span{start + to - len(t), start + to, digits.ReplaceAllString(t.String(), "1")})
			}
		}
		isName = open.inObject()
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
