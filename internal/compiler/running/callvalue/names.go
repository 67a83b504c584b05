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
	if item := encodedItem(t); item != nil {
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

// withRoot returns a node with the only element of a Body. Users give what is in the element, as they do where the element is the
// request itself.
func withRoot(op *contract.Operation, given *Node) *Node {
	all := slices.DeleteFunc(slices.Clone(op.RequestType().AllRows()), func(r schema.Row) bool { return r.Kind == kind.XSITypes })
	isBody := slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return w.Body })
	if !isBody || len(all) != 1 || all[0].Name == "" || hasElementOf(op.RequestType(), &all[0], given) {
		return given
	}
	if len(given.Children) == 0 && !given.HasText && !isComplex(&all[0]) {
		return given
	}
	root := *given
	root.Name = all[0].Name
	return &Node{Children: []*Node{&root}}
}

func hasElementOf(t *schema.Type, r *schema.Row, given *Node) bool {
	return slices.ContainsFunc(given.Children, func(c *Node) bool { return c.isElement(t, r) })
}

// Missing reports whether an operation needs parameters that are not given.
func Missing(op *contract.Operation, given *Node) bool {
	if op.RequestType() == nil {
		return false
	}
	given = withRoot(op, given)
	all, depth := op.RequestType().AllRows(), 0
	for i := range all {
		switch r := &all[i]; {
		case r.Kind == kind.End:
			depth--
		case r.Kind == kind.Sequence || r.Kind == kind.All || r.Kind == kind.Choice:
			depth++
		case depth == 0 && r.At == schema.AtElement && r.Name != "" && !r.Nillable && !r.Lax && (r.Occurs == schema.Once || r.Occurs == schema.OnceOrMore):
			if !hasElementOf(op.RequestType(), r, given) {
				return true
			}
		}
	}
	return false
}

// Unknown reports whether a parameter is given that an operation does not have.
func Unknown(op *contract.Operation, given *Node) bool {
	names := Names(op.RequestType())
	if op.RequestType() != nil {
		given = withRoot(op, given)
	}
	return slices.ContainsFunc(given.Children, func(c *Node) bool {
		name := c.Name[strings.LastIndexByte(c.Name, '}')+1:]
		return !slices.Contains(names, name) && !slices.Contains(names, "@"+name)
	})
}
