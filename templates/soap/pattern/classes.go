package pattern

import "strings"

// nameStartChars and nameChars are ranges of characters, with both ends included: NameStartChar of XML 1.0, fifth
// edition, section 2.3, and the characters that NameChar adds.
var (
	nameStartChars = [][2]rune{
		{':', ':'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D},
		{0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF},
		{0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
	}
	nameChars = [][2]rune{{'-', '-'}, {'.', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}
)

// multiCharEscapes holds the multi-character escapes by their lower-case letter (part 2, appendix F.1.1). The escape
// with the upper-case letter is the complement.
//
// \w is every character except punctuation, separators and "other", that is, the remaining categories.
var multiCharEscapes = map[rune]set{
	's': {pos: ` \t\n\r`},
	'i': {pos: items(nameStartChars)},
	'c': {pos: items(nameStartChars) + items(nameChars)},
	'd': {pos: `\p{Nd}`},
	'w': {pos: `\p{L}\p{M}\p{N}\p{S}`},
	'.': {negs: []string{`\n\r`}},
}

// categories lists the categories of part 2, appendix F.1.1. Cn and C are not in the tables of older versions of Go.
const categories = " L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po Z Zs Zl Zp S Sm Sc Sk So C Cc Cf Co Cn "

func isCategory(name string) bool {
	return name != "" && !strings.Contains(name, " ") && strings.Contains(categories, " "+name+" ")
}

// category returns the characters of a category. Older versions of Go do not support C and Cn, which include code points
// that are not assigned, so these are the complement of the other categories.
func category(name string) set {
	switch name {
	case "C":
		return set{negs: []string{`\p{L}\p{M}\p{N}\p{P}\p{Z}\p{S}`}}
	case "Cn":
		return set{negs: []string{`\p{L}\p{M}\p{N}\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}\p{Co}\p{Cs}`}}
	}
	return set{pos: `\p{` + name + `}`}
}

// setOf returns the characters of a class.
func setOf(c *Class) set {
	var pos strings.Builder
	var negs []string
	for _, i := range c.Items {
		s := setOfItem(i)
		pos.WriteString(s.pos)
		negs = append(negs, s.negs...)
	}
	s := set{pos.String(), negs}.negatedIf(c.Negative)
	if c.Minus != nil {
		s = s.without(setOf(c.Minus))
	}
	return s
}

func setOfItem(i Item) set {
	if i.Escape == 0 {
		pos := item(i.Low)
		if i.High > i.Low {
			pos += "-" + item(i.High)
		}
		return set{pos: pos}
	}
	s := multiCharEscapes[i.Escape]
	if block, ok := strings.CutPrefix(i.Name, "Is"); ok {
		s = set{pos: items(Block(block))}
	} else if i.Escape == 'p' {
		s = category(i.Name)
	}
	return s.negatedIf(i.Negative)
}

// items returns ranges as items of a Go character class in ASCII.
func items(ranges [][2]rune) string {
	var b strings.Builder
	for _, r := range ranges {
		b.WriteString(plain(r[0]))
		if r[1] > r[0] {
			b.WriteString("-" + plain(r[1]))
		}
	}
	return b.String()
}
