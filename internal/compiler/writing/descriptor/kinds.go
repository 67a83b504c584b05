package descriptor

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// kindNames has the names of all kinds, in the order of the constants. A name is what the
// constant has after "Kind"; plans have the same names.
var kindNames = strings.Fields("None String NormalizedString Token AnyURI Language Name NCName NMTOKEN ID IDREF ENTITY Bool Int8 " +
	"Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float32 Float64 DateTime Date Time Duration GYear " +
	"GYearMonth GMonthDay GDay GMonth Decimal Integer NonNegativeInteger PositiveInteger " +
	"NonPositiveInteger NegativeInteger Base64 Hex QName Notation AnySimple AnySimpleText TextOrName Reader " +
	"AnyType RawXML List Struct Poly Items Member Base BaseAttributes AnyAttributes Text IsNil XSITypes " +
	"Sizes MediaType Inherited")

// kindOf returns the kind with a name, and 0 if there is none.
func kindOf(name string) schema.Kind { return schema.Kind(max(slices.Index(kindNames, name), 0)) }

// builtinName returns the name that the run-time has for the type of a kind; "" if
// values may have others.
func builtinName(name string) string { return BuiltinName(kindOf(name)) }

// BuiltinName returns the local name of the type of XML Schema whose values a kind has,
// "" if there is none.
func BuiltinName(k schema.Kind) string {
	if k >= kind.AnySimple && k != kind.Reader {
		return ""
	}
	return k.TypeName()
}

// scalarKind returns the kind of the values of a simple type, and its description; nil
// if it is built in.
func (p *Package) scalarKind(s *ir.Scalar) (schema.Kind, *schema.Type) {
	switch {
	case s.Item != nil && s.Type == nil:
		return kind.List, p.list(s)
	case s.Item != nil:
		return kind.List, p.Simple(s.Type)
	case s.Type != nil:
		return kindOf(s.Kind), p.Simple(s.Type)
	}
	return kindOf(s.Kind), nil
}

// KindOf returns the kind of the values of a simple type.
func (d *Descriptions) KindOf(s *ir.Scalar) schema.Kind { return kindOf(s.Kind) }

// list returns the description of a list without a declaration. Lists of the same
// items have one.
func (p *Package) list(s *ir.Scalar) *schema.Type {
	for _, t := range p.lists {
		if known := p.Origin(t).List.Item; known.Type == s.Item.Type && (known.Kind == s.Item.Kind || s.Item.Type != nil) {
			return t
		}
	}
	t := &schema.Type{Simple: true}
	p.origins[t] = Origin{List: s}
	p.lists = append(p.lists, t)
	return t
}

// itemRows returns the row for the items of a list, nil for other types.
func (p *Package) itemRows(s *ir.Scalar) []schema.Row {
	if s.Item == nil {
		return nil
	}
	r := schema.Row{At: schema.AtListItem}
	r.Kind, r.Of = p.scalarKind(s.Item)
	return []schema.Row{r}
}
