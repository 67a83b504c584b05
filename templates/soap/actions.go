package soap

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// Actions are the actions of WS-Addressing that the contract has for an operation, declared or default (WS-Addressing 1.0
// Metadata, section 4.4).
type Actions struct {
	Request  string   // "" while the operation is not known
	Others   []string // other actions that requests may have: the soapAction, and defaults
	Reply    string   // "" if the operation is one-way
	Declared bool     // the contract says what Reply is
	OneWay   bool
}

// Actions returns the actions of the operation.
func (c *Call) Actions() (a Actions) {
	if c.op == nil || !isSOAP(c.Binding) {
		return a
	}
	a.OneWay = c.op.OneWay
	declared := c.declaredActions()
	input, output := c.op.MessageNames()
	others := []string{c.by.addressed(c.wire.Details().Addressed), c.by.action(c.wire), c.defaultAction(cmp.Or(declared.Input, input))}
	if c.op.OverloadOf != "" { // the default in ?flatWsdl
		others = append(others, c.defaultAction(c.op.Name+"Request"))
	}
	others = slices.DeleteFunc(others, func(s string) bool { return s == "" })
	if len(others) > 0 {
		a.Request, a.Others = others[0], others[1:]
	}
	if !a.OneWay {
		a.Declared = declared.Reply != ""
		a.Reply = cmp.Or(c.by.addressed(declared.Reply), c.defaultAction(cmp.Or(declared.Output, output)))
	}
	return a
}

// FaultAction returns the action of a fault of the contract, by the name of the element in its detail; "" for others.
func (c *Call) FaultAction(detail xsd.QName) string {
	if c.op == nil {
		return ""
	}
	isDetail := func(f *contract.Fault) bool {
		return f.Element.Local == detail.Local && codec.NamespaceURI(c.by.ns, f.Element.NS) == detail.Space
	}
	if !slices.ContainsFunc(c.op.Faults, isDetail) {
		return ""
	}
	for _, f := range c.declaredActions().Faults {
		if f.Element == detail.Local {
			return cmp.Or(c.by.addressed(f.Action), c.defaultAction(c.op.WSDLName(), "Fault", f.Name))
		}
	}
	return c.defaultAction(c.op.WSDLName(), "Fault", detail.Local)
}

func (c *Call) declaredActions() contract.Actions {
	if a := c.wire.Details().Actions; a != nil {
		return *a
	}
	return contract.Actions{}
}

// defaultAction returns a default action that ends with names, "" if the contract does not have the port type.
func (c *Call) defaultAction(names ...string) string {
	if c.by.PortType == "" {
		return ""
	}
	delimiter := contract.ActionDelimiter(c.by.PortType)
	return c.by.addressed(c.by.PortType) + delimiter + strings.Join(names, delimiter)
}

// Logger returns the logger of the handler that serves the call: see [WithLogger].
func (c *Call) Logger() *slog.Logger {
	if c.by == nil {
		return slog.Default()
	}
	return c.by.log()
}

// Address returns the URL that a client calls, without the user and the password, "" on a handler.
func (c *Call) Address() string {
	if c.url == nil {
		return ""
	}
	u := *c.url
	u.User = nil
	return u.String()
}
