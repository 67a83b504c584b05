package resolve

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// useInstead completes the diagnostic about an unresolved name with the component that
// is used instead.
func (r *resolver) useInstead(what string) {
	r.continueUnresolved("; " + what + " is used")
}

// continueUnresolved completes the diagnostic about an unresolved name with the way in
// which lenient reading continues.
func (r *resolver) continueUnresolved(text string) {
	if r.unresolvedIndex > 0 {
		d := &r.diags[r.unresolvedIndex-1]
		d.Message += text
		d.Hint = ""
		r.unresolvedIndex = 0
	}
}

// componentByLocalName returns the only component with the local name of value,
// ignoring the prefix: wrong prefixes are the most common mistake.
func (r *resolver) componentByLocalName(k kind, value string) (xsd.Component, bool) {
	if !r.lenient {
		return nil, false
	}
	if r.byLocal == nil {
		r.indexByLocal()
	}
	local := localPart(value)
	found := r.byLocal[componentKey{k, xsd.QName{Local: local}}]
	if k == typeKind && len(found) == 0 {
		if t := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: local}); t != nil {
			found = []xsd.Component{t}
		}
	}
	if len(found) != 1 {
		if k != typeKind && k != elementKind {
			r.continueUnresolved("; the reference is left out")
		}
		return nil, false
	}
	r.useInstead(string(k) + " " + found[0].Component().Name.String())
	return found[0], true
}

func (r *resolver) indexByLocal() {
	r.byLocal = make(map[componentKey][]xsd.Component)
	for _, g := range r.order {
		if r.globals[g.key] != g {
			continue // redefined
		}
		key := componentKey{g.key.kind, xsd.QName{Local: g.key.name.Local}}
		r.byLocal[key] = append(r.byLocal[key], g.component)
	}
}

func localPart(value string) string {
	value = strings.TrimSpace(value)
	return value[strings.LastIndexByte(value, ':')+1:]
}

// lookupByLocalName is componentByLocalName for the components of WSDL.
func lookupByLocalName[C any](w *wsdl, s *symbols[C], a *xmltree.Attr, what string) (C, bool) {
	var found []xsd.QName
	if local := localPart(a.Value); w.lenient {
		found = collect.Where(s.names, func(name xsd.QName) bool { return name.Local == local })
	}
	if len(found) != 1 {
		var none C
		return none, false
	}
	w.useInstead(what + " " + found[0].String())
	return s.byName[found[0]], true
}

// placeholder returns an element with any content in place of a missing element.
// It returns nil if the contract is not read leniently or the reference is not a
// valid name.
func (r *resolver) placeholder(c context, a *xmltree.Attr) *xsd.ElementDeclaration {
	if !r.lenient {
		return nil
	}
	before, unresolved := len(r.diags), r.unresolvedIndex
	name, ok := r.qname(c, a, a.Value)
	r.diags, r.unresolvedIndex = r.diags[:before], unresolved // reported already
	if !ok {
		return nil
	}
	r.useInstead("an element with any content")
	if d := r.placeholders[name]; d != nil {
		return d
	}
	d := &xsd.ElementDeclaration{Info: xsd.Info{Name: name, Pos: a.Pos()}, Global: true, Type: xsd.AnyType, ValueScope: a.Owner}
	if c.schema != nil {
		d.Schema = c.Schema
	} else {
		d.Schema = &xsd.Schema{TargetNamespace: name.Space, File: a.Owner.Doc.File, Pos: a.Pos(), Element: a.Owner, ElementsQualified: true}
	}
	r.placeholders[name] = d
	return d
}

