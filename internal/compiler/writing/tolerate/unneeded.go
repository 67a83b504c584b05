package tolerate

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/writing/plan/selection"
)

// unneededIn returns a function that returns the element of the component that an error is in, if nothing selected refers to
// it; otherwise nil. It follows references by their local names, which also works for references that cannot be resolved, and
// may take a component for needed that is not.
//
// If all types are generated, those that no operation refers to are needed as well, unless the error is a reference to a
// component that is missing: XML Schema allows that until a document needs it (part 1, section 5.3, Missing Sub-components).
func (c Config) unneededIn(set *load.Set) func(diag.Diagnostic) *xmltree.Element {
	if c.Elements || set.Main.Kind == load.Schema {
		return c.unneeded(set, true)
	}
	unreferenced := c.unneeded(set, false)
	if len(c.Operations)+len(c.Ports) > 0 {
		return unreferenced
	}
	others := c.unneeded(set, true)
	return func(d diag.Diagnostic) *xmltree.Element {
		if e := unreferenced(d); e != nil && d.ID == diag.Unresolved && e.Parent.Name.Local == "schema" {
			return e
		}
		return others(d)
	}
}

// unneeded is unneededIn with or without the types that nothing refers to.
func (c Config) unneeded(set *load.Set, types bool) func(diag.Diagnostic) *xmltree.Element {
	n := &needs{selected: c, named: make(map[reference][]*unit), derived: make(map[string][]*unit), followed: make(map[reference]bool), bindings: make(map[string]bool)}
	for _, doc := range set.Documents {
		n.addDocument(doc)
	}
	if set.Main.Kind == load.WSDL {
		n.needPorts()
		if !slices.ContainsFunc(n.units, func(u *unit) bool { return u.kind == bindingUnit && u.needed }) {
			return func(diag.Diagnostic) *xmltree.Element { return nil } // no code is generated
		}
	}
	for _, u := range n.units {
		_, named := u.element.Value("name")
		if u.kind == schemaUnit && (types || !named) { // xs:import, xs:redefine and others have no name
			n.need(u)
		}
	}
	n.follow()
	slices.SortFunc(n.units, func(a, b *unit) int { return a.pos.Compare(b.pos) })
	return func(d diag.Diagnostic) *xmltree.Element {
		i, found := slices.BinarySearchFunc(n.units, d.Pos, func(u *unit, pos diag.Pos) int { return u.pos.Compare(pos) })
		if !found {
			i-- // the last component that begins before the error
		}
		if i < 0 || n.units[i].pos.File != d.Pos.File || n.units[i].needed {
			return nil
		}
		return n.units[i].element
	}
}

// needs finds what the selected ports and operations refer to.
type needs struct {
	selected Config
	units    []*unit
	named    map[reference][]*unit
	derived  map[string][]*unit // units of schemas that are derived from, or substitute, the one with a local name
	followed map[reference]bool // references whose units are needed
	bindings map[string]bool    // results of hasBinding
	queue    []*unit            // units that are needed, whose references have to be followed
}

// unit is an element that can be left out: a component of WSDL or of a schema, or an operation of a portType or binding.
type unit struct {
	kind    unitKind
	element *xmltree.Element
	pos     diag.Pos
	within  []*unit // ports and operations
	needed  bool
}

type unitKind int

const (
	container unitKind = iota // always needed, without its content
	messageUnit
	portTypeUnit
	bindingUnit
	memberUnit // a port or an operation
	schemaUnit
)

type reference struct {
	kind  unitKind
	local string
}

func (n *needs) add(kind unitKind, e *xmltree.Element) *unit {
	u := &unit{kind: kind, element: e, pos: e.Pos(), needed: kind == container}
	n.units = append(n.units, u)
	if name, ok := e.Value("name"); ok {
		at := reference{kind, strings.TrimSpace(name)}
		n.named[at] = append(n.named[at], u)
	}
	return u
}

func (n *needs) addDocument(doc *load.Document) {
	if doc.Kind == load.Schema {
		n.addSchema(doc.Root)
		return
	}
	n.add(container, doc.Root)
	for e := range doc.Root.Elements() {
		switch e.Name.Local {
		case "message":
			n.add(messageUnit, e)
		case "portType":
			n.addMembers(n.add(portTypeUnit, e), "operation")
		case "binding":
			n.addMembers(n.add(bindingUnit, e), "operation")
		case "service":
			n.addMembers(n.add(container, e), "port")
		case "types":
			n.add(container, e)
			for schema := range e.Elements() {
				n.addSchema(schema)
			}
		default:
			n.add(container, e)
		}
	}
}

func (n *needs) addMembers(u *unit, local string) {
	for e := range u.element.Named(wsdl11.Namespace, local) {
		u.within = append(u.within, n.add(memberUnit, e))
	}
}

func (n *needs) addSchema(schema *xmltree.Element) {
	n.add(container, schema)
	for e := range schema.Elements() {
		u := n.add(schemaUnit, e)
		for inner := range e.All() {
			for _, name := range []string{"base", "substitutionGroup"} {
				if value, ok := inner.Value(name); ok {
					n.derived[localName(value)] = append(n.derived[localName(value)], u)
				}
			}
		}
	}
}

