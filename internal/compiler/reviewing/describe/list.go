package describe

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/report"
)

// JSON returns the outline as JSON, with a newline at the end.
func (o *Outline) JSON() ([]byte, error) { return indented(o) }

// JSONOf returns the outlines of several contracts as a list in JSON.
func JSONOf(all []*Outline) ([]byte, error) { return indented(all) }

// ListJSON returns the lines of all contracts as JSON.
func ListJSON(all []*Outline) ([]byte, error) {
	lines := []Line{}
	for _, o := range all {
		lines = append(lines, o.Lines()...)
	}
	return indented(lines)
}

func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	err := report.WriteJSON(&b, v)
	return b.Bytes(), err
}

// Line is an operation in a list.
type Line struct {
	Contract   string   `json:"contract"`
	Service    string   `json:"service"`
	Operation  string   `json:"operation"` // different for overloads
	OverloadOf string   `json:"overloadOf,omitempty"`
	Go         string   `json:"go"`
	Signature  string   `json:"goSignature"` // of the method
	Bindings   []string `json:"bindings"`
	Ports      []string `json:"ports"`
	Parameters []string `json:"parameters"` // "name type"; "?" after the name: may be absent; "[]" before the type: may be repeated
	Result     string   `json:"result"`
	OneWay     bool     `json:"oneWay,omitempty"`

	codes []string // of Bindings
}

// Lines returns a line for each operation.
func (o *Outline) Lines() []Line {
	lines := []Line{}
	for _, s := range o.Services {
		for _, op := range s.Operations {
			line := Line{Contract: o.Contract, Service: s.Name, Operation: op.Name, OverloadOf: op.OverloadOf, Go: op.Go, Signature: op.GoSignature, OneWay: op.OneWay, Bindings: []string{}, Ports: []string{}, Parameters: []string{}}
			for _, w := range op.Wires {
				if !slices.Contains(line.Bindings, w.Binding) {
					line.Bindings = append(line.Bindings, w.Binding)
					line.codes = append(line.codes, w.code)
				}
				line.Ports = append(line.Ports, w.Ports...)
			}
			line.Parameters = append(line.Parameters, collect.Each(op.Request.Content, o.short)...)
			for _, a := range op.Attachments {
				if a.Direction == "request" {
					line.Parameters = append(line.Parameters, a.Part+"? attachment")
				}
			}
			line.Result = o.shortResult(op)
			lines = append(lines, line)
		}
	}
	return lines
}

// short describes a parameter.
func (o *Outline) short(n *Node) string {
	name := n.Name
	switch n.Kind {
	case Attribute:
		name = "@" + name
	case Any, AnyAttribute:
		name = "any"
	case Choice, Sequence, All:
		separator := ", "
		if n.Kind == Choice {
			separator = " | "
		}
		return "(" + collect.Joined(n.Content, separator, o.short) + ")" + mark(n)
	}
	if t := o.typeText(n); t != "" {
		return strings.TrimSpace(name + mark(n) + " " + t) // a value has no name
	}
	return name + mark(n)
}

func mark(n *Node) string {
	if n.Min == 0 && n.Max == 1 || n.Nillable && n.Max == 1 {
		return "?"
	}
	return ""
}

// typeText returns the type of a node, with [] if it may be repeated.
func (o *Outline) typeText(n *Node) string {
	text := ""
	if n.Type != nil {
		text = o.ref(n.Type)
	} else if len(n.Content) > 0 && n.Kind != Choice && n.Kind != Sequence && n.Kind != All {
		text = "(...)"
	}
	if n.Max != 1 && n.Kind != AnyAttribute {
		text = "[]" + text
	}
	return text
}

// ref returns the name of a type with the prefix of its namespace.
func (o *Outline) ref(t *TypeRef) string {
	if prefix := o.prefixes[t.Namespace]; prefix != "" {
		return prefix + ":" + t.Name.Name
	}
	return t.Name.Name
}

// shortResult describes a result: by its type in the contract if it is one element.
func (o *Outline) shortResult(op *Operation) string {
	if op.Response == nil {
		return "(one-way)"
	}
	nodes := op.Response.Content
	for len(nodes) == 1 && nodes[0].Type == nil && nodes[0].Max == 1 && len(nodes[0].Content) > 0 {
		nodes = nodes[0].Content
	}
	switch len(nodes) {
	case 0:
		return "()"
	case 1:
		return o.typeText(nodes[0])
	}
	return "(" + collect.Joined(nodes, ", ", o.short) + ")"
}

// List returns one line for each operation of contracts. Columns are aligned, or separated by tabs. If there are several
// contracts, the first column has their names.
func List(all []*Outline, aligned bool) []byte {
	var b bytes.Buffer
	var out io.Writer = &b
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if aligned {
		out = w
	}
	for _, o := range all {
		for _, l := range o.Lines() {
			if len(all) > 1 {
				fmt.Fprintf(out, "%s\t", escaped(l.Contract))
			}
			fmt.Fprintf(out, "%s\t%s\t%s(%s)\t%s\n", escaped(l.Service), cmp.Or(strings.Join(l.codes, ","), "-"),
				escaped(l.Operation), escaped(strings.Join(l.Parameters, ", ")), escaped(l.Result))
		}
	}
	w.Flush()
	return b.Bytes()
}

// escaped returns a text of the contract in which nothing ends a line or controls a
// terminal.
func escaped(s string) string { return diag.Escape(s) }
