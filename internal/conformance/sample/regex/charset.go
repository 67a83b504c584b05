package regex

import (
	"cmp"
	"slices"
	"unicode"
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

// Character classes of part 2, appendix F.1.1. Name characters are those of XML
// 1.0, fifth edition.
var (
	space     = charset{{0x9, 0xA}, {0xD, 0xD}, {' ', ' '}}
	nameStart = charset{
		{':', ':'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D},
		{0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF},
		{0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
	}
	nameRest = nameStart.union(normalized([]span{
		{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040},
	}))
	digit = fromTable(unicode.Nd)
	word  = allChars.minus(fromTable(unicode.P)).minus(fromTable(unicode.Z)).minus(fromTable(unicode.C))
)

// category returns the characters of \p{name}, where name is a Unicode general
// category or block.
func category(name string) (charset, bool) {
	if name == "Cn" {
		return allChars.minus(assigned), true
	}
	if t, ok := unicode.Categories[name]; ok {
		set := fromTable(t)
		if name == "C" {
			set = set.union(allChars.minus(assigned))
		}
		return set, true
	}
	b, ok := blocks[name]
	return charset{b}, ok
}

// assigned are the characters of all categories except Cn.
var assigned = func() charset {
	var all charset
	for _, name := range []string{"L", "M", "N", "P", "S", "Z", "C"} {
		all = all.union(fromTable(unicode.Categories[name]))
	}
	return all
}()

// blocks are the Unicode blocks of part 2, appendix F.1.1.
var blocks = map[string]span{
	"IsBasicLatin": {0x0, 0x7F}, "IsLatin-1Supplement": {0x80, 0xFF}, "IsLatinExtended-A": {0x100, 0x17F},
	"IsLatinExtended-B": {0x180, 0x24F}, "IsIPAExtensions": {0x250, 0x2AF}, "IsSpacingModifierLetters": {0x2B0, 0x2FF},
	"IsCombiningDiacriticalMarks": {0x300, 0x36F}, "IsGreek": {0x370, 0x3FF}, "IsCyrillic": {0x400, 0x4FF},
	"IsArmenian": {0x530, 0x58F}, "IsHebrew": {0x590, 0x5FF}, "IsArabic": {0x600, 0x6FF}, "IsSyriac": {0x700, 0x74F},
	"IsThaana": {0x780, 0x7BF}, "IsDevanagari": {0x900, 0x97F}, "IsBengali": {0x980, 0x9FF}, "IsGurmukhi": {0xA00, 0xA7F},
	"IsGujarati": {0xA80, 0xAFF}, "IsOriya": {0xB00, 0xB7F}, "IsTamil": {0xB80, 0xBFF}, "IsTelugu": {0xC00, 0xC7F},
	"IsKannada": {0xC80, 0xCFF}, "IsMalayalam": {0xD00, 0xD7F}, "IsSinhala": {0xD80, 0xDFF}, "IsThai": {0xE00, 0xE7F},
	"IsLao": {0xE80, 0xEFF}, "IsTibetan": {0xF00, 0xFFF}, "IsMyanmar": {0x1000, 0x109F}, "IsGeorgian": {0x10A0, 0x10FF},
	"IsHangulJamo": {0x1100, 0x11FF}, "IsEthiopic": {0x1200, 0x137F}, "IsCherokee": {0x13A0, 0x13FF},
	"IsKhmer": {0x1780, 0x17FF}, "IsMongolian": {0x1800, 0x18AF}, "IsLatinExtendedAdditional": {0x1E00, 0x1EFF},
	"IsGreekExtended": {0x1F00, 0x1FFF}, "IsGeneralPunctuation": {0x2000, 0x206F},
	"IsSuperscriptsandSubscripts": {0x2070, 0x209F}, "IsCurrencySymbols": {0x20A0, 0x20CF},
	"IsCombiningMarksforSymbols": {0x20D0, 0x20FF}, "IsLetterlikeSymbols": {0x2100, 0x214F},
	"IsNumberForms": {0x2150, 0x218F}, "IsArrows": {0x2190, 0x21FF}, "IsMathematicalOperators": {0x2200, 0x22FF},
	"IsMiscellaneousTechnical": {0x2300, 0x23FF}, "IsControlPictures": {0x2400, 0x243F},
	"IsOpticalCharacterRecognition": {0x2440, 0x245F}, "IsEnclosedAlphanumerics": {0x2460, 0x24FF},
	"IsBoxDrawing": {0x2500, 0x257F}, "IsBlockElements": {0x2580, 0x259F}, "IsGeometricShapes": {0x25A0, 0x25FF},
	"IsMiscellaneousSymbols": {0x2600, 0x26FF}, "IsDingbats": {0x2700, 0x27BF}, "IsBraillePatterns": {0x2800, 0x28FF},
	"IsCJKRadicalsSupplement": {0x2E80, 0x2EFF}, "IsKangxiRadicals": {0x2F00, 0x2FDF},
	"IsIdeographicDescriptionCharacters": {0x2FF0, 0x2FFF}, "IsCJKSymbolsandPunctuation": {0x3000, 0x303F},
	"IsHiragana": {0x3040, 0x309F}, "IsKatakana": {0x30A0, 0x30FF}, "IsBopomofo": {0x3100, 0x312F},
	"IsHangulCompatibilityJamo": {0x3130, 0x318F}, "IsKanbun": {0x3190, 0x319F}, "IsBopomofoExtended": {0x31A0, 0x31BF},
	"IsEnclosedCJKLettersandMonths": {0x3200, 0x32FF}, "IsCJKCompatibility": {0x3300, 0x33FF},
	"IsCJKUnifiedIdeographsExtensionA": {0x3400, 0x4DB5}, "IsCJKUnifiedIdeographs": {0x4E00, 0x9FFF},
	"IsYiSyllables": {0xA000, 0xA48F}, "IsYiRadicals": {0xA490, 0xA4CF}, "IsHangulSyllables": {0xAC00, 0xD7A3},
	"IsPrivateUse": {0xE000, 0xF8FF}, "IsCJKCompatibilityIdeographs": {0xF900, 0xFAFF},
	"IsAlphabeticPresentationForms": {0xFB00, 0xFB4F}, "IsArabicPresentationForms-A": {0xFB50, 0xFDFF},
	"IsCombiningHalfMarks": {0xFE20, 0xFE2F}, "IsCJKCompatibilityForms": {0xFE30, 0xFE4F},
	"IsSmallFormVariants": {0xFE50, 0xFE6F}, "IsArabicPresentationForms-B": {0xFE70, 0xFEFE}, "IsSpecials": {0xFEFF, 0xFFFD},
	"IsHalfwidthandFullwidthForms": {0xFF00, 0xFFEF},
}
