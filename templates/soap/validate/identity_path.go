package validate

import (
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/xsd"
)

// xsdConstraint is an identity constraint (part 1, section 3.11).
type xsdConstraint struct {
	kind     component.ConstraintKind
	name     string
	refer    string
	selector []xsdPath
	fields   [][]xsdPath
}

// label is the local name.
func (c *xsdConstraint) label() string { return c.name[strings.IndexByte(c.name, '}')+1:] }

// xsdConstraints holds the constraints of an element by the local name at the end of their selectors.
type xsdConstraints struct {
	all    []xsdConstraint
	byName map[string][]int
	others []int // may select elements of any name
}

func newConstraints(list []component.Constraint) *xsdConstraints {
	if list == nil {
		return nil
	}
	x := &xsdConstraints{byName: make(map[string][]int)}
	for i, c := range list {
		k := xsdConstraint{kind: c.Kind, name: c.Name, refer: c.Refer, selector: parsePaths(c.Selector)}
		for _, f := range c.Fields {
			k.fields = append(k.fields, parsePaths(f))
		}
		x.all = append(x.all, k)
		x.index(i, k.selector)
	}
	return x
}

func (x *xsdConstraints) index(i int, selector []xsdPath) {
	names := make(map[string]bool)
	for _, p := range selector {
		if len(p.steps) == 0 || p.steps[len(p.steps)-1].Local == "*" {
			x.others = append(x.others, i)
			return
		}
		names[p.steps[len(p.steps)-1].Local] = true
	}
	for name := range names {
		x.byName[name] = append(x.byName[name], i)
	}
}

// xsdPath is a path of a selector or a field. "*" is any name or namespace.
type xsdPath struct {
	deep      bool // it begins with .//
	steps     []xsd.QName
	attribute *xsd.QName // attribute that a field selects
}

// parsePaths reads an expression whose names are in Clark's notation.
func parsePaths(text string) []xsdPath {
	paths := make([]xsdPath, 1)
	for text != "" {
		p := &paths[len(paths)-1]
		switch {
		case strings.HasPrefix(text, ".//"):
			p.deep, text = true, text[3:]
			continue
		case text[0] == '|':
			paths = append(paths, xsdPath{})
		case text[0] == '@' || text[0] == '{':
			name, rest := clarkName(strings.TrimPrefix(text, "@"))
			if text[0] == '@' {
				p.attribute = &name
			} else {
				p.steps = append(p.steps, name)
			}
			text = rest
			continue
		}
		text = text[1:] // a dot or a slash
	}
	return paths
}

// clarkName cuts {space}local from the start of an expression.
func clarkName(text string) (name xsd.QName, rest string) {
	space, rest, _ := strings.Cut(strings.TrimPrefix(text, "{"), "}")
	n := strings.IndexAny(rest, "/|@")
	if n < 0 {
		n = len(rest)
	}
	return xsd.QName{Space: space, Local: rest[:n]}, rest[n:]
}

// matches reports whether the path leads from an element to one in it, or to itself: below are the steps between them.
func (p *xsdPath) matches(below []pathStep) bool {
	if len(below) < len(p.steps) || len(below) > len(p.steps) && !p.deep {
		return false
	}
	for i, name := range below[len(below)-len(p.steps):] {
		if !nameMatches(p.steps[i], name.space, name.name) {
			return false
		}
	}
	return true
}

func nameMatches(test xsd.QName, space string, local []byte) bool {
	return (test.Local == "*" || test.Local == string(local)) && (test.Space == "*" || test.Space == space)
}

func anyMatches(paths []xsdPath, below []pathStep) bool {
	for i := range paths {
		if paths[i].matches(below) {
			return true
		}
	}
	return false
}
