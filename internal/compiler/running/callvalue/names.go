package callvalue

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// Names returns the names of the elements and attributes of a type.
func Names(t *schema.Type) []string {
	if t == nil {
		return nil
	}
	if item := arrayItem(t); item != nil {
		return []string{item.Name}
	}
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	all := t.AllRows()
	for i := range all {
		switch r := &all[i]; {
		case r.Kind == kind.Items || r.Kind == kind.Member:
			for _, name := range Names(r.Of) {
				add(name)
			}
		case r.At == schema.AtAttachment: // see attachmentNames
		case r.Name == "" || r.Kind == kind.Prohibited || r.Kind == kind.Inherited:
		case r.At == schema.AtAttribute:
			add("@" + r.Name)
		default:
			add(r.Name)
		}
	}
	for _, name := range attachmentNames(t) {
		add(name)
	}
	return names
}

// TypeName returns the name of the type of an element in the schema.
func TypeName(t *schema.Type, r *schema.Row) string {
	switch {
	case r.More != nil && r.More.Type != "":
		return "a " + r.More.Type
	case r.Of != nil && r.Of.Name != "":
		return "a " + r.Of.Name
	case r.Of != nil:
		return "with " + strings.Join(Names(r.Of), ", ")
	}
	if name := descriptor.BuiltinName(r.Kind); name != "" {
		return "an xs:" + name
	}
	return "a value"
}

// Nearest returns the names that are most similar to an unknown name, each appended to path. It ignores whether a name is
// the name of an attribute.
func Nearest(path, name string, names []string) []string {
	near := spelling.NearestOf(strings.TrimPrefix(name, "@"), names, func(name string) string { return strings.TrimPrefix(name, "@") })
	for i := range near {
		near[i] = join(path, near[i])
	}
	return near
}

// Missing reports whether an operation needs parameters that are not given.
func Missing(op *contract.Operation, given *Node) bool {
	if op.RequestType() == nil {
		return false
	}
	all, depth := op.RequestType().AllRows(), 0
	for i := range all {
		switch r := &all[i]; {
		case r.Kind == kind.End:
			depth--
		case r.Kind == kind.Sequence || r.Kind == kind.All || r.Kind == kind.Choice:
			depth++
		case depth == 0 && r.At == schema.AtElement && r.Name != "" && !r.Nillable && !r.Lax && (r.Occurs == schema.Once || r.Occurs == schema.OnceOrMore):
			if !slices.ContainsFunc(given.Children, func(c *Node) bool { return c.isElement(op.RequestType(), r) }) {
				return true
			}
		}
	}
	return false
}

// Unknown reports whether a parameter is given that an operation does not have.
func Unknown(op *contract.Operation, given *Node) bool {
	names := Names(op.RequestType())
	return slices.ContainsFunc(given.Children, func(c *Node) bool {
		name := c.Name[strings.LastIndexByte(c.Name, '}')+1:]
		return !slices.Contains(names, name) && !slices.Contains(names, "@"+name)
	})
}
