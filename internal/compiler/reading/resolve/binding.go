package resolve

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

func (w *wsdl) buildBindings(d *wsdl11.Definitions) {
	d.Bindings = each(w, &w.bindings, d, "binding", func(e *xmltree.Element, name wsdl11.QName) *wsdl11.Binding {
		b, first := &wsdl11.Binding{Name: name, KindPos: e.Pos()}, len(w.diags)
		b.PortType, _ = lookup(w, &w.portTypes, e, "type", "portType")
		// The binding's kind determines how operations are read, so they are read last.
		var operations []*xmltree.Element
		b.Info = w.node(e, func(child *xmltree.Element) bool {
			switch {
			case child.Is(wsdl11.Namespace, "operation"):
				operations = append(operations, child)
			case child.Name.Local == "binding" && wsdl11.KindOf(child.Name.Space) != wsdl11.OtherBinding:
				w.bindingKind(b, child)
			default:
				return false
			}
			return true
		})
		if b.Kind == wsdl11.OtherBinding {
			b.Namespace = foreignNamespace(b.Extensions)
		}
		if b.Kind == wsdl11.SOAP11 {
			w.readAsSOAP12(b, operations)
		}
		w.foreign = b.Kind == wsdl11.OtherBinding
		w.tolerate(b, first)
		for _, child := range operations {
			if o := w.bindingOperation(b, child); o != nil {
				b.Operations = append(b.Operations, o)
			}
		}
		w.matchOperations(b)
		w.foreign = false
		return b
	})
}

// foreignNamespace returns the namespace that most likely identifies the kind of a
// binding: the namespace of the extension element named binding, else of the first one.
func foreignNamespace(extensions []wsdl11.Extension) string {
	for _, x := range extensions {
		if x.Name.Local == "binding" {
			return x.Name.Space
		}
	}
	if len(extensions) > 0 {
		return extensions[0].Name.Space
	}
	return ""
}

func (w *wsdl) bindingKind(b *wsdl11.Binding, e *xmltree.Element) {
	if b.Kind != wsdl11.OtherBinding {
		d := w.report(diag.Conflict, e.Pos(), "binding %s is already %s", diag.Quote(b.Name.Local), b.Kind)
		relate(d, b.KindPos, "first used here")
		return
	}
	b.Kind, b.KindPos, b.Namespace = wsdl11.KindOf(e.Name.Space), e.Pos(), e.Name.Space
	if b.Kind == wsdl11.HTTP {
		a := e.Attr("verb")
		if a == nil {
			w.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"verb\"", diag.Quote(e.RawName()))
			return
		}
		b.Verb = strings.ToUpper(strings.TrimSpace(a.Value))
		return
	}
	b.Style = w.style(e.Attr("style"), wsdl11.DocumentStyle)
	transport, ok := e.Value("transport")
	if b.Transport = strings.TrimSpace(transport); !ok {
		w.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"transport\"; HTTP is used", diag.Quote(e.RawName())).Severity = diag.Warning
		b.Transport = wsdl11.TransportHTTP
	}
}

// readAsSOAP12 changes a binding with soap:binding, whose operations all have soap12:operation, into one of SOAP 1.2: that is how
// Mono describes its bindings of SOAP 1.2.
func (w *wsdl) readAsSOAP12(b *wsdl11.Binding, operations []*xmltree.Element) {
	if len(operations) == 0 || slices.ContainsFunc(operations, func(o *xmltree.Element) bool {
		return o.Child(wsdl11.SOAP12Namespace, "operation") == nil || o.Child(wsdl11.SOAP11Namespace, "operation") != nil
	}) {
		return
	}
	b.Kind = wsdl11.SOAP12 // its Namespace stays: elements of both versions belong to it
	d := w.report(diag.Conflict, b.KindPos, "binding %s is read as SOAP 1.2, to which all its operations belong; the element belongs to SOAP 1.1", diag.Quote(b.Name.Local))
	d.Severity = diag.Warning
	relate(d, operations[0].Child(wsdl11.SOAP12Namespace, "operation").Pos(), "the first operation")
}

