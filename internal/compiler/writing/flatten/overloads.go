package flatten

import (
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// rename changes the names of overloaded operations in portTypes and bindings, and returns the
// number of operations of portTypes that have another name then.
func (f *flattener) rename() int {
	wire, unknown := f.namesInMessages(), f.unknownOperations()
	renamed := make(map[*wsdl11.Operation]string)
	for _, pt := range f.model.PortTypes {
		f.nameOperations(pt, wire, unknown, renamed)
	}
	for o, name := range renamed {
		f.setName(o.NameAttr, name)
	}
	for _, b := range f.model.Bindings {
		for _, o := range b.Operations {
			if name, ok := renamed[o.Operation]; ok {
				f.setName(o.NameAttr, name)
			}
		}
	}
	return len(renamed)
}

func (f *flattener) setName(a *xmltree.Attr, name string) {
	for _, d := range f.documents {
		if d.Document == a.Owner.Doc {
			f.texts[d].SetValue(a, name)
		}
	}
}

// namesInMessages returns the operations whose names are in messages, with a binding of each: in
// rpc style the name of an operation is also the name of the element in the Body (WSDL 1.1 section 3.5).
func (f *flattener) namesInMessages() map[*wsdl11.Operation]*wsdl11.BindingOperation {
	found := make(map[*wsdl11.Operation]*wsdl11.BindingOperation)
	for _, b := range f.model.Bindings {
		for _, o := range b.Operations {
			if b.Kind.IsSOAP() && o.Style == wsdl11.RPCStyle && found[o.Operation] == nil {
				found[o.Operation] = o
			}
		}
	}
	return found
}

// unknownOperations returns the names of operations in bindings that are not in the portType. They
// are left out with a warning, and would be found under the new name of another operation.
func (f *flattener) unknownOperations() map[string]bool {
	known := make(map[*xmltree.Attr]bool)
	for _, b := range f.model.Bindings {
		for _, o := range b.Operations {
			known[o.NameAttr] = true
		}
	}
	unknown := make(map[string]bool)
	for _, d := range f.documents {
		for b := range d.Root.Named(wsdl11.Namespace, "binding") {
			for o := range b.Named(wsdl11.Namespace, "operation") {
				if a := o.Attr("name"); a != nil && !known[a] {
					unknown[strings.Trim(a.Value, xmltree.Spaces)] = true
				}
			}
		}
	}
	return unknown
}

// nameOperations adds the new names of the operations of a portType to renamed. An overload gets the name
// by which generated code knows it, with a number if another operation has that name.
func (f *flattener) nameOperations(pt *wsdl11.PortType, wire map[*wsdl11.Operation]*wsdl11.BindingOperation, unknown map[string]bool, renamed map[*wsdl11.Operation]string) {
	taken := make(map[string]*wsdl11.Operation)
	for _, o := range pt.Operations {
		if o.IsOverloaded() && wire[o] == nil {
			continue
		}
		if first := taken[o.Name]; first != nil {
			f.reportKept(o, first, wire[o])
			continue
		}
		taken[o.Name] = o
	}
	var numbered []*wsdl11.Operation
	for _, o := range pt.Operations {
		if !o.IsOverloaded() || wire[o] != nil {
			continue
		}
		name := overloadName(o)
		if taken[name] != nil || unknown[name] && name != o.Name {
			numbered = append(numbered, o)
			continue
		}
		if taken[name] = o; name != o.Name {
			renamed[o] = name
		}
	}
	for _, o := range numbered {
		n := 2
		name := overloadName(o) + "_2"
		for ; taken[name] != nil || unknown[name]; n++ {
			name = overloadName(o) + "_" + strconv.Itoa(n+1)
		}
		renamed[o] = name
		taken[renamed[o]] = o
	}
}

// overloadName is OverloadName if that can be the name of an operation.
func overloadName(o *wsdl11.Operation) string {
	if name := o.OverloadName(); xmltree.IsNCName(name) {
		return name
	}
	return o.Name
}

// reportKept reports an operation that must keep its name, which another one has.
func (f *flattener) reportKept(o, first *wsdl11.Operation, bound *wsdl11.BindingOperation) {
	f.diags.Add(diag.New(diag.RPCOverload, o.Pos, "the operation %s stays overloaded: in rpc style its name is also the name of the element in messages", diag.Quote(o.Name)).
		WithRelated(first.Pos, "the other operation").WithRelated(bound.Pos, "the binding in rpc style"))
}
