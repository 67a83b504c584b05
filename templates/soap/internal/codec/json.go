package codec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// MarshalJSON returns v, a generated value or a pointer to one, as package
// encoding/json does, which cannot write all values or read them again: not NaN
// and infinite numbers, which are the strings "NaN", "INF" and "-INF" here, and
// not the fields that are interfaces, whose values are objects here with the name
// of their type as "xsi:type", in Clark's notation.
func MarshalJSON(v any) ([]byte, error) { return appendJSON(nil, reflect.ValueOf(v), maxJSONDepth) }

// UnmarshalJSON reads what MarshalJSON returns into the value that v points to.
func UnmarshalJSON(data []byte, v any) error {
	to := reflect.ValueOf(v)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return fmt.Errorf("%T is not a pointer to a value", v)
	}
	if !json.Valid(data) {
		return json.Unmarshal(data, new(any)) // the error says where
	}
	return readJSON(bytes.TrimSpace(data), to.Elem(), maxJSONDepth)
}

// maxJSONDepth limits how deep values are nested: each level is read again.
const maxJSONDepth = 1000

var errJSONDepth = errors.New("values are nested too deeply")

// typeInJSON names the type of a value where that is an interface.
const typeInJSON = "xsi:type"

func appendJSON(b []byte, v reflect.Value, depth int) ([]byte, error) {
	if depth == 0 {
		return nil, errJSONDepth
	}
	switch kind := v.Kind(); {
	case kind == reflect.Invalid: // nil without a type
		return append(b, "null"...), nil
	case v.CanFloat() && lex.NotFinite(v.Float()) != "":
		return strconv.AppendQuote(b, lex.NotFinite(v.Float())), nil
	case (kind == reflect.Pointer || kind == reflect.Interface || kind == reflect.Slice) && v.IsNil(), v.Type() == scalars[KindReader].typ:
		return append(b, "null"...), nil
	case kind == reflect.Pointer:
		return appendJSON(b, v.Elem(), depth-1)
	case kind == reflect.Interface:
		return appendTypedJSON(b, v, depth-1)
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		b = append(b, '[')
		for i := range v.Len() {
			var err error
			if b, err = appendJSON(b, v.Index(i), depth-1); err != nil {
				return nil, err
			}
			b = append(b, ',')
		}
		return append(bytes.TrimSuffix(b, []byte{','}), ']'), nil
	case isNillable(v.Type()) && !v.FieldByName("Nil").Bool():
		return appendJSON(b, v.FieldByName("Value"), depth-1)
	case isGenerated(v):
		b, err := appendFields(append(b, '{'), v, depth-1)
		return append(bytes.TrimSuffix(b, []byte{','}), '}'), err
	}
	text, err := json.Marshal(v.Interface())
	return append(b, text...), err
}

// appendTypedJSON appends what an interface holds: a pointer to a struct.
func appendTypedJSON(b []byte, v reflect.Value, depth int) ([]byte, error) {
	typ := TypeOf(v.Interface())
	if typ == nil || typ.Name == "" || v.Elem().Kind() != reflect.Pointer || v.Elem().IsNil() {
		return nil, fmt.Errorf("the schema has no name for the type of a %s", v.Elem().Type())
	}
	if v.Elem().Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("a %s in an interface has no members", v.Elem().Type())
	}
	name, err := json.Marshal(typ.QName())
	if err != nil {
		return nil, err
	}
	b = append(append(append(b, `{"`+typeInJSON+`":`...), name...), ',')
	b, err = appendFields(b, v.Elem().Elem(), depth)
	return append(bytes.TrimSuffix(b, []byte{','}), '}'), err
}

// appendFields appends the fields of a struct, and those that are embedded,
// each with a comma.
func appendFields(b []byte, v reflect.Value, depth int) ([]byte, error) {
	for i := range v.NumField() {
		var err error
		if f := v.Type().Field(i); f.Anonymous {
			b, err = appendFields(b, v.Field(i), depth)
		} else if !f.IsExported() || f.Type == reflect.TypeFor[xsd.ElementTypes]() && v.Field(i).Len() == 0 {
			continue
		} else if b, err = appendJSON(append(b, `"`+f.Name+`":`...), v.Field(i), depth); err == nil {
			b = append(b, ',')
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Type().Field(i).Name, err)
		}
	}
	return b, nil
}

