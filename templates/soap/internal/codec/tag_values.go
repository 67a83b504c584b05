package codec

import (
	"reflect"
	"strings"
)

// setValue sets how often a value is there, its kind and its type, as the Go type and the tag say it.
func (r *tagReader) setValue(row *Row, typ reflect.Type) {
	row.Nillable = r.at.has("nillable")
	required, plain := r.at.has("required"), false
	if row.AsItems = r.at.has("array"); row.AsItems {
		typ = reflect.PointerTo(r.arrayType())
	}
	switch {
	case isNillable(typ):
		row.Nillable, typ = true, typ.Field(0).Type.Elem()
	case typ.Kind() == reflect.Pointer:
		typ = typ.Elem()
		if row.Nillable || required {
			row.Occurs = Once
		}
	case typ.Kind() == reflect.Slice && !r.isOneValue(typ):
		row.Occurs, typ = Many, typ.Elem()
		if required {
			row.Occurs = OnceOrMore
		}
		if typ.Kind() == reflect.Pointer {
			row.Nillable, typ = true, typ.Elem()
		}
	default:
		plain = true
	}
	r.setKind(row, typ)
	if plain && (required || !row.HasNil()) {
		row.Occurs = Once
	}
}

// isOneValue reports whether a slice is a value, and not many of them: it has bytes, or the items of a list.
func (r *tagReader) isOneValue(typ reflect.Type) bool {
	if !r.at.has("list") {
		return r.isBinary(typ)
	}
	inner := typ.Elem()
	return inner.Kind() != reflect.Slice || r.isBinary(inner)
}

// isBinary reports whether a slice is the value of an xs:base64Binary or xs:hexBinary.
func (r *tagReader) isBinary(typ reflect.Type) bool {
	return typ.Elem().Kind() == reflect.Uint8 && typ.Elem().PkgPath() == "" && r.at.value("type") != "unsignedByte"
}

func (r *tagReader) setKind(row *Row, typ reflect.Type) {
	switch {
	case r.at.has("items"):
		row.Kind, row.Of = KindItems, r.structType(typ)
	case r.at.has("member"):
		row.Kind, row.Of = KindMember, r.structType(typ)
	case r.at.has("list"):
		row.Kind, row.Of = KindList, r.listType(typ)
	case typ.Kind() == reflect.Interface && typ != scalars[KindReader].typ:
		row.Kind, row.Of = KindPoly, r.interfaceBase(typ)
	default:
		row.Kind, row.Of = r.scalar(typ)
	}
	if row.Kind == KindNone {
		row.Kind, row.Of = KindStruct, r.structType(typ)
	}
}

// tableOf returns the table of the package that declares a type, nil if no package of that path has one.
func (r *tagReader) tableOf(typ reflect.Type) *Table {
	path := typ.PkgPath()
	if path == "" || path == r.table.packagePath() {
		return r.table
	}
	return defined.inPackage(path)
}

// structType returns the description of a struct.
func (r *tagReader) structType(typ reflect.Type) *Type {
	table := r.tableOf(typ)
	if typ.Kind() != reflect.Struct || table == nil {
		r.fail("%s is not the Go type of a value", typ)
	}
	return table.typeFor(typ)
}

// listType returns the description of a list.
func (r *tagReader) listType(typ reflect.Type) *Type {
	table := r.tableOf(typ)
	if typ.Kind() != reflect.Slice || table == nil {
		r.fail("%s is not the Go type of a list", typ)
	}
	item := Row{At: AtListItem}
	if item.Kind, item.Of = r.scalar(typ.Elem()); item.Kind == KindNone {
		r.fail("%s is not the Go type of an item of a list", typ.Elem())
	}
	list, fits := table.listFor(typ, item)
	if !fits {
		r.fail("%s is also a list of items of another type", typ)
	}
	return list
}

// arrayType returns the Go type of the array of SOAP encoding whose items a field holds: array=m:Tags
func (r *tagReader) arrayType() reflect.Type {
	word, _ := r.at.find("array")
	name := r.nameIn(word.value)
	t := r.table.types().byName[typeName{r.number(name, r.table.Target), name.local}]
	if t == nil || t.Zero == nil {
		r.fail("the table has no type %s", name.local)
	}
	return t.goType()
}

