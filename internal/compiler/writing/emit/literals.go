package emit

import (
	"path"
	"reflect"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// maxWidth is how long a literal on one line may be. Longer ones have a line for each item.
// Lists of structs of package contract always do, and structs of package schema never, as
// there are many.
const maxWidth = 120

// literal returns a value of the run-time's types as Go source, nil for a zero value.
// Structs leave out fields that are zero, with the exception of bindings. What generated code has in a variable, such as
// the description of a fault, is a pointer to the variable.
func (e *emitter) literal(v any) *jen.Statement {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.IsZero() {
		return nil
	}
	return e.print(r, false).code
}

// printed is Go source with its length on one line; 0: it is on several lines.
type printed struct {
	code  *jen.Statement
	width int
}

// print returns v as Go source. elide leaves out the type of a composite literal.
func (e *emitter) print(v reflect.Value, elide bool) printed {
	if code := e.variableOf(v); code != nil {
		return printed{code, 20}
	}
	switch v.Kind() {
	case reflect.Interface:
		return e.print(v.Elem(), false)
	case reflect.Pointer:
		p := e.print(v.Elem(), elide)
		if !elide {
			p.code = jen.Op("&").Add(p.code)
		}
		return p
	case reflect.Struct:
		return e.printStruct(v, elide)
	case reflect.Slice:
		return e.printList(v, elide)
	case reflect.String:
		return printed{text(v.String()), len(v.String()) + 2}
	}
	if code := e.constant(v); code != nil {
		return printed{code, 20}
	}
	if v.CanInt() {
		return printed{jen.Lit(int(v.Int())), 5}
	}
	return printed{jen.Lit(v.Interface()), 5}
}

func (e *emitter) printStruct(v reflect.Value, elide bool) printed {
	var fields []printed
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() || v.Field(i).IsZero() && f.Type != reflect.TypeFor[contract.Binding]() {
			continue
		}
		p := e.print(v.Field(i), false)
		if isNamespace(f) {
			p.code = e.namespaces(v.Field(i))
		}
		fields = append(fields, printed{jen.Id(f.Name).Op(":").Add(p.code), p.grown(len(f.Name) + 2)})
	}
	return e.composite(v.Type(), fields, elide)
}

func (e *emitter) printList(v reflect.Value, elide bool) printed {
	var items []printed
	for i := range v.Len() {
		items = append(items, e.print(v.Index(i), true))
	}
	return e.composite(v.Type(), items, elide)
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
	var codes []jen.Code
	for _, item := range items {
		codes = append(codes, item.code)
		if item.width == 0 || width == 0 {
			width = 0
			continue
		}
		width += item.width + 2
	}
	code := jen.Null()
	if !elide {
		code.Add(e.typeName(t))
	}
	split := width == 0 || width > maxWidth && len(items) > 1
	switch {
	case t.Kind() == reflect.Struct && isOf[schema.Row](t):
		split = false
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && isOf[contract.Wire](t.Elem()):
		split = true
	}
	if split {
		return printed{code.Add(lines(codes...)), 0}
	}
	return printed{code.Values(codes...), width}
}

// isOf reports whether t is a type of the package of T.
func isOf[T any](t reflect.Type) bool { return t.PkgPath() == reflect.TypeFor[T]().PkgPath() }

// typeName returns the name of a type: []schema.ElementName
func (e *emitter) typeName(t reflect.Type) *jen.Statement {
	switch {
	case t.PkgPath() != "":
		return e.below(packageOf(t), t.Name())
	case t.Kind() == reflect.Slice:
		return jen.Index().Add(e.typeName(t.Elem()))
	case t.Kind() == reflect.Pointer:
		return jen.Op("*").Add(e.typeName(t.Elem()))
	case t.Kind() == reflect.Interface:
		return jen.Any()
	}
	return jen.Id(t.String())
}

// packageOf returns the package of the run-time that has a type for generated code. Package schema has the types of
// package codec, which is internal to the run-time.
func packageOf(t reflect.Type) string {
	if isOf[schema.Row](t) {
		return "schema"
	}
	return path.Base(t.PkgPath())
}

// variableOf returns a pointer to the variable that generated code has for a value, nil
// if it has none.
func (e *emitter) variableOf(v reflect.Value) *jen.Statement {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || !v.CanInterface() {
		return nil
	}
	var name *jen.Statement
	switch p := v.Interface().(type) {
	case *contract.Fault:
		name = jen.Id(e.types.FaultOrigin(p).Var)
	case contract.Header:
		name = jen.Id(e.types.HeaderOrigin(p).Name)
	default:
		return nil
	}
	return jen.Op("&").Add(name)
}

// isNamespace reports whether a field holds numbers of namespaces.
func isNamespace(f reflect.StructField) bool {
	return (f.Name == "NS" || f.Name == "TypeNS") && f.Type.PkgPath() == ""
}

// namespaces returns the number of a namespace, or a list of numbers.
func (e *emitter) namespaces(v reflect.Value) *jen.Statement {
	if v.Kind() != reflect.Slice {
		return jen.Add(e.namespace(int(v.Int())))
	}
	return jen.Index().Int().ValuesFunc(func(g *jen.Group) {
		for i := range v.Len() {
			n := int(v.Index(i).Int())
			if name := e.constOf(n); name != "" {
				g.Id(name)
				continue
			}
			g.Lit(n)
		}
	})
}

// constants are the names of the constants of a type.
var constants = map[reflect.Type][]string{
	reflect.TypeFor[contract.Binding]():  names(contract.HTTPDelete, contract.Binding.Constant),
	reflect.TypeFor[contract.Use]():      names(contract.Required, ir.UseName),
	reflect.TypeFor[contract.BodyKind](): names(contract.ContentHex, ir.ContentName),
}

// names returns the names of constants up to the last one.
func names[T ~int | ~uint8](last T, name func(T) string) []string {
	var all []string
	for v := T(0); v <= last; v++ {
		all = append(all, name(v))
	}
	return all
}

// constant returns the constant for a value, nil if there is none.
func (e *emitter) constant(v reflect.Value) *jen.Statement {
	all, n := constants[v.Type()], 0
	if all == nil {
		return nil
	}
	if v.CanInt() {
		n = int(v.Int())
	} else {
		n = int(v.Uint())
	}
	if n >= len(all) {
		return nil
	}
	return e.below(packageOf(v.Type()), all[n])
}

// code returns a statement as an interface value that is nil if the statement is.
func code(s *jen.Statement) jen.Code {
	if s == nil {
		return nil
	}
	return s
}
