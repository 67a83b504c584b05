package page

import (
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// field is an input of the form of an operation.
type field struct {
	*node
	ID       string
	Input    string // type of the input, or "select"
	Options  []enumValue
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
	own := op.RequestType().Rows()
	if len(own) > 0 && (own[0].Kind == codec.KindBase || own[0].Kind == codec.KindBaseAttributes) || op.RequestType().Mixed {
		return nil, false
	}
	for i := range own {
		switch row := own[i]; row.Kind {
		case codec.KindSequence, codec.KindAll, codec.KindEnd, codec.KindChoice, codec.KindInherited:
			continue
		default:
			value, repeated := parameterRow(&row)
			if value == nil {
				return nil, false
			}
			f := newField(value, row.Name, repeated)
			f.describe(nodes, value, &row)
			f.Required = f.Required && row.Occurs == schema.Once && !inChoice(own, i)
			f.Text = f.Text && row.Occurs == schema.Once && !inChoice(own, i)
			fields = append(fields, f)
		}
	}
	return fields, true
}

// describe adds what the form says of a parameter: its node, and the values of an enumeration.
func (f *field) describe(nodes []*node, value *schema.Row, row *schema.Row) {
	if f.node = nodeNamed(nodes, row.Name); f.node == nil {
		f.node = &node{Name: row.Name, Type: typeName(value), Occurs: occurrence(row)}
	}
	for _, n := range append(f.node.Children, f.node) { // the only one of Children, or the parameter itself, has the values
		if f.Input == "select" && len(n.Enum) > 0 {
			f.Options = n.Enum
		}
	}
}

// inChoice reports whether a row is in a choice or in a group that may be absent.
func inChoice(all []schema.Row, at int) bool {
	var open []bool
	for i := range all[:at] {
		switch r := &all[i]; r.Kind {
		case codec.KindSequence, codec.KindAll, codec.KindChoice:
			open = append(open, r.Kind == codec.KindChoice || r.Occurs == schema.Optional || r.Occurs == schema.Many)
		case codec.KindEnd:
			open = open[:max(0, len(open)-1)]
		}
	}
	return slices.Contains(open, true)
}

// parameterRow returns the row of the values of a parameter, and whether it may be there
// many times; nil if the row is not a parameter.
func parameterRow(r *schema.Row) (value *schema.Row, repeated bool) {
	switch {
	case r.Name == "" || r.At != schema.AtElement || r.More != nil && r.More.Any != nil || r.Typed:
		return nil, false
	case r.Kind == codec.KindStruct && r.Of != nil && !isMany(r) && !r.Of.Mixed:
		inner := r.Of.Rows()
		if len(inner) != 1 || !isMany(&inner[0]) || inner[0].Kind == codec.KindStruct {
			return nil, false
		}
		value, _ = parameterRow(&inner[0])
		return value, value != nil
	case isText(r):
		return r, isMany(r)
	}
	return nil, false
}

// isText reports whether the values of a row are text.
func isText(r *schema.Row) bool {
	return r.Kind.TypeName() != "" && r.Kind != codec.KindRawXML && r.Kind != codec.KindAnyType || r.Kind == codec.KindList
}

func isMany(r *schema.Row) bool { return r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore }

// newField returns the input for values of a row.
func newField(r *schema.Row, name string, repeated bool) *field {
	f := &field{ID: "p-" + name, Input: "text", Repeated: repeated, Required: true}
	enum, _ := restrictions(r)
	switch {
	case r.Kind == codec.KindList:
	case len(enum) > 0:
		f.Input = "select"
		for _, text := range enum {
			f.Options = append(f.Options, enumValue{Text: text})
		}
	case r.Kind == codec.KindBool:
		f.Input, f.Options = "select", []enumValue{{Text: "true"}, {Text: "false"}}
	case r.Kind == codec.KindDate:
		f.Input = "date"
	case r.Kind == codec.KindFloat32 || r.Kind == codec.KindFloat64: // HTML does not accept NaN and INF as numbers
	case r.Kind.IsNumber():
		f.Input = "number"
		f.bounds(r)
	default:
		f.Text = r.Kind <= codec.KindENTITY && r.Kind != codec.KindAnyURI
		f.Required = !f.Text
	}
	return f
}

// bounds sets what a number may be.
func (f *field) bounds(r *schema.Row) {
	f.Step = "1"
	switch r.Kind {
	case codec.KindDecimal:
		f.Step = "any"
	case codec.KindUint8, codec.KindUint16, codec.KindUint32, codec.KindUint64, codec.KindNonNegativeInteger:
		f.Min = "0"
	case codec.KindPositiveInteger:
		f.Min = "1"
	case codec.KindNonPositiveInteger:
		f.Max = "0"
	case codec.KindNegativeInteger:
		f.Max = "-1"
	}
	for _, s := range slices.Backward(steps(r)) {
		if s.MinInclusive != "" {
			f.Min = s.MinInclusive
		}
		if s.MaxInclusive != "" {
			f.Max = s.MaxInclusive
		}
	}
}

func nodeNamed(nodes []*node, name string) *node {
	for _, n := range nodes {
		if n.Name == name && n.row != nil {
			return n
		}
		if found := nodeNamed(groupChildren(n), name); found != nil {
			return found
		}
	}
	return nil
}

// groupChildren returns the children of a node that is a group.
func groupChildren(n *node) []*node {
	if n.row != nil {
		return nil
	}
	return n.Children
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
		if f.Repeated {
			f.Values = slices.DeleteFunc(f.Values, func(s string) bool { return s == "" })
			f.Values = append(f.Values[:min(len(f.Values), maxInputs)], "")
		}
		if len(f.Values) == 0 {
			f.Values = []string{""}
		}
		if !f.Repeated {
			f.Values = f.Values[:1]
		}
	}
}

// parameters returns the parameters that a query has. An input that is empty is none,
// unless it is a text that must be there.
func parameters(fields []*field, query url.Values) []codec.Parameter {
	var list []codec.Parameter
	for _, f := range fields {
		values := query[prefix+f.Name]
		for i, v := range values {
			if f.Input != "text" {
				v = strings.TrimSpace(v)
			}
			if v != "" && (f.Repeated || i == 0) {
				list = append(list, codec.Parameter{Name: f.Name, Value: v})
			}
		}
		if f.Text && !f.Repeated && (len(values) == 0 || values[0] == "") {
			list = append(list, codec.Parameter{Name: f.Name})
		}
	}
	return list
}
