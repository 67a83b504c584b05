package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// The functions below print what a description consists of. They return nil for zero
// values, which are left out.

// row returns: {Name: "code", NS: 1, Kind: schema.KindString, Occurs: schema.Once}
func (e *emitter) row(r *schema.Row) *jen.Statement {
	return row(key("Name"), str(r.Name), key("NS"), e.namespace(int(r.NS)), key("Kind"), e.kind(r.Kind), key("Of"), e.of(r.Of),
		key("Occurs"), e.occurs(r.Occurs), key("At"), e.place(r.At), key("Nillable"), flag(r.Nillable), key("Lax"), flag(r.Lax), key("Typed"), flag(r.Typed),
		key("More"), e.more(r.More))
}

// more returns: &schema.More{Default: "7"}
func (e *emitter) more(m *schema.More) jen.Code {
	if m == nil {
		return nil
	}
	return jen.Op("&").Add(e.schema("More")).Add(row(key("Go"), str(m.Go), key("Any"), e.wildcard(m.Any), key("Part"), str(m.Part), key("Array"), e.array(m.Array), key("Min"), number(m.Min), key("Max"), number(m.Max),
		key("Type"), str(m.Type), key("TypeNS"), e.namespace(int(m.TypeNS)), key("Default"), str(m.Default),
		key("Fixed"), str(m.Fixed), key("IsFixed"), flag(m.IsFixed), key("Block"), e.derivations(m.Block), key("Facets"), e.facets(m.Facets),
		key("Constraints"), e.constraints(m.Constraints)))
}

// constraints returns: &schema.Constraints{{Kind: schema.ConstraintKey, Name: "{urn:t}stops", Selector: "{urn:t}stop", Fields: []string{"@{}id"}}}
func (e *emitter) constraints(all *schema.Constraints) jen.Code {
	if all == nil {
		return nil
	}
	var list []jen.Code
	for _, c := range *all {
		var kind jen.Code
		switch c.Kind {
		case schema.ConstraintKey:
			kind = e.schema("ConstraintKey")
		case schema.ConstraintKeyRef:
			kind = e.schema("ConstraintKeyRef")
		}
		list = append(list, row(key("Kind"), kind, key("Name"), str(c.Name), key("Refer"), str(c.Refer), key("Selector"), str(c.Selector), key("Fields"), texts(c.Fields)))
	}
	return jen.Op("&").Add(e.schema("Constraints")).Add(lines(list...))
}

// array returns: &schema.Array{Style: encoded.Arrays{}, Rank: 1, NS: 1, Name: "row"}
func (e *emitter) array(a *schema.Array) jen.Code {
	if a == nil {
		return nil
	}
	return jen.Op("&").Add(e.schema("Array")).Add(row(key("Style"), e.encoded("Arrays").Values(), key("Rank"), jen.Lit(a.Rank),
		key("NS"), e.namespace(int(a.NS)), key("Name"), str(a.Name), key("Brackets"), str(a.Brackets)))
}

// facets returns: &schema.Facets{MaxLength: "3"}
func (e *emitter) facets(f *schema.Facets) jen.Code {
	if f == nil {
		return nil
	}
	return jen.Op("&").Add(e.schema("Facets")).Add(row(key("WhiteSpace"), str(f.WhiteSpace),
		key("Length"), str(f.Length), key("MinLength"), str(f.MinLength), key("MaxLength"), str(f.MaxLength),
		key("TotalDigits"), str(f.TotalDigits), key("FractionDigits"), str(f.FractionDigits),
		key("MinInclusive"), str(f.MinInclusive), key("MinExclusive"), str(f.MinExclusive),
		key("MaxInclusive"), str(f.MaxInclusive), key("MaxExclusive"), str(f.MaxExclusive),
		key("Patterns"), texts(f.Patterns), key("Enumeration"), texts(f.Enumeration), key("Base"), e.facets(f.Base)))
}

// maxInLine is how many items of a list are on one line.
const maxInLine = 3

// texts returns: []string{"a", "b"}. Long lists have a line for each string.
func texts(list []string) jen.Code {
	var items []jen.Code
	for _, s := range list {
		items = append(items, text(s))
	}
	switch {
	case list == nil:
		return nil
	case len(items) > maxInLine:
		return jen.Index().String().Add(lines(items...))
	}
	return jen.Index().String().Values(items...)
}

// members returns: []*schema.Type{&typeOfColour, {Simple: true, Kind: schema.KindInt32}}
func (e *emitter) members(types []*schema.Type) jen.Code {
	if types == nil {
		return nil
	}
	var items []jen.Code
	for _, t := range types {
		if name := e.variable(t); name != nil {
			items = append(items, jen.Op("&").Add(name))
			continue
		}
		items = append(items, e.typeLiteral(t))
	}
	if len(items) > maxInLine {
		return jen.Index().Op("*").Add(e.schema("Type")).Add(lines(items...))
	}
	return jen.Index().Op("*").Add(e.schema("Type")).Values(items...)
}

// wildcard returns: &xsd.Wildcard{Not: true, NS: []int{1}}
func (e *emitter) wildcard(w *xsd.Wildcard) jen.Code {
	if w == nil {
		return nil
	}
	var ns, uris, process jen.Code
	if len(w.NS) > 0 {
		ns = jen.Index().Int().ValuesFunc(func(g *jen.Group) {
			for _, i := range w.NS {
				if name := e.constOf(i); name != "" {
					g.Id(name)
					continue
				}
				g.Lit(i)
			}
		})
	}
	if len(w.URIs) > 0 {
		uris = texts(w.URIs)
	}
	if w.Process != xsd.Strict {
		process = e.xsd([...]string{xsd.Lax: "Lax", xsd.Skip: "Skip"}[w.Process])
	}
	return jen.Op("&").Add(e.xsd("Wildcard")).Add(row(key("Not"), flag(w.Not), key("NS"), ns, key("URIs"), uris, key("Process"), process))
}

// kind returns: schema.KindToken
func (e *emitter) kind(k schema.Kind) jen.Code {
	if k == schema.KindNone {
		return nil
	}
	return e.schema("Kind" + descriptor.KindName(k))
}

// occurs returns: schema.Once
func (e *emitter) occurs(o schema.Occurs) jen.Code {
	if o == schema.Optional {
		return nil
	}
	return e.schema([...]string{schema.Once: "Once", schema.Many: "Many", schema.OnceOrMore: "OnceOrMore"}[o])
}

// place returns: schema.AtAttribute
func (e *emitter) place(p schema.Place) jen.Code {
	if p == schema.AtElement {
		return nil
	}
	return e.schema([...]string{
		schema.AtAttribute: "AtAttribute", schema.AtContent: "AtContent", schema.AtItem: "AtItem",
		schema.AtListItem: "AtListItem", schema.AtAttachment: "AtAttachment",
	}[p])
}

// derivations returns: schema.Restriction | schema.Extension
func (e *emitter) derivations(set schema.Derivations) jen.Code {
	var sum *jen.Statement
	for _, d := range []struct {
		one  schema.Derivations
		name string
	}{{schema.Restriction, "Restriction"}, {schema.Extension, "Extension"}, {schema.Substitution, "Substitution"}} {
		switch {
		case set&d.one == 0:
		case sum == nil:
			sum = e.schema(d.name)
		default:
			sum.Op("|").Add(e.schema(d.name))
		}
	}
	if sum == nil {
		return nil
	}
	return sum
}
