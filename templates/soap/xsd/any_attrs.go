package xsd

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Attr is an attribute that the contract leaves open (xs:anyAttribute). One with
// a name in the namespace http://www.w3.org/2000/xmlns/ declares a prefix: those
// that were in scope are kept where a value looks like a qualified name, or like
// a list of them.
type Attr struct {
	Name  QName
	Value string
}

// Wildcard says from which namespaces xs:any or xs:anyAttribute takes what it
// stands for. The zero value takes all.
type Wildcard struct {
	Not  bool     // none of those below, nor names without a namespace; else only those below
	NS   []int    // indices into the namespace table
	URIs []string // those that are not in the table
}

func (w *Wildcard) Allows(ns int32, uri string) bool {
	if !w.Not && len(w.NS) == 0 && len(w.URIs) == 0 {
		return true
	}
	listed := false
	for _, i := range w.NS {
		listed = listed || int(ns) == i
	}
	for _, u := range w.URIs {
		listed = listed || uri == u
	}
	if w.Not {
		return !listed && ns != 0
	}
	return listed
}

// AnyAttr is what NextAttr returns for an attribute that the shape's wildcard
// allows.
const AnyAttr = 1 << 20

// NoName is the namespace of fields that a wildcard stands for.
const NoName = -2

// PrefixesIn returns the prefixes of a text that may be a list of qualified
// names, nil if it is none. Longer lists than anyone writes are none.
func PrefixesIn(text string) []string {
	const most = 64
	if !strings.Contains(text, ":") || len(text) > 1<<12 {
		return nil
	}
	var prefixes []string
	for n, name := range strings.FieldsFunc(text, lex.IsSpaceRune) {
		prefix, local, found := strings.Cut(name, ":")
		if n == most || !lex.IsNCName(prefix) || found && !lex.IsNCName(local) {
			return nil
		}
		if found && !slices.Contains(prefixes, prefix) {
			prefixes = append(prefixes, prefix)
		}
	}
	return prefixes
}

// Renames are prefixes that mean something else in the document, and what stands
// for them.
type Renames map[string]string

// In returns the text with other prefixes if it may be a list of qualified names.
func (r Renames) In(text string) string {
	if len(r) == 0 || PrefixesIn(text) == nil {
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
