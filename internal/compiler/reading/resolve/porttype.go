package resolve

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

func (w *wsdl) buildPortTypes(d *wsdl11.Definitions) {
	d.PortTypes = each(w, &w.portTypes, d, "portType", func(e *xmltree.Element, name wsdl11.QName) *wsdl11.PortType {
		p := &wsdl11.PortType{Name: name}
		overloads := make(map[string][]*wsdl11.Operation)
		var all []*wsdl11.Operation
		p.Info = w.node(e, func(child *xmltree.Element) bool {
			if !child.Is(wsdl11.Namespace, "operation") {
				return false
			}
			o := w.operation(p, child)
			if o == nil {
				return true
			}
			switch w.namesakes[o.Name]++; {
			case w.namesakes[o.Name] <= maxOverloads:
				w.checkOverload(overloads[o.Name], o)
				overloads[o.Name] = append(overloads[o.Name], o)
				all = append(all, o)
			case w.namesakes[o.Name] == maxOverloads+1:
				w.report(diag.TooLarge, o.Pos, "the portTypes up to %s have more than %d operations %s", diag.Quote(name.Local), maxOverloads, diag.Quote(o.Name))
			}
			return true
		})
		p.SetOperations(all)
		return p
	})
}

// maxOverloads is the maximum number of operations with one name. Each operation of a binding, and each message in RPC style, is
// compared with all operations that have its name.
const maxOverloads = 1000

// checkOverload reports an operation that repeats another one: with the same names
// of operation, input and output, by which section 2.5 distinguishes overloads,
// and the same input message. The message matters because in contracts that omit
// the names only the messages distinguish overloads.
func (w *wsdl) checkOverload(overloads []*wsdl11.Operation, o *wsdl11.Operation) {
	for _, other := range overloads {
		if messageName(other.Input) != messageName(o.Input) || messageName(other.Output) != messageName(o.Output) {
			continue
		}
		if other.Input != nil && o.Input != nil && other.Input.Message != o.Input.Message {
			continue
		}
		d := w.report(diag.Duplicate, o.Pos, "operation %s is declared twice with the same input and output names", diag.Quote(o.Name))
		relate(d, other.Pos, "the other declaration")
		d.Hint = "give the inputs of overloaded operations different names"
		return
	}
}

func messageName(m *wsdl11.OperationMessage) string {
	if m == nil {
		return ""
	}
	return m.Name
}

func (w *wsdl) operation(p *wsdl11.PortType, e *xmltree.Element) *wsdl11.Operation {
	name, ok := w.name(e)
	if !ok {
		return nil
	}
	o := &wsdl11.Operation{Name: name, PortType: p, NameAttr: e.Attr("name")}
	outputFirst := false
	o.Info = w.node(e, func(child *xmltree.Element) bool {
		if child.Name.Space != wsdl11.Namespace {
			return false
		}
		switch child.Name.Local {
		case "input":
			o.Input = w.operationMessage(child, o.Input)
		case "output":
			outputFirst = outputFirst || o.Input == nil
			o.Output = w.operationMessage(child, o.Output)
		case "fault":
			w.operationFault(o, child)
		default:
			return false
		}
		return true
	})
	if a := e.Attr("parameterOrder"); a != nil {
		o.ParameterOrder = append([]string{}, strings.Fields(a.Value)...)
	}
	if o.Input == nil && o.Output == nil {
		w.report(diag.MissingAttr, o.Pos, "operation %s has neither input nor output", diag.Quote(name))
		return nil
	}
	o.Style = styleOf(o, outputFirst)
	defaultNames(o)
	return o
}

func styleOf(o *wsdl11.Operation, outputFirst bool) wsdl11.OperationStyle {
	switch {
	case o.Output == nil:
		return wsdl11.OneWay
	case o.Input == nil:
		return wsdl11.Notification
	case outputFirst:
		return wsdl11.SolicitResponse
	}
	return wsdl11.RequestResponse
}

// defaultNames names an input and output that have no name (section 2.4.5).
func defaultNames(o *wsdl11.Operation) {
	input, output := o.Name, o.Name
	switch o.Style {
	case wsdl11.RequestResponse:
		input, output = o.Name+"Request", o.Name+"Response"
	case wsdl11.SolicitResponse:
		output, input = o.Name+"Solicit", o.Name+"Response"
	}
	if o.Input != nil && !o.Input.Explicit {
		o.Input.Name = input
	}
	if o.Output != nil && !o.Output.Explicit {
		o.Output.Name = output
	}
}

// addressingNamespaces are the namespaces of the attribute Action on the messages of an
// operation: of WS-Addressing Metadata, of the earlier WSDL Binding, and of the
// submission.
var addressingNamespaces = []string{
	"http://www.w3.org/2007/05/addressing/metadata",
	"http://www.w3.org/2006/05/addressing/wsdl",
	"http://schemas.xmlsoap.org/ws/2004/08/addressing",
}

// addressingAction returns the action of WS-Addressing of a message, "" if there is none.
func addressingAction(e *xmltree.Element) string {
	for _, space := range addressingNamespaces {
		if a := e.AttrNS(space, "Action"); a != nil && strings.TrimSpace(a.Value) != "" {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

func (w *wsdl) operationMessage(e *xmltree.Element, previous *wsdl11.OperationMessage) *wsdl11.OperationMessage {
	if previous != nil {
		w.single(e, previous.Element)
		return previous
	}
	m := &wsdl11.OperationMessage{Info: w.node(e, nil)}
	m.Name, m.Explicit = e.Value("name")
	m.Action = addressingAction(e)
	m.Message, _ = lookup(w, &w.messages, e, "message", "message")
	return m
}

func (w *wsdl) operationFault(o *wsdl11.Operation, e *xmltree.Element) {
	f := &wsdl11.OperationFault{Info: w.node(e, nil), Action: addressingAction(e)}
	f.Message, _ = lookup(w, &w.messages, e, "message", "message")
	name, ok := w.name(e)
	if !ok {
		return
	}
	f.Name = name
	if previous := o.Fault(name); previous != nil {
		d := w.report(diag.Duplicate, f.Pos, "operation %s has two faults %s", diag.Quote(o.Name), diag.Quote(name))
		relate(d, previous.Pos, "the other fault")
		return
	}
	o.Faults = append(o.Faults, f)
}
