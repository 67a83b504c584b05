package sample

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// lexical has a value of each primitive type, and of types derived from it of which this is not a value.
var rowLexical = map[schema.Kind]string{
	codec.KindBool: "true", codec.KindFloat32: "1.5", codec.KindFloat64: "1.5", codec.KindDateTime: "2026-11-21T08:15:00Z",
	codec.KindDate: "2026-11-21", codec.KindTime: "08:15:00Z", codec.KindDuration: "PT1H", codec.KindGYear: "2026",
	codec.KindGYearMonth: "2026-11", codec.KindGMonthDay: "--11-21", codec.KindGDay: "---21", codec.KindGMonth: "--11",
	codec.KindBase64: "c2FtcGxl", codec.KindHex: "0AFF", codec.KindAnyURI: "urn:sample", codec.KindLanguage: "en",
	codec.KindNegativeInteger: "-1", codec.KindNonPositiveInteger: "-1", codec.KindQName: "sample", codec.KindNotation: "sample",
}

// text returns the lexical form of a value of a simple type.
func (m *rowMaker) text(t *schema.Type, r *schema.Row) string {
	if r.More != nil && r.More.IsFixed {
		return r.More.Fixed
	}
	var facets []*schema.Facets
	if r.More != nil {
		facets = steps(facets, r.More.Facets)
	}
	text := m.simple(r.Kind, r.Of, facets, 0)
	if m.excluded != "" && m.err == nil {
		m.err = fmt.Errorf("no value of %s was found that satisfies %s", r.Name, m.excluded)
	}
	return text
}

func steps(list []*schema.Facets, f *schema.Facets) []*schema.Facets {
	for ; f != nil; f = f.Base {
		list = append(list, f)
	}
	return list
}

