package emit

import (
	"cmp"
	"fmt"
	"path"
	"reflect"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// maxWidth is how long a literal on one line may be. Longer ones have a line for each item.
// Lists of structs of package contract always do, and structs of package schema never, as
// there are many.
const maxWidth = 120

// literal returns a value of the run-time's types as Go source, "" for a zero value.
// Structs leave out fields that are zero, with the exception of bindings. What generated code has in a variable, such as
// the description of a fault, is a pointer to the variable.
func (e *emitter) literal(v any) string {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.IsZero() {
		return ""
	}
	return e.print(r, false).code
}

// fieldsOf returns the fields of a struct of the run-time that have one of the names, in the order of the names, unless they are zero.
func (e *emitter) fieldsOf(v any, names ...string) (all fields) {
	for _, name := range names {
		all.add(name, e.literal(reflect.ValueOf(v).Elem().FieldByName(name).Interface()))
	}
	return all
}

// printed is Go source with its length on one line; 0: it is on several lines.
type printed struct {
	code  string
	width int
}

// print returns v as Go source. elide leaves out the type of a composite literal.
func (e *emitter) print(v reflect.Value, elide bool) printed {
	if code := cmp.Or(e.variableOf(v), e.constant(v)); code != "" {
		return printed{code, 20}
	}
	switch v.Kind() {
	case reflect.Interface:
		return e.print(v.Elem(), false)
	case reflect.Pointer:
		p := e.print(v.Elem(), elide)
		if !elide {
			p.code = "&" + p.code
		}
		return p
	case reflect.Struct:
		return e.printStruct(v, elide)
	case reflect.Slice:
		var items []printed
		for i := range v.Len() {
			items = append(items, e.print(v.Index(i), true))
		}
		return e.composite(v.Type(), items, elide)
	case reflect.String:
		return printed{text(v.String()), len(v.String()) + 2}
	}
	return printed{fmt.Sprint(v.Interface()), 5}
}

func (e *emitter) printStruct(v reflect.Value, elide bool) printed {
	var fields []printed
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() || v.Field(i).IsZero() && f.Type != reflect.TypeFor[contract.Binding]() {
			continue
		}
		p := e.print(v.Field(i), false)
		if f.Name == "NS" {
			p.code = e.namespace(int(v.Field(i).Int()))
		}
		fields = append(fields, printed{f.Name + ": " + p.code, p.grown(len(f.Name) + 2)})
	}
	return e.composite(v.Type(), fields, elide)
}

// grown returns the width of p and of n more bytes.
func (p printed) grown(n int) int {
	if p.width == 0 {
		return 0
	}
	return p.width + n
}

// composite returns a composite literal, on one line if it is short.
func (e *emitter) composite(t reflect.Type, items []printed, elide bool) printed {
	width := 2
	var codes []string
	for _, item := range items {
		codes = append(codes, item.code)
		if item.width == 0 || width == 0 {
			width = 0
			continue
		}
		width += item.width + 2
	}
	code := ""
	if !elide {
		code = e.typeName(t)
	}
	split := width == 0 || width > maxWidth && len(items) > 1
	switch {
	case t.Kind() == reflect.Struct && isOf[schema.Row](t):
		split = false
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && isOf[contract.Wire](t.Elem()):
		split = true
	}
	if split {
		return printed{code + lines(codes), 0}
	}
	return printed{code + inLine(codes), width}
}

// isOf reports whether t is a type of the package of T.
func isOf[T any](t reflect.Type) bool { return t.PkgPath() == reflect.TypeFor[T]().PkgPath() }

// typeName returns the name of a type: []schema.ElementName
func (e *emitter) typeName(t reflect.Type) string {
	switch {
	case t.PkgPath() != "":
		return e.below(packageOf(t), t.Name())
	case t.Kind() == reflect.Slice:
		return "[]" + e.typeName(t.Elem())
	case t.Kind() == reflect.Pointer:
		return "*" + e.typeName(t.Elem())
	}
	return t.String()
}

// packageOf returns the package of the run-time that has a type for generated code. Package schema has the types of
// package codec, which is internal to the run-time.
func packageOf(t reflect.Type) string {
	if isOf[schema.Row](t) {
		return "schema"
	}
	return path.Base(t.PkgPath())
}

// variableOf returns a pointer to the variable that generated code has for a value, "" if it has none.
func (e *emitter) variableOf(v reflect.Value) string {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || !v.CanInterface() {
		return ""
	}
	switch p := v.Interface().(type) {
	case *contract.Fault:
		return "&" + e.described.FaultOrigin(p).Var
	case contract.Header:
		return "&" + e.described.HeaderOrigin(p).Name
	}
	return ""
}

// constant returns the constant for a value, "" if there is none.
func (e *emitter) constant(v reflect.Value) string {
	name := ""
	switch v.Type() {
	case reflect.TypeFor[contract.Binding]():
		name = contract.Binding(v.Int()).Constant()
	case reflect.TypeFor[contract.Use]():
		name = [...]string{"Unmentioned", "Optional", "Required"}[v.Int()]
	case reflect.TypeFor[contract.Messages]():
		name = [...]string{"Both", "Requests", "Replies"}[v.Int()]
	case reflect.TypeFor[contract.BodyKind]():
		name = [...]string{"", "ContentXML", "ContentText", "ContentBase64", "ContentHex"}[v.Int()]
	}
	if name == "" {
		return ""
	}
	return e.contract(name)
}
