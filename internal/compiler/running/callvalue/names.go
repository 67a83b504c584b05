package callvalue

import (
	"iter"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// Names returns the names of the elements and attributes of a type.
func Names(t *schema.Type) (names []string) {
	if t == nil {
		return nil
	}
	for name := range members(t) {
		names = appendNew(names, name)
	}
	for _, name := range attachmentNames(t) {
		names = appendNew(names, name)
	}
	return names
}

// members returns the elements and attributes of a type, also of those in its groups, with their names.
func members(t *schema.Type) iter.Seq2[string, *schema.Row] {
	return func(yield func(string, *schema.Row) bool) { visitMembers(t, yield) }
}

// visitMembers calls yield for each member, and reports whether it has not ended the visit.
func visitMembers(t *schema.Type, yield func(string, *schema.Row) bool) bool {
	if item := encodedItem(t); item != nil {
		return yield(item.Name, item)
	}
	all := t.AllRows()
	for i := range all {
		more := true
		switch r := &all[i]; {
		case r.Kind == kind.Items || r.Kind == kind.Member:
			more = visitMembers(r.Of, yield)
		case r.At == schema.AtAttachment || r.Name == "" || r.Kind == kind.Prohibited || r.Kind == kind.Inherited: // see attachmentNames
		case r.At == schema.AtAttribute:
			more = yield("@"+r.Name, r)
		default:
			more = yield(r.Name, r)
		}
		if !more {
			return false
		}
	}
	return true
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

// Meant returns the question whether an unknown name in one of some types means a similar name there, or the name of an element or
// attribute further inside. Each name in the question is appended to path. Meant returns "" if there is no such name.
func Meant(path, name string, types ...*schema.Type) string {
	plain := func(name string) string { return strings.TrimPrefix(name, "@") }
	var names []string
	for _, t := range types {
		names = append(names, Names(t)...)
	}
	near := spelling.NearestOf(plain(name), names, plain)
	if len(near) == 0 || !strings.EqualFold(plain(near[0]), plain(name)) {
		if inner := inside(plain(name), types); len(inner) > 0 {
			near = inner
		}
	}
	for i := range near {
		near[i] = join(path, near[i])
	}
	return spelling.Meant(near)
}

// inside returns a few full names that end with a name, the shortest first. Case is ignored.
func inside(name string, types []*schema.Type) (found []string) {
	const maxFound = 3
	for path := range within(types) {
		if last := path[strings.LastIndexByte(path, '.')+1:]; strings.EqualFold(strings.TrimPrefix(last, "@"), name) {
			found = appendNew(found, path)
		}
		if len(found) == maxFound {
			break
		}
	}
	return found
}

// Parameters returns the full names of the elements and attributes with simple values in a type, a few hundred at most.
func Parameters(t *schema.Type) (names []string) {
	const maxNames = 500
	for path, r := range within([]*schema.Type{t}) {
		if !isComplex(r) && len(names) < maxNames {
			names = appendNew(names, path)
		}
	}
	return names
}

// within returns the full names of elements and attributes in types, the shortest first, and not those in an element inside one
// of the same type. It returns some thousands at most.
func within(types []*schema.Type) iter.Seq2[string, *schema.Row] {
	const maxNames = 10_000
	type element struct {
		path   string
		t      *schema.Type
		around *element
	}
	var queue []*element
	for _, t := range types {
		queue = append(queue, &element{t: t})
	}
	isIn := func(e *element, t *schema.Type) bool {
		for ; e != nil && e.t != t; e = e.around {
		}
		return e != nil
	}
	return func(yield func(string, *schema.Row) bool) {
		for n := 0; len(queue) > 0; queue = queue[1:] {
			e := queue[0]
			for name, r := range members(e.t) {
				path := join(e.path, name)
				if n++; n > maxNames || !yield(path, r) {
					return
				}
				if isComplex(r) && r.Of != nil && !isIn(e, r.Of) {
					queue = append(queue, &element{path, r.Of, e})
				}
			}
		}
	}
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
