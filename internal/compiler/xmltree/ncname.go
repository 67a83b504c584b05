package xmltree

import "unicode/utf8"

// IsNCName reports whether s is a name without a colon (Namespaces in XML 1.0
// section 3, with the name characters of XML 1.0 fifth edition).
func IsNCName(s string) bool {
	if s == "" {
		return false
	}
	for i, r := range s {
		if r == utf8.RuneError || !isNameRune(r, i == 0) {
			return false
		}
	}
	return true
}

func isNameRune(r rune, first bool) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', r == '_':
		return true
	case '0' <= r && r <= '9', r == '-', r == '.', r == 0xB7, 0x300 <= r && r <= 0x36F, r == 0x203F, r == 0x2040:
		return !first
	case r < 0xC0, r == 0xD7, r == 0xF7:
		return false
	case r <= 0x2FF, 0x370 <= r && r <= 0x1FFF && r != 0x37E, r == 0x200C, r == 0x200D,
		0x2070 <= r && r <= 0x218F, 0x2C00 <= r && r <= 0x2FEF, 0x3001 <= r && r <= 0xD7FF,
		0xF900 <= r && r <= 0xFDCF, 0xFDF0 <= r && r <= 0xFFFD, 0x10000 <= r && r <= 0xEFFFF:
		return true
	}
	return false
}
