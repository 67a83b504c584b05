package xsd

import (
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/lexical"
)

// PathTokens splits the expression of a selector or a field into names, which include *, p:* and p:q, and symbols. Other characters
// are tokens, too, which no expression has.
func PathTokens(text string) []string {
	var tokens []string
	for text = strings.TrimLeft(text, xmltree.Spaces); text != ""; text = strings.TrimLeft(text, xmltree.Spaces) {
		n := 1
		switch {
		case strings.HasPrefix(text, "//"), strings.HasPrefix(text, "::"):
			n = 2
		case strings.ContainsRune("./|@*", rune(text[0])):
		default:
			n = nameLength(text)
		}
		tokens = append(tokens, text[:n])
		text = text[n:]
	}
	return tokens
}

// nameLength returns the length of the NameTest at the start of text, or of its first character.
func nameLength(text string) int {
	n := ncNameLength(text)
	if n == 0 {
		_, size := utf8.DecodeRuneInString(text)
		return size
	}
	rest, ok := strings.CutPrefix(text[n:], ":")
	if !ok {
		return n
	}
	if strings.HasPrefix(rest, "*") {
		return n + 2
	}
	if m := ncNameLength(rest); m > 0 {
		return n + 1 + m
	}
	return n
}

func ncNameLength(text string) int {
	end := 0
	for i, r := range text {
		if r == ':' || !lexical.IsNameCharacter(r, i == 0) {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return end
}
