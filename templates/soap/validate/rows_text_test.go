package validate

import (
	"testing"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// TestRowsOfTexts makes rows of the schema texts of all cases, and compares what both say about the documents.
func TestRowsOfTexts(t *testing.T) {
	for i := range schemaCases {
		c := &schemaCases[i]
		t.Run(c.name, func(t *testing.T) {
			text := schemaText(t, c.schema)
			docs, _ := c.documents()
			compareModels(t, text, tableOfText(t, text), docs)
		})
	}
}

// rowWriter makes rows of a model that has been read from a text.
type rowWriter struct {
	table *schema.Table
	types map[*xsdType]*schema.Type
	kinds map[string]schema.Kind
}

func tableOfText(t *testing.T, text string) *schema.Table {
	t.Helper()
	m, err := parseSchema(text)
	if err != nil {
		t.Fatal(err)
	}
	w := &rowWriter{
		table: &schema.Table{Namespaces: rowsNamespaces, More: rowsMore},
		types: make(map[*xsdType]*schema.Type), kinds: make(map[string]schema.Kind),
	}
	for k := schema.KindAnyType; k > schema.KindNone; k-- {
		w.kinds[k.TypeName()] = k
	}
	for name, typ := range m.types {
		if name.Space != xsd.Namespace {
			w.typeOf(typ)
		}
	}
	for _, e := range m.elements {
		w.table.Elements = append(w.table.Elements, schema.GlobalElement{Row: w.element(e), Abstract: e.abstract})
	}
	for name, typ := range m.attributes {
		r := w.value(typ)
		r.Name, r.NS, r.At = name.Local, w.ns(name.Space), schema.AtAttribute
		w.table.Attributes = append(w.table.Attributes, r)
	}
	schema.Define(w.table)
	return w.table
}

func (w *rowWriter) ns(space string) int32 {
	for i := range 3 {
		if w.table.URI(int32(i)) == space {
			return int32(i)
		}
	}
	w.table.More = append(w.table.More, schema.Namespace{URI: space})
	return int32(len(w.table.Namespaces) + len(w.table.More) - 1)
}

// value returns a row with a type.
func (w *rowWriter) value(t *xsdType) schema.Row {
	if k := w.kinds[t.name.Local]; k != 0 && t.name.Space == xsd.Namespace {
		return schema.Row{Kind: k}
	}
	if t.complex {
		return schema.Row{Kind: schema.KindStruct, Of: w.typeOf(t)}
	}
	return schema.Row{Kind: schema.KindString, Of: w.typeOf(t)}
}

func (w *rowWriter) typeOf(t *xsdType) *schema.Type {
	if d := w.types[t]; d != nil {
		return d
	}
	d := &schema.Type{NS: w.ns(t.name.Space), Name: t.name.Local, Simple: !t.complex, Abstract: t.abstract, Mixed: t.mixed, Block: t.blocks, By: t.by}
	w.types[t] = d
	rows := schema.TypeRows{Type: d}
	if t.complex {
		rows.Rows = w.complex(t, d)
	} else {
		rows.Rows = w.simple(t, d)
	}
	w.table.Types = append(w.table.Types, rows)
	return d
}

func (w *rowWriter) simple(t *xsdType, d *schema.Type) []schema.Row {
	d.Facets = facetsIn(t.facets)
	switch {
	case t.item != nil && t.base.item == nil:
		r := w.value(t.item)
		r.At = schema.AtListItem
		return []schema.Row{r}
	case t.members != nil && t.base.members == nil:
		for _, m := range t.members {
			d.Members = append(d.Members, w.typeOf(m))
		}
	case t.base.name.Space == xsd.Namespace && w.kinds[t.base.name.Local] != 0:
		d.Kind = w.kinds[t.base.name.Local]
	default:
		d.Base = w.typeOf(t.base)
	}
	return nil
}

func facetsIn(all []xsdFacet) *schema.Facets {
	if len(all) == 0 {
		return nil
	}
	f := new(schema.Facets)
	one := map[facetKind]*string{
		whiteSpaceFacet: &f.WhiteSpace, lengthFacet: &f.Length, minLengthFacet: &f.MinLength, maxLengthFacet: &f.MaxLength, totalDigitsFacet: &f.TotalDigits,
		fractionDigitsFacet: &f.FractionDigits, minInclusiveFacet: &f.MinInclusive, minExclusiveFacet: &f.MinExclusive, maxInclusiveFacet: &f.MaxInclusive, maxExclusiveFacet: &f.MaxExclusive,
	}
	for i := range all {
		switch facet := &all[i]; facet.kind {
		case patternFacet:
			f.Patterns = facet.values
		case enumerationFacet:
			f.Enumeration = facet.values
		default:
			*one[facet.kind] = facet.values[0]
		}
	}
	return f
}

func (w *rowWriter) complex(t *xsdType, d *schema.Type) (rows []schema.Row) {
	attributes := t.attributes
	content := t.content
	switch {
	case t.by == byExtension && t.base.complex && t.base.name != anyTypeName:
		rows = append(rows, schema.Row{Kind: schema.KindBase, Of: w.typeOf(t.base), Any: &xsd.Wildcard{URIs: []string{"urn:none"}}})
		attributes, content = attributes[len(t.base.attributes):], t.own
	case t.base.complex && t.base.name != anyTypeName:
		d.Base = w.typeOf(t.base)
	case !t.base.complex:
		if d.Kind = w.kinds[t.base.name.Local]; d.Kind == 0 {
			d.Base = w.typeOf(t.base)
		}
	}
	for i := range attributes {
		u := &attributes[i]
		r := w.value(u.typ)
		r.Name, r.NS, r.At = u.name.Local, w.ns(u.name.Space), schema.AtAttribute
		if u.required {
			r.Occurs = schema.Once
		}
		if u.fixed != nil {
			r.More = &schema.More{Fixed: *u.fixed, IsFixed: true}
		}
		rows = append(rows, r)
	}
	if t.anyAttribute != nil {
		rows = append(rows, schema.Row{Kind: schema.KindAnyAttributes, Any: w.wildcard(t.anyAttribute)})
	}
	switch {
	case t.text != nil:
		r := w.value(t.text)
		r.At, r.Occurs = schema.AtContent, schema.Once
		return append(rows, r)
	case content == nil:
		return rows
	}
	return w.particle(rows, content)
}

func (w *rowWriter) wildcard(x *xsdWildcard) *xsd.Wildcard {
	own := &xsd.Wildcard{Not: x.other}
	for p, process := range processOf {
		if process == x.process {
			own.Process = p
		}
	}
	for _, space := range x.namespaces {
		own.NS = append(own.NS, int(w.ns(space)))
	}
	return own
}

func (w *rowWriter) element(e *xsdElement) schema.Row {
	r := w.value(e.typ)
	r.Name, r.NS, r.Nillable = e.name.Local, w.ns(e.name.Space), e.nillable
	r.More = &schema.More{Block: e.blocks}
	if e.fixed != nil {
		r.More.Fixed, r.More.IsFixed = *e.fixed, true
	} else if e.preset {
		r.More.Default = "x"
	}
	return r
}

func (w *rowWriter) particle(rows []schema.Row, p *xsdParticle) []schema.Row {
	r := schema.Row{}
	switch p.kind {
	case elementParticle:
		r = w.element(p.element)
		if others := p.element.substitutes(); len(others) > 0 || p.element.abstract {
			group := &schema.Type{Name: "~" + p.element.name.Local}
			var members []schema.Row
			for _, e := range append([]*xsdElement{p.element}, others...) {
				if !e.abstract {
					members = append(members, w.element(e))
				}
			}
			w.table.Types = append(w.table.Types, schema.TypeRows{Type: group, Rows: members})
			r = schema.Row{Kind: schema.KindMember, Of: group}
		}
	case wildcardParticle:
		r = schema.Row{Kind: schema.KindRawXML, Any: w.wildcard(p.wildcard)}
	case sequenceParticle, groupParticle:
		r.Kind = schema.KindSequence
	case choiceParticle:
		r.Kind = schema.KindChoice
	case allParticle:
		r.Kind = schema.KindAll
	}
	if r.More == nil {
		r.More = new(schema.More)
	}
	r.More.Min, r.More.Max = p.min, p.max
	rows = append(rows, r)
	if p.kind < sequenceParticle {
		return rows
	}
	children := p.children
	if p.kind == groupParticle {
		children = []*xsdParticle{p.group}
	}
	for _, c := range children {
		rows = w.particle(rows, c)
	}
	return append(rows, end)
}