func readJSON(data []byte, v reflect.Value, depth int) error {
	null := string(data) == "null"
	kind := v.Kind()
	if number, ok := lex.ParseNotFinite(string(data)); ok && v.CanFloat() {
		v.SetFloat(number)
		return nil
	}
	switch {
	case depth == 0:
		return errJSONDepth
	case (kind == reflect.Pointer || kind == reflect.Interface || kind == reflect.Slice) && null:
		v.SetZero()
		return nil
	case kind == reflect.Pointer:
		to := reflect.New(v.Type().Elem())
		v.Set(to)
		return readJSON(data, to.Elem(), depth-1)
	case v.Type() == scalars[KindReader].typ:
		var content []byte
		err := json.Unmarshal(data, &content)
		v.Set(reflect.ValueOf(bytes.NewReader(content)))
		return err
	case kind == reflect.Interface:
		return readTypedJSON(data, v, depth-1)
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		var items []json.RawMessage
		if err := json.Unmarshal(data, &items); err != nil {
			return err
		}
		v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
		for i, item := range items {
			if err := readJSON(item, v.Index(i), depth-1); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	case isNillable(v.Type()):
		v.SetZero()
		if isNilJSON(data) {
			v.FieldByName("Nil").SetBool(true)
			return nil
		}
		return readJSON(data, v.FieldByName("Value"), depth-1)
	case isGenerated(v) && !null:
		var members map[string]json.RawMessage
		if err := json.Unmarshal(data, &members); err != nil {
			return err
		}
		return readFields(members, v, depth-1)
	}
	return json.Unmarshal(data, v.Addr().Interface())
}

// readTypedJSON reads what appendTypedJSON writes.
func readTypedJSON(data []byte, v reflect.Value, depth int) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	var name xsd.QName
	if members[typeInJSON] == nil {
		return fmt.Errorf("the member %s, which names the type of a %s, is missing", typeInJSON, v.Type())
	}
	if err := json.Unmarshal(members[typeInJSON], &name); err != nil {
		return err
	}
	typ := defined.findName(name, v.Type())
	if typ == nil {
		return fmt.Errorf("the schema has no type %s for a %s", name, v.Type())
	}
	to := reflect.New(typ)
	v.Set(to)
	return readFields(members, to.Elem(), depth)
}

func readFields(members map[string]json.RawMessage, v reflect.Value, depth int) error {
	for i := range v.NumField() {
		var err error
		if f := v.Type().Field(i); f.Anonymous {
			err = readFields(members, v.Field(i), depth)
		} else if data := members[f.Name]; data != nil && f.IsExported() {
			err = readJSON(data, v.Field(i), depth)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", v.Type().Field(i).Name, err)
		}
	}
	return nil
}

// isGenerated reports whether v is a struct that a table describes. All fields of
// such structs are exported.
func isGenerated(v reflect.Value) bool {
	return v.Kind() == reflect.Struct && defined.find(v.Type()) != nil
}

// isNilJSON reports whether data is what an element that is nil has in JSON. It does not
// decode data, as values in it would be decoded once for each level around them.
func isNilJSON(data []byte) bool {
	want, _ := xsd.Nil[bool]().MarshalJSON() // without an error
	var got bytes.Buffer
	return data[0] == '{' && json.Compact(&got, data) == nil && bytes.Equal(got.Bytes(), want)
}

func isNillable(typ reflect.Type) bool {
	return typ.Kind() == reflect.Struct && typ.PkgPath() == xsdPath && strings.HasPrefix(typ.Name(), "Nillable[")
}

// findName returns the Go type that the schema calls name and that, with a
// pointer, has the type iface; nil if there is none.
func (d *typesByGo) findName(name xsd.QName, iface reflect.Type) reflect.Type {
	d.search(nil) // enters all tables
	fits := func(typ reflect.Type, of *Type) bool {
		return of.Name == name.Local && typ.Kind() == reflect.Struct && reflect.PointerTo(typ).Implements(iface) && of.QName() == name
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for typ, of := range d.byGo {
		if fits(typ, of) {
			return typ
		}
	}
	for _, table := range d.packages.Range {
		for pointer, of := range table.(*Table).types().byGo {
			if fits(pointer.Elem(), of) {
				return pointer.Elem()
			}
		}
	}
	return nil
}
