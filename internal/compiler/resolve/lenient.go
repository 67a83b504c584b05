package resolve

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xmltree"
	"example.com/quartet/internal/compiler/xsd"
)

// take says in the diagnostic about a name that refers to nothing what is taken
// instead.
func (r *resolver) take(what string) {
	r.goOn("; " + what + " is taken")
}

// goOn says in the diagnostic about a name that refers to nothing what is done
// about it.
func (r *resolver) goOn(what string) {
	if r.open > 0 {
		d := &r.diags[r.open-1]
		d.Message += what
		d.Hint = ""
		r.open = 0
	}
}

// componentLike returns the only component that has the local part of value as
// its name, whatever the prefix: wrong ones are the most common slip.
func (r *resolver) componentLike(k kind, value string) (xsd.Component, bool) {
	if !r.lenient {
		return nil, false
	}
	if r.byLocal == nil {
		r.indexByLocal()
	}
	local := localPart(value)
	found := r.byLocal[k][local]
	if k == typeKind && len(found) == 0 {
		if t := xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: local}); t != nil {
			found = []xsd.Component{t}
		}
	}
	if len(found) != 1 {
		if k != typeKind && k != elementKind {
			r.goOn("; the reference is left out")
		}
		return nil, false
	}
	r.take(k.String() + " " + found[0].Component().Name.String())
	return found[0], true
}

func (r *resolver) indexByLocal() {
	r.byLocal = make(map[kind]map[string][]xsd.Component)
	for _, g := range r.order {
		if r.globals[g.key] != g {
			continue // redefined
		}
		if r.byLocal[g.key.kind] == nil {
			r.byLocal[g.key.kind] = make(map[string][]xsd.Component)
		}
		byLocal := r.byLocal[g.key.kind]
		byLocal[g.key.name.Local] = append(byLocal[g.key.name.Local], g.component)
	}
}

func localPart(value string) string {
	value = strings.TrimSpace(value)
	return value[strings.LastIndexByte(value, ':')+1:]
}

// like is componentLike for the components of WSDL.
func like[C any](w *wsdl, s *symbols[C], a *xmltree.Attr) (C, bool) {
	var found C
	n := 0
	if w.lenient {
		for _, name := range s.names {
			if name.Local == localPart(a.Value) {
				found, n = s.byName[name], n+1
			}
		}
	}
	if n != 1 {
		var none C
		return none, false
	}
	w.take("the one of another namespace")
	return found, true
}

// invent returns an element with any content in place of one that is referred
// to and not there; nil if the contract is not read leniently or there is not
// even a name.
func (r *resolver) invent(c context, a *xmltree.Attr) *xsd.ElementDeclaration {
	if !r.lenient {
		return nil
	}
	before, open := len(r.diags), r.open
	name, ok := r.qname(c, a, a.Value)
	r.diags, r.open = r.diags[:before], open // said already
	if !ok {
		return nil
	}
	if d := r.invented[name]; d != nil {
		return d
	}
	r.take("an element with any content")
	d := &xsd.ElementDeclaration{Info: xsd.Info{Name: name, Pos: a.Pos()}, Global: true, Type: xsd.AnyType, ValueScope: a.Owner}
	if c.schema != nil {
		d.Schema = c.Schema
	} else {
		d.Schema = &xsd.Schema{TargetNamespace: name.Space, File: a.Owner.Doc.File, Pos: a.Pos(), Element: a.Owner, ElementsQualified: true}
	}
	if r.invented == nil {
		r.invented = make(map[xsd.QName]*xsd.ElementDeclaration)
	}
	r.invented[name] = d
	return d
}

// leaveOut takes out of a model what lacks a part that it cannot be without,
// with a warning each.
func (r *resolver) leaveOut() {
	for _, p := range r.model.PortTypes {
		p.Operations = slices.DeleteFunc(p.Operations, r.isBrokenOperation)
		for _, o := range p.Operations {
			o.Faults = slices.DeleteFunc(o.Faults, func(f *wsdl11.OperationFault) bool {
				return f.Message == nil && r.leftOut(f.Pos, "the fault %s", diag.Quote(f.Name))
			})
		}
	}
	for _, b := range r.model.Bindings {
		b.Operations = slices.DeleteFunc(b.Operations, func(o *wsdl11.BindingOperation) bool {
			return b.PortType == nil || !slices.Contains(b.PortType.Operations, o.Operation)
		})
		for _, o := range b.Operations {
			o.Faults = slices.DeleteFunc(o.Faults, func(f *wsdl11.BindingFault) bool { return f.Fault == nil || f.Fault.Message == nil })
		}
	}
	broken := func(b *wsdl11.Binding) bool {
		return b.PortType == nil || b.Kind == wsdl11.HTTP && b.Verb == ""
	}
	for _, d := range r.model.Definitions {
		d.Bindings = slices.DeleteFunc(d.Bindings, broken)
		d.Services = slices.DeleteFunc(d.Services, func(s *wsdl11.Service) bool { return r.isBrokenService(s, broken) })
	}
	r.model.Bindings = slices.DeleteFunc(r.model.Bindings, func(b *wsdl11.Binding) bool {
		return broken(b) && r.leftOut(b.Pos, "the binding %s", diag.Quote(b.Name.Local))
	})
	r.model.Services = slices.DeleteFunc(r.model.Services, func(s *wsdl11.Service) bool {
		return len(s.Ports) == 0 && r.leftOut(s.Pos, "the service %s, which has no port that is bound,", diag.Quote(s.Name.Local))
	})
}

// leftOut reports that something is left out; it is true.
func (r *resolver) leftOut(pos diag.Pos, format string, args ...any) bool {
	r.diags.Add(diag.New(diag.LeftOut, pos, format+" is left out", args...))
	return true
}

func (r *resolver) isBrokenOperation(o *wsdl11.Operation) bool {
	return (o.Input != nil && o.Input.Message == nil || o.Output != nil && o.Output.Message == nil) &&
		r.leftOut(o.Pos, "the operation %s", diag.Quote(o.Name))
}

// isBrokenService takes ports without a binding out of a service, and reports
// whether none is left.
func (r *resolver) isBrokenService(s *wsdl11.Service, broken func(*wsdl11.Binding) bool) bool {
	s.Ports = slices.DeleteFunc(s.Ports, func(p *wsdl11.Port) bool {
		return (p.Binding == nil || broken(p.Binding)) && r.leftOut(p.Pos, "the port %s", diag.Quote(p.Name))
	})
	return len(s.Ports) == 0
}
