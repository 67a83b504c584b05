package codec

import (
	"reflect"
	"slices"
	"sync"

	"example.com/quartet/templates/soap/xsd"
)

// defined finds descriptions by Go type.
var defined = typesByGo{byGo: make(map[reflect.Type]*Type)}

type typesByGo struct {
	mu     sync.Mutex
	tables []*Table // their types are not in byGo yet
	byGo   map[reflect.Type]*Type

	packages sync.Map // tables by the import path of the package
	known    sync.Map // types that were found
}

// TypeOf returns the description of a value of a generated Go type, or of a pointer to one.
func TypeOf(v any) *Type {
	typ := reflect.TypeOf(v)
	if typ == nil {
		return nil
	}
	if r, ok := v.(*Record); ok && r != nil {
		return r.typ
	}
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	return defined.find(typ)
}

// add notes a table. Its types are entered when they are first needed, so that
// programs that do not need them start faster.
func (d *typesByGo) add(t *Table) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tables = append(d.tables, t)
	if path := t.packagePath(); path != "" {
		d.packages.Store(path, t)
	}
}

// inPackage returns the table of a package, nil if it has none.
func (d *typesByGo) inPackage(path string) *Table {
	if t, ok := d.packages.Load(path); ok {
		return t.(*Table)
	}
	return nil
}

// packagePath returns the import path of the package whose Go types have tags, "" if the table describes no Go types.
// Generated packages declare the type of Source, which others have a pointer to.
func (t *Table) packagePath() string {
	if t.Source == nil {
		return ""
	}
	return reflect.TypeOf(t.Source).PkgPath()
}

// find returns the description of a Go type, nil if there is none.
func (d *typesByGo) find(typ reflect.Type) *Type {
	if known, ok := d.known.Load(typ); ok {
		return known.(*Type)
	}
	found := d.search(typ)
	if found != nil {
		d.known.Store(typ, found)
	}
	return found
}

func (d *typesByGo) search(typ reflect.Type) *Type {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.tables {
		d.enter(t)
	}
	d.tables = nil
	if known := d.byGo[typ]; known != nil {
		return known
	}
	if typ == nil {
		return nil
	}
	table := d.inPackage(typ.PkgPath())
	if table == nil || typ.Name() == "" || typ.Kind() == reflect.Struct && !hasTags(typ) || typ.Kind() != reflect.Struct && typ.Kind() != reflect.Slice && definedKind(typ) == KindNone {
		return nil
	}
	if typ.Kind() == reflect.Slice && definedKind(typ) == KindNone {
		return table.newList(typ)
	}
	return table.typeFor(typ)
}

// newList returns the description of a defined type of a list. A field may say more about the items than their Go type, so it has
// another description.
func (t *Table) newList(typ reflect.Type) *Type {
	r := tagReader{table: t, what: "the list " + typ.String()}
	item := Row{At: AtListItem}
	if item.Kind, item.Of = r.scalar(typ.Elem()); item.Kind == KindNone {
		return nil
	}
	list := &Type{Zero: zeroPointer(typ), Simple: true}
	list.state().table, list.state().rows = t, []Row{item}
	return list
}

// enter adds the types of a table whose Go types are the table's own. Several
// tables may describe others, such as a list that has no name in Go.
func (d *typesByGo) enter(t *Table) {
	for i := range t.Types {
		typ := t.Types[i].Type
		zero := reflect.TypeOf(typ.Zero)
		if zero == nil || zero.Kind() != reflect.Pointer { // a plan of the type panics
			continue
		}
		if of := zero.Elem(); of.PkgPath() != "" && of.PkgPath() != xsdPath {
			d.byGo[of] = typ
		}
	}
}

var xsdPath = reflect.TypeFor[xsd.QName]().PkgPath()

// hasGoTypes reports whether any of the values are not a Record.
func (t *Table) hasGoTypes() bool {
	return t.packagePath() != "" || slices.ContainsFunc(t.Types, func(r TypeRows) bool { return r.Type.Zero != nil })
}