// needPorts needs the selected ports with their bindings, or the selected bindings of a contract without services.
func (n *needs) needPorts() {
	services := false
	for _, service := range n.units {
		if service.kind != container || !service.element.Is(wsdl11.Namespace, "service") {
			continue
		}
		services = true
		for _, port := range service.within {
			name, binding := port.element.Get("name"), port.element.Get("binding")
			if !includes(n.selected.Ports, name, service.element.Get("name")+"/"+name) || !n.hasBinding(localName(binding)) {
				continue
			}
			port.needed = true
			n.needNamed(bindingUnit, binding)
		}
	}
	for _, u := range n.units {
		if !services && u.kind == bindingUnit && n.hasKind(u) && includes(n.selected.Ports, u.element.Get("name")) {
			n.need(u)
		}
	}
}

// hasBinding reports whether a name is that of a selected binding, or of no binding.
func (n *needs) hasBinding(name string) bool {
	has, known := n.bindings[name]
	if !known {
		all := n.named[reference{bindingUnit, name}]
		has = len(all) == 0 || slices.ContainsFunc(all, n.hasKind)
		n.bindings[name] = has
	}
	return has
}

// hasKind reports whether the kind of a binding is selected.
func (n *needs) hasKind(u *unit) bool {
	b := new(wsdl11.Binding)
	for e := range u.element.Elements() {
		if e.Name.Local != "binding" || wsdl11.KindOf(e.Name.Space) == wsdl11.OtherBinding {
			continue
		}
		verb := e.Get("verb")
		transport, ok := e.Value("transport")
		if b.Transport = strings.TrimSpace(transport); !ok {
			b.Transport = wsdl11.TransportHTTP
		}
		b.Kind, b.Verb = wsdl11.KindOf(e.Name.Space), strings.ToUpper(strings.TrimSpace(verb))
	}
	kind, ok := selection.BindingKind(b)
	return ok && (len(n.selected.Bindings) == 0 || slices.Contains(n.selected.Bindings, kind))
}

// need marks a component; follow marks all that it refers to.
func (n *needs) need(u *unit) {
	if !u.needed {
		u.needed = true
		n.queue = append(n.queue, u)
	}
}

// follow marks all that the marked components refer to. It is no recursion, as a contract may have long chains of references.
func (n *needs) follow() {
	for len(n.queue) > 0 {
		u := n.queue[0]
		n.queue = n.queue[1:]
		n.followFrom(u)
	}
}

func (n *needs) followFrom(u *unit) {
	if u.kind == bindingUnit || u.kind == portTypeUnit {
		if typ, ok := u.element.Value("type"); ok {
			n.needNamed(portTypeUnit, typ)
		}
		for _, operation := range u.within {
			if n.selectsOperation(operation.element) {
				n.need(operation)
			}
		}
		return
	}
	for e := range u.element.All() {
		for _, a := range e.Attrs {
			switch a.Name.Local {
			case "message":
				n.needNamed(messageUnit, a.Value)
			case "element", "type", "ref", "base", "itemType", "memberTypes", "substitutionGroup", "refer", "arrayType":
				n.needNamed(schemaUnit, a.Value)
			}
		}
	}
	if name, ok := u.element.Value("name"); ok && u.kind == schemaUnit {
		for _, d := range n.derived[name] {
			n.need(d)
		}
		delete(n.derived, name) // another component may have the name
	}
}

// needNamed needs the components with names. If WSDL has no component with a name, it could be any.
func (n *needs) needNamed(kind unitKind, names string) {
	for _, name := range strings.Fields(names) {
		at := reference{kind, localName(name)}
		found := n.named[at]
		if len(found) == 0 && kind != schemaUnit {
			at, found = reference{kind: kind}, n.units
		}
		if n.followed[at] {
			continue
		}
		n.followed[at] = true
		for _, u := range found {
			if u.kind == kind && (kind != bindingUnit || n.hasKind(u)) {
				n.need(u)
			}
		}
	}
}

// selectsOperation reports whether an operation is selected, by its own name or that of its input.
func (n *needs) selectsOperation(e *xmltree.Element) bool {
	names := []string{e.Get("name")}
	for child := range e.Named(wsdl11.Namespace, "input") {
		if input, ok := child.Value("name"); ok {
			names = append(names, input)
		}
	}
	return len(n.selected.Operations) == 0 || slices.ContainsFunc(n.selected.Operations, func(option string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(option, name) }) // see number
	})
}

// includes reports whether an option has one of the names, or is empty.
func includes(option []string, names ...string) bool {
	return len(option) == 0 || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(option, name) })
}

// localName returns the local part of a qualified name, without the dimensions of an array.
func localName(value string) string {
	value, _, _ = strings.Cut(strings.TrimSpace(value), "[")
	return value[strings.LastIndexByte(value, ':')+1:]
}
