package component

import (
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// Constraint is an identity constraint (XML Schema part 1, section 3.11).
type Constraint struct {
	Kind     ConstraintKind
	Name     xsd.QName
	Refer    xsd.QName // the key or unique constraint that a keyref refers to
	Selector []Path
	Fields   [][]Path
}

// ConstraintKind is the kind of an identity constraint.
type ConstraintKind uint8

// The kinds of identity constraints.
const (
	ConstraintUnique ConstraintKind = iota
	ConstraintKey
	ConstraintKeyRef
)

// Path is one of the paths that a selector or a field allows (part 1, section 3.11.6). A name without a prefix has no
// namespace, not even the name of an element (XPath 1.0, section 2.3). "*" is any local name or any namespace.
type Path struct {
	Deep      bool // it begins with .//
	Steps     []xsd.QName
	Attribute *xsd.QName // the attribute that a field selects; nil: it selects elements
}

// NameMatches reports whether the name test of a step allows the name of an element or attribute.
func NameMatches[T string | []byte](test xsd.QName, space string, local T) bool {
	return (test.Local == "*" || test.Local == string(local)) && (test.Space == "*" || test.Space == space)
}

// Matches reports whether a path selects an element: below has the elements from the context element, without it, to that element.
func Matches[S interface{ Is(test xsd.QName) bool }](p *Path, below []S) bool {
	if len(below) < len(p.Steps) || len(below) > len(p.Steps) && !p.Deep {
		return false
	}
	for i, e := range below[len(below)-len(p.Steps):] {
		if !e.Is(p.Steps[i]) {
			return false
		}
	}
	return true
}

// constraints returns the identity constraints in a node (part 1, section 3.11.2), without those that are not complete.
func (c context) constraints(n *node) []Constraint {
	var all []Constraint
	for _, child := range n.nodes {
		one := Constraint{}
		switch child.local {
		case "unique":
			one.Kind = ConstraintUnique
		case "key":
			one.Kind = ConstraintKey
		case "keyref":
			one.Kind = ConstraintKeyRef
			name, ok := c.qname(child, child.value("refer"))
			if !ok {
				continue
			}
			one.Refer = name
		default:
			continue
		}
		one.Name = xsd.QName{Space: c.target, Local: componentName(child.value("name"))}
		for _, part := range child.nodes {
			path := part.value("xpath")
			switch part.local {
			case "selector":
				one.Selector = part.scope.paths(path)
			case "field":
				one.Fields = append(one.Fields, part.scope.paths(path))
			}
		}
		if one.Selector != nil && len(one.Fields) > 0 {
			all = append(all, one)
		}
	}
	return all
}

// paths reads an expression of the subset of XPath that selectors and fields have.
func (s *scope) paths(text string) []Path {
	text = strings.Join(strings.Fields(text), "")
	if text == "" {
		return nil
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "child::", ""), "attribute::", "@")
	var all []Path
	for one := range strings.SplitSeq(text, "|") {
		p := Path{}
		one, p.Deep = strings.CutPrefix(one, ".//")
		for step := range strings.SplitSeq(one, "/") {
			step, isAttribute := strings.CutPrefix(step, "@")
			if step == "." || step == "" {
				continue
			}
			name := xsd.QName{Local: step}
			if step == "*" {
				name.Space = "*"
			} else if strings.Contains(step, ":") {
				name, _ = s.expand(step)
			}
			if isAttribute {
				p.Attribute = &name
			} else {
				p.Steps = append(p.Steps, name)
			}
		}
		all = append(all, p)
	}
	return all
}
