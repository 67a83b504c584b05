package schema

import (
	"fmt"
	"reflect"
)

// CompareTags panics if the struct tags of a type of the table do not say what its rows say.
func CompareTags(t *Table) {
	for i := range t.Types {
		typ := t.Types[i].Type
		if typ.Simple || typ.Zero == nil || !typ.hasValues() {
			continue
		}
		if typ.goType().PkgPath() != t.packagePath() {
			panic(fmt.Sprintf("schema: %s is not of the package %s", typ.label(), t.packagePath()))
		}
		compareTypes(typ, t.typeFor(typ.goType()))
	}
}

func compareTypes(a, b *Type) {
	if a.Name != b.Name || a.NS != b.NS || a.Abstract != b.Abstract || a.Mixed != b.Mixed {
		panic(fmt.Sprintf("schema: %s: {%d %s %v %v} is {%d %s %v %v} in tags", a.label(), a.NS, a.Name, a.Abstract, a.Mixed, b.NS, b.Name, b.Abstract, b.Mixed))
	}
	x, y := layoutOf(a), layoutOf(b)
	comparePlaces(a, x, y, x.attrs, y.attrs)
	comparePlaces(a, x, y, x.elements, y.elements)
	if x.anyAt != y.anyAt || !reflect.DeepEqual(x.wildcard, y.wildcard) {
		panic(fmt.Sprintf("schema: %s: %v: wildcards differ", a.label(), x.wildcard))
	}
	for i, p := range [...]*place{x.content, x.anyAttrs, x.text, x.isNil, x.xsiTypes, x.item, x.sizes} {
		q := [...]*place{y.content, y.anyAttrs, y.text, y.isNil, y.xsiTypes, y.item, y.sizes}[i]
		if (p == nil) != (q == nil) {
			panic(fmt.Sprintf("schema: %s: place %d: %v, %v", a.label(), i, p, q))
		}
		if p != nil {
			comparePlaces(a, x, y, []place{*p}, []place{*q})
		}
	}
	if len(x.attachments) != len(y.attachments) {
		panic(a.label() + ": attachments")
	}
	for i := range x.attachments {
		comparePlaces(a, x, y, []place{x.attachments[i].of}, []place{y.attachments[i].of})
		if (x.attachments[i].media == nil) != (y.attachments[i].media == nil) {
			panic(a.label() + ": media")
		}
	}
}

func comparePlaces(t *Type, x, y *layout, a, b []place) {
	if len(a) != len(b) {
		panic(fmt.Sprintf("schema: %s: %d and %d fields", t.label(), len(a), len(b)))
	}
	for i := range a {
		if p, q := describePlace(x, &a[i]), describePlace(y, &b[i]); p != q {
			panic(fmt.Sprintf("schema: %s: the rows say\n%s\nand the tags\n%s", t.label(), p, q))
		}
	}
}

func describePlace(l *layout, p *place) string {
	r := p.row
	s := fmt.Sprintf("%s %d %d:%s kind %d of %s at %d form %d optional %v nillable %v many %v typed %v", p.name, p.offset, r.NS, r.Name, r.Kind, ofLabel(r), r.At, p.form, p.optional, r.Nillable,
		p.many(), r.Typed)
	if r.Occurs == OnceOrMore && !p.optional {
		s += " more"
	}
	if (r.Occurs == Once || r.Occurs == OnceOrMore) && !p.optional && r.Lax {
		s += " lax"
	}
	if r.Typed {
		s += " as " + l.typeOf(r)
	}
	if m := r.More; m != nil {
		s += fmt.Sprintf(" default %q fixed %v %q any %v part %q", m.Default, m.IsFixed, m.Fixed, m.Any, m.Part)
		if m.Array != nil {
			s += fmt.Sprintf(" array %+v", *m.Array)
		}
	} else {
		s += fmt.Sprintf(" default %q fixed %v %q any %v part %q", "", false, "", (*Table)(nil), "")
	}
	if r.Kind == KindList {
		s += fmt.Sprintf(" items %d %s", r.Of.rows()[0].Kind, ofLabel(&r.Of.rows()[0]))
	}
	return s
}

func ofLabel(r *Row) string {
	if r.Of == nil || r.Of.Zero == nil || r.Of.Simple {
		return ""
	}
	return r.Of.label()
}
