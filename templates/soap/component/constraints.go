package component

import (
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

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
			refer, _ := child.attr("refer")
			name, ok := c.qname(child, refer)
			if !ok {
				continue
			}
			one.Refer = name.String()
		default:
			continue
		}
		name, _ := child.attr("name")
		one.Name = xsd.QName{Space: c.target, Local: componentName(name)}.String()
		for _, part := range child.nodes {
			path, _ := part.attr("xpath")
			switch part.local {
			case "selector":
				one.Selector = Path(path, part.scope.namespace)
			case "field":
				one.Fields = append(one.Fields, Path(path, part.scope.namespace))
			}
		}
		if one.Selector != "" && len(one.Fields) > 0 {
			all = append(all, one)
		}
	}
	return all
}

// Path returns an expression of the subset of XPath that selectors and fields have (part 1, section 3.11.6), without blanks and
// names of axes, and with names in Clark's notation: .//{urn:t}stop/{*}*|{urn:t}line/@id. A name without a prefix has no
// namespace, not even the name of an element (XPath 1.0, section 2.3). namespace returns the namespace of a prefix.
func Path(text string, namespace func(prefix string) string) string {
	text = withoutAxis(withoutAxis(text, "child", ""), "attribute", "@")
	var b strings.Builder
	for text = strings.TrimLeft(text, blanks); text != ""; text = strings.TrimLeft(text, blanks) {
		n := 1
		if !strings.ContainsRune("./|@*", rune(text[0])) {
			if n = strings.IndexAny(text, "/|@"+blanks); n < 0 {
				n = len(text)
			}
		}
		token := text[:n]
		text = text[n:]
		switch token {
		case "/", "|", ".", "@":
			b.WriteString(token)
			continue
		case "*":
			b.WriteString("{*}*")
			continue
		}
		prefix, local, qualified := strings.Cut(token, ":")
		space := ""
		if qualified {
			space = namespace(prefix)
		} else {
			local = token
		}
		b.WriteString("{" + space + "}" + local)
	}
	return b.String()
}

// withoutAxis writes child::a as a, and attribute::a as @a.
func withoutAxis(text, axis, short string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "::")
		if !found {
			return b.String() + text
		}
		name := strings.TrimRight(before, blanks)
		if rest, ok := strings.CutSuffix(name, axis); ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], "/|"+blanks)) {
			b.WriteString(rest + short)
		} else {
			b.WriteString(before + "::")
		}
		text = after
	}
}
