package redact

import (
	"bytes"

	"example.com/quartet/templates/soap/internal/lex"
)

// quotation is a quotation mark, before which may be escapes: in JSON within a string of JSON it is \".
type quotation struct {
	mark    byte // 0: there is none
	escapes int
}

// quotationAt returns the quotation mark that a text begins with, and its length.
func quotationAt(b []byte) (q quotation, n int) {
	for n < len(b) && b[n] == '\\' {
		n++
	}
	if n == len(b) || b[n] != '"' && b[n] != '\'' {
		return quotation{}, 0
	}
	return quotation{b[n], n}, n + 1
}

// isMark reports whether a character after a number of escapes is the mark.
func (q quotation) isMark(c byte, escapes int) bool {
	return q.mark != 0 && c == q.mark && escapes%(2*(q.escapes+1)) == q.escapes
}

// end returns the length of a text up to a closing quotation mark with its escapes; the whole length if there is none.
func (q quotation) end(b []byte) int {
	escapes := 0
	for i, c := range b {
		switch {
		case c == '\\':
			escapes++
			continue
		case q.isMark(c, escapes):
			return i - q.escapes
		}
		escapes = 0
	}
	return len(b)
}

// opening returns where the object begins in which a text ends; max(0, len(b)-limit) if it begins before that.
func (q quotation) opening(b []byte, limit int) int {
	depth, inside := 0, false
	first := max(0, len(b)-limit)
	for i := len(b) - 1; i >= first; i-- {
		switch c := b[i]; {
		case c == q.mark:
			escapes := 0
			for escapes < i && b[i-1-escapes] == '\\' {
				escapes++
			}
			if q.isMark(c, escapes) {
				inside = !inside
			}
			i -= escapes
		case inside:
		case c == '}' || c == ']':
			depth++
		case (c == '{' || c == '[') && depth == 0:
			return i + 1
		case c == '{' || c == '[':
			depth--
		}
	}
	return first
}

// members marks the values in an object or array of JSON from start to its closing bracket, which is not before least, and returns where
// that is. Values are everything but punctuation, except the names of members, and the string that begins at shown.
func (s *scan) members(v view, start, least int, q quotation, shown int) (end int) {
	depth := 0
	for i := start; i < len(v.b); {
		value := i
		opening, n := quotationAt(v.b[i:])
		switch c := v.b[i]; {
		case c == '{' || c == '[':
			depth++
			i++
		case c == '}' || c == ']':
			if depth <= 0 && i >= least {
				return i
			}
			depth--
			i++
		case c == ',' || c == ':' || lex.IsSpace(c):
			i++
		case opening != q:
			i += wordLength(v.b[i:], opening, q)
			s.mark(v, value, i)
		default:
			value += n
			i = value + q.end(v.b[value:])
			after := bytes.TrimLeft(v.b[min(i+n, len(v.b)):], " \t\r\n")
			if value != shown && !bytes.HasPrefix(after, []byte(":")) {
				s.mark(v, value, i)
			}
			i += n
		}
	}
	return len(v.b)
}

// wordLength returns the length of what is neither punctuation nor a string between quotation marks q.
func wordLength(b []byte, opening, q quotation) int {
	slashes := len(b) - len(bytes.TrimLeft(b, `\`))
	if opening.mark == q.mark && slashes > q.escapes {
		slashes -= q.escapes // the last ones begin the next string
	}
	return max(1, slashes, lengthUntil(b, "{}[],: \t\r\n\"'\\"))
}

// maxBack bounds how far before a name its object is looked for, in bytes.
const maxBack = 1 << 10

// pairs finds what is beside the name of a credential in objects of JSON: {"name":"password","value":"x"}.
func (s *scan) pairs(v view) {
	if bytes.IndexByte(v.b, '{') < 0 {
		return
	}
	low := 0
	for i := 0; i < len(v.b); i++ {
		if v.b[i] != ':' {
			continue
		}
		name, q := nameBefore(v.b[low:i])
		before := low + len(bytes.TrimRight(v.b[low:i], " \t\r\n")) - len(name) - 2*(q.escapes+1)
		before = max(before, low)
		low = i + 1
		if q.mark == 0 || len(name) > maxName || !s.SaysName(string(name)) {
			continue
		}
		at := i + 1 + len(v.b[i+1:]) - len(bytes.TrimLeft(v.b[i+1:], " \t\r\n"))
		opening, n := quotationAt(v.b[at:])
		if opening != q {
			continue
		}
		at += n
		value := v.b[at : at+q.end(v.b[at:min(len(v.b), at+maxName)])]
		if !s.isSecretName(value) {
			continue
		}
		end := s.members(v, q.opening(v.b[:before], maxBack), i+1, q, at)
		low, i = end, end-1
	}
}
