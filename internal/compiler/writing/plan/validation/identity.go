package validation

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/component"
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

func (d *describer) clarkPath(x xsd.XPath) string {
	return component.Path(x.Text, func(prefix string) string {
		if x.Scope == nil {
			return ""
		}
		uri, _ := x.Scope.LookupPrefix(prefix)
		return d.in.Table.Replaced(uri)
	})
}

const blanks = " \t\r\n"
