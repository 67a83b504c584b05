package diff

import (
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// compareBindings compares two bindings, each pair once.
func (c *comparer) compareBindings(old, new *wsdl11.Binding, done map[[2]*wsdl11.Binding]bool) {
	if done[[2]*wsdl11.Binding{old, new}] {
		return
	}
	done[[2]*wsdl11.Binding{old, new}] = true
	at := place{"binding " + old.Name.Local, old.KindPos, new.KindPos}
	c.compareDocs(at, old.Documentation, new.Documentation)
	if a, b := old.PortType, new.PortType; a != nil && b != nil && a.Name.Local != b.Name.Local {
		c.exchange("port-type-renamed", place{"portType " + a.Name.Local, a.Pos, b.Pos}, 0, "the portType is now named %s", diag.Quote(b.Name.Local))
	}
	pairs, removed, added := c.matchOperations(old, new)
	for s, o := range alone(removed, added) {
		c.offered(s, "operation", s.at(operationName(o), o.Pos, old.Pos, new.Pos), s.clients(), "the operation %s the binding %s (%s)",
			pick(s, "is removed from", "is new in"), diag.Quote(new.Name.Local), protocol(new))
	}
	for _, p := range pairs {
		c.compareOperations(p[0], p[1])
	}
}

// selected returns the positions of the operations in bindings, and the names of the ports with their services, that are compared;
// nil for all.
func (c Contract) selected() map[any]bool {
	if !c.Partial {
		return nil
	}
	all := make(map[any]bool)
	for _, o := range c.Plan.Operations {
		all[o.Pos], all[[2]string{o.Service.WSDLName, o.Port}] = true, true
	}
	return all
}

// compared returns the ports or operations of a side that are compared.
func compared[T any](c *comparer, s side, all []T, key func(T) any) []T {
	return collect.Where(all, func(o T) bool { return c.selected[s] == nil || c.selected[s][key(o)] })
}

// unanswered returns the clients that wait for a response that the server does not send; for operations that the server
// initiates it is the other way round.
func unanswered(old, new *wsdl11.Operation) Parties {
	switch {
	case old.Style == wsdl11.RequestResponse && new.Style == wsdl11.OneWay:
		return OldClients
	case old.Style == wsdl11.OneWay && new.Style == wsdl11.RequestResponse:
		return NewClients
	}
	return OldClients | NewClients
}

// operationName returns the name of an operation, with the name of the input for an overload.
func operationName(o *wsdl11.BindingOperation) string {
	if o.Operation == nil {
		return "operation " + o.Name
	}
	if name := o.Operation.OverloadName(); name != o.Name {
		return "operation " + o.Name + " (" + name + ")"
	}
	return "operation " + o.Name
}

// matchOperations pairs the operations of two bindings by name and overload, then the only ones with a name, then operations
// with the same messages.
func (c *comparer) matchOperations(old, new *wsdl11.Binding) (pairs [][2]*wsdl11.BindingOperation, removed, added []*wsdl11.BindingOperation) {
	type operation = *wsdl11.BindingOperation
	count := map[side]map[string]int{isOld: {}, isNew: {}}
	at := func(o operation) any { return o.Pos }
	olds, news := compared(c, isOld, old.Operations, at), compared(c, isNew, new.Operations, at)
	for s, o := range alone(olds, news) {
		count[s][o.Name]++
	}
	return matchBy(olds, news,
		func(o operation) any {
			if o.Operation == nil {
				return nil
			}
			return [2]string{o.Name, o.Operation.OverloadName()}
		},
		func(o operation) any {
			name := requestName(o)
			return keyIf(name != "", [2]string{o.Name, name})
		},
		func(o operation) any { return keyIf(count[isOld][o.Name] == 1 && count[isNew][o.Name] == 1, o.Name) },
		messagesOf,
		func(o operation) any {
			return keyIf(o.SOAPAction != "" && !(o.Binding == old && messagesOf(o) != nil), o.SOAPAction)
		},
	)
}

// requestName returns the names of the elements of a request, "" if it has none.
func requestName(o *wsdl11.BindingOperation) string {
	name := ""
	for _, p := range bodyOf(o.Input).Parts {
		if p.Element != nil {
			name += "{" + p.Element.Name.Space + "}" + p.Element.Name.Local
		}
	}
	return name
}

// messagesOf returns what is the same for two operations with different names and the same messages: one was renamed. It is nil
// for an operation without a location or elements in document style.
func messagesOf(o *wsdl11.BindingOperation) any {
	if o.Binding.Kind == wsdl11.HTTP {
		return keyIf(o.Location != "", [2]string{"location", o.Location})
	}
	name := requestName(o)
	return keyIf(name != "" && o.Style == wsdl11.DocumentStyle, [2]string{"element", name})
}

// compareOperations compares two operations of bindings.
func (c *comparer) compareOperations(old, new *wsdl11.BindingOperation) {
	at := place{operationName(old), old.Pos, new.Pos}
	if old.Operation == nil || new.Operation == nil {
		return
	}
	if old.Name != new.Name {
		c.operationRenamed(at, old, new)
	} else if old.Operation.OverloadName() != new.Operation.OverloadName() {
		c.exchange("overload-renamed", at, 0, "the overload is now named %s", diag.Quote(new.Operation.OverloadName())).JSON = clients
	}
	c.compareDocs(place{at.component, old.Operation.Pos, new.Operation.Pos}, old.Operation.Documentation, new.Operation.Documentation)
	if a, b := old.Operation.Style, new.Operation.Style; a != b {
		c.exchange("operation-style", at, unanswered(old.Operation, new.Operation), "the operation is now %s, formerly %s", b, a)
	}
	if old.Binding.Kind.IsSOAP() && new.Binding.Kind.IsSOAP() {
		c.compareSOAP(at, old, new)
	}
	if old.Binding.Kind == wsdl11.HTTP && new.Binding.Kind == wsdl11.HTTP && old.Location != new.Location {
		c.exchange("http-location", at, OldClients|NewClients, "the location is now %s, formerly %s", diag.Quote(new.Location), diag.Quote(old.Location))
	}
	c.compareMessages(at, old, new, messageOf(old, old.Input, old.Operation.Input), messageOf(new, new.Input, new.Operation.Input), inRequest)
	c.compareMessages(at, old, new, messageOf(old, old.Output, old.Operation.Output), messageOf(new, new.Output, new.Operation.Output), inResult)
	c.compareFaults(at, old, new)
}

// messageOf returns the message of an operation in a binding, an empty one if only the portType has it.
func messageOf(op *wsdl11.BindingOperation, m *wsdl11.BindingMessage, abstract *wsdl11.OperationMessage) *wsdl11.BindingMessage {
	if m == nil && abstract != nil {
		m = &wsdl11.BindingMessage{Message: abstract}
		m.Pos = op.Pos
	}
	return m
}

// operationRenamed reports a changed name. The name is on the wire only in rpc style, and in the location of HTTP bindings,
// which is compared separately, and in the path of JSON.
func (c *comparer) operationRenamed(at place, old, new *wsdl11.BindingOperation) {
	broken := Parties(0)
	if old.Binding.Kind.IsSOAP() && old.Style == wsdl11.RPCStyle {
		broken = OldClients | NewClients
	}
	c.exchange("operation-renamed", at, broken, "the operation is now named %s", diag.Quote(new.Name)).JSON = clients
}

func (c *comparer) compareSOAP(at place, old, new *wsdl11.BindingOperation) {
	if old.SOAPAction != new.SOAPAction {
		c.exchange("soap-action", at, c.actionParties(old, new), "the SOAPAction is now %s, formerly %s", diag.Quote(new.SOAPAction), diag.Quote(old.SOAPAction)).
			cause = changedPart(old.SOAPAction, new.SOAPAction)
	}
	if old.Style != new.Style {
		c.exchange("soap-style", at, OldClients|NewClients, "the style is now %s, formerly %s", new.Style, old.Style)
	}
	if a, b := bodyOf(old.Input).Use, bodyOf(new.Input).Use; a != b {
		c.exchange("soap-use", at, 0, "the use of the input is now %s, formerly %s", b, a)
	}
	if a, b := bodyOf(old.Output).Use, bodyOf(new.Output).Use; a != b {
		c.exchange("soap-use", at, 0, "the use of the output is now %s, formerly %s", b, a)
	}
}

// actionParties returns the clients whose action a server refuses. A server accepts an empty action, and one that no
// operation has, unless several operations have the same request.
func (c *comparer) actionParties(old, new *wsdl11.BindingOperation) Parties {
	return effectIf(c.refuses(new, old.SOAPAction), c.refuses(old, new.SOAPAction), breaks).clients(inRequest, breaks)
}

// refuses reports whether a server refuses a request for an operation with another action.
func (c *comparer) refuses(op *wsdl11.BindingOperation, sent string) bool {
	if sent == "" || sent == op.SOAPAction {
		return false
	}
	known := c.actions[op.Binding]
	if known == nil {
		known = make(map[any]int) // how many operations have an action or an element
		for _, o := range op.Binding.Operations {
			known[o.SOAPAction]++
			known[requestElement(o)]++
		}
		c.actions[op.Binding] = known
	}
	return known[sent] > 0 || known[requestElement(op)] > 1
}

// requestElement returns the element in the Body of a request in document style, or the name of the procedure.
func requestElement(op *wsdl11.BindingOperation) xsd.QName {
	parts := bodyOf(op.Input).Parts
	switch {
	case op.Style == wsdl11.RPCStyle:
		return xsd.QName{Space: "rpc", Local: op.Name}
	case len(parts) == 0 || parts[0].Element == nil:
		return xsd.QName{}
	}
	return parts[0].Element.Name
}

// changedPart returns the parts of two texts before their common end. They identify the cause of a change of all SOAPActions,
// such as a changed namespace in them.
func changedPart(old, new string) string {
	n := 0
	for n < min(len(old), len(new)) && old[len(old)-1-n] == new[len(new)-1-n] {
		n++
	}
	return old[:len(old)-n] + "\x00" + new[:len(new)-n]
}
