package sample

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/xsd"
)

// maxAttempts is how many texts are tried for one value, besides those that match patterns in instances that are not varied.
const maxAttempts = 60

// simple returns a text of a type, in which qualified names have their namespaces in place of prefixes. It tries candidates until
// one is valid.
func (m *maker) simple(t *component.Type) (string, error) {
	if err := m.valueless[t]; err != nil {
		return "", err
	}
	m.serial++
	f := m.facetsOf(t)
	for attempt := range maxAttempts {
		if text, ok := m.candidate(t, f, attempt); ok && m.values.Check(t, text) == nil {
			return m.noted(f, text), nil
		}
	}
	if !m.Varied {
		if text, ok := m.plainMatching(t, f); ok {
			return m.noted(f, text), nil
		}
	}
	err := fmt.Errorf("no value of %s was found", m.subject)
	if all := slices.Concat(f.patternTexts, f.texts); len(all) > 0 {
		err = fmt.Errorf("%w that satisfies %s", err, strings.Join(all, " and "))
	}
	m.valueless[t] = err
	return "", err
}

// noted notes the first ID of the document.
func (m *maker) noted(f *facets, text string) string {
	if f.builtin == "ID" {
		if m.ids++; m.id == "" {
			m.id = text
		}
	}
	return text
}

// padded adds insignificant white space around some values.
func (m *maker) padded(t *component.Type, text string) string {
	d := t.Definition()
	if !m.PadValues || d.Variety == component.Union || d.Variety == component.NoVariety || m.random.IntN(5) > 0 {
		return text
	}
	if space := m.facetsOf(t).whiteSpace; d.Variety != component.List && space != "collapse" && (space != "" || m.facetsOf(t).primitive == "string") {
		return text
	}
	return "\n  " + text + " "
}

// choose returns the index of one of n values: the first ones, one after another, unless the instance is varied.
func (m *maker) choose(n, attempt int) int {
	if m.Varied && attempt <= maxAttempts/2 {
		return m.upTo(n)
	}
	return attempt % n
}

// candidate returns a text that may be a value of a type.
func (m *maker) candidate(t *component.Type, f *facets, attempt int) (string, bool) {
	d := t.Definition()
	if n := len(f.enumeration); n > 0 {
		i := m.choose(n, attempt)
		if m.extreme > 0 {
			i = n - 1 - i
		} else if !m.Varied {
			i = (m.upTo(n) + m.item + attempt) % n
		}
		return m.values.Expand(t, &f.enumeration[i]), true
	}
	switch d.Variety {
	case component.List:
		return m.list(d, f, attempt)
	case component.Union:
		if len(d.Members) == 0 {
			return "", false
		}
		text, err := m.simple(d.Members[m.choose(len(d.Members), attempt)])
		return text, err == nil
	case component.NoVariety:
		return m.word(attempt), true
	}
	if text, ok := m.fromPatterns(f, attempt); ok || len(f.patterns) > 0 && m.holdsNames(t) {
		return text, ok // a name with a namespace is not compared with patterns
	}
	return m.primitive(f, attempt)
}

// list returns a list of as many items as it must have.
func (m *maker) list(d *component.Definition, f *facets, attempt int) (string, bool) {
	n := min(max(f.min, 1), maxRepeated)
	if m.Varied {
		n = f.min + m.choose(8, attempt)
	}
	if f.max >= 0 {
		n = min(n, f.max)
	}
	if text, ok := m.fromPatterns(f, attempt); ok || len(f.patterns) > 0 && m.holdsNames(d.Item) {
		return text, ok
	}
	items := make([]string, n)
	for i := range items {
		text, err := m.simple(d.Item)
		if err != nil {
			return "", false
		}
		if text = strings.TrimSpace(text); text == "" || strings.ContainsAny(text, " \t\n\r") {
			text = "x" + strconv.Itoa(i) // an item cannot contain white space
		}
		items[i] = text
	}
	return strings.Join(items, " "), true
}

// prefixed returns a text with prefixes in place of the namespaces of the qualified names in it.
func (m *maker) prefixed(t *component.Type, text string) string {
	if !strings.Contains(text, "{") || !m.holdsNames(t) {
		return text
	}
	names := strings.Fields(text)
	for i, name := range names {
		if q, ok := xsd.ParseClark([]byte(name)); ok && q.Space != "" {
			names[i] = m.qname(q)
		}
	}
	return strings.Join(names, " ")
}

// holdsNames reports whether values of a type may be qualified names, or lists of them.
func (m *maker) holdsNames(t *component.Type) bool {
	switch d := t.Definition(); d.Variety {
	case component.List:
		return m.holdsNames(d.Item)
	case component.Union:
		return slices.ContainsFunc(d.Members, m.holdsNames)
	}
	primitive := m.facetsOf(t).primitive
	return primitive == "QName" || primitive == "NOTATION"
}