func (w *wsdl) style(a *xmltree.Attr, def wsdl11.Style) wsdl11.Style {
	return oneOf(w.resolver, a, def, "\"document\" or \"rpc\"", map[string]wsdl11.Style{"document": wsdl11.DocumentStyle, "rpc": wsdl11.RPCStyle})
}

// use returns the attribute use of an element; it is literal if there is none (WS-I Basic Profile 1.1, R2707).
func (w *wsdl) use(e *xmltree.Element) wsdl11.Use {
	return oneOf(w.resolver, e.Attr("use"), wsdl11.Literal, "\"literal\" or \"encoded\"",
		map[string]wsdl11.Use{"literal": wsdl11.Literal, "encoded": wsdl11.Encoded})
}

// bindingOperation reads an operation of a binding. matchOperations then finds the
// operation of the portType, and bindMessages reads the messages.
func (w *wsdl) bindingOperation(b *wsdl11.Binding, e *xmltree.Element) *wsdl11.BindingOperation {
	name, ok := w.name(e)
	if !ok {
		return nil
	}
	o := &wsdl11.BindingOperation{Name: name, Binding: b, Style: b.Style, SOAPActionRequired: b.Kind == wsdl11.SOAP12, NameAttr: e.Attr("name")}
	source, first := &boundElements{}, len(w.diags)
	o.Info = w.node(e, func(child *xmltree.Element) bool {
		switch {
		case child.Name.Local == "operation" && wsdl11.KindOf(child.Name.Space).IsSOAP() && w.belongs(b, child):
			o.SOAPAction = child.Get("soapAction")
			o.SOAPActionRequired = w.boolean(child.Attr("soapActionRequired"), o.SOAPActionRequired)
			o.Style = w.style(child.Attr("style"), b.Style)
		case child.Is(wsdl11.HTTPNamespace, "operation") && b.Kind == wsdl11.HTTP:
			if o.Location, ok = child.Value("location"); !ok {
				w.report(diag.MissingAttr, child.Pos(), "%s has no attribute \"location\"", diag.Quote(child.RawName()))
				w.unbound[o] = true
			}
		case child.Is(wsdl11.Namespace, "input"):
			source.input = w.single(child, source.input)
		case child.Is(wsdl11.Namespace, "output"):
			source.output = w.single(child, source.output)
		case child.Is(wsdl11.Namespace, "fault"):
			source.faults = append(source.faults, child)
		default:
			return false
		}
		return true
	})
	w.bound[o] = source
	w.leaveOut(o, first)
	return o
}

// boundElements holds the elements for the messages of a binding operation.
type boundElements struct {
	input, output *xmltree.Element
	faults        []*xmltree.Element
}

func (w *wsdl) single(e, previous *xmltree.Element) *xmltree.Element {
	if previous == nil {
		return e
	}
	d := w.report(diag.Conflict, e.Pos(), "a second %s in the operation", diag.Quote(e.RawName()))
	relate(d, previous.Pos(), "first used here")
	return previous
}

// belongs reports whether a SOAP extension element belongs to the binding. An
// element of the other SOAP version does, with a warning. In a binding that is
// not SOAP it is an unknown extension.
func (w *wsdl) belongs(b *wsdl11.Binding, e *xmltree.Element) bool {
	if !b.Kind.IsSOAP() {
		return false
	}
	if e.Name.Space != b.Namespace && wsdl11.KindOf(e.Name.Space) != b.Kind {
		d := w.report(diag.Conflict, e.Pos(), "%s belongs to %s, but the binding is %s", diag.Quote(e.RawName()), wsdl11.KindOf(e.Name.Space), b.Kind)
		d.Severity = diag.Warning
		relate(d, b.KindPos, "the binding")
	}
	return true
}

