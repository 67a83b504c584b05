package soap

import (
	"bytes"
	"net/url"
	"strings"
)

// isJSON reports whether a text begins as an object or an array in JSON does.
func isJSON(b []byte) bool {
	b = bytes.TrimSpace(b)
	return len(b) > 0 && (b[0] == '{' || b[0] == '[')
}

// parameters removes the values of secret parameters of a query or a form.
func (x *redaction) parameters(b []byte, layer int) []byte {
	fields := bytes.Split(b, []byte("&"))
	for i, field := range fields {
		name, value, found := bytes.Cut(field, []byte("="))
		if !found {
			continue
		}
		plainName, err := url.QueryUnescape(string(name))
		kind := x.kindOf(plainName)
		if kind == isSession && len(bytes.Trim(value, "0123456789")) == 0 {
			continue
		}
		if err != nil || kind != noSecret {
			fields[i] = append(bytes.Clone(name), "="+redacted...)
			continue
		}
		plain := unescapePercent(bytes.ReplaceAll(value, []byte("+"), []byte(" ")))
		if out := x.text(plain, layer+1); !bytes.Equal(out, plain) {
			shown := strings.ReplaceAll(url.QueryEscape(string(out)), url.QueryEscape(redacted), redacted)
			fields[i] = append(append(bytes.Clone(name), '='), shown...)
		}
	}
	return bytes.Join(fields, []byte("&"))
}

// plain removes what follows the name of a credential in text without markup: in JSON, in
// parameters, and after a colon. It does not depend on where the text begins.
func (x *redaction) plain(b []byte) []byte {
	if !bytes.ContainsAny(b, "=:") {
		return b
	}
	b = x.pairs(b)
	var out []byte
	kept, low := 0, 0 // b[:kept] is in out; no name begins before low
	for i := 0; i < len(b); i++ {
		if b[i] != '=' && b[i] != ':' {
			continue
		}
		name, quoted := nameBefore(b[low:i])
		low = i + 1
		start, end := x.valueAfter(b, i, name, quoted)
		if end <= start {
			continue
		}
		out = append(append(out, b[kept:start]...), redacted...)
		kept, low, i = end, end, end-1
	}
	if kept == 0 {
		return b
	}
	return append(out, b[kept:]...)
}

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