// simple returns a value of a type, with facets besides its own.
func (m *rowMaker) simple(kind schema.Kind, t *schema.Type, facets []*schema.Facets, depth int) string {
	if kind == codec.KindReader {
		kind = codec.KindBase64
	}
	for ; t != nil && depth < rowMaxDepth; depth++ {
		more := t.Details()
		facets = steps(facets, more.Facets)
		if e, ok := m.enumerated(facets); ok {
			return e
		}
		if len(more.Members) > 0 {
			return m.member(more.Members, facets, depth)
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
	text, all := m.plain(kind, facets), facetsOf(facets)
	switch {
	case kind == codec.KindBool && !slices.Contains([]string{"true", "false", "1", "0"}, text),
		kind < codec.KindDateTime && kind != codec.KindBase64 && kind != codec.KindHex && !hold(text, all):
		m.exclude(all)
	}
	return text
}

// member returns a value of the first member type of a union that has one with these facets.
func (m *rowMaker) member(members []*schema.Type, facets []*schema.Facets, depth int) (text string) {
	for _, t := range members {
		m.excluded = ""
		if text = m.simple(t.Kind, t, slices.Clone(facets), depth+1); m.excluded == "" {
			break
		}
	}
	return text
}

// exclude notes that no value has all of these facets.
func (m *rowMaker) exclude(all []facet) {
	var texts []string
	for _, f := range all {
		texts = append(texts, f.text)
	}
	m.excluded = strings.Join(texts, " and ")
}

// plain returns a value of a kind that is not a number.
func (m *rowMaker) plain(kind schema.Kind, facets []*schema.Facets) string {
	text := bounded(kind, m.lexical(kind, facets), facets)
	if p, ok := m.pattern(text, facets); ok {
		return p
	}
	if kind != codec.KindBase64 && kind != codec.KindHex {
		return m.sized(text, facets)
	}
	octets := []byte("sample" + m.suffix())
	if n := minLength(facets); n > 0 {
		octets = append(make([]byte, max(n-1, 0)), byte(m.item))
	}
	for _, f := range facets {
		if n, err := strconv.Atoi(f.MaxLength); err == nil && n < len(octets) {
			octets = octets[len(octets)-n:]
		}
	}
	if kind == codec.KindHex {
		return strings.ToUpper(hex.EncodeToString(octets))
	}
	return base64.StdEncoding.EncodeToString(octets)
}

// suffix returns what is added to texts of items after the first.
func (m *rowMaker) suffix() string {
	if m.item == 0 {
		return ""
	}
	return strconv.Itoa(m.item + 1)
}

// another returns a value of an item after the first that is not a number.
func (m *rowMaker) another(kind schema.Kind, text string) string {
	switch {
	case m.item == 0 || kind == codec.KindID || kind == codec.KindIDREF:
		return text
	case kind == codec.KindBool:
		return strconv.FormatBool((text == "true") == (m.item%2 == 0))
	case kind == codec.KindLanguage:
		return text + "-" + m.suffix()
	case kind < codec.KindDateTime || !strings.ContainsAny(text, "0123456789") || kind == codec.KindBase64 || kind == codec.KindHex:
		return text + m.suffix()
	}
	end := strings.LastIndexAny(text, "0123456789") + 1
	start := end - 1
	for start > 0 && text[start-1] >= '0' && text[start-1] <= '9' {
		start--
	}
	n, _ := strconv.Atoi(text[start:end]) // of a date, a time or a duration
	if end-start < 4 {
		n = 1 + (n+m.item)%12
	} else {
		n += m.item
	}
	return text[:start] + fmt.Sprintf("%0*d", end-start, n) + text[end:]
}

// bounded returns a date or a time that is within bounds and matches the patterns, if it finds one.
func bounded(kind schema.Kind, text string, facets []*schema.Facets) string {
	if kind < codec.KindDateTime || text == "" || text[0] < '0' || text[0] > '9' {
		return text
	}
	for _, f := range facets {
		if low := cmp.Or(f.MinInclusive, f.MinExclusive); low != "" && low >= text { // in ISO 8601 text is in the order of time
			text = rowLater(low, f.MinExclusive != "", 1)
		}
		if high := cmp.Or(f.MaxInclusive, f.MaxExclusive); high != "" && high <= text {
			text = rowLater(high, f.MaxExclusive != "", -1)
		}
	}
	plain := strings.TrimSuffix(text, "Z")
	for _, form := range []string{text, plain, plain + ".000", plain + ".000Z"} {
		if matches(form, facets) {
			return form
		}
	}
	return text
}

// later returns a date that is some years later if it must not be the same.
func rowLater(date string, other bool, years int) string {
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
func (m *rowMaker) lexical(kind schema.Kind, facets []*schema.Facets) string {
	text := cmp.Or(rowLexical[kind], "sample")
	switch {
	case m.limit < 0 && kind == codec.KindBool:
		return "false"
	case m.limit != 0 && (kind == codec.KindString || kind == codec.KindNormalizedString || kind == codec.KindToken):
		return m.extremeString(facets)
	}
	if kind == codec.KindID {
		if m.ids++; m.ids > 1 {
			text += strconv.Itoa(m.ids)
		}
	}
	if m.random == nil || len(facets) > 0 || kind == codec.KindID || kind == codec.KindIDREF {
		return m.another(kind, text)
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
func (m *rowMaker) varied(text string) string {
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
func (m *rowMaker) enumerated(facets []*schema.Facets) (value string, ok bool) {
	for _, f := range facets {
		if len(f.Enumeration) > 0 && m.limit > 0 {
			return f.Enumeration[len(f.Enumeration)-1], true
		}
		if len(f.Enumeration) > 0 {
			return f.Enumeration[(m.upTo(len(f.Enumeration))+m.item)%len(f.Enumeration)], true
		}
	}
	return "", false
}

// list returns a list of as many items as it must have.
func (m *rowMaker) list(t *schema.Type, item *schema.Row, facets []*schema.Facets) string {
	items := make([]string, min(max(1, minLength(facets)), 100))
	for i := range items {
		items[i] = m.text(t, item)
	}
	return strings.Join(items, " ")
}

// sized makes a text as long as it must be.
func (m *rowMaker) sized(text string, facets []*schema.Facets) string {
	for _, f := range facets {
		for _, least := range []string{f.Length, f.MinLength} {
			if n, err := strconv.Atoi(least); err == nil && n < 1<<16 && utf8.RuneCountInString(text) < n {
				text = strings.Repeat("x", n-utf8.RuneCountInString(text)) + text
			}
		}
		for _, most := range []string{f.Length, f.MaxLength} {
			if n, err := strconv.Atoi(most); err == nil && n < len(text) {
				text = text[:max(n-len(m.suffix()), 0)] + m.suffix()[max(len(m.suffix())-n, 0):] // all characters are ASCII
			}
		}
	}
	return text
}

// prefixed declares prefixes of the names in a value in the start tag, and returns the value with them: descriptions have
// namespaces in their place. Each prefix begins with the given one.
func (m *rowMaker) prefixed(prefix string, r *schema.Row, text string) string {
	if !strings.HasPrefix(text, "{") || !isName(r.Kind, r.Of) {
		return text
	}
	names := strings.Fields(text)
	for i, name := range names {
		if q, ok := xsd.ParseClark([]byte(name)); ok && q.Space != "" {
			declared := prefix + strconv.Itoa(i)
			m.b.WriteString(" xmlns:" + declared + `="` + rowEscape(q.Space) + `"`)
			names[i] = declared + ":" + q.Local
		}
	}
	return strings.Join(names, " ")
}

// isName reports whether values of a type are qualified names, or lists of them.
func isName(kind schema.Kind, t *schema.Type) bool {
	for ; t != nil; t = t.Details().Base {
		if own := t.Rows(); len(own) == 1 && own[0].At == schema.AtListItem {
			return isName(own[0].Kind, own[0].Of)
		}
		if t.Kind != codec.KindNone {
			kind = t.Kind
		}
	}
	return kind == codec.KindQName || kind == codec.KindNotation
}
