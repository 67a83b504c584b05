package page

import (
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// field is an input of the form of an operation.
type field struct {
	*node
	ID       string
	Input    string // type of the input, or "select"
	Options  []component.Value
	Min, Max string
	Step     string
	Required bool // the form is not sent without it
	Repeated bool
	Text     bool // an empty value is a value, if it must be there
	Values   []string
}

// formFields returns the inputs for the parameters of an operation. ok is false if
// parameters cannot say what its request has.
func formFields(op *contract.Operation, nodes []*node) (fields []*field, ok bool) {
	if op.RequestType() == nil {
		return nil, true
	}
	if op.RequestType().Mixed || nodes == nil && len(op.RequestType().AllRows()) > 0 { // or the documents do not have it
		return nil, false
	}
	return appendFields(nil, op.RequestType(), nodes, false)
}

func appendFields(fields []*field, request *schema.Type, nodes []*node, optional bool) (all []*field, ok bool) {
	for _, n := range nodes {
		if n.isGroup && n.max == 1 {
			if fields, ok = appendFields(fields, request, n.Children, optional || n.min == 0); !ok {
				return nil, false
			}
			continue
		}
		t, repeated := n.parameter()
		if t == nil || !slices.ContainsFunc(codec.ParameterFields(request), func(p codec.ParameterField) bool { return p.Name == n.Name }) {
			return nil, false
		}
		f := newField(n, t, repeated)
		once := n.min > 0 && n.max == 1 && !optional
		f.Required, f.Text = f.Required && once, f.Text && once
		fields = append(fields, f)
	}
	return fields, true
}

// parameter returns the type of the values of a parameter, and whether it may be there many times; nil if the node is not a
// parameter. A parameter is an element with text, or one that has only a list of them.
func (n *node) parameter() (values *component.Type, repeated bool) {
	switch {
	case n.Name == "" || n.Attr || n.typ == nil:
		return nil, false
	case n.typ.Simple:
		return n.typ, n.max != 1
	case n.max != 1 || n.typ.Definition().Mixed || len(n.Children) != 1 || n.Children[0].max == 1:
		return nil, false
	}
	item := n.Children[0]
	if item.typ == nil || !item.typ.Simple {
		return nil, false
	}
	return item.typ, item.Name != "" && !item.Attr
}

// newField returns the input for values of a simple type.
func newField(n *node, t *component.Type, repeated bool) *field {
	f := &field{node: n, ID: "p-" + n.Name, Input: "text", Repeated: repeated, Required: true}
	builtin, primitive := t, t
	for b := t; b.Name.Local != "anySimpleType"; b = b.Definition().Base {
		if primitive = b; builtin.Name.Space != xsd.Namespace {
			builtin = b
		}
	}
	values := enumeration(t)
	switch {
	case t.Definition().Variety == component.List:
	case len(values) > maxValues:
	case len(values) > 0:
		f.Input, f.Options = "select", values
	case primitive.Name.Local == "boolean":
		f.Input, f.Options = "select", []component.Value{{Text: "true"}, {Text: "false"}}
	case builtin.Name.Local == "date":
		f.Input = "date"
	case primitive.Name.Local == "decimal":
		f.Input = "number"
		f.bounds(t, builtin == primitive)
	case primitive.Name.Local == "string" || primitive.Name.Space == "":
		f.Text, f.Required = true, false
	}
	return f
}

// bounds sets what a number may be.
func (f *field) bounds(t *component.Type, fractions bool) {
	if f.Step = "1"; fractions {
		f.Step = "any"
	}
	for _, one := range facets(t, true) {
		switch one.Kind {
		case lexical.MinInclusive:
			f.Min = one.Value
		case lexical.MaxInclusive:
			f.Max = one.Value
		}
	}
}

// prefix is before the names of parameters in the query of a page, whose own names are
// without it.
const prefix = "p."

// maxInputs is how many inputs of a repeated parameter a form shows.
const maxInputs = 100

// fill sets the values that a query has.
func fill(fields []*field, query url.Values) {
	for _, f := range fields {
		f.Values = slices.Clone(query[prefix+f.Name])
		if !f.Repeated {
			f.Values = append(f.Values, "")[:1]
			continue
		}
		f.Values = slices.DeleteFunc(f.Values, func(s string) bool { return s == "" })
		f.Values = append(f.Values[:min(len(f.Values), maxInputs)], "")
	}
}

// parameters returns the parameters that a query has. An input that is empty is none,
// unless it is a text that must be there.
func parameters(fields []*field, query url.Values) []codec.Parameter {
	var list []codec.Parameter
	for _, f := range fields {
		values := query[prefix+f.Name]
		if !f.Repeated {
			values = append(values, "")[:1]
		}
		for _, v := range values {
			if f.Input != "text" {
				v = strings.TrimSpace(v)
			}
			if v != "" || f.Text && !f.Repeated {
				list = append(list, codec.Parameter{Name: f.Name, Value: v})
			}
		}
	}
	return list
}
