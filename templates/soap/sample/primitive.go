package sample

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// plain has values of the primitive types and of some others, the plainest ones first.
var plain = map[string][]string{
	"boolean":    {"true", "false", "1", "0"},
	"float":      {"1.5", "0", "-2", "1E3", "INF", "-INF", "NaN", "0.1", "-0", "3.4028235E38"},
	"double":     {"1.5", "0", "-2.25", "1E3", "INF", "-INF", "NaN", "0.1", "-0", "1.7976931348623157E308", "5E-324", "100", "10", "50"},
	"duration":   {"PT1H", "P1D", "PT1H30M", "P1Y2M3DT4H5M6.7S", "-P1M", "PT0S", "P40D", "PT0.001S", "P100Y", "PT10S", "PT1M"},
	"dateTime":   {"2026-11-21T08:15:00Z", "2026-11-21T10:20:30", "2026-11-21T10:20:30.123456789+05:30", "1969-12-31T23:59:59.5-14:00", "0001-01-01T00:00:00", "9999-12-31T23:59:59Z", "12026-01-01T00:00:00Z"},
	"date":       {"2026-11-21", "2026-11-21Z", "2024-02-29+13:00", "1900-01-01", "9999-12-31", "-0044-03-15"},
	"time":       {"08:15:00Z", "10:20:30", "23:59:59.999", "00:00:00-05:00", "12:00:00.5+14:00"},
	"gYearMonth": {"2026-11", "1999-12Z", "2026-11+01:00"},
	"gYear":      {"2026", "1999Z", "12026", "-0044", "2000-05:00"},
	"gMonthDay":  {"--11-21", "--02-29", "--12-31Z"},
	"gDay":       {"---21", "---31", "---15Z"},
	"gMonth":     {"--11", "--12", "--11+01:00"},
	"language":   {"en", "de-CH", "fr", "x-sample"},
	"anyURI":     {"urn:sample", "http://example.com/", "relative/path", "http://example.com/a?b=c&d=e#"},
}

// words are values of strings. Only varied instances have those after the first, and only strings those after the first plainWords:
// texts with characters that XML has to escape, and texts that are not ASCII.
var words = []string{
	"sample", "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf",
	"a < b && c > d", `"quoted" 'text'`, "Grüße, 世界", "]]> and more", "emoji 😀 at the end", "two  spaces", "tab\tline\nend", "&amp;",
}

const plainWords = 8

// word returns a text.
func (m *maker) word(attempt int) string {
	if !m.Varied {
		return words[0]
	}
	return words[m.choose(len(words), attempt)]
}

// primitive returns a text that may be a value of an atomic type, whatever its patterns are.
func (m *maker) primitive(f *facets, attempt int) (string, bool) {
	switch f.primitive {
	case "string":
		return m.text(f, attempt), true
	case "decimal":
		return m.number(f, attempt)
	case "float", "double":
		if !m.Varied {
			return m.number(f, attempt)
		}
	case "hexBinary":
		return strings.ToUpper(hex.EncodeToString(m.octets(f))), true
	case "base64Binary":
		return base64.StdEncoding.EncodeToString(m.octets(f)), true
	case "QName", "NOTATION":
		if !m.Varied {
			return "sample" + suffix(m.item), true
		}
		return "{http://www.w3.org/2001/XMLSchema}" + []string{"string", "int", "boolean"}[m.choose(3, attempt)], true
	case "anyURI":
		if f.isReference {
			return attachmentURL, true
		}
		if all := plain["anyURI"]; m.Varied {
			return fit(all[m.choose(len(all), attempt)], strconv.Itoa(m.serial), f), true
		}
		return fit("urn:sample", suffix(m.item), f), true
	}
	return m.moment(f, attempt)
}

// moment returns a boolean or a time, or a value near one of the bounds.
func (m *maker) moment(f *facets, attempt int) (string, bool) {
	all := plain[f.primitive]
	if m.Varied {
		for _, b := range f.bounds {
			all = append(all[:len(all):len(all)], b.text)
		}
	}
	switch {
	case len(all) == 0: // a NOTATION without an enumeration, which is invalid
		return "", false
	case !m.Varied:
		return m.plainMoment(f, all, attempt)
	}
	return all[m.choose(len(all), attempt)], true
}