// interfaceBase returns the base type of the values of an interface.
func (r *tagReader) interfaceBase(typ reflect.Type) *Type {
	if table := r.tableOf(typ); table != nil {
		for _, b := range table.Bases {
			if reflect.TypeOf(b.Interface).Elem() == typ {
				return table.typeFor(reflect.TypeOf(b.Type).Elem())
			}
		}
	}
	r.fail("no type in the table of its package has the interface %s", typ)
	return nil
}

// scalar returns the kind of values of a simple type, and the description of a Go type that is defined for it. The kind is
// KindNone for other types.
func (r *tagReader) scalar(typ reflect.Type) (Kind, *Type) {
	kind := goKind(typ)
	var of *Type
	if kind == KindNone && typ.Kind() != reflect.Struct && typ.PkgPath() != "" {
		kind = definedKind(typ)
		if table := r.tableOf(typ); table != nil && kind != KindNone {
			of = table.typeFor(typ)
		}
	}
	if name := r.at.value("type"); name != "" {
		named, known := namedKinds[name]
		if !known || kind == KindNone || !isDefinedAs(typ, scalars[named].typ) {
			r.fail("%s is not a simple type with values of the Go type %s", name, typ)
		}
		kind = named
	}
	return kind, of
}

// goKind returns the kind of values of a Go type that is not defined for a type of a contract, KindNone if it has none.
func goKind(typ reflect.Type) Kind {
	for k := range scalars {
		if scalars[k].typ == typ {
			return Kind(k)
		}
	}
	return KindNone
}

// definedKind returns the kind of a defined type whose underlying type is one of Go's.
func definedKind(typ reflect.Type) Kind {
	for k := range scalars {
		known := scalars[k].typ
		if known != nil && known.PkgPath() == "" && isDefinedAs(typ, known) {
			return Kind(k)
		}
	}
	return KindNone
}

// isDefinedAs reports whether a Go type is another one, or has an underlying type that is not a struct, and that both share.
func isDefinedAs(typ, other reflect.Type) bool {
	switch {
	case typ == other:
		return true
	case typ.Kind() != other.Kind() || typ.Kind() == reflect.Struct:
		return false
	}
	return typ.Kind() != reflect.Slice || typ.Elem() == other.Elem()
}

// namedKinds are the kinds of simple types by their names in tags: XML Schema has all of them but two.
var namedKinds = func() map[string]Kind {
	kinds := map[string]Kind{"text": KindAnySimpleText, "textOrName": KindTextOrName}
	for k := KindString; k < KindAnySimpleText; k++ {
		kinds[scalars[k].name] = k
	}
	return kinds
}()

// Word returns the name of a kind in struct tags, "" if it is the kind of values of its Go type without a name in the tag.
func (k Kind) Word() string {
	for word, named := range namedKinds {
		if named == k && goKind(scalars[k].typ) != k {
			return word
		}
	}
	return ""
}

// readTag returns the row of a value whose tag says what its Go type does not. The table has the types.
func (v *Value) readTag(table *Table) Row {
	typ := reflect.TypeOf(v.Zero)
	r := tagReader{table: table, what: "the value " + typ.String()}
	r.read(v.Tag)
	row := r.valueRow(typ.Elem())
	if row.Name != "" {
		row.NS = r.number(r.at.tagName, r.table.elements())
	}
	if row.At == AtItem && v.Arrays != nil {
		row.More.Array.Style = v.Arrays
	}
	return row
}

// noTable is the table of values whose Go type no package describes.
var noTable = &Table{Namespaces: []Namespace{{}}}

// table returns Table or, if that is nil, the table of the package that declares the Go type of the value, or of the items in it.
func (v *Value) table() *Table {
	if v.Table != nil {
		return v.Table
	}
	typ := reflect.TypeOf(v.Zero)
	for typ.PkgPath() == "" && (typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice) {
		typ = typ.Elem()
	}
	if t := defined.inPackage(typ.PkgPath()); t != nil {
		return t
	}
	return noTable
}

func isNillable(typ reflect.Type) bool {
	return typ.Kind() == reflect.Struct && typ.PkgPath() == xsdPath && strings.HasPrefix(typ.Name(), "Nillable[")
}
