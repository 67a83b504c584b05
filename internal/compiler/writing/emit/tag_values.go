package emit

import (
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// kind adds what the Go type does not say about the kind of a value.
func (t *tagged) kind(r *schema.Row) {
	k, many := r.Kind, r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore
	switch k {
	case kind.Items:
		t.word("items")
	case kind.Member:
		t.word("member")
	case kind.List:
		t.word("list")
		k, many = t.itemKind(r.Of), true
	}
	word := k.Word()
	if k == kind.Uint8 && many {
		word = k.TypeName()
	}
	if word != "" {
		t.value("type", word)
	}
}

// itemKind returns the kind of the items of a list.
func (t *tagged) itemKind(list *schema.Type) schema.Kind {
	o := t.described.Origin(list)
	scalar := o.List
	if o.Simple != nil {
		scalar = o.Simple.Scalar
	}
	return t.described.KindOf(scalar.Item)
}

// encoded adds what differs from literal values: elements of SOAP encoding may be absent, and have xsi:type.
func (t *tagged) encoded(r *schema.Row) {
	if r.Lax {
		t.word("lax")
	}
	if r.Typed {
		t.word("typed")
	}
	if r.AsItems {
		t.value("array", t.name(r.Of.NS, r.Of.Name, t.pkg.Target))
	}
}

// typeName adds the name of the declared type, where the Go type does not have it, or values are written or read with
// xsi:type.
func (t *tagged) typeName(r *schema.Row) {
	of, restricted := "", r.More != nil && r.More.Restricted
	switch s := t.described.Origin(r.Of).Simple; {
	case s != nil && (s.Alias || r.Typed) && r.Of.Name != "":
		of = t.name(r.Of.NS, r.Of.Name, t.pkg.Target)
	case r.More != nil && r.More.Type != "":
		of = t.name(r.More.TypeNS, r.More.Type, t.pkg.Target)
	}
	switch {
	case restricted && of != "":
		t.value("of", of+" restricted")
	case restricted:
		t.word("of")
	case of != "":
		t.value("of", of)
	}
}
