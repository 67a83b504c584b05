package xmltree

import "unicode/utf8"

// NameStartChars and NameChars are ranges of characters, with both ends included: NameStartChar of XML 1.0, fifth
// edition, section 2.3, and the characters that NameChar adds. They must not be modified.
var (
	NameStartChars = [][2]rune{
		{':', ':'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D},
		{0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF},
		{0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
	}
	NameChars = [][2]rune{{'-', '-'}, {'.', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}
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
	return inRanges(NameStartChars, r) || !first && inRanges(NameChars, r)
}

func inRanges(ranges [][2]rune, r rune) bool {
	for _, p := range ranges {
		if r <= p[1] {
			return p[0] <= r
		}
	}
	return false
}
