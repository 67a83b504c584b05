package sample

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"math/big"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// lexical has a value of each primitive type, and of types derived from it of which this is not a value.
var lexical = map[schema.Kind]string{
	codec.KindBool: "true", codec.KindFloat32: "1.5", codec.KindFloat64: "1.5", codec.KindDateTime: "2026-11-21T08:15:00Z",
	codec.KindDate: "2026-11-21", codec.KindTime: "08:15:00Z", codec.KindDuration: "PT1H", codec.KindGYear: "2026",
	codec.KindGYearMonth: "2026-11", codec.KindGMonthDay: "--11-21", codec.KindGDay: "---21", codec.KindGMonth: "--11",
	codec.KindBase64: "c2FtcGxl", codec.KindHex: "0AFF", codec.KindAnyURI: "urn:sample", codec.KindLanguage: "en",
	codec.KindNegativeInteger: "-1", codec.KindNonPositiveInteger: "-1", codec.KindQName: "sample", codec.KindNotation: "sample",
}

// text returns the lexical form of a value of a simple type.
func (m *maker) text(t *schema.Type, r *schema.Row) string {
	if r.More != nil && r.More.IsFixed {
		return r.More.Fixed
	}
	var facets []*schema.Facets
	if r.More != nil {
		facets = steps(facets, r.More.Facets)
	}
	return m.simple(r.Kind, r.Of, facets, 0)
}

func steps(list []*schema.Facets, f *schema.Facets) []*schema.Facets {
	for ; f != nil; f = f.Base {
		list = append(list, f)
	}
	return list
}

// simple returns a value of a type, with facets besides its own.
func (m *maker) simple(kind schema.Kind, t *schema.Type, facets []*schema.Facets, depth int) string {
	for ; t != nil && depth < maxDepth; depth++ {
		more := t.Details()
		facets = steps(facets, more.Facets)
		if e, ok := m.enumerated(facets); ok {
			return e
		}
		if len(more.Members) > 0 {
			member := more.Members[0]
			return m.simple(member.Kind, member, facets, depth+1)
		}
		if own := t.Rows(); len(own) == 1 && own[0].At == schema.AtListItem {
			return m.list(t, &own[0], facets)
		}
		if t.Kind != codec.KindNone {
			kind = t.Kind
		}
		t = more.Base
	}
	if e, ok := m.enumerated(facets); ok {
		return e
	}
	if kind.IsNumber() {
		return m.number(kind, facets)
	}
	return m.plain(kind, facets)
}

// plain returns a value of a kind that is not a number.
func (m *maker) plain(kind schema.Kind, facets []*schema.Facets) string {
	text := bounded(kind, m.lexical(kind, facets), facets)
	if p, ok := pattern(text, facets); ok {
		return p
	}
	switch n := minLength(facets); {
	case kind == codec.KindBase64 && n > 0:
		return base64.StdEncoding.EncodeToString(make([]byte, n))
	case kind == codec.KindHex && n > 0:
		return strings.Repeat("0A", n)
	case kind == codec.KindBase64 || kind == codec.KindHex:
		return text
	}
	return sized(text, facets)
}

// bounded returns a date or a time that is within bounds and matches the patterns, if it finds one.
func bounded(kind schema.Kind, text string, facets []*schema.Facets) string {
	if kind < codec.KindDateTime || text == "" || text[0] < '0' || text[0] > '9' {
		return text
	}
	for _, f := range facets {
		if low := cmp.Or(f.MinInclusive, f.MinExclusive); low != "" && low >= text { // in ISO 8601 text is in the order of time
			text = later(low, f.MinExclusive != "", 1)
		}
		if high := cmp.Or(f.MaxInclusive, f.MaxExclusive); high != "" && high <= text {
			text = later(high, f.MaxExclusive != "", -1)
		}
	}
	plain := strings.TrimSuffix(text, "Z")
	for _, form := range []string{text, plain, plain + ".000", plain + ".000Z"} {
		if _, other := pattern(form, facets); !other {
			return form
		}
	}
	return text
}

// later returns a date that is some years later if it must not be the same.
func later(date string, other bool, years int) string {
	year, err := strconv.Atoi(date[:min(4, len(date))])
	if err != nil || !other || len(date) < 4 {
		return date
	}
	return fmt.Sprintf("%04d", year+years) + date[4:]
}

func minLength(facets []*schema.Facets) (length int) {
	for _, f := range facets {
		for _, text := range []string{f.Length, f.MinLength} {
			if n, err := strconv.Atoi(text); err == nil && n < 1<<16 {
				length = max(length, n)
			}
		}
	}
	return length
}

// lexical returns a value of a type that is not a number.
func (m *maker) lexical(kind schema.Kind, facets []*schema.Facets) string {
	text := lexical[kind]
	if text == "" {
		text = "sample"
	}
	if kind == codec.KindID {
		if m.ids++; m.ids > 1 {
			text += strconv.Itoa(m.ids)
		}
	}
	if m.random == nil || len(facets) > 0 || kind == codec.KindID || kind == codec.KindIDREF {
		return text
	}
	switch kind {
	case codec.KindBool:
		return strconv.FormatBool(m.upTo(2) == 0)
	case codec.KindFloat32, codec.KindFloat64:
		return strconv.Itoa(m.upTo(1000)) + ".5"
	case codec.KindDateTime, codec.KindDate, codec.KindTime, codec.KindDuration:
		return m.varied(text)
	case codec.KindString, codec.KindNormalizedString, codec.KindToken, codec.KindName, codec.KindNCName, codec.KindNMTOKEN:
		return text + strconv.Itoa(m.upTo(10000))
	}
	return text
}

