package descriptor

import (
	"reflect"
	"slices"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Optional has what is in optional packages of the run-time, which only programs with
// such contracts import.
type Optional struct {
	Multipart        contract.Packaging // packaging from package multipart
	InlineReferences func(d *schema.Decoder, b contract.Binding, limits schema.Limits) ([]byte, error)
}

// Contract returns the description of a service, which soap.NewHandler and
// soap.NewCaller take. [schema.Define] has to be called for the tables first. Fields
// with Go types are nil: Zero of values, Error of faults, Method and Client.
func (p *Package) Contract(s *ir.Service, optional Optional) *contract.Contract {
	c := &contract.Contract{
		Service: s.WSDLName, Doc: s.Doc, Namespaces: p.Table.Namespaces, XSI: p.plan.Nil, Types: p.Table, Ports: s.Ports, PortType: s.PortType,
		Faults: collect.Each(p.plan.Faults, p.Fault), Operations: collect.Each(s.Operations, p.Operation),
	}
	if p.plan.Multipart {
		c.Multipart = optional.Multipart
	}
	if s.IsEncoded() {
		c.InlineReferences = optional.InlineReferences
	}
	return c
}

// Element returns the name and the value of a global element.
func (p *Package) Element(e *ir.Element) (schema.ElementName, *schema.Value) {
	row := p.Value(e.Value)
	if !e.Nillable {
		row.Occurs = schema.Once
	}
	return elementName(e.Wire), &schema.Value{Row: row}
}

// Documents returns the documents that the package embeds, nil if there are none.
func (p *Package) Documents() *contract.DocumentSet {
	if len(p.plan.Documents)+len(p.plan.WellKnown) == 0 {
		return nil
	}
	files := make(fstest.MapFS)
	set := &contract.DocumentSet{Files: files, WellKnown: p.plan.WellKnown, Lenient: p.plan.Lenient}
	for _, d := range p.plan.Documents {
		if d.Text != nil { // another form of a document may be the same file
			files[d.File] = &fstest.MapFile{Data: d.Text}
		}
		set.Documents = append(set.Documents, contract.Document{Name: d.Name, Form: d.Form, Schema: d.Schema, File: d.File, References: d.References})
	}
	for i, n := range p.plan.Namespaces {
		if from := n.Replaced(); from != "" {
			set.Replaced = append(set.Replaced, contract.ReplacedNamespace{From: from, NS: i})
		}
	}
	return set
}

// Operation returns the description of an operation. There is one for each.
func (p *Package) Operation(op *ir.Operation) *contract.Operation {
	if o := p.operations[op]; o != nil {
		return o
	}
	o := &contract.Operation{
		Name: op.OverloadName, OverloadOf: op.OverloadOf, Doc: op.Doc, Params: op.Params, OneWay: op.OneWay,
		Faults: collect.Each(op.Faults, p.Fault), Order: parameterOrder(op.Request),
	}
	o.Wires = collect.Each(op.Wires, p.Wire)
	if op.Request != nil {
		o.Request = p.Struct(op.Request)
	}
	if op.Result != nil {
		o.Result, o.ResultRequired = &schema.Value{Row: p.Value(op.Result)}, op.Result.Must
	}
	p.operations[op] = o
	return o
}

// parameterOrder returns the names of the parameters of a request. It returns nil if
// they are in the order of the fields.
func parameterOrder(s *ir.Struct) []string {
	if s == nil || slices.Equal(s.Params, s.Fields) {
		return nil
	}
	return collect.Each(s.Params, func(f *ir.Field) string { return f.Wire.Local })
}

// Fault returns the description of a fault. There is one for each.
func (p *Package) Fault(f *ir.Fault) *contract.Fault {
	if t := p.faultOf[f]; t != nil {
		return t
	}
	t := &contract.Fault{
		Element: elementName(f.Wire), Detail: &schema.Value{Row: p.Value(f.Detail)}, Nillable: f.Detail.Item.Nillable, Encoded: f.Encoded,
	}
	p.faultOf[f], p.faultOrigins[t] = t, f
	return t
}

// Header returns the description of a header. There is one for each.
func (p *Package) Header(h *ir.Header) *soap.Header[any] {
	if t := p.headerOf[h]; t != nil {
		return t
	}
	t := &soap.Header[any]{
		Element: elementName(h.Wire), Value: &schema.Value{Row: p.Value(h.Value)}, Nillable: h.Value.Item.Nillable, Encoded: h.Encoded,
	}
	p.headerOf[h], p.headerOrigins[t] = t, h
	return t
}

func (p *Package) headers(list []*ir.Header) []contract.Header {
	return collect.Each(list, func(h *ir.Header) contract.Header { return p.Header(h) })
}

// FaultOrigin returns what a description is of.
func (d *Descriptions) FaultOrigin(t *contract.Fault) *ir.Fault { return d.faultOrigins[t] }

// HeaderOrigin returns what a description is of.
func (d *Descriptions) HeaderOrigin(t contract.Header) *ir.Header { return d.headerOrigins[t] }

func elementName(n ir.Name) schema.ElementName {
	return schema.ElementName{NS: n.NS, Local: n.Local}
}

// Wire describes the messages of an operation over some of the bindings.
func (p *Package) Wire(w *ir.Wire) contract.Wire {
	all, more := w.Wire, w.WireMore
	all.In, all.Out = elementName(w.In), collect.Each(w.Out, elementName)
	more.Members, more.Parts = collect.Each(w.Members, elementName), collect.Each(w.Parts, part)
	more.Headers, more.OutHeaders, more.HeaderFaults = p.headers(w.Headers), p.headers(w.OutHeaders), collect.Each(w.HeaderFaults, p.Fault)
	if !reflect.ValueOf(more).IsZero() {
		all.More = &more
	}
	return all
}

func part(p ir.Part) contract.Part {
	described := contract.Part{Name: elementName(p.Name)}
	if p.Type.Local != "" {
		described.Type = xsd.QName{Space: p.Type.Space, Local: p.Type.Local}
	}
	return described
}
