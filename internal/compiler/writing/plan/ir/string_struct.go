package ir

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

func (p *printer) structure(s *Struct) {
	name := s.WSDLName
	if s.Type.Local != "" {
		name = p.name(s.Type)
	}
	p.line("\nstruct %s: %s %s%s", s.Name, s.Kind, name,
		when(s.Undeclared, ", undeclared")+when(s.IsRequest, ", request")+when(s.Abstract, ", abstract")+when(s.Mixed, ", mixed")+when(s.Encoded, ", encoded")+when(s.NoCodec, ", parameters only")+when(s.ReplacesBase, ", has the elements of its base, too"))
	if s.Interface != "" {
		p.line("  interface %s", s.Interface)
	}
	if p.schema {
		p.derivation(s)
	}
	if s.Params != nil {
		var names []string
		for _, f := range s.Params {
			names = append(names, f.Wire.Local)
		}
		p.line("  parameters %s", strings.Join(names, ", "))
	}
	var rows []string
	if s.Base != nil {
		rows = append(rows, p.types().Struct(s.Base)+"\t\tembedded")
	}
	for _, f := range s.Attrs {
		rows = append(rows, p.field(f, "attribute "))
	}
	if s.AnyAttrs != nil {
		rows = append(rows, s.AnyAttrs.Name+"\t[]Attr\tattributes"+p.wildcard(s.AnyAttribute))
	}
	if s.IsNil != nil {
		rows = append(rows, s.IsNil.Name+"\tbool\tthe element is nil")
	}
	if s.Text != nil {
		rows = append(rows, s.Text.Name+"\tstring\ttext between elements")
	}
	if s.Array != nil {
		rows = append(rows, p.field(s.Array.Item, "element ")+", array of "+p.name(s.Array.ItemType)+s.Array.Brackets+dimensions(s.Array.Rank))
	} else {
		for _, f := range s.Fields {
			rows = append(rows, p.field(f, "element "))
		}
	}
	if s.XSITypes != nil {
		rows = append(rows, s.XSITypes.Name+"\txsd.ElementTypes\txsi:type of elements")
	}
	for _, a := range s.Attachments {
		kind := [...]string{AttachedBytes: "bytes", AttachedText: "text", AttachedXML: "XML"}[a.Kind]
		rows = append(rows, a.Field.Name+"\t"+p.types().Field(a.Field)+"\tattachment "+a.Part+" as "+kind)
		if a.Media != nil {
			rows = append(rows, a.Media.Name+"\t"+p.types().Field(a.Media)+"\tmedia type of "+a.Part)
		}
	}
	p.table(rows)
	if s.Order != nil {
		p.line("  in the order %s", p.fieldNames(s.Order))
	}
	if content := p.content(s.Content); content != "" {
		p.line("  content %s", content)
	}
	if p.schema {
		p.model(s.Model)
	}
}

// fieldNames prints the names of elements.
func (p *printer) fieldNames(fields []*Field) string {
	var names []string
	for _, f := range fields {
		names = append(names, p.name(f.Wire))
	}
	return strings.Join(names, ", ")
}

func dimensions(rank int) string {
	if rank == 1 {
		return ""
	}
	return fmt.Sprintf(" with %d dimensions", rank)
}

// field prints a row: Go name, Go type, and what it is on the wire.
func (p *printer) field(f *Field, kind string) string {
	wire := kind + p.name(f.Wire)
	switch {
	case f.Group != nil:
		wire = "substitution group"
	case f.Items != nil:
		wire = "items"
	case f.Any != nil:
		wire = "wildcard" + p.wildcard(f.Any)
	case f.Wire.Local == "":
		wire = "text"
	}
	if f.Wire.Local != "" || f.Group != nil || f.Items != nil || f.Any != nil {
		wire += " " + f.occurs()
	}
	wire += when(f.Nillable, ", nillable") + when(f.Poly, ", or a derived type") + when(f.Lax, ", may be absent") + when(f.Block != 0, ", blocks "+derivations(f.Block)) + fixed(f) + when(f.Fallback != "", ", empty means "+strconv.Quote(f.Fallback)) + when(len(f.Constraints) > 0, ","+constraints(f))
	if f.Scalar != nil && f.Any == nil {
		wire += lexical(f.Scalar) + when(p.schema && f.Scalar.Described != nil, ", described") + facets(f.Scalar.Facets)
	}
	return f.Name + "\t" + p.types().Field(f) + "\t" + wire
}

// occurs prints minOccurs and maxOccurs: 0..1
func (f *Field) occurs() string {
	switch {
	case f.Occurs == Optional:
		return "0..1"
	case f.Occurs == Many && f.Must:
		return "1..n"
	case f.Occurs == Many:
		return "0..n"
	}
	return "1"
}

func (p *printer) wildcard(w *Wildcard) string {
	process := [...]string{xsd.Strict: "", xsd.Lax: " (lax)", xsd.Skip: " (skip)"}[w.Process]
	if len(w.NS) == 0 && len(w.URIs) == 0 && !w.Not {
		return " of any namespace" + process
	}
	text := " of"
	if w.Not {
		text = " of any namespace but"
	}
	for _, ns := range w.NS {
		text += " " + p.name(Name{NS: ns, Local: "*"})
	}
	for _, uri := range w.URIs {
		text += " " + strconv.Quote(uri)
	}
	return text + process
}
