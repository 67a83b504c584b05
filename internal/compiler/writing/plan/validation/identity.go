package validation

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/schema"
)

// constraintsOf returns the identity constraints of an element. Those that are not complete are left out.
func (d *describer) constraintsOf(e *xsd.ElementDeclaration) []schema.Constraint {
	var all []schema.Constraint
	for _, k := range e.Constraints {
		c := schema.Constraint{Name: d.clarkName(k.Name), Selector: d.clarkPath(k.Selector)}
		switch {
		case k.Kind == xsd.Key:
			c.Kind = schema.ConstraintKey
		case k.Kind == xsd.KeyRef && k.Refer != nil:
			c.Kind, c.Refer = schema.ConstraintKeyRef, d.clarkName(k.Refer.Name)
		case k.Kind == xsd.KeyRef:
			continue
		}
		for _, f := range k.Fields {
			c.Fields = append(c.Fields, d.clarkPath(f))
		}
		if c.Selector != "" && len(c.Fields) > 0 {
			all = append(all, c)
		}
	}
	return all
}

func (d *describer) clarkName(name xsd.QName) string {
	name.Space = d.in.Table.Replaced(name.Space)
	return name.String()
}

// isKeyField reports whether the field of an identity constraint may select elements or attributes of a name.
func (d *describer) isKeyField(local string) bool {
	if d.keyFields == nil {
		d.keyFields = make(map[string]bool)
		for _, k := range d.in.Schemas.Constraints {
			for _, f := range k.Fields {
				for path := range strings.SplitSeq(f.Text, "|") {
					name := path[strings.LastIndexAny(path, "@/:")+1:]
					d.keyFields[strings.Trim(name, blanks)] = true
				}
			}
		}
	}
	return d.keyFields[local] || d.keyFields["*"]
}

// clarkPath returns an expression of the subset of part 1, section 3.11.6, without blanks and names of axes, and with
// names in Clark's notation: .//{urn:t}stop/{*}*|{urn:t}line/@id
func (d *describer) clarkPath(x xsd.XPath) string {
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
		// A name without a prefix has no namespace, not even the name of an element (XPath 1.0, section 2.3).
		prefix, local, qualified := strings.Cut(token, ":")
		space := ""
		switch {
		case qualified && x.Scope != nil:
			space, _ = x.Scope.LookupPrefix(prefix)
		case !qualified:
			local = token
		}
		b.WriteString("{" + d.in.Table.Replaced(space) + "}" + local)
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