// varied replaces the last digit of some numbers in a date, a time or a duration.
func (m *maker) varied(text string) string {
	b := []byte(text)
	for i := range b {
		if last := i+1 == len(b) || b[i+1] < '0' || b[i+1] > '9'; last && i > 4 && b[i] >= '0' && b[i] <= '9' {
			b[i] = '1' + byte(m.upTo(8))
		}
	}
	if len(b) > 6 && b[4] == '-' {
		copy(b[5:7], "11") // the month
	}
	return string(b)
}

// enumerated returns one of the values that are enumerated, if there are any.
func (m *maker) enumerated(facets []*schema.Facets) (value string, ok bool) {
	for _, f := range facets {
		if len(f.Enumeration) > 0 {
			return f.Enumeration[m.upTo(len(f.Enumeration))], true
		}
	}
	return "", false
}

// list returns a list of as many items as it must have.
func (m *maker) list(t *schema.Type, item *schema.Row, facets []*schema.Facets) string {
	items := make([]string, min(max(1, minLength(facets)), 100))
	for i := range items {
		items[i] = m.text(t, item)
	}
	return strings.Join(items, " ")
}

// sized makes a text as long as it must be.
func sized(text string, facets []*schema.Facets) string {
	for _, f := range facets {
		for _, least := range []string{f.Length, f.MinLength} {
			if n, err := strconv.Atoi(least); err == nil && n < 1<<16 && utf8.RuneCountInString(text) < n {
				text += strings.Repeat("x", n-utf8.RuneCountInString(text))
			}
		}
		for _, most := range []string{f.Length, f.MaxLength} {
			if n, err := strconv.Atoi(most); err == nil && n < len(text) {
				text = text[:n] // all characters are ASCII
			}
		}
	}
	return text
}

// number returns 1, or another number for a seed, or the nearest one that the facets allow.
func (m *maker) number(kind schema.Kind, facets []*schema.Facets) string {
	v := big.NewRat(1+int64(m.upTo(100)), 1)
	if kind == codec.KindNegativeInteger || kind == codec.KindNonPositiveInteger {
		v.Neg(v)
	}
	bound := func(text string, past, sign int64) {
		limit, ok := new(big.Rat).SetString(text)
		if !ok || v.Cmp(limit)*int(sign) > 0 || past == 0 && v.Cmp(limit) == 0 {
			return
		}
		v.Add(limit, big.NewRat(past*sign, 1))
	}
	for _, f := range facets {
		bound(f.MinInclusive, 0, 1)
		bound(f.MinExclusive, 1, 1)
		bound(f.MaxInclusive, 0, -1)
		bound(f.MaxExclusive, 1, -1)
	}
	text := v.RatString()
	if !v.IsInt() {
		text = strings.TrimRight(v.FloatString(12), "0")
	}
	if p, ok := pattern(text, facets); ok {
		return p
	}
	return text
}

// pattern returns a text that matches the patterns of the first step that has some, unless text does. It is as long as it must
// be, if the pattern allows that.
func pattern(text string, facets []*schema.Facets) (other string, ok bool) {
	for _, f := range facets {
		for _, p := range f.Patterns {
			if e, err := regexp.Compile(`^(?:` + p + `)$`); err == nil && e.MatchString(text) {
				return "", false
			}
		}
		for _, p := range f.Patterns {
			e, err := syntax.Parse(p, syntax.Perl)
			if err != nil {
				continue
			}
			least := minLength(facets)
			for more := range min(least, maxRepeated) + 1 {
				if other = matching(e, more); utf8.RuneCountInString(other) >= least {
					break
				}
			}
			return other, true
		}
	}
	return "", false
}

// matching returns a short text that an expression matches, in which what may be repeated is repeated more often.
func matching(e *syntax.Regexp, more int) string {
	switch e.Op {
	case syntax.OpLiteral:
		return string(e.Rune)
	case syntax.OpCharClass:
		return oneOf(e.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture, syntax.OpAlternate:
		return matching(e.Sub[0], more)
	case syntax.OpPlus:
		return strings.Repeat(matching(e.Sub[0], 0), 1+more)
	case syntax.OpStar:
		return strings.Repeat(matching(e.Sub[0], 0), more)
	case syntax.OpRepeat:
		n := e.Min + more
		if e.Max >= 0 {
			n = min(n, e.Max)
		}
		return strings.Repeat(matching(e.Sub[0], 0), n)
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range e.Sub {
			b.WriteString(matching(sub, more))
		}
		return b.String()
	}
	return ""
}

// oneOf returns a character of a class: a letter or digit, if there is one.
func oneOf(ranges []rune) string {
	for _, c := range "xX1" {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= c && c <= ranges[i+1] {
				return string(c)
			}
		}
	}
	if len(ranges) == 0 {
		return ""
	}
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i] > ' ' {
			return string(ranges[i])
		}
	}
	return string(ranges[0])
}
