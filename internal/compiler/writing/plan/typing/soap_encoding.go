package typing

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// SOAP encoding (SOAP 1.1, section 5) writes the type of every accessor, treats
// an absent accessor as nil, and has its own arrays. Structs that are used with
// SOAP encoding write xsi:type in start tags, in literal messages, too.

// arrayOf plans an array of SOAP encoding (WSDL 1.1, section 2.2), nil if t is
// not one. The type of its items is given by wsdl:arrayType, or by the only
// element in its content.
func (p *Planner) arrayOf(s *ir.Struct, t *xsd.ComplexType) *ir.Array {
	if !isEncodedArray(t) {
		return nil
	}
	f := &ir.Field{Name: "Items", Wire: ir.Name{Local: "item"}, Occurs: ir.Many, Pos: t.Pos}
	var item xsd.Type = xsd.AnyType
	if t.OwnContent != nil {
		if particle := OnlyParticle(t.OwnContent); particle != nil {
			e := particle.Term.(*xsd.ElementDeclaration)
			f.Wire, item, f.Nillable = WireName(e.Name), e.Type, e.Nillable
		}
	}
	for _, use := range t.OwnAttributes {
		if use.ArrayType == nil || use.ArrayType.Item == nil {
			continue
		}
		return p.arrayOfRanks(s, t, f, use.ArrayType.Item, ranks(use.ArrayType.Dimensions))
	}
	return p.arrayOfRanks(s, t, f, item, []int{1})
}

// ranks returns the numbers of dimensions of nested arrays, given by brackets such
// as "[,][]", the outermost last (SOAP 1.1, section 5.4.2).
func ranks(brackets string) []int {
	var all []int
	for _, b := range strings.SplitAfter(brackets, "]") {
		if b != "" {
			all = append(all, strings.Count(b, ",")+1)
		}
	}
	return all
}

func (p *Planner) arrayOfRanks(s *ir.Struct, t *xsd.ComplexType, f *ir.Field, item xsd.Type, ranks []int) *ir.Array {
	rank, inner := ranks[len(ranks)-1], ranks[:len(ranks)-1]
	if len(inner) > 0 {
		return p.arrayOfArrays(s, t, f, item, rank, inner)
	}
	p.SetType(f, item, User{t.Name, t.Pos})
	if f.Struct != nil {
		f.Nillable = true
	}
	return newArray(f, rank)
}

// arrayOfArrays plans an array whose items are arrays, which are anonymous.
func (p *Planner) arrayOfArrays(s *ir.Struct, t *xsd.ComplexType, f *ir.Field, item xsd.Type, rank int, inner []int) *ir.Array {
	f.Struct = &ir.Struct{Kind: "item of the complex type", WSDLName: s.WSDLName, Pos: t.Pos}
	p.out.Origins[f.Struct] = p.out.Origins[s]
	f.Nillable = true
	p.out.Structs = append(p.out.Structs, f.Struct)
	path, suffix := pathOf(t), strings.Repeat("Item", len(inner))
	path.Go, path.ID.Path = path.Go+suffix, path.ID.Path+suffix
	p.nameStruct(f.Struct, path)
	g := &ir.Field{Name: "Items", Wire: ir.Name{Local: "item"}, Occurs: ir.Many, Pos: t.Pos}
	if len(inner) > 1 {
		f.Struct.Array = p.arrayOfArrays(f.Struct, t, g, item, inner[len(inner)-1], inner[:len(inner)-1])
	} else {
		p.SetType(g, item, User{t.Name, t.Pos})
		g.Nillable = g.Struct != nil
		f.Struct.Array = newArray(g, inner[0])
	}
	a := f.Struct.Array
	return &ir.Array{Item: f, Rank: rank, ItemType: a.ItemType, Brackets: a.Brackets + "[" + strings.Repeat(",", a.Rank-1) + "]"}
}

// newArray returns an array of items of the type of f.
func newArray(f *ir.Field, rank int) *ir.Array {
	a := &ir.Array{Item: f, Rank: rank, ItemType: f.Type}
	if a.ItemType.Local == "" {
		a.ItemType = WireName(xsd.AnyType.Name)
	}
	return a
}

// isEncodedArray reports whether a type restricts soapenc:Array.
func isEncodedArray(t *xsd.ComplexType) bool {
	for base, ok := t.Base.(*xsd.ComplexType); ok && base != nil && !base.Builtin; base, ok = base.Base.(*xsd.ComplexType) {
		if base.Name.Local == "Array" && (base.Name.Space == wsdl11.EncodingSOAP11 || base.Name.Space == wsdl11.EncodingSOAP12) {
			return true
		}
	}
	return false
}

// xsiTypeName returns the name of a type in xsi:type: its own name, or for an
// anonymous simple type the name of the nearest named base. It is zero for
// xs:anyType and for anonymous complex types.
func xsiTypeName(t xsd.Type) ir.Name {
	for t != nil && t != xsd.AnyType {
		if name := t.Component().Name; name.Local != "" {
			return WireName(name)
		}
		if _, simple := t.(*xsd.SimpleType); !simple {
			return ir.Name{}
		}
		t = t.BaseType()
	}
	return ir.Name{}
}
