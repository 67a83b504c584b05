package contract

import (
	"slices"
	"strings"

	"example.com/quartet/templates/soap/schema"
)

// Complete returns an operation with its messages, and op itself if it lists them.
//
// The Wires of an operation that lists none are the Messages of the contract. In these
// an asterisk in an action, in a path and in the name of an element stands for the name
// of the operation. The elements of a response are the following ones:
//
//   - Over SOAP they are the elements of Messages, but the innermost one is op.Out, unless
//     that is "". If it is the first one, or there is no result, there is only the first one.
//   - Over HTTP there is one, op.Root. Without a result there is none.
func (c *Contract) Complete(op *Operation) *Operation {
	if op.Wires != nil || c.Messages == nil {
		return op
	}
	all := *op
	all.Wires = slices.Clone(c.Messages)
	for i := range all.Wires {
		all.derive(&all.Wires[i])
	}
	return &all
}

// derive replaces what is common to all operations by what op has.
func (op *Operation) derive(w *Wire) {
	w.Action, w.Path, w.In = op.named(w.Action), op.named(w.Path), op.namedElement(w.In)
	if w.More != nil && (w.More.Actions != nil || strings.Contains(w.More.Addressed, "*")) {
		more := *w.More
		more.Addressed = op.named(more.Addressed)
		more.Actions = more.Actions.With(op.named)
		w.More = &more
	}
	common := w.Out
	w.Out = nil
	for _, name := range common {
		w.Out = append(w.Out, op.namedElement(name))
	}
	last := len(w.Out) - 1
	switch {
	case w.IsHTTP() && op.Result == nil:
		w.Out = nil
	case w.IsHTTP() && last >= 0:
		w.Out[last].Local = op.Root
	case last > 0 && (op.Result == nil || op.named(op.Out) == w.Out[0].Local):
		w.Out = w.Out[:1]
	case op.Out != "" && last >= 0:
		w.Out[last].Local = op.named(op.Out)
	}
	if !w.IsHTTP() {
		w.OutMust, w.OutNil = op.OutMust, op.OutNil
	}
}

// With returns actions with all texts replaced by what replace returns.
func (a *Actions) With(replace func(string) string) *Actions {
	if a == nil {
		return nil
	}
	all := Actions{Reply: replace(a.Reply), Input: replace(a.Input), Output: replace(a.Output)}
	for _, f := range a.Faults {
		all.Faults = append(all.Faults, FaultAction{replace(f.Element), replace(f.Action), replace(f.Name)})
	}
	return &all
}

// ActionDelimiter returns the delimiter of the parts of a default action that begins with a namespace.
func ActionDelimiter(namespace string) string {
	if strings.HasPrefix(namespace, "urn:") {
		return ":"
	}
	return "/"
}

// named returns a text with the name of the operation in place of each asterisk.
func (op *Operation) named(text string) string { return strings.ReplaceAll(text, "*", op.Name) }

func (op *Operation) namedElement(name schema.ElementName) schema.ElementName {
	name.Local = op.named(name.Local)
	return name
}

// IsHTTP reports whether the messages belong to HTTP bindings.
func (w *Wire) IsHTTP() bool {
	return len(w.Bindings) > 0 && !w.Bindings[0].IsSOAP()
}

// ParameterNames returns the names of the elements that the rows of a request describe,
// followed by the names of the attachments.
func ParameterNames(rows []schema.Row) []string {
	var elements, attachments []string
	for i := range rows {
		switch r := &rows[i]; {
		case r.At == schema.AtAttachment && r.More != nil && r.More.Part != "":
			attachments = append(attachments, r.More.Part)
		case r.At == schema.AtAttachment && r.Name != "":
			attachments = append(attachments, r.Name)
		case r.At == schema.AtElement && r.Name != "":
			elements = append(elements, r.Name)
		}
	}
	return append(elements, attachments...)
}
