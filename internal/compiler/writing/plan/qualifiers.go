package plan

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// qualifiers returns for each namespace with a schema a name that distinguishes it from the others,
// for Go names: the prefix that its schemas or, if they have none, the WSDL documents have for it, or the last words of its
// URI. A namespace without such a name is not in the map. Neither the order of the schemas matters nor what other schemas
// call the namespace.
func qualifiers(schemas []*xsd.Schema, roots []*xmltree.Element) map[string]string {
	own, shared := make(map[string]string), make(map[string]string)
	for _, root := range roots {
		addPrefixes(shared, root, "")
	}
	choices := make(map[string][]string)
	for _, s := range schemas {
		space := s.TargetNamespace
		if space == "" {
			continue
		}
		addPrefixes(own, s.Element, space)
		choices[space] = nil
	}
	for space := range choices {
		if prefix := cmp.Or(own[space], shared[space]); prefix != "" {
			choices[space] = []string{prefix}
		}
		choices[space] = append(choices[space], wordsOf(space)...)
	}
	return distinct(choices)
}

// addPrefixes adds the prefixes that an element declares for a namespace, or for all if space is "", to the prefixes by
// namespace. Of several it keeps the first in the order of their names, and none that says nothing.
func addPrefixes(prefixes map[string]string, e *xmltree.Element, space string) {
	if e == nil {
		return
	}
	for _, a := range e.Attrs {
		if a.Name.Space != xmltree.XMLNSNamespace || a.Prefix == "" || space != "" && a.Value != space || meaningless.MatchString(a.Name.Local) {
			continue
		}
		if name, known := naming.GoName(a.Name.Local), prefixes[a.Value]; known == "" || name < known {
			prefixes[a.Value] = name
		}
	}
}

// distinct returns the first of the choices of each namespace that no other namespace has. Namespaces
// with the same choice all go on to their next one.
func distinct(choices map[string][]string) map[string]string {
	chosen := make(map[string]string)
	for len(choices) > 0 {
		count := make(map[string]int)
		for _, name := range chosen {
			count[name]++
		}
		for _, names := range choices {
			if len(names) > 0 {
				count[names[0]]++
			}
		}
		for space, names := range choices {
			switch {
			case len(names) == 0:
				delete(choices, space)
			case count[names[0]] == 1:
				chosen[space] = names[0]
				delete(choices, space)
			default:
				choices[space] = names[1:]
			}
		}
	}
	return chosen
}

// meaningless matches prefixes that do not say which namespace they are for, such as those that tools
// make.
var meaningless = regexp.MustCompile(`(?i)^([a-z]|_|ns|tns|xns|typens|impl|intf|this|target|targetns|types?|schema|xsd?|xs|wsdl|wsdlns|self|local)[0-9_.-]*$`)

// maxWords is how many words before the last one are added one by one to the name for a URI.
const maxWords = 8

// wordsOf returns names made from a URI: its last word, that with the version after it, and that with the
// words before it.
func wordsOf(uri string) []string {
	if _, rest, ok := strings.Cut(uri, ":"); ok { // the scheme says nothing
		uri = rest
	}
	segments := strings.FieldsFunc(uri, func(r rune) bool { return strings.ContainsRune("/:?#&=", r) })
	last := len(segments) - 1
	for last >= 0 && !isWord(segments[last]) {
		last--
	}
	if last < 0 {
		return nil
	}
	names := []string{naming.GoName(strings.TrimSuffix(segments[last], ".xsd"))}
	for from := last; from >= 0; from-- {
		if from < last-maxWords {
			from = 0 // the whole URI is the last choice
		}
		if name := naming.GoName(strings.Join(segments[from:], " ")); name != names[len(names)-1] {
			names = append(names, name)
		}
	}
	return names
}

// isWord reports whether a segment of a URI is more than a number, a version or a date.
func isWord(segment string) bool {
	letters := 0
	for _, r := range segment {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 1
}
