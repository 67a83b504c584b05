package codec

import (
	"reflect"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// readPoly reads a value of the type that a row declares, or of the one that
// xsi:type names if that is derived from it (XML Schema part 1, section 3.3.4).
func (d *Decoder) readPoly(f *fieldPlan, to pointer) {
	t := d.namedType(f.row.Of)
	if t == nil {
		return
	}
	p := t.planOf()
	isNil := d.IsNil()
	if isNil && !(f.nillable && p.hasIsNil) {
		d.acceptNil()
		return
	}
	d.TakeMemory(int64(p.goType.Size()))
	v := reflect.New(p.goType)
	if isNil {
		d.readNilRows(p, pointerIn(v))
	} else {
		d.readRows(p, pointerIn(v))
	}
	to.value(f.elem).Set(v)
}

// namedType returns the type of the current element. If xsi:type has a name that is
// not known, that is the declared type, and an error if that is abstract.
func (d *Decoder) namedType(declared *Type) *Type {
	d.fill()
	if d.Failed != nil {
		return nil
	}
	t := declared
	if a := d.attr(XSINamespace, "type"); a != nil {
		name := d.typeName(a)
		named := d.typesOf(declared).byName[typeName{d.nsIndex(name.Space), name.Local}]
		switch {
		case d.Failed != nil:
			return nil
		case named != nil && !named.derivedFrom(declared):
			d.FailTag("the type %s is not derived from %s", lex.QuoteName([]byte(name.Local)), declared.Name)
			return nil
		case named != nil:
			t = named
		case d.Strict:
			d.FailTag("the type %s is not known here", lex.QuoteName([]byte(name.Local)))
			return nil
		}
	}
	if t.Abstract {
		d.FailTag("the type %s is abstract: xsi:type has to name one that is derived from it", t.Name)
		return nil
	}
	return t
}

// typesOf returns the types that xsi:type may name.
func (d *Decoder) typesOf(declared *Type) *typeIndex {
	if d.Types != nil {
		return d.Types.types()
	}
	return declared.state().table.types()
}

// writePoly writes an element whose type is declared. xsi:type names the type of
// the value if that is another one.
func (e *Encoder) writePoly(f *fieldPlan, open string, from pointer, end string) {
	v, t := e.polyValue(open, f, from)
	if t == nil {
		return
	}
	e.Raw(strings.TrimSuffix(open, ">"))
	if t.state().table != f.row.Of.state().table {
		defer func(ns []Namespace) { e.ns = ns }(e.ns)
		e.meet(t.state().table)
	}
	before := e.declareUses(t)
	if t != f.row.Of || e.Encoded {
		e.typeAttr(xsd.QName{Space: NamespaceURI(e.ns, int(t.NS)), Local: t.Name})
	}
	p := t.planOf()
	if !p.hasAttrs {
		e.Raw(">")
	}
	e.writeRows(p, pointerIn(v))
	e.Raw(end)
	e.endUses(before)
}

// polyValue returns the pointer in a field for values of several types, and the type of what it points to. The type is nil, and the
// encoder has an error, if the value cannot be written.
func (e *Encoder) polyValue(markup string, f *fieldPlan, from pointer) (v reflect.Value, t *Type) {
	if v = from.value(f.elem); v.IsNil() {
		e.fail(markup, "the element must have a value, which is nil")
		return v, nil
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsNil() {
		t = e.typeOf(v, f.row.Of)
	}
	switch {
	case t == nil || t.Name == "":
		e.fail(markup, "the value is a nil pointer, or of a type without a name")
	case t.Abstract:
		e.fail(markup, "the type %s is abstract: send one that is derived from it", t.Name)
	default:
		return v, t
	}
	return v, nil
}

// typeOf returns the type of the value that the pointer v points to, nil if there
// is none.
func (e *Encoder) typeOf(v reflect.Value, declared *Type) *Type {
	if v.Type() == reflect.TypeFor[*Record]() {
		return at[Record](pointerIn(v)).typ
	}
	return declared.state().table.typeOf(v.Type())
}

// typeOf returns the type whose values a Go type points to: one that the package
// of the table knows, or a package that imports it, as deriving a type takes.
func (t *Table) typeOf(typ reflect.Type) *Type {
	if found := t.types().byGo[typ]; found != nil {
		return found
	}
	tables := []*Table{t} // each once: they may import each other
	for i := 0; i < len(tables); i++ {
		if found := tables[i].types().byGo[typ]; found != nil {
			return found
		}
		importers := tables[i].importers.Load()
		if importers == nil {
			continue
		}
		for _, importer := range *importers {
			if !slices.Contains(tables, importer) {
				tables = append(tables, importer)
			}
		}
	}
	if other := defined.inPackage(typ.Elem().PkgPath()); other != nil {
		return other.typeFor(typ.Elem())
	}
	return nil
}

// meet adds the namespaces of a table to the table of the document, unless it has them: the
// value has a type of a package which the package of the declared type does not import.
// It declares them in the start tag that is open if the document declares all. The caller restores the encoder's table after the
// element.
func (e *Encoder) meet(t *Table) {
	if !slices.Contains(e.Met, t) {
		e.Met = append(e.Met, t)
	}
	for i := range t.Namespaces {
		ns := &t.Namespaces[i]
		if ns.ID == 0 || entryOf(e.ns, ns.ID) != nil {
			continue
		}
		e.ns = append(e.ns[:len(e.ns):len(e.ns)], *ns)
		if !e.limit.limited {
			e.declareNamespace(ns)
		}
	}
}
