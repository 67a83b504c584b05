package codec

import (
	"example.com/quartet/templates/soap/internal/lex"
)

// itemMode is the mode of the current tag while an item is read.
func itemMode(mode tagMode) tagMode {
	if mode == tagAttr {
		return tagAttrItem
	}
	return tagItem
}

func nextListItem(text []byte) (word, rest []byte) {
	for len(text) > 0 && lex.IsSpace(text[0]) {
		text = text[1:]
	}
	n := 0
	for n < len(text) && !lex.IsSpace(text[n]) {
		n++
	}
	return text[:n:n], text[n:]
}

func countListItems(text []byte) int {
	n, inside := 0, false
	for _, c := range text {
		if lex.IsSpace(c) {
			inside = false
		} else if !inside {
			inside = true
			n++
		}
	}
	return n
}
