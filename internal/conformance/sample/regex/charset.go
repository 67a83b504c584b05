package regex

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/pattern"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// span is a range of characters, both ends included.
type span struct{ low, high rune }

// charset is a set of characters: sorted spans that neither overlap nor touch.
type charset []span

// allChars are the characters that XML allows (XML 1.0, production Char).
var allChars = charset{{0x9, 0xA}, {0xD, 0xD}, {0x20, 0xD7FF}, {0xE000, 0xFFFD}, {0x10000, 0x10FFFF}}

func (s charset) has(r rune) bool {
	_, found := slices.BinarySearchFunc(s, r, func(p span, r rune) int {
		switch {
		case p.high < r:
			return -1
		case p.low > r:
			return 1
		}
		return 0
	})
	return found
}

// normalized sorts spans and merges those that overlap or touch.
func normalized(spans []span) charset {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.low, b.low) })
	var out charset
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.low <= out[last].high+1 {
			out[last].high = max(out[last].high, s.high)
			continue
		}
		out = append(out, s)
	}
	return out
}

func (s charset) union(t charset) charset { return normalized(slices.Concat(s, t)) }

// minus returns the characters of s that are not in t.
func (s charset) minus(t charset) charset {
	var out charset
	for _, p := range s {
		low := p.low
		for _, q := range t {
			if q.high < low || q.low > p.high {
				continue
			}
			if q.low > low {
				out = append(out, span{low, q.low - 1})
			}
			low = q.high + 1
		}
		if low <= p.high {
			out = append(out, span{low, p.high})
		}
	}
	return out
}

func (s charset) complement() charset { return allChars.minus(s) }

// fromTable returns the characters of a Unicode table.
func fromTable(t *unicode.RangeTable) charset {
	var spans []span
	add := func(low, high, stride rune) {
		if stride == 1 {
			spans = append(spans, span{low, high})
			return
		}
		for r := low; r <= high; r += stride {
			spans = append(spans, span{r, r})
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return normalized(spans)
}

// escapes are the multi-character escapes of part 2, appendix F.1.1, and the wildcard escape.
var escapes = map[rune]charset{
	's': {{0x9, 0xA}, {0xD, 0xD}, {' ', ' '}},
	'i': fromRanges(xmltree.NameStartChars),
	'c': fromRanges(slices.Concat(xmltree.NameStartChars, xmltree.NameChars)),
	'd': fromTable(unicode.Nd),
	'w': allChars.minus(fromTable(unicode.P)).minus(fromTable(unicode.Z)).minus(fromTable(unicode.C)),
	'.': charset{{'\n', '\n'}, {'\r', '\r'}}.complement(),
}

func fromRanges(ranges [][2]rune) charset {
	spans := make([]span, len(ranges))
	for i, r := range ranges {
		spans[i] = span{r[0], r[1]}
	}
	return normalized(spans)
}

// charsOf returns the characters of a class.
func charsOf(c *pattern.Class) charset {
	var spans []span
	for _, i := range c.Items {
		spans = append(spans, charsOfItem(i)...)
	}
	set := normalized(spans)
	if c.Negative {
		set = set.complement()
	}
	if c.Minus != nil {
		set = set.minus(charsOf(c.Minus))
	}
	return set
}

func charsOfItem(i pattern.Item) charset {
	set := escapes[i.Escape]
	switch i.Escape {
	case 0:
		return charset{{i.Low, i.High}}
	case 'p':
		set = category(i.Name)
	}
	if i.Negative {
		return set.complement()
	}
	return set
}

// category returns the characters of \p{name}, where name is a Unicode general category, or a block with the prefix Is.
func category(name string) charset {
	if block, ok := strings.CutPrefix(name, "Is"); ok {
		return fromRanges(pattern.Block(block))
	}
	if name == "Cn" {
		return allChars.minus(assigned)
	}
	set := fromTable(unicode.Categories[name])
	if name == "C" {
		set = set.union(allChars.minus(assigned))
	}
	return set
}

// assigned are the characters of all categories except Cn.
var assigned = func() charset {
	var all charset
	for _, name := range []string{"L", "M", "N", "P", "S", "Z", "C"} {
		all = all.union(fromTable(unicode.Categories[name]))
	}
	return all
}()
