package suppress

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// at is the place that a suppression applies to: a document, or a component with its content.
//
// A component is a path of names, [KIND] [{NAMESPACE}]NAME, with slashes between them. It matches a position if elements with
// these names contain the position, from the outside inwards; others may be between them. In
//
//	operation getBook
//	portType Library/operation getBook
//	type {urn:library}book
//	element book/title
//
// the last path is the element title in any component book: a kind before several names is the kind of the last, as in a
// rename. A name with a slash, a space or a quote is written as a Go string. A document has the name in the reference to it,
// relative to the folder of the contract.
type at struct {
	document string
	steps    []step
}

// step is a name in a path; kind and namespace are "" for any.
type step struct{ kind, namespace, name string }

// parseAt parses a place. The zero at means everywhere.
func parseAt(text string) (at, error) {
	if text == "" {
		return at{}, nil
	}
	a := at{document: text}
	if name, err := strconv.Unquote(text); err == nil {
		a.document = name
	}
	parts, err := split(text)
	if err != nil {
		return at{}, err
	}
	kinds := 0
	for _, part := range parts {
		s, err := parseStep(part)
		if err != nil && !strings.ContainsAny(text, ` "{`) {
			return at{document: a.document}, nil // such as ../types.xsd/ or http://host/types.xsd
		}
		if err != nil {
			return at{}, fmt.Errorf("%s: %w", diag.Quote(text), err)
		}
		if s.kind != "" {
			kinds++
		}
		a.steps = append(a.steps, s)
	}
	first, last := &a.steps[0], &a.steps[len(a.steps)-1]
	if kinds == 1 && first.kind != "" {
		first.kind, last.kind = "", first.kind
	}
	return a, nil
}

// parseStep parses [KIND] [{NAMESPACE}]NAME.
func parseStep(text string) (step, error) {
	var s step
	text = strings.Trim(text, blank)
	if end := strings.IndexAny(text, blank); end > 0 && text[0] != '"' && text[0] != '{' {
		s.kind, text = text[:end], strings.TrimLeft(text[end:], blank)
		if !slices.Contains(kinds(), s.kind) {
			if near := nearest(s.kind, kinds()); near != "" {
				return s, fmt.Errorf("unknown kind of component %s; did you mean %s?", diag.Quote(s.kind), near)
			}
			return s, fmt.Errorf("unknown kind of component %s; want %s", diag.Quote(s.kind), diag.Listed(kinds(), "or"))
		}
	}
	if strings.HasPrefix(text, "{") {
		end := strings.IndexByte(text, '}')
		if end < 0 {
			return s, errors.New("unclosed brace")
		}
		s.namespace, text = text[1:end], text[end+1:]
	}
	s.name = text
	if strings.HasPrefix(text, `"`) {
		name, err := strconv.Unquote(text)
		if err != nil {
			return s, fmt.Errorf("%s is not a Go string", diag.Quote(text))
		}
		s.name = name
	} else if strings.ContainsAny(text, blank) {
		return s, fmt.Errorf("%s follows the name", diag.Quote(text[strings.IndexAny(text, blank)+1:]))
	}
	if s.name == "" {
		return s, errors.New("missing name")
	}
	return s, nil
}

// split splits a path at the slashes that are neither in quotes nor in braces.
func split(path string) ([]string, error) {
	var parts []string
	start, quoted, braced := 0, false, false
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case quoted && c == '\\':
			i++
		case c == '"' && !braced:
			quoted = !quoted
		case quoted:
		case c == '{':
			braced = true
		case c == '}':
			braced = false
		case c == '/' && !braced:
			parts = append(parts, path[start:i])
			start = i + 1
		}
	}
	if quoted {
		return nil, fmt.Errorf("%s: unclosed quote", diag.Quote(path))
	}
	return append(parts, path[start:]), nil
}

// matches reports whether a position is in the place.
func (a at) matches(p *places, pos diag.Pos) bool {
	return a.document == "" || p.name(pos.File) == a.document || len(a.steps) > 0 && follows(a.steps, p.path(pos))
}

// follows reports whether a path of components contains the steps in this order.
func follows(steps []step, path []component) bool {
	for _, c := range path {
		if len(steps) > 0 && steps[0].is(c) {
			steps = steps[1:]
		}
	}
	return len(steps) == 0
}

func (s step) is(c component) bool {
	return s.name == c.name && (s.kind == "" || s.kind == c.kind) && (s.namespace == "" || s.namespace == c.namespace)
}
