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

// goCall returns Go code that makes a call with the generated client, or, for a contract
// without generated code, that sends the request.
func goCall(info *contract.Contract, op *contract.Operation, b contract.Binding, input any, q *request) string {
	if info.NewClient == "" {
		return goRequest(q)
	}
	at, _, _ := strings.Cut(q.URL, "?")
	at = strings.TrimSuffix(at, "/"+op.Name)
	for _, w := range op.Wires {
		at = strings.TrimSuffix(at, w.Path)
	}
	binding := "jsonhttp.Binding, jsonhttp.WithJSON()"
	if b != contract.JSON {
		binding = "soap." + b.Constant()
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
		info.NewClient, strconv.Quote(at), binding, w.before.String(), results, cmp.Or(op.Method, op.Name), args)
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
	if text, ok := textOf(v); ok {
		return w.variable(v.Type(), text)
	}
	text := ""
	switch v.Kind() {
	case reflect.Pointer:
		return w.pointer(v.Elem(), depth)
	case reflect.Interface:
		return w.literal(v.Elem(), depth)
	case reflect.Struct:
		return v.Type().String() + w.fields(v, strings.Repeat("\t", depth))
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v.Type().String() + "(" + strconv.Quote(string(v.Bytes())) + ")"
		}
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = w.literal(v.Index(i), depth)
		}
		return v.Type().String() + "{" + strings.Join(parts, ", ") + "}"
	case reflect.String:
		text = strconv.Quote(v.String())
	default:
		text = fmt.Sprint(v.Interface())
	}
	if v.Type().PkgPath() != "" {
		return v.Type().String() + "(" + text + ")"
	}
	return text
}

// pointer returns a pointer to a value.
func (w *goWriter) pointer(elem reflect.Value, depth int) string {
	text := w.literal(elem, depth)
	if !elem.IsValid() {
		return text
	}
	if _, ok := textOf(elem); ok || elem.Kind() == reflect.Struct {
		return "&" + text
	}
	if k := elem.Kind(); k != reflect.String && k != reflect.Bool && k != reflect.Int && elem.Type().PkgPath() == "" {
		text = elem.Type().String() + "(" + text + ")"
	}
	return "soap.Ptr(" + text + ")"
}

// fields returns the fields of a struct that are not zero, a line for each.
func (w *goWriter) fields(v reflect.Value, indent string) string {
	var shown []reflect.StructField
	width := 0
	for _, f := range reflect.VisibleFields(v.Type()) {
		if len(f.Index) == 1 && f.IsExported() && !v.FieldByIndex(f.Index).IsZero() {
			shown, width = append(shown, f), max(width, len(f.Name)+1)
		}
	}
	if shown == nil {
		return "{}"
	}
	text := "{\n"
	for _, f := range shown {
		text += fmt.Sprintf("%s\t%-*s %s,\n", indent, width, f.Name+":", w.literal(v.FieldByIndex(f.Index), len(indent)+1))
	}
	return text + indent + "}"
}

// variable declares a variable with a value that has a text, and returns its name.
func (w *goWriter) variable(t reflect.Type, text string) string {
	w.names++
	name := "v" + strconv.Itoa(w.names)
	fmt.Fprintf(&w.before, "var %s %s\nif err := %s.UnmarshalText([]byte(%s)); err != nil {\n\treturn err\n}\n", name, t, name, strconv.Quote(text))
	return name
}

// textOf returns the text of a value that is written and read as one.
func textOf(v reflect.Value) (string, bool) {
	if !v.IsValid() || !v.CanInterface() || v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		return "", false
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	m, ok := p.Interface().(interface {
		encoding.TextMarshaler
		encoding.TextUnmarshaler
	})
	if !ok {
		return "", false
	}
	text, err := m.MarshalText()
	return string(text), err == nil
}

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
