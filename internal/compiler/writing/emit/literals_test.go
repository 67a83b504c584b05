package emit

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// TestLiteralsAreTheirValues prints random values, and evaluates what was printed.
func TestLiteralsAreTheirValues(t *testing.T) {
	e := newEmitter(&ir.Package{Name: "rail", Runtime: "example.com/soap"}, descriptor.New(nil))
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		for _, typ := range []reflect.Type{
			reflect.TypeFor[contract.Wire](), reflect.TypeFor[contract.Document](), reflect.TypeFor[[]contract.Port](),
		} {
			want := reflect.New(typ).Elem()
			fill(want, random, 5)
			if want.IsZero() {
				continue
			}
			text := rendered(t, e, func() { e.declare("", "var value = %s", e.literal(want.Interface())) })
			_, text, _ = strings.Cut(text, "var value = ")
			expr, err := parser.ParseExpr(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			got := reflect.New(typ).Elem()
			evaluate(t, expr, got)
			if !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Fatalf("%s\nis %+v, want %+v", text, got, want)
			}
		}
	}
}

// fill sets v to a random value, up to a depth.
func fill(v reflect.Value, random *rand.Rand, depth int) {
	switch {
	case !v.CanSet() || depth == 0 || random.IntN(3) == 0:
		return
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), random, depth)
		}
	case v.Kind() == reflect.Pointer && v.Type() != reflect.TypeFor[*contract.Fault]():
		v.Set(reflect.New(v.Type().Elem()))
		if v.Elem().Kind() == reflect.Slice {
			v.Elem().Set(reflect.MakeSlice(v.Type().Elem(), 0, 0))
		}
		fill(v.Elem(), random, depth-1)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Interface && v.Type() != reflect.TypeFor[[]*contract.Fault]():
		v.Set(reflect.MakeSlice(v.Type(), random.IntN(4), 4))
		for i := range v.Len() {
			fill(v.Index(i), random, depth-1)
			if v.Index(i).Kind() == reflect.Pointer && v.Index(i).IsNil() {
				v.Index(i).Set(reflect.New(v.Index(i).Type().Elem()))
			}
		}
	case v.Kind() == reflect.String:
		v.SetString([]string{"a", "a b", "\n", `"`, "`", `\`, "é\x00"}[random.IntN(7)])
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(random.Int64N(3))
	case v.CanUint():
		v.SetUint(random.Uint64N(3))
	}
}

// evaluate sets v to the value of an expression.
func evaluate(t *testing.T, expr ast.Expr, v reflect.Value) {
	t.Helper()
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
		if and, ok := expr.(*ast.UnaryExpr); ok {
			expr = and.X
		}
	}
	literal, ok := expr.(*ast.CompositeLit)
	switch {
	case ok && v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), len(literal.Elts), len(literal.Elts)))
		for i, item := range literal.Elts {
			evaluate(t, item, v.Index(i))
		}
	case ok:
		for _, item := range literal.Elts {
			field := item.(*ast.KeyValueExpr)
			evaluate(t, field.Value, v.FieldByName(field.Key.(*ast.Ident).Name))
		}
	case v.Kind() == reflect.String:
		v.SetString(constant.StringVal(valueOf(t, expr)))
	case v.Kind() == reflect.Bool:
		v.SetBool(expr.(*ast.Ident).Name == "true")
	default:
		n, _ := constant.Int64Val(valueOf(t, expr))
		if v.CanInt() {
			v.SetInt(n)
		} else {
			v.SetUint(uint64(n))
		}
	}
}

// valueOf returns the value of a constant expression.
func valueOf(t *testing.T, expr ast.Expr) constant.Value {
	t.Helper()
	switch x := expr.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(x.Value, x.Kind, 0)
	case *ast.BinaryExpr:
		return constant.BinaryOp(valueOf(t, x.X), x.Op, valueOf(t, x.Y))
	case *ast.SelectorExpr:
		name := x.Sel.Name
		for _, all := range [][]string{
			{"", "Restriction", "Extension", "", "Substitution"}, {"SOAP11", "SOAP12", "HTTPGet"}, {"Unmentioned", "Optional", "Required"}, {"Both", "Requests", "Replies"}, {"", "ContentXML", "ContentText"},
		} {
			if i := slices.Index(all, name); i >= 0 {
				return constant.MakeInt64(int64(i))
			}
		}
	}
	t.Fatalf("no constant: %T %v", expr, token.NoPos)
	return nil
}