// matchOperations finds the operation of the portType for each operation of the
// binding (section 2.5): by name, and among overloads by the names of input and
// output.
func (w *wsdl) matchOperations(b *wsdl11.Binding) {
	if b.PortType == nil {
		b.Operations = nil // the missing portType is reported
		return
	}
	declared, bound := make(map[string][]*wsdl11.Operation), make(map[string]int)
	for _, o := range b.PortType.Operations {
		declared[o.Name] = append(declared[o.Name], o)
	}
	for _, o := range b.Operations {
		bound[o.Name]++
	}
	taken := make(map[*wsdl11.Operation]*wsdl11.BindingOperation)
	match := func(o *wsdl11.BindingOperation) {
		candidates := w.operationsFor(b, o, declared[o.Name])
		if len(candidates) > 1 {
			// If names do not distinguish the overloads, they match in document order.
			if free := slices.DeleteFunc(slices.Clone(candidates), func(c *wsdl11.Operation) bool { return taken[c] != nil }); len(free) > 0 {
				candidates = free
			}
		}
		if len(candidates) > 1 && bound[o.Name] != len(declared[o.Name]) {
			d := w.report(diag.AmbiguousOverload, o.Pos, "operation %s of the binding matches %d operations of portType %s",
				diag.Quote(o.Name), len(candidates), diag.Quote(b.PortType.Name.Local))
			for _, c := range candidates[:min(len(candidates), maxRelated)] {
				relate(d, c.Pos, "input %s, output %s", diag.Quote(messageName(c.Input)), diag.Quote(messageName(c.Output)))
			}
			d.Hint = "give the input and output the names that they have in the portType"
		}
		if len(candidates) == 0 {
			return
		}
		if first := taken[candidates[0]]; first != nil {
			relate(w.report(diag.Duplicate, o.Pos, "operation %s is bound twice", diag.Quote(o.Name)), first.Pos, "already bound here")
			return
		}
		o.Operation = candidates[0]
		taken[o.Operation] = o
		w.bindMessages(o)
	}
	for _, o := range b.Operations {
		first := len(w.diags)
		match(o)
		w.leaveOut(o, first)
	}
	b.Operations = slices.DeleteFunc(b.Operations, func(o *wsdl11.BindingOperation) bool {
		if w.unbound[o] && !w.lenient {
			b.LeftOut = append(b.LeftOut, o.Operation)
			return true
		}
		return o.Operation == nil
	})
}

// maxRelated is the maximum number of overloads that a diagnostic shows.
const maxRelated = 10

// operationsFor returns the operations in named, the operations of the portType with
// the name of o, that o may bind. It reports an error if there is none.
func (w *wsdl) operationsFor(b *wsdl11.Binding, o *wsdl11.BindingOperation, named []*wsdl11.Operation) []*wsdl11.Operation {
	input, output := nameOf(w.bound[o].input), nameOf(w.bound[o].output)
	matching := collect.Where(named, func(candidate *wsdl11.Operation) bool {
		return (input == "" || input == messageName(candidate.Input)) && (output == "" || output == messageName(candidate.Output))
	})
	switch {
	case len(named) == 0:
		d := w.report(diag.UnknownOperation, o.Pos, "operation %s is not in portType %s and is left out", diag.Quote(o.Name), diag.Quote(b.PortType.Name.Local))
		relate(d, b.PortType.Pos, "the portType")
		suggest(w.resolver, d, o.Name, b.PortType.Operations, func(o *wsdl11.Operation) string { return o.Name })
	case len(named) == 1:
		return named // the names of input and output matter only for overloads
	case len(matching) == 0:
		d := w.report(diag.AmbiguousOverload, o.Pos, "no operation %s of portType %s has input %s and output %s",
			diag.Quote(o.Name), diag.Quote(b.PortType.Name.Local), diag.Quote(input), diag.Quote(output))
		for _, c := range named[:min(len(named), maxRelated)] {
			relate(d, c.Pos, "input %s, output %s", diag.Quote(messageName(c.Input)), diag.Quote(messageName(c.Output)))
		}
	}
	return matching
}

