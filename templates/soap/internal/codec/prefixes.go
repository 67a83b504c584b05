package codec

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Bounds of a text that prefixesIn reads.
const (
	maxPrefixedNames = 64
	maxPrefixedText  = 1 << 12
)

// prefixesIn returns the prefixes of a text that may be a list of qualified
// names, nil if it is not. A longer list than the bounds allow is not taken for
// one.
func prefixesIn(text string) []string {
	if !strings.Contains(text, ":") || len(text) > maxPrefixedText {
		return nil
	}
	var prefixes []string
	for n, name := range strings.FieldsFunc(text, lex.IsSpaceRune) {
		prefix, local, found := strings.Cut(name, ":")
		if n == maxPrefixedNames || !lex.IsNCName(prefix) || found && !lex.IsNCName(local) {
			return nil
		}
		if found && !slices.Contains(prefixes, prefix) {
			prefixes = append(prefixes, prefix)
		}
	}
	return prefixes
}

// renamedPrefixes maps prefixes that have another meaning in the document to
// those that replace them.
type renamedPrefixes map[string]string

// in returns text with its prefixes replaced, if it may be a list of qualified
// names.
func (r renamedPrefixes) in(text string) string {
	if len(r) == 0 || prefixesIn(text) == nil {
		return text
	}
	var b strings.Builder
	for text != "" {
		name := text
		if i := strings.IndexFunc(text, lex.IsSpaceRune); i >= 0 {
			name = text[:i+1]
		}
		text = text[len(name):]
		if prefix, local, found := strings.Cut(name, ":"); found && r[prefix] != "" {
			name = r[prefix] + ":" + local
		}
		b.WriteString(name)
	}
	return b.String()
}