// nameBefore returns the name that a text ends with, and the quotation marks around it.
func nameBefore(b []byte) (name []byte, q quotation) {
	b = bytes.TrimRight(b, " \t\r\n")
	if len(b) == 0 {
		return nil, quotation{}
	}
	if mark := b[len(b)-1]; mark == '"' || mark == '\'' {
		b = b[:len(b)-1]
		name = bytes.TrimRight(b, `\`)
		q = quotation{mark, len(b) - len(name)}
		return name[bytes.LastIndexByte(name, mark)+1:], q
	}
	b = bytes.TrimRight(b, "])}")
	return b[bytes.LastIndexAny(b, " \t\r\n&?#;,\"'(){}[]<>|/\\")+1:], quotation{}
}

// valueAfter returns where the value of a secret name before the separator b[i] begins and ends, and equal numbers if there is none.
func (x *redaction) valueAfter(b []byte, i int, name []byte, quoted quotation) (start, end int) {
	if len(name) == 0 || len(name) > maxName {
		return 0, 0
	}
	kind := x.kindOf(unescapedName(name))
	if kind == noSecret {
		return 0, 0
	}
	start = i + 1
	for start < len(b) && (b[start] == ' ' || b[start] == '\t' || quoted.mark != 0 && (b[start] == '\r' || b[start] == '\n')) {
		start++
	}
	rest := b[start:]
	q, n := quotationAt(rest)
	switch reference := rest[:referenceEnd(rest)]; {
	case len(reference) > 0 && bytes.ContainsAny(unescapeMarkup(reference), `"'`):
		return 0, 0 // the text is unescaped later
	case q.mark != 0:
		start += n
		end = start + q.end(b[start:])
	case b[i] == ':' && quoted.mark == 0 && start == i+1:
		return 0, 0 // the name is a prefix
	case b[i] == ':' && quoted.mark != 0 && len(rest) > 0 && (rest[0] == '{' || rest[0] == '['):
		end = start + 1 + quoted.closing(rest[1:])
		end = min(end+1, len(b))
	case b[i] == ':' && quoted.mark != 0:
		end = start + lengthUntil(rest, ",}]\r\n")
	case b[i] == ':':
		end = start + lengthUntil(rest, "\r\n\"")
	default:
		end = start + parameterEnd(rest)
	}
	if value := b[start:end]; kind == isSession && len(bytes.Trim(value, "0123456789")) == 0 || bytes.Equal(value, []byte(redacted)) {
		return 0, 0
	}
	return start, end
}

// parameterEnd returns the length of the value of a parameter. A reference to a character is part of it.
func parameterEnd(b []byte) int {
	for i := 0; ; i++ {
		i += lengthUntil(b[i:], "&\r\n\"'<>")
		if i == len(b) || b[i] != '&' || referenceEnd(b[i:]) == 0 {
			return i
		}
	}
}

// unescapedName returns a name without the escapes of JSON and of parameters.
func unescapedName(name []byte) string {
	text := string(unescapeJSON(name))
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

func lengthUntil(b []byte, ends string) int {
	if n := bytes.IndexAny(b, ends); n >= 0 {
		return n
	}
	return len(b)
}

// closing returns the length of a text within an object or array of JSON up to its closing bracket.
func (q quotation) closing(b []byte) int {
	depth, escapes := 0, 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\':
			escapes++
			continue
		case c == '{' || c == '[':
			depth++
		case (c == '}' || c == ']') && depth == 0:
			return i
		case c == '}' || c == ']':
			depth--
		case q.isMark(c, escapes):
			i++
			i += q.end(b[i:]) + q.escapes
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

// maxBack bounds how far before a name its object is looked for, in bytes.
const maxBack = 1 << 10

// replaced is a part of a text that has been replaced in the output.
type replaced struct{ start, end, length int } // length is that of the output after it

// pairs removes what is beside the name of a credential in objects of JSON: {"name":"password","value":"x"}.
func (x *redaction) pairs(b []byte) []byte {
	if bytes.IndexByte(b, '{') < 0 {
		return b
	}
	var out []byte
	var done []replaced
	low := 0
	for i := 0; i < len(b); i++ {
		if b[i] != ':' {
			continue
		}
		name, q := nameBefore(b[low:i])
		before := max(low, low+len(bytes.TrimRight(b[low:i], " \t\r\n"))-len(name)-2*(q.escapes+1))
		low = i + 1
		if q.mark == 0 || !x.isNameWord(name) {
			continue
		}
		value := bytes.TrimLeft(b[i+1:], " \t\r\n")
		opening, n := quotationAt(value)
		if opening != q {
			continue
		}
		value = value[n:]
		value = value[:q.end(value[:min(len(value), maxName)])]
		if !x.isSecretName(value) {
			continue
		}
		at := replaced{start: q.opening(b[:before], maxBack), end: i + 1 + q.closing(b[i+1:])}
		for n := len(done); n > 0 && done[n-1].end > at.start; n-- {
			at.start = min(at.start, done[n-1].start)
			done = done[:n-1]
		}
		kept := 0
		if n := len(done); n > 0 {
			kept = done[n-1].end
			out = out[:done[n-1].length]
		} else {
			out = out[:0]
		}
		mark := strings.Repeat(`\`, q.escapes) + string(q.mark)
		out = append(append(out, b[kept:at.start]...), mark+redacted+mark+":"+mark+redacted+mark...)
		at.length = len(out)
		done = append(done, at)
		low, i = at.end, at.end-1
	}
	if len(done) == 0 {
		return b
	}
	return append(out, b[done[len(done)-1].end:]...)
}
