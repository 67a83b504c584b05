package validation

import (
	"strings"

	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xsd"
)

// constraintsOf returns the identity constraints of an element. Those that are not complete are left out.
func constraintsOf(e *xsd.ElementDeclaration) []*ir.Constraint {
	var all []*ir.Constraint
	for _, k := range e.Constraints {
		c := &ir.Constraint{Name: k.Name.String(), Selector: clarkPath(k.Selector)}
		switch {
		case k.Kind == xsd.Key:
			c.Kind = ir.Key
		case k.Kind == xsd.KeyRef && k.Refer != nil:
			c.Kind, c.Refer = ir.KeyRef, k.Refer.Name.String()
		case k.Kind == xsd.KeyRef:
			continue
		}
		for _, f := range k.Fields {
			c.Fields = append(c.Fields, clarkPath(f))
		}
		if c.Selector != "" && len(c.Fields) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// clarkPath returns an expression of the subset of part 1, section 3.11.6, without blanks and names of axes, and with
// names in Clark's notation: .//{urn:t}stop/{*}*|{urn:t}line/@id
func clarkPath(x xsd.XPath) string {
	text := x.Text
	for _, axis := range []string{"child", "attribute"} {
		text = withoutAxis(text, axis)
	}
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
		// A name without a prefix has no namespace, an element's neither (XPath 1.0, section 2.3).
		prefix, local, qualified := strings.Cut(token, ":")
		space := ""
		switch {
		case qualified && x.Scope != nil:
			space, _ = x.Scope.LookupPrefix(prefix)
		case !qualified:
			local = token
		}
		b.WriteString("{" + space + "}" + local)
	}
	return b.String()
}

const blanks = " \t\r\n"

// withoutAxis writes child::a as a, and attribute::a as @a.
func withoutAxis(text, axis string) string {
	before, after, found := strings.Cut(text, "::")
	if !found {
		return text
	}
	short := ""
	if axis == "attribute" {
		short = "@"
	}
	name := strings.TrimRight(before, blanks)
	if rest, ok := strings.CutSuffix(name, axis); ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], "/|"+blanks)) {
		return rest + short + withoutAxis(after, axis)
	}
	return before + "::" + withoutAxis(after, axis)
}
