package bind

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/templates/soap/contract"
)

// portTypeOf returns how the default actions of the messages of a port type begin, "" without a namespace.
func portTypeOf(t *wsdl11.PortType) string {
	if t == nil || t.Name.Space == "" {
		return ""
	}
	space := t.Name.Space
	delimiter := contract.ActionDelimiter(space)
	return strings.TrimSuffix(space, delimiter) + delimiter + t.Name.Local
}

// planActions sets the actions of WS-Addressing that do not follow from the names of the operation, the port type and the
// elements. Names of faults are left out if the port type has no action.
func planActions(m *boundOperation) {
	op := m.source.Operation
	input, output := (&contract.Operation{Name: m.name, OverloadOf: op.Name, OneWay: op.Output == nil}).MessageNames()
	var actions contract.Actions
	if in := op.Input; in != nil {
		m.wire.Addressed = in.Action
		if in.Action == "" && m.wire.Action == "" && in.Name != input {
			actions.Input = in.Name
		}
	}
	if out := op.Output; out != nil {
		actions.Reply = out.Action
		if out.Action == "" && out.Name != output {
			actions.Output = out.Name
		}
	}
	if op.PortType.MentionsAction {
		actions.Faults = faultActions(op)
	}
	if actions.Reply != "" || actions.Input != "" || actions.Output != "" || actions.Faults != nil {
		m.wire.Actions = &actions
	}
}

// faultActions returns the actions of faults that do not follow from their elements.
func faultActions(op *wsdl11.Operation) (actions []contract.FaultAction) {
	for _, f := range op.Faults {
		if f.Message == nil || len(f.Message.Parts) == 0 || f.Message.Parts[0].Element == nil {
			continue
		}
		fault := contract.FaultAction{Element: f.Message.Parts[0].Element.Name.Local, Action: f.Action}
		if f.Action == "" {
			fault.Name = f.Name
		}
		if fault.Name != fault.Element {
			actions = append(actions, fault)
		}
	}
	return actions
}
