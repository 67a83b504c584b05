package support

const (
	nameStart = 1 // may start a name
	namePart  = 2 // may only continue one
)

// nameBytes classifies the ASCII characters of names (XML 1.0, fifth edition,
// section 2.3).
var nameBytes = func() (t [256]byte) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = nameStart, nameStart
	}
	t[':'], t['_'] = nameStart, nameStart
	for c := '0'; c <= '9'; c++ {
		t[c] = namePart
	}
	t['-'], t['.'] = namePart, namePart
	return t
}()

// isNameRune reports whether a character beyond ASCII may stand in a name, or
// start one.
func isNameRune(r rune, first bool) bool {
	switch {
	case r < 0xC0:
		return r == 0xB7 && !first
	case r <= 0x2FF:
		return r != 0xD7 && r != 0xF7
	case r <= 0x36F:
		return !first
	case r <= 0x1FFF:
		return r != 0x37E
	case r <= 0x218F:
		return r == 0x200C || r == 0x200D || r >= 0x2070 || !first && (r == 0x203F || r == 0x2040)
	case r <= 0x2FEF:
		return r >= 0x2C00
	case r <= 0xD7FF:
		return r >= 0x3001
	case r <= 0xFDCF:
		return r >= 0xF900
	case r <= 0xFFFD:
		return r >= 0xFDF0
	}
	return r >= 0x10000 && r <= 0xEFFFF
}