func nameOf(e *xmltree.Element) string {
	if e == nil {
		return ""
	}
	return e.Get("name")
}

// bindMessages reads the bindings of the input, output and faults of o, whose
// operation is known now.
func (w *wsdl) bindMessages(o *wsdl11.BindingOperation) {
	source := w.bound[o]
	o.Input = w.bindingMessage(o, source.input, o.Operation.Input)
	o.Output = w.bindingMessage(o, source.output, o.Operation.Output)
	for _, e := range source.faults {
		if f := w.bindingFault(o, e); f != nil {
			o.Faults = append(o.Faults, f)
		}
	}
}

func (w *wsdl) bindingMessage(o *wsdl11.BindingOperation, e *xmltree.Element, abstract *wsdl11.OperationMessage) *wsdl11.BindingMessage {
	if e == nil {
		return nil
	}
	if abstract == nil {
		d := w.report(diag.Unresolved, e.Pos(), "operation %s of the portType has no %s; it is left out", diag.Quote(o.Name), diag.Quote(e.Name.Local))
		d.Severity = diag.Warning
		relate(d, o.Operation.Pos, "the operation")
		return nil
	}
	m := &wsdl11.BindingMessage{Message: abstract}
	p := &payload{wsdl: w, binding: o.Binding, message: abstract.Message}
	m.Info = w.node(e, p.handler(&m.Payload))
	p.finish(&m.Payload)
	return m
}

func (w *wsdl) bindingFault(o *wsdl11.BindingOperation, e *xmltree.Element) *wsdl11.BindingFault {
	f := &wsdl11.BindingFault{Name: nameOf(e)}
	var soap *xmltree.Element
	foreign := w.foreign
	w.foreign = foreign || o.Binding.Kind == wsdl11.HTTP
	f.Info = w.node(e, func(child *xmltree.Element) bool {
		if child.Name.Local != "fault" || !wsdl11.KindOf(child.Name.Space).IsSOAP() || !w.belongs(o.Binding, child) {
			return false
		}
		soap = w.single(child, soap)
		return true
	})
	w.foreign = foreign
	if f.Name == "" {
		// Some tools name only the soap:fault.
		if f.Name = nameOf(soap); f.Name == "" {
			w.report(diag.MissingAttr, f.Pos, "%s has no attribute \"name\"", diag.Quote(e.RawName()))
			return nil
		}
	}
	if f.Fault = o.Operation.Fault(f.Name); f.Fault == nil {
		w.unknownFault(o, e, f.Name)
		return nil
	}
	if soap == nil {
		return f
	}
	f.SOAP = &wsdl11.SOAPFault{Pos: soap.Pos(), Name: nameOf(soap), Use: w.use(soap), Namespace: soap.Get("namespace")}
	if f.SOAP.Name == "" {
		f.SOAP.Name = f.Name
	} else if f.SOAP.Name != f.Name {
		d := w.report(diag.Conflict, f.SOAP.Pos, "the SOAP fault is named %s, but the fault that contains it is named %s", diag.Quote(f.SOAP.Name), diag.Quote(f.Name))
		d.Severity = diag.Warning
		relate(d, f.Pos, "the fault")
	}
	return f
}

func (w *wsdl) unknownFault(o *wsdl11.BindingOperation, e *xmltree.Element, name string) {
	pos := e.Pos()
	if a := e.Attr("name"); a != nil {
		pos = a.Pos()
	}
	d := w.report(diag.Unresolved, pos, "operation %s of the portType has no fault %s", diag.Quote(o.Name), diag.Quote(name))
	relate(d, o.Operation.Pos, "the operation")
	suggest(w.resolver, d, name, o.Operation.Faults, func(f *wsdl11.OperationFault) string { return f.Name })
}
