package soap

import (
	"reflect"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/internal/credential"
)

// shownType describes how Text shows a struct.
type shownType struct {
	secret bool // by the name of the type
	fields []shownField
}

type shownField struct {
	name   string
	index  []int
	secret bool // by its name
}

// shownTypes holds a *shownType for each reflect.Type that has been shown.
var shownTypes sync.Map

func shownTypeOf(t reflect.Type) *shownType {
	if known, ok := shownTypes.Load(t); ok {
		return known.(*shownType)
	}
	s := &shownType{secret: credential.Is(t.Name())}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous && f.Type.Kind() == reflect.Struct || !f.IsExported() {
			continue // the fields of a base follow
		}
		wire := wireName(f.Tag.Get("soap"))
		s.fields = append(s.fields, shownField{
			name: f.Name, index: f.Index,
			secret: credential.Is(f.Name) || credential.Is(wire),
		})
	}
	shownTypes.Store(t, s)
	return s
}

// wireName returns the name in a struct tag: what is before the first comma, without the number of a namespace.
func wireName(tag string) string {
	name, _, _ := strings.Cut(tag, ",")
	return name[strings.IndexByte(name, ':')+1:]
}

// structure writes a struct.
func (p *textPrinter) structure(v reflect.Value, depth int, named bool) {
	t := shownTypeOf(v.Type())
	if named {
		p.WriteString(v.Type().Name())
	}
	p.WriteByte('{')
	if named && t.secret {
		p.WriteString(redacted)
	} else {
		p.fields(v, t, depth)
	}
	p.WriteByte('}')
}

func (p *textPrinter) fields(v reflect.Value, t *shownType, depth int) {
	separator := ""
	for _, f := range t.fields {
		content, err := v.FieldByIndexErr(f.index)
		if err != nil || isAbsent(content) { // err: in a base that is nil
			continue
		}
		if p.full() {
			return
		}
		p.WriteString(separator + f.name + ": ")
		p.member(content, depth, f.secret)
		separator = ", "
	}
}

// isAbsent reports whether a field has no value.
func isAbsent(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan:
		return v.IsNil()
	case reflect.Struct:
		content, isNil, ok := nillable(v)
		return ok && !isNil && content.IsNil()
	}
	return false
}

// member writes the value of a field or of an entry of a map. Of a secret one it shows only whether it is nil, empty or true.
func (p *textPrinter) member(v reflect.Value, depth int, secret bool) {
	if secret && !isHarmless(v) {
		p.WriteString(redacted)
		return
	}
	p.value(v, depth+1, false)
}

// isHarmless reports whether a value can be shown although its name is the name of a credential.
func isHarmless(v reflect.Value) bool {
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		return true
	case reflect.String, reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		_, isNil, _ := nillable(v)
		return isNil
	}
	return isAbsent(v)
}
