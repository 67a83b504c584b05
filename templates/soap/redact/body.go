package redact

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/credential"
	"example.com/quartet/templates/soap/internal/media"
)

const (
	placeholder = "[redacted]" // is written in place of credentials other than numbers
	unread      = "[not shown: neither well-formed XML, JSON, a form nor plain text]"

	maxBody = 256 << 20 // bytes of a body; it is the limit of clients for responses
	maxText = 1 << 20   // bytes of plain text
)

// byteOrderMark is the one of UTF-8.
const byteOrderMark = "\uFEFF"

// scan is what has been found in a text.
type scan struct {
	credential.Names
	redactor Redactor
	b        []byte
	end      int // where the result ends; len(b) unless the text has been cut
	found    []span
	signed   []span // in signatures and the tokens that verify them
	digests  []span // of signatures
	hides    bool   // credentials may be in a part that is encrypted, or after the end
}

// span is a part of a text that is replaced by another text.
type span struct {
	start, end int
	with       string // "": digits are replaced by ones in a number, a date or a time, and else it is placeholder
}

func (r Redactor) scan(b []byte) *scan {
	return &scan{Names: credential.New(r.Names, r.Keep), redactor: r, b: b, end: len(b)}
}

func (r Redactor) message(header http.Header, body []byte, cut bool) []byte {
	t := media.Parse(cmp.Or(header.Get("Content-Type"), http.DetectContentType(body)))
	names := r.scan(nil)
	for name, values := range header {
		if names.IsCredential(name) {
			header[name] = []string{placeholder}
			continue
		}
		for i, value := range values {
			values[i] = r.Text(value)
		}
	}
	text, isText := body, false
	if len(body) <= maxBody {
		var err error
		if text, err = codec.ToUTF8(body, t.Attribute("charset")); err != nil {
			text = body
		}
		isText = err == nil
	}
	s := r.scan(text)
	s.hides = cut
	if isRead := isText && s.body(0, len(text), t, cut, false); !isRead && !r.KeepUnread {
		return []byte(unread)
	}
	shown := s.result()
	switch before, isUTF8 := bytes.CutSuffix(body, text); {
	case bytes.Equal(shown, text):
		return body
	case isUTF8:
		return append(bytes.Clone(before), shown...)
	default:
		return append([]byte(byteOrderMark), shown...)
	}
}

// body finds credentials in a body, or a part of one, and reports whether it can be read. cut says that it may end anywhere.
func (s *scan) body(start, end int, t media.Type, cut, nested bool) bool {
	trimmed := bytes.TrimLeft(s.b[start:end], " \t\r\n")
	if len(trimmed) == 0 {
		return true
	}
	if strings.HasPrefix(t.Name, "multipart/") {
		return !nested && s.parts(start, end, t.Attribute("boundary"), cut)
	}
	before, read := *s, false
	switch c := trimmed[0]; {
	case c == '<':
		read = s.markup(start, end, cut)
	case c == '{', c == '[', c == '"', strings.HasSuffix(t.Name, "json"):
		read = s.json(start, end, cut)
	case t.Name == "application/x-www-form-urlencoded":
		_, err := url.QueryUnescape(string(s.b[start:end]))
		s.parameters(start, end)
		read = err == nil || cut
	}
	if read {
		return true
	}
	s.found, s.signed, s.digests, s.end = before.found, before.signed, before.digests, len(s.b)
	return t.Name == "text/plain" && trimmed[0] != '<' && s.text(start, end)
}

// text finds credentials in a body of plain text.
func (s *scan) text(start, end int) bool {
	b := s.b[start:end]
	if len(b) > maxText || !utf8.Valid(b) || bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' }) {
		return false
	}
	s.plain(start, end)
	return true
}

// mark makes a part of the text a credential, without the white space around it. Truth values and null are none.
func (s *scan) mark(start, end int) { s.found = s.marked(s.found, start, end) }

// marked appends a part of the text, as mark has it, to a list.
func (s *scan) marked(list []span, start, end int) []span {
	text := bytes.TrimSpace(s.b[start:end])
	switch string(text) {
	case "", "true", "false", "null":
		return list
	}
	start += bytes.Index(s.b[start:end], text)
	return append(list, span{start: start, end: start + len(text)})
}

// result replaces what has been found, and Values. The digests of signatures stay if the message has no other credentials, which
// could be guessed with them.
func (s *scan) result() []byte {
	if s.values(); len(s.found) > 0 || s.hides {
		s.found = append(s.found, s.digests...)
	}
	s.found = append(s.found, s.signed...)
	if len(s.found) == 0 {
		return s.b[:s.end]
	}
	slices.SortFunc(s.found, func(a, b span) int { return a.start - b.start })
	var out []byte
	at := 0
	for i := 0; i < len(s.found) && s.found[i].start < s.end; {
		one := s.found[i]
		for i++; i < len(s.found) && s.found[i].start < one.end; i++ {
			one.end = max(one.end, s.found[i].end)
			one.with = cmp.Or(one.with, s.found[i].with)
		}
		one.end = min(one.end, s.end)
		out = one.appendTo(append(out, s.b[at:one.start]...), s.b[one.start:one.end])
		at = one.end
	}
	return append(out, s.b[at:s.end]...)
}

// appendTo appends what is written in place of a credential.
func (one span) appendTo(out, secret []byte) []byte {
	isNumber := bytes.ContainsAny(secret, "0123456789") && len(bytes.Trim(secret, "0123456789+-.:TZ")) == 0
	switch {
	case one.with != "":
		return append(out, one.with...)
	case isNumber:
		return append(out, digits.ReplaceAll(secret, []byte("1"))...)
	default:
		return append(out, placeholder...)
	}
}

var digits = regexp.MustCompile("[0-9]")
