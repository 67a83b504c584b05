package plan

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// qualifiers returns for each namespace with a schema a name that distinguishes it from the others,
// for Go names: the prefix that most schemas have for it, or the last words of its URI. A namespace
// without such a name is not in the map. The order of the schemas does not matter.
func qualifiers(schemas []*xsd.Schema) map[string]string {
	prefixes := prefixesOf(schemas)
	choices := make(map[string][]string)
	for _, s := range schemas {
		if space := s.TargetNamespace; space != "" && choices[space] == nil {
			choices[space] = append(prefixes[space], wordsOf(space)...)
		}
	}
	return distinct(choices)
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

// prefixesOf returns the most common prefix of each namespace in Go, unless it is one that says nothing.
func prefixesOf(schemas []*xsd.Schema) map[string][]string {
	votes := make(map[string]map[string]int)
	visited := make(map[*xmltree.Element]bool)
	for _, s := range schemas {
		for e := s.Element; e != nil && !visited[e]; e = e.Parent {
			visited[e] = true
			for _, a := range e.Attrs {
				if a.Name.Space != xmltree.XMLNSNamespace || a.Prefix == "" || meaningless.MatchString(a.Name.Local) {
					continue
				}
				if votes[a.Value] == nil {
					votes[a.Value] = make(map[string]int)
				}
				votes[a.Value][naming.GoName(a.Name.Local)]++
			}
		}
	}
	best := make(map[string][]string)
	for space, count := range votes {
		best[space] = []string{slices.MaxFunc(slices.Sorted(maps.Keys(count)), func(a, b string) int {
			return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(b, a))
		})}
	}
	return best
}

// meaningless matches prefixes that do not say which namespace they are for, such as those that tools
// make.
var meaningless = regexp.MustCompile(`(?i)^([a-z]|_|ns|tns|xns|typens|impl|intf|this|target|targetns|types?|schema|xsd?|xs|wsdl|wsdlns|self|local)[0-9_.-]*$`)

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
