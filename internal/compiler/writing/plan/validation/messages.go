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
				body := bodyIn(m)
				if body == nil || body.Use != wsdl11.Literal {
					return
				}
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

// bodyIn returns the soap:body of a message, which may be in a part of a MIME message; nil if there is none.
func bodyIn(m *wsdl11.BindingMessage) *wsdl11.SOAPBody {
	if m == nil {
		return nil
	}
	if m.Body != nil || m.Multipart == nil {
		return m.Body
	}
	for _, part := range m.Multipart.Parts {
		if part.Body != nil {
			return part.Body
		}
	}
	return nil
}
