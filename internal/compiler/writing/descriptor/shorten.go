package descriptor

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Shorten returns the messages that operations of a service have in common, nil if no
// two do, and the operations without what [contract.Contract.With] adds. rows returns
// the rows of a request.
func Shorten(ops []*contract.Operation, rows func(*schema.Type) []schema.Row) (messages []contract.Wire, short []*contract.Operation) {
	c := &contract.Contract{Messages: commonMessages(ops)}
	for _, op := range ops {
		o := shortened(c, op)
		if op.Request != nil && slices.Equal(op.Params, contract.ParameterNames(rows(op.RequestType()))) {
			o.Params = nil
		}
		short = append(short, o)
	}
	return c.Messages, short
}

// Shorten is [Shorten] for the operations of a service.
func (p *Package) Shorten(s *ir.Service) (messages []contract.Wire, short []*contract.Operation) {
	return Shorten(collect.Each(s.Operations, p.Operation), func(t *schema.Type) []schema.Row { return p.StructRows(p.Origin(t).Struct) })
}

// shortened returns op without Wires, if they follow from the messages of c.
func shortened(c *contract.Contract, op *contract.Operation) *contract.Operation {
	short := *op
	if c.Messages == nil {
		return &short
	}
	short.Wires = nil
	out := ""
	for i := range op.Wires {
		w := &op.Wires[i]
		innermost := ""
		if len(w.Out) > 0 {
			innermost = w.Out[len(w.Out)-1].Local
		}
		if w.IsHTTP() {
			short.Root = innermost
			continue
		}
		short.OutMust, short.OutNil, out = w.OutMust, w.OutNil, strings.ReplaceAll(innermost, op.Name, "*")
	}
	for _, short.Out = range []string{"", out} {
		complete := short
		if reflect.DeepEqual(c.Complete(&complete).Wires, op.Wires) {
			return &short
		}
	}
	short = *op
	return &short
}

// maxCandidates bounds how many forms of messages are compared with all operations.
const maxCandidates = 8

// commonMessages returns the messages from which the messages of most operations follow, nil
// if there are none for two operations.
func commonMessages(ops []*contract.Operation) []contract.Wire {
	type candidate struct {
		messages []contract.Wire
		count    int
	}
	var all []*candidate
	found := make(map[string]*candidate)
	for _, op := range ops {
		messages, key := withoutName(op)
		c := found[key]
		if c == nil {
			c = &candidate{messages: messages}
			found[key], all = c, append(all, c)
		}
		c.count++
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return b.count - a.count })
	var best []contract.Wire
	most := 1
	for _, c := range all[:min(len(all), maxCandidates)] {
		n := 0
		for _, op := range ops {
			if shortened(&contract.Contract{Messages: c.messages}, op).Wires == nil {
				n++
			}
		}
		if n > most {
			best, most = c.messages, n
		}
	}
	return best
}

// withoutName returns the messages of an operation with an asterisk in place of its
// name, and without what operations say themselves, and a text that is the same for the
// same messages.
func withoutName(op *contract.Operation) (messages []contract.Wire, key string) {
	unnamed := func(text string) string { return strings.ReplaceAll(text, op.Name, "*") }
	for _, w := range op.Wires {
		w.Action, w.Path, w.In.Local = unnamed(w.Action), unnamed(w.Path), unnamed(w.In.Local)
		w.Out = slices.Clone(w.Out)
		for i := range w.Out {
			w.Out[i].Local = unnamed(w.Out[i].Local)
		}
		if w.IsHTTP() {
			for i := range w.Out {
				w.Out[i] = schema.ElementName{NS: w.Out[i].NS}
			}
		} else {
			w.OutMust, w.OutNil = false, false
		}
		if w.More != nil {
			more := *w.More
			more.Addressed, more.Actions = unnamed(more.Addressed), more.Actions.With(unnamed)
			w.More = &more
			if more.Actions != nil {
				key += fmt.Sprintf("%+v", *more.Actions)
			}
			plain := more
			plain.Actions = nil
			key += fmt.Sprintf("%+v", plain)
		}
		messages = append(messages, w)
		w.More = nil
		key += fmt.Sprintf("%+v\n", w)
	}
	return messages, key
}
