package xmltree

import (
	"unicode/utf8"

	"example.com/quartet/templates/soap/pattern"
)

// IsNCName reports whether s is a name without a colon (Namespaces in XML 1.0 section 3, with the name characters of
// XML 1.0 fifth edition).
func IsNCName(s string) bool {
	for i, r := range s {
		if r == ':' || !isNameChar(r, i == 0) {
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}

// IsNMToken reports whether s is an Nmtoken of XML 1.0 fifth edition.
func IsNMToken(s string) bool {
	for _, r := range s {
		if !isNameChar(r, false) {
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}

func isNameChar(r rune, first bool) bool {
	if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' {
		return true
	}
	return inRanges(pattern.NameStartChars, r) || !first && inRanges(pattern.NameChars, r)
}

func inRanges(ranges [][2]rune, r rune) bool {
	for _, p := range ranges {
		if r <= p[1] {
			return p[0] <= r
		}
	}
	return false
}
