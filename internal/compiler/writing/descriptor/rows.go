package descriptor

import (
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// StructRows returns the rows of a struct, in the order of its fields.
func (p *Package) StructRows(s *ir.Struct) []schema.Row {
	var rows []schema.Row
	add := func(r schema.Row) { rows = append(rows, r) }
	if s.Base != nil {
		add(p.baseRow(s))
	}
	for _, f := range s.Order {
		add(schema.Row{Name: f.Wire.Local, NS: int32(f.Wire.NS), Kind: kind.Inherited})
	}
	for _, f := range s.Attrs {
		add(p.row(f, schema.AtAttribute))
	}
	if f := s.AnyAttrs; f != nil {
		add(schema.Row{Kind: kind.AnyAttributes, More: &schema.More{Any: wildcard(s.AnyAttribute)}})
	}
	if f := s.IsNil; f != nil {
		add(schema.Row{Kind: kind.IsNil})
	}
	if f := s.Text; f != nil {
		add(schema.Row{Kind: kind.Text})
	}
	switch {
	case s.Array != nil:
		if s.Array.Rank > 1 {
			add(schema.Row{Kind: kind.Sizes})
		}
		add(p.arrayRow(s.Array.Item, s.Array))
	case s.Simple:
		for _, f := range s.Fields {
			add(p.row(f, schema.AtContent))
		}
	default:
		for _, f := range s.Fields {
			add(p.row(f, schema.AtElement))
		}
	}
	if f := s.XSITypes; f != nil {
		add(schema.Row{Kind: kind.XSITypes})
	}
	for _, a := range s.Attachments {
		add(p.attachmentRow(a))
		if a.Media != nil {
			add(schema.Row{Kind: kind.MediaType})
		}
	}
	return rows
}

func (p *Package) baseRow(s *ir.Struct) schema.Row {
	r := schema.Row{Kind: kind.Base, Of: p.Struct(s.Base)}
	if s.ReplacesBase {
		r.Kind = kind.BaseAttributes
	}
	if s.AnyAttribute != nil && s.AnyAttrs == nil && s.AnyAttribute != s.Base.AnyAttribute {
		more(&r).Any = wildcard(s.AnyAttribute)
	}
	return r
}

// arrayRow returns the row of the items of an array of SOAP encoding.
func (p *Package) arrayRow(item *ir.Field, a *ir.Array) schema.Row {
	r := p.row(item, schema.AtItem)
	more(&r).Array = &schema.Array{Style: p.arrays, Rank: a.Rank, NS: int32(a.ItemType.NS), Name: a.ItemType.Local, Brackets: a.Brackets}
	return r
}

// attachmentRow returns the row of an attachment. An XML document has the name of its
// root, and beside it the name of the part.
func (p *Package) attachmentRow(a *ir.Attachment) schema.Row {
	f := *a.Field
	if a.Kind != ir.AttachedXML {
		f.Wire = ir.Name{Local: a.Part}
		return p.row(&f, schema.AtAttachment)
	}
	r := p.row(&f, schema.AtAttachment)
	if a.Part != "" {
		more(&r).Part = a.Part
	}
	return r
}

// row returns the row of a field.
func (p *Package) row(f *ir.Field, at schema.Place) schema.Row {
	r := schema.Row{
		Name: f.Wire.Local, NS: int32(f.Wire.NS), Occurs: occurrence(f), At: at,
		Nillable: f.Nillable, Lax: f.Lax, Typed: f.IsTyped(), AsItems: f.Form() == ir.AsItems,
	}
	r.Kind, r.Of = p.kind(f)
	m := schema.More{
		Any: wildcard(f.Any), Default: f.Fallback,
	}
	if m.Type, m.TypeNS = f.Declared.Name.Local, int32(f.Declared.Name.NS); r.Typed {
		m.Type, m.TypeNS = typeName(f)
	}
	if f.Fixed != nil {
		m.Fixed, m.IsFixed = *f.Fixed, true
	}
	if f.Declared.Restricted {
		m.Restricted = true // some: xsi:type with the name of the type says more than the declaration
	}
	return withMore(r, m)
}

// withMore returns the row with what it has in More, which is nil if that is nothing.
func withMore(r schema.Row, m schema.More) schema.Row {
	r.More = nil
	if m != (schema.More{}) {
		r.More = &m
	}
	return r
}

// more returns what a row has in More, to change it.
func more(r *schema.Row) *schema.More {
	if r.More == nil {
		r.More = new(schema.More)
	}
	return r.More
}

// kind returns the kind of a field, and the description of its type; nil if that is one
// of XML Schema's.
func (p *Package) kind(f *ir.Field) (schema.Kind, *schema.Type) {
	switch {
	case f.Group != nil:
		return kind.Member, p.Struct(f.Group)
	case f.Items != nil:
		return kind.Items, p.Struct(f.Items)
	case f.Poly:
		return kind.Poly, p.Struct(f.Struct)
	case f.Struct != nil:
		return kind.Struct, p.Struct(f.Struct)
	case f.Scalar != nil:
		return p.scalarKind(f.Scalar)
	}
	return kind.Struct, nil // the type is anonymous, and has a model
}

func occurrence(f *ir.Field) schema.Occurs {
	switch {
	case f.Occurs == ir.Many && f.Must:
		return schema.OnceOrMore
	case f.Occurs == ir.Many:
		return schema.Many
	case f.Occurs == ir.One:
		return schema.Once
	}
	return schema.Optional
}

func wildcard(w *ir.Wildcard) *xsd.Wildcard {
	if w == nil {
		return nil
	}
	return &w.Wildcard
}

// typeName returns the name in xsi:type; "" if the type of the row has that name.
func typeName(f *ir.Field) (name string, ns int32) {
	known := ir.Name{Space: xsd.Namespace}
	switch {
	case f.Struct != nil:
		known = f.Struct.Type
	case f.Scalar.Type != nil:
		known = f.Scalar.Type.Type
	case f.Scalar.Item == nil:
		known.Local = builtinName(f.Scalar.Kind)
	}
	if known.Local == f.Type.Local && known.Space == f.Type.Space {
		return "", 0
	}
	return f.Type.Local, int32(f.Type.NS)
}

// Value returns the row of the value of a result, a header block, a fault or a
// document. The row of a list, or of an array of SOAP encoding, describes its items.
// It does not have a fixed value, which belongs to an element.
func (p *Package) Value(r *ir.Result) schema.Row {
	var v schema.Row
	switch f := r.Item; {
	case r.Array != nil:
		v = p.arrayRow(r.Array.Array.Item, r.Array.Array)
	case r.Kind == ir.ListResult:
		v = p.row(&f, schema.AtElement)
	default:
		v = p.single(r)
	}
	if v.More == nil {
		return v
	}
	m := *v.More
	m.Restricted, m.Fixed, m.IsFixed = false, "", false
	return withMore(v, m)
}

// single returns the row of a value whose element has its name elsewhere.
func (p *Package) single(r *ir.Result) schema.Row {
	f := ir.Field{Struct: r.Item.Struct, Scalar: r.Item.Scalar, Poly: r.Item.Poly}
	if f.Struct != nil && f.Struct.IsSubstitutionGroup() {
		f.Group, f.Struct = f.Struct, nil
	}
	var v schema.Row
	v.Kind, v.Of = p.kind(&f)
	if r.Must {
		v.Occurs = schema.Once
	}
	if r.Item.Fallback != "" {
		more(&v).Default = r.Item.Fallback
	}
	return v
}
