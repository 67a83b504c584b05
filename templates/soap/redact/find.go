package redact

import (
	"bytes"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/credential"
)

// placeholder is written in place of credentials other than numbers.
const placeholder = "[redacted]"

// maxLayers bounds how often text within text is unescaped. What is escaped more often is a credential as a whole.
const maxLayers = 4

// finder finds what a Redactor removes. It is not safe for concurrent use.
type finder struct {
	*credential.Names
	forms []string // forms of values that are found anywhere
	short []string // values that are found as a whole only
}

func (r Redactor) finder() *finder {
	f := &finder{Names: credential.New(r.Names, r.Keep)}
	for _, value := range r.Values {
		switch value = strings.TrimSpace(value); {
		case len(value) >= minAnywhere:
			f.forms = append(f.forms, formsOf(value)...)
		case value != "":
			f.short = append(f.short, value)
		}
	}
	return f
}

// maxText bounds a text, in bytes, as what is noted about it takes some 30 times as much memory.
const maxText = 16 << 20

// clean removes credentials from a text in any form: markup, JSON, a query or a form, MIME, or others. A text in UTF-16, or of
// more than 16 MiB, is removed as a whole.
func (f *finder) clean(b []byte) []byte {
	if len(b) > maxText {
		return []byte("[not logged: it has more than 16 MiB]")
	}
	if len(b) >= 2 && (b[0] == 0 || b[1] == 0 || b[0] >= 0xFE && b[1] >= 0xFE) {
		return []byte("[not logged: it is in UTF-16]")
	}
	return f.read(b, 0).apply(b)
}

// read finds all credentials in a text.
func (f *finder) read(b []byte, layer int) *scan {
	s := &scan{finder: f}
	if start := bytes.TrimLeft(b, " \t\r\n"); bytes.IndexByte(b, '<') < 0 && !bytes.HasPrefix(start, []byte("{")) && !bytes.HasPrefix(start, []byte("[")) {
		s.parameters(view{b: b}, layer)
	}
	s.text(view{b: b}, layer)
	s.values(view{b: b})
	return s
}

// view is a part of a text, which may have been unescaped.
type view struct {
	b    []byte
	at   []int32 // where each of its bytes, and the end, is in the original; nil: from base on
	base int
}

func (v view) sub(start, end int) view {
	part := view{b: v.b[start:end], base: v.base + start}
	if v.at != nil {
		part.at = v.at[start : end+1]
	}
	return part
}

func (v view) position(i int) int {
	if v.at != nil {
		return int(v.at[i])
	}
	return v.base + i
}

// span is a part of the original.
type span struct{ start, end int }

// scan is what has been found in a text.
type scan struct {
	*finder
	found []span
}

// mark makes a part of a view a credential, without the white space around it. Truth values and null are none.
func (s *scan) mark(v view, start, end int) {
	text := bytes.TrimSpace(v.b[start:end])
	switch string(text) {
	case "", "true", "false", "null":
		return
	}
	start += bytes.Index(v.b[start:end], text)
	s.found = append(s.found, span{v.position(start), v.position(start + len(text))})
}

// apply replaces what has been found.
func (s *scan) apply(b []byte) []byte {
	if len(s.found) == 0 {
		return b
	}
	slices.SortFunc(s.found, func(a, b span) int { return a.start - b.start })
	var out []byte
	at := 0
	for i := 0; i < len(s.found); {
		one := s.found[i]
		for ; i < len(s.found) && s.found[i].start <= one.end; i++ {
			one.end = max(one.end, s.found[i].end)
		}
		out = appendPlaceholder(append(out, b[at:one.start]...), b[one.start:one.end])
		at = one.end
	}
	return append(out, b[at:]...)
}

// appendPlaceholder appends ones for the digits of a number, a date or a time, so that it stays one, and else placeholder.
func appendPlaceholder(out, secret []byte) []byte {
	if !bytes.ContainsAny(secret, "0123456789") || len(bytes.Trim(secret, "0123456789+-.:TZ")) > 0 {
		return append(out, placeholder...)
	}
	for _, c := range secret {
		if c >= '0' && c <= '9' {
			c = '1'
		}
		out = append(out, c)
	}
	return out
}

// text finds credentials in a text in any form.
func (s *scan) text(v view, layer int) {
	if start := partsIn(v.b); start >= 0 {
		s.deeper(v, layer, func(layer int) { s.parts(v, start, layer) })
		return
	}
	if bytes.IndexByte(v.b, '<') < 0 {
		s.withoutTags(v, layer)
		return
	}
	if bytes.TrimSpace(v.b)[0] != '<' {
		s.plain(v)
	}
	s.markup(v, layer)
}

// withoutTags finds credentials in a text as it is, and without its escapes.
func (s *scan) withoutTags(v view, layer int) {
	trimmed := bytes.TrimSpace(v.b)
	if len(trimmed) == 0 {
		return
	}
	if slices.Contains(s.short, string(trimmed)) {
		s.mark(v, 0, len(v.b))
		return
	}
	s.plain(v)
	if plain, changed := v.unescaped(anyEscape); changed {
		s.deeper(v, layer, func(layer int) { s.text(plain, layer) })
	}
}

// deeper finds credentials in what is in a view, or makes the whole a credential if that is too deep.
func (s *scan) deeper(v view, layer int, find func(layer int)) {
	if layer >= maxLayers {
		s.mark(v, 0, len(v.b))
		return
	}
	find(layer + 1)
}
