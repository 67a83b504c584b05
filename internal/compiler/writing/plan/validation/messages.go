package validation

import (
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// rpcMessage is the wrapper element of a message of an rpc operation, which no schema declares (WSDL 1.1, section 3.5).
type rpcMessage struct {
	name  xsd.QName
	parts []*wsdl11.Part
}

// rpcMessages returns the wrappers whose names are among elements.
func rpcMessages(bindings []*wsdl11.Binding, elements map[xsd.QName]bool) []rpcMessage {
	var all []rpcMessage
	for _, b := range bindings {
		for _, op := range b.Operations {
			if op.Style != wsdl11.RPCStyle || b.Kind == wsdl11.HTTP || op.Operation == nil {
				continue
			}
			add := func(m *wsdl11.BindingMessage, suffix string) {
				if m == nil || m.SOAPBody() == nil || m.SOAPBody().Use != wsdl11.Literal {
					return
				}
				body := m.SOAPBody()
				name := xsd.QName{Space: body.Namespace, Local: op.Name + suffix}
				if elements[name] {
					all = append(all, rpcMessage{name, body.Parts})
				}
			}
			add(op.Input, "")
			add(op.Output, "Response")
		}
	}
	return all
}