// removeIncomplete removes components whose required references are unresolved
// from the model, with a warning for each.
func (r *resolver) removeIncomplete() {
	kept := make(map[*wsdl11.Operation]bool)
	for _, p := range r.model.PortTypes {
		all := slices.DeleteFunc(p.Operations, r.isBrokenOperation)
		for _, o := range all {
			kept[o] = true
			o.Faults = slices.DeleteFunc(o.Faults, func(f *wsdl11.OperationFault) bool {
				return f.Message == nil && r.reportLeftOut(f.Pos, "the fault %s", diag.Quote(f.Name))
			})
		}
		p.SetOperations(all)
	}
	for _, b := range r.model.Bindings {
		b.Operations = slices.DeleteFunc(b.Operations, func(o *wsdl11.BindingOperation) bool {
			return b.PortType == nil || !kept[o.Operation] ||
				r.unbound[o] && r.reportLeftOut(o.Pos, "the operation %s of the binding %s", diag.Quote(o.Name), diag.Quote(b.Name.Local))
		})
		for _, o := range b.Operations {
			o.Faults = slices.DeleteFunc(o.Faults, func(f *wsdl11.BindingFault) bool { return f.Fault == nil || f.Fault.Message == nil })
		}
	}
}

// removeBindings removes bindings that cannot be used, with their ports.
func (r *resolver) removeBindings() {
	broken := func(b *wsdl11.Binding) bool {
		return (r.lenient || !b.Kind.IsSOAP()) && (b.PortType == nil || b.Kind == wsdl11.HTTP && b.Verb == "")
	}
	for _, d := range r.model.Definitions {
		d.Bindings = slices.DeleteFunc(d.Bindings, broken)
		d.Services = slices.DeleteFunc(d.Services, func(s *wsdl11.Service) bool { return r.isBrokenService(s, broken) })
	}
	r.model.Bindings = slices.DeleteFunc(r.model.Bindings, func(b *wsdl11.Binding) bool {
		return broken(b) && r.reportLeftOut(b.Pos, "the binding %s", diag.Quote(b.Name.Local))
	})
	r.model.Services = slices.DeleteFunc(r.model.Services, func(s *wsdl11.Service) bool {
		return r.lenient && len(s.Ports) == 0 && r.reportLeftOut(s.Pos, "the service %s, which has no bound port,", diag.Quote(s.Name.Local))
	})
}

// reportLeftOut adds a warning that a component is left out. It returns true, for use
// in conditions.
func (r *resolver) reportLeftOut(pos diag.Pos, format string, args ...any) bool {
	r.diags.Add(diag.New(diag.LeftOut, pos, format+" is left out", args...))
	return true
}

func (r *resolver) isBrokenOperation(o *wsdl11.Operation) bool {
	return (o.Input != nil && o.Input.Message == nil || o.Output != nil && o.Output.Message == nil) &&
		r.reportLeftOut(o.Pos, "the operation %s", diag.Quote(o.Name))
}

// isBrokenService removes ports without a usable binding from a service and reports
// whether it is left out, too.
func (r *resolver) isBrokenService(s *wsdl11.Service, broken func(*wsdl11.Binding) bool) bool {
	s.Ports = slices.DeleteFunc(s.Ports, func(p *wsdl11.Port) bool {
		return (p.Binding == nil || broken(p.Binding)) && r.reportLeftOut(p.Pos, "the port %s", diag.Quote(p.Name))
	})
	return r.lenient && len(s.Ports) == 0
}

// tolerate makes warnings of the errors after the first diagnostics, which were found in a binding that is not SOAP: other
// bindings can do without it. It reports whether there are any.
func (w *wsdl) tolerate(b *wsdl11.Binding, first int) bool {
	found := w.diags[first:]
	if b.Kind.IsSOAP() || !found.HasErrors() {
		return false
	}
	copy(found, found.AsWarnings())
	return true
}

// leaveOut leaves out an operation with errors, if they can be tolerated. Lenient reading keeps what it can.
func (w *wsdl) leaveOut(o *wsdl11.BindingOperation, first int) {
	if b := o.Binding; w.tolerate(b, first) && b.Kind == wsdl11.HTTP && !w.lenient {
		w.reportLeftOut(o.Pos, "the operation %s of the binding %s", diag.Quote(o.Name), diag.Quote(b.Name.Local))
		w.unbound[o] = true
	}
}