// plainMoment returns the plainest value, one that differs from the values of other items, values at the bounds, or others, in each of
// several forms.
func (m *maker) plainMoment(f *facets, all []string, attempt int) (string, bool) {
	if f.primitive == "boolean" {
		first := m.item + m.upTo(2)
		if m.extreme < 0 {
			first = 1
		}
		return all[(first+attempt)%2+attempt/2%2*2], attempt < 4
	}
	text := all[0]
	if m.random != nil && f.texts == nil && f.patterns == nil {
		text = m.varied(text)
	}
	candidates := []string{m.another(text)}
	for _, b := range f.bounds {
		if b.exclusive {
			candidates = append(candidates, later(b.text, b.sign))
		} else {
			candidates = append(candidates, b.text, later(b.text, b.sign))
		}
	}
	candidates = append(candidates, all...)
	form := attempt % 4
	if attempt /= 4; attempt >= len(candidates) {
		return "", false
	}
	text = candidates[attempt]
	plain := strings.TrimSuffix(text, "Z")
	return []string{text, plain, plain + ".000", plain + ".000Z"}[form], true
}

// later returns a date that is some years later.
func later(date string, years int) string {
	if len(date) < 4 {
		return date
	}
	year, err := strconv.Atoi(date[:4])
	if err != nil {
		return date
	}
	return fmt.Sprintf("%04d", year+years) + date[4:]
}

// another returns a date, time or duration for an item after the first.
func (m *maker) another(text string) string {
	if m.item == 0 {
		return text
	}
	end := strings.LastIndexAny(text, "0123456789") + 1
	start := end - 1
	for start > 0 && text[start-1] >= '0' && text[start-1] <= '9' {
		start--
	}
	n, _ := strconv.Atoi(text[start:end])
	if end-start < 4 {
		n = 1 + (n+m.item)%12
	} else {
		n += m.item
	}
	return text[:start] + fmt.Sprintf("%0*d", end-start, n) + text[end:]
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

// suffix returns what is added to the text of an item: its number, counted from 1, and nothing for the first item.
func suffix(index int) string {
	if index == 0 {
		return ""
	}
	return strconv.Itoa(index + 1)
}

// text returns a value of a type derived from xs:string.
func (m *maker) text(f *facets, attempt int) string {
	switch f.builtin {
	case "ID":
		return fit("sample", suffix(m.ids), f)
	case "IDREF", "ENTITY":
		return reference
	case "language":
		if !m.Varied && m.item > 0 {
			return "en-" + suffix(m.item)
		}
		return plain["language"][m.choose(4, attempt)]
	}
	isName := f.builtin == "NMTOKEN" || f.builtin == "Name" || f.builtin == "NCName"
	switch {
	case m.Varied:
		return m.variedText(f, isName, attempt)
	case m.extreme != 0 && !isName && attempt == 0:
		return m.extremeText(f)
	case m.random != nil && f.texts == nil && f.patterns == nil:
		return words[0] + strconv.Itoa(m.upTo(10000))
	}
	return fit(words[0], suffix(m.item), f)
}

// variedText returns a name or words. Only texts of xs:string keep white space that other types replace.
func (m *maker) variedText(f *facets, isName bool, attempt int) string {
	if isName {
		return fit(words[m.choose(plainWords, attempt)], strconv.Itoa(m.serial), f)
	}
	text := m.word(attempt)
	if f.builtin != "string" {
		text = strings.Join(strings.Fields(text), " ")
	}
	return fit(text, "", f)
}

// longest is how long strings are made that may be as long.
const longest = 1 << 12

// extremeText returns the shortest or the longest string that facets allow.
func (m *maker) extremeText(f *facets) string {
	switch {
	case m.extreme < 0:
		return strings.Repeat("x", f.min)
	case f.max >= 0 && f.max <= longest:
		return strings.Repeat("x", f.max)
	}
	return fit(words[0], "", f)
}

// fit returns a text with a suffix, with a length that facets allow. It replaces white space at both ends, because it might be
// insignificant there.
func fit(text, suffix string, f *facets) string {
	if n := f.min - utf8.RuneCountInString(text+suffix); n > 0 && f.min < 1<<16 {
		text = strings.Repeat("x", n) + text
	}
	if runes := []rune(text); f.max >= 0 && len(runes)+len(suffix) > f.max {
		suffix = suffix[max(len(suffix)-f.max, 0):]
		text = string(runes[:f.max-len(suffix)])
	}
	runes := []rune(text + suffix)
	for _, i := range []int{0, len(runes) - 1} {
		if len(runes) > 0 && strings.ContainsRune(" \t\n\r", runes[i]) {
			runes[i] = 'x'
		}
	}
	return string(runes)
}

// octets returns binary data of a length that facets allow.
func (m *maker) octets(f *facets) []byte {
	if !m.Varied {
		octets := []byte(words[0] + suffix(m.item))
		if f.min > 0 {
			octets = append(make([]byte, f.min-1), byte(m.item))
		}
		if f.max >= 0 && f.max < len(octets) {
			octets = octets[len(octets)-f.max:]
		}
		return octets
	}
	n := f.min + m.upTo(9)
	if f.max >= 0 {
		n = min(n, f.max)
	}
	octets := make([]byte, n)
	for i := range octets {
		octets[i] = byte(m.upTo(256))
	}
	return octets
}
