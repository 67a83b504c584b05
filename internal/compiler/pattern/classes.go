package pattern

import "strings"

// multiCharEscapes holds the multi-character escapes by their lower-case letter (part 2, appendix F.1.1). The escape
// with the upper-case letter is the complement.
//
// \w is every character except punctuation, separators and "other", that is, the remaining categories.
var multiCharEscapes = map[rune]set{
	's': {pos: ` \t\n\r`},
	'i': {pos: nameStart},
	'c': {pos: nameStart + `\-.0-9\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}`},
	'd': {pos: `\p{Nd}`},
	'w': {pos: `\p{L}\p{M}\p{N}\p{S}`},
}

// nameStart is NameStartChar of XML 1.0, fifth edition, section 2.3.
const nameStart = `:A-Z_a-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}` +
	`\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}`

// categories lists the categories of part 2, appendix F.1.1, that have the same names in Go.
const categories = " L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po Z Zs Zl Zp S Sm Sc Sk So Cc Cf Co "

// category returns the characters of a category. Older versions of Go do not support C and Cn, which include code points
// that are not assigned, so these are the complement of the other categories.
func category(name string) (set, bool) {
	switch {
	case name == "C":
		return set{negs: []string{`\p{L}\p{M}\p{N}\p{P}\p{Z}\p{S}`}}, true
	case name == "Cn":
		return set{negs: []string{`\p{L}\p{M}\p{N}\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}\p{Co}\p{Cs}`}}, true
	case name == "" || strings.Contains(name, " ") || !strings.Contains(categories, " "+name+" "):
		return set{}, false
	}
	return set{pos: `\p{` + name + `}`}, true
}
