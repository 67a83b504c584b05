// Package text writes Go values in one line, for logs and messages of tests.
package text

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/internal/credential"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Limits of a text.
const (
	maxShownBytes  = 8 << 10 // limit on the text
	maxShownString = 256     // bytes of a string
	maxShownItems  = 32      // limit on a list
	maxShownDepth  = 12      // limit on nested values and on pointers to pointers
)

// Of returns a value in one line: see Text of package soap.
func Of(v any) string {
	p := printer{}
	p.value(reflect.ValueOf(v), 0, true)
	return p.text()
}

// printer writes a value.
type printer struct{ strings.Builder }

// full reports whether nothing more is shown.
func (p *printer) full() bool { return p.Len() > maxShownBytes }

// text returns what has been written, up to the limit.
func (p *printer) text() string {
	if !p.full() {
		return p.String()
	}
	return strings.ToValidUTF8(p.String()[:maxShownBytes], "") + "..."
}

const redacted = "[redacted]"

// value writes a value. named says that a struct begins with the name of its type.
func (p *printer) value(v reflect.Value, depth int, named bool) {
	for ; v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface; depth++ {
		if v.IsNil() || depth > maxShownDepth {
			break
		}
		named = named || v.Kind() == reflect.Interface
		v = v.Elem()
	}
	switch {
	case depth > maxShownDepth:
		p.WriteString("...")
	case !v.IsValid() || v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
		p.WriteString("nil")
	default:
		p.plain(v, depth, named)
	}
}

// plain writes a value that is neither a pointer nor an interface.
func (p *printer) plain(v reflect.Value, depth int, named bool) {
	if p.known(v, depth) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		p.structure(v, depth, named)
	case reflect.Slice, reflect.Array:
		p.list(v, depth)
	case reflect.Map:
		p.entries(v, depth)
	case reflect.String:
		p.quoted(v.String())
	case reflect.Bool:
		p.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Float32, reflect.Float64:
		p.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits()))
	default:
		switch {
		case v.CanInt():
			p.WriteString(strconv.FormatInt(v.Int(), 10))
		case v.CanUint():
			p.WriteString(strconv.FormatUint(v.Uint(), 10))
		default: // a function, for example
			p.WriteString(v.Type().String())
		}
	}
}

// isValueType reports whether a type is one of package xsd, which have texts of their own.
func isValueType(t reflect.Type) bool { return t.PkgPath() == reflect.TypeFor[xsd.QName]().PkgPath() }

// nillable returns what an xsd.Nillable holds: a pointer, and whether it is nil by xsi:nil.
func nillable(v reflect.Value) (content reflect.Value, isNil, ok bool) {
	if v.Kind() != reflect.Struct || !isValueType(v.Type()) || !strings.HasPrefix(v.Type().Name(), "Nillable[") {
		return content, false, false
	}
	return v.FieldByName("Value"), v.FieldByName("Nil").Bool(), true
}

// known writes a value of package xsd or time, and reports whether it is one.
func (p *printer) known(v reflect.Value, depth int) bool {
	if !isValueType(v.Type()) && v.Type().PkgPath() != "time" {
		return false
	}
	if content, isNil, ok := nillable(v); ok {
		if isNil {
			p.WriteString("nil")
		} else {
			p.value(content, depth+1, false)
		}
		return true
	}
	switch x := v.Interface().(type) {
	case xsd.RawXML:
		_, _ = fmt.Fprintf(p, "markup of %d bytes", len(x))
	case xsd.AnyType:
		_, _ = fmt.Fprintf(p, "markup of %d bytes", len(x.Content))
	case xsd.AnySimple:
		p.quoted(x.Text)
	case fmt.Stringer:
		p.WriteString(lex.Printable(x.String(), maxShownString))
	default:
		return false
	}
	return true
}

// quoted writes a string in Go syntax.
func (p *printer) quoted(text string) {
	p.WriteString(lex.QuoteUpTo(maxShownString, text))
	if len(text) > maxShownString {
		_, _ = fmt.Fprintf(p, " (%d bytes)", len(text))
	}
}

// list writes a slice or an array.
func (p *printer) list(v reflect.Value, depth int) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		p.bytes(v)
		return
	}
	p.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			p.WriteString(", ")
		}
		if i == maxShownItems || p.full() {
			_, _ = fmt.Fprintf(p, "... %d more", v.Len()-i)
			break
		}
		p.value(v.Index(i), depth+1, false)
	}
	p.WriteByte(']')
}

func (p *printer) bytes(v reflect.Value) {
	n := v.Len()
	first := make([]byte, min(n, maxShownString/2))
	reflect.Copy(reflect.ValueOf(first), v)
	p.WriteString("0x" + hex.EncodeToString(first))
	if n > len(first) {
		_, _ = fmt.Fprintf(p, "... (%d bytes)", n)
	}
}

// entries writes a map, sorted by the texts of its entries.
func (p *printer) entries(v reflect.Value, depth int) {
	var all []string
	for key, value := range v.Seq2() {
		if len(all) == maxShownItems {
			break
		}
		var entry printer
		entry.value(key, depth+1, false)
		hidden := credential.Is(entry.String())
		entry.WriteString(": ")
		entry.member(value, depth, hidden)
		all = append(all, entry.text())
	}
	slices.Sort(all)
	p.WriteString("{" + strings.Join(all, ", "))
	if more := v.Len() - len(all); more > 0 {
		_, _ = fmt.Fprintf(p, ", ... %d more", more)
	}
	p.WriteByte('}')
}

// shownType describes how Of shows a struct.
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
		wire, _, _ := strings.Cut(f.Tag.Get("soap"), ",") // a name, which may have the number of a namespace
		wire = wire[strings.IndexByte(wire, ':')+1:]
		s.fields = append(s.fields, shownField{f.Name, f.Index, credential.Is(f.Name) || credential.Is(wire)})
	}
	shownTypes.Store(t, s)
	return s
}

// structure writes a struct.
func (p *printer) structure(v reflect.Value, depth int, named bool) {
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

func (p *printer) fields(v reflect.Value, t *shownType, depth int) {
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
func (p *printer) member(v reflect.Value, depth int, secret bool) {
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
