package page

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/contract"
)

// bindingArgument returns the arguments of the constructor of a client for a binding.
func bindingArgument(b contract.Binding) string {
	if b == contract.JSON {
		return "jsonhttp.Binding, jsonhttp.WithJSON()"
	}
	return "soap." + b.Constant()
}

// goCall returns Go code that makes a call with the generated client, or, for a contract
// without generated code, that sends the request.
func goCall(info *contract.Contract, op *contract.Operation, b contract.Binding, input any, q *request) string {
	if info.NewClient == "" {
		return goRequest(q)
	}
	at, _, _ := strings.Cut(q.URL, "?")
	at = strings.TrimSuffix(at, "/"+op.Name)
	for _, w := range op.Wires {
		if w.Path != "" {
			at = strings.TrimSuffix(at, w.Path)
		}
	}
	w := &goWriter{}
	args, results := "ctx", "err ="
	if op.RequestType() != nil {
		args += ", " + w.literal(reflect.ValueOf(input), 0)
	}
	if op.Result != nil {
		results = "result, err :="
	}
	return fmt.Sprintf("client, err := %s(%s, %s)\nif err != nil {\n\treturn err\n}\n%s%s client.%s(%s)\n",
		info.NewClient, strconv.Quote(at), bindingArgument(b), w.before.String(), results, cmp.Or(op.Method, op.Name), args)
}

// goWriter writes values as Go expressions.
type goWriter struct {
	before strings.Builder // statements for values that have no literal
	names  int
}

// maxLiteralDepth is how deep values are written.
const maxLiteralDepth = 20

func (w *goWriter) literal(v reflect.Value, depth int) string {
	if !v.IsValid() || depth > maxLiteralDepth {
		return "nil"
	}
	if _, ok := textOf(v); ok && v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
		return w.variable(v)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return w.pointer(v, depth)
	case reflect.Interface:
		return w.literal(v.Elem(), depth)
	case reflect.Struct:
		return w.fields(v, depth)
	case reflect.Slice:
		return w.items(v, depth)
	}
	text := basic(v)
	if v.Type().PkgPath() != "" {
		return typeText(v.Type()) + "(" + text + ")"
	}
	return text
}

func basic(v reflect.Value) string {
	if v.Kind() == reflect.String {
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(v.Interface())
}

func (w *goWriter) pointer(v reflect.Value, depth int) string {
	if v.IsNil() {
		return "nil"
	}
	elem := v.Elem()
	if _, ok := textOf(elem); ok {
		return "&" + w.variable(elem)
	}
	if elem.Kind() == reflect.Struct {
		return "&" + w.literal(elem, depth)
	}
	text := w.literal(elem, depth)
	if k := elem.Kind(); k != reflect.String && k != reflect.Bool && k != reflect.Int && elem.Type().PkgPath() == "" {
		text = typeText(elem.Type()) + "(" + text + ")"
	}
	return "soap.Ptr(" + text + ")"
}

func (w *goWriter) fields(v reflect.Value, depth int) string {
	indent := strings.Repeat("\t", depth+1)
	var b strings.Builder
	width := 0
	for _, f := range w.set(v) {
		width = max(width, len(f.Name))
	}
	for _, f := range w.set(v) {
		fmt.Fprintf(&b, "%s%-*s %s,\n", indent, width+1, f.Name+":", w.literal(v.FieldByIndex(f.Index), depth+1))
	}
	if b.Len() == 0 {
		return typeText(v.Type()) + "{}"
	}
	return typeText(v.Type()) + "{\n" + b.String() + indent[1:] + "}"
}

// set returns the fields of a struct that are not zero.
func (w *goWriter) set(v reflect.Value) []reflect.StructField {
	var all []reflect.StructField
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
			all = append(all, f)
		}
	}
	return all
}

func (w *goWriter) items(v reflect.Value, depth int) string {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return typeText(v.Type()) + "(" + strconv.Quote(string(v.Bytes())) + ")"
	}
	parts := make([]string, v.Len())
	for i := range parts {
		parts[i] = w.literal(v.Index(i), depth)
	}
	return typeText(v.Type()) + "{" + strings.Join(parts, ", ") + "}"
}

// variable declares a variable with a value that has a text, and returns its name.
func (w *goWriter) variable(v reflect.Value) string {
	text, _ := textOf(v)
	w.names++
	name := "v" + strconv.Itoa(w.names)
	fmt.Fprintf(&w.before, "var %s %s\nif err := %s.UnmarshalText([]byte(%s)); err != nil {\n\treturn err\n}\n", name, typeText(v.Type()), name, strconv.Quote(text))
	return name
}

// textOf returns the text of a value that is written and read as one.
func textOf(v reflect.Value) (string, bool) {
	if !v.IsValid() || !v.CanInterface() || v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		return "", false
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	if _, ok := p.Interface().(encoding.TextUnmarshaler); !ok {
		return "", false
	}
	m, ok := p.Interface().(encoding.TextMarshaler)
	if !ok {
		return "", false
	}
	text, err := m.MarshalText()
	return string(text), err == nil
}

// typeText returns a type with the name of its package.
func typeText(t reflect.Type) string { return t.String() }

// goRequest returns Go code that sends a request with net/http.
func goRequest(q *request) string {
	var b strings.Builder
	body := "nil"
	if q.HasBody {
		body = "strings.NewReader(" + goString(q.Body) + ")"
	}
	fmt.Fprintf(&b, "request, err := http.NewRequestWithContext(ctx, %q, %s, %s)\nif err != nil {\n\treturn err\n}\n", q.Method, strconv.Quote(q.URL), body)
	for _, h := range q.Headers {
		fmt.Fprintf(&b, "request.Header[%s] = []string{%s}\n", strconv.Quote(h[0]), goString(h[1]))
	}
	b.WriteString("response, err := http.DefaultClient.Do(request)\n")
	return b.String()
}

// goString returns a string literal: a raw one if it is on one line and can be, or else a sum of
// quoted lines. A raw literal with line breaks would be a trap for those who copy it: go generate
// obeys lines, also in a literal.
func goString(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	var quoted []string
	for _, line := range strings.SplitAfter(s, "\n") {
		if line != "" {
			quoted = append(quoted, strconv.Quote(line))
		}
	}
	return strings.Join(quoted, " +\n\t")
}
