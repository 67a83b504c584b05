package component

import (
	"cmp"
	"maps"
	"slices"
)

// Input is the input of an operation. Parts are the elements for the parts of its message (WSDL 1.1, section 2.3): for a part with an
// element, which has its name, that one; for a part with a type one that has the name of the part, no namespace, and may be nil.
type Input struct {
	Operation string
	Parts     []*Element
}

// Inputs returns the inputs of the operations with a name, or the inputs and outputs of all operations if the name is "".
func (s *Set) Inputs(operation string) []Input {
	s.mu.Lock()
	defer s.done()
	if s.inputs == nil {
		s.inputs = s.readInputs()
	}
	return s.inputs[operation]
}

func (s *Set) readInputs() map[string][]Input {
	inputs := make(map[string][]Input)
	r := messageReader{set: s, read: make(map[wsdlKey]*node)}
	keys := slices.SortedFunc(maps.Keys(s.wsdl.named), func(a, b wsdlKey) int {
		return cmp.Or(cmp.Compare(a.local, b.local), cmp.Compare(a.name.Space, b.name.Space), cmp.Compare(a.name.Local, b.name.Local))
	})
	for _, k := range keys {
		if k.local != "portType" {
			continue
		}
		portType := r.node(s.wsdl.named[k])
		if portType == nil {
			continue
		}
		for _, op := range portType.nodes {
			for _, n := range op.nodes {
				if n.local != "input" && n.local != "output" {
					continue
				}
				if message := r.find("message", n, "message"); message != nil {
					name := op.value("name")
					input := Input{name, s.partElements(message)}
					if inputs[""] = append(inputs[""], input); n.local == "input" && name != "" {
						inputs[name] = append(inputs[name], input)
					}
				}
			}
		}
	}
	return inputs
}

func (s *Set) partElements(message *node) []*Element {
	var all []*Element
	for _, part := range message.all("part", nil) {
		if e := s.partElement(part); e != nil {
			all = append(all, e)
		}
	}
	return all
}

// Globals calls yield for the types and elements that the schemas declare, in the order of their names.
func (s *Set) Globals(yield func(*Type, *Element) bool) {
	keys := slices.SortedFunc(maps.Keys(s.index), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name.Local, b.name.Local), cmp.Compare(a.name.Space, b.name.Space))
	})
	for _, k := range keys {
		switch {
		case k.kind == typeKind && Builtin(k.name) != nil: // the schema for schemas declares them, too
		case k.kind == typeKind && !yield(s.Type(k.name), nil):
			return
		case k.kind == elementKind && !yield(nil, s.Element(k.name)):
			return
		}
	}
}

// Encoded returns the complex types that messages with SOAP encoding may have values of (SOAP 1.1, section 5): the types of their
// parts, headers and faults, and the types that these are derived from, that are derived from them, or that they contain.
func (s *Set) Encoded() map[*Type]bool {
	if !s.wsdl.encoded {
		return nil
	}
	var queue []*Type
	s.mu.Lock()
	r := messageReader{set: s, read: make(map[wsdlKey]*node), encoded: func(e *Element) { queue = append(queue, s.declare(e).Type) }}
	r.bindings()
	s.done()
	derived := make(map[*Type][]*Type)
	for _, t := range s.Types() {
		base := t.Definition().Base
		derived[base] = append(derived[base], t)
	}
	all := make(map[*Type]bool)
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t == nil || t.Simple || t == anyType || all[t] {
			continue
		}
		all[t] = true
		d := t.Definition()
		queue = append(append(queue, d.Base, d.Items), derived[t]...)
		for p := range d.Content.All {
			if p.Element != nil {
				queue = append(queue, p.Element.Declaration().Type)
			}
		}
	}
	return all
}
