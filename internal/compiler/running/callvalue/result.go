package callvalue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// Value is a value for output: a list, a structure, or the text of a simple value.
type Value struct {
	IsList  bool
	Items   []*Value // items of a list
	Fields  []Field  // fields of a structure, in the order of the message
	Text    string
	Literal bool // Text is a number or a boolean of JSON
	IsNil   bool

	isStruct bool
}

// Field is a member of a structure.
type Field struct {
	Name  string
	Value *Value
}

// Result returns the result of an operation, nil if it has none, with its markup.
func Result(info *contract.Contract, op *contract.Operation, result any) (*Value, []byte, error) {
	if op.Result == nil {
		return nil, nil, nil
	}
	return value(info, resultName(op), op.Result, result)
}

// Given returns a request, with its markup, in the form in which [Request] takes it.
func Given(info *contract.Contract, op *contract.Operation, request any) (*Value, []byte, error) {
	if op.RequestType() == nil {
		return &Value{isStruct: true}, nil, nil
	}
	v, markup, err := value(info, schema.ElementName{Local: "request"}, &schema.Value{Row: schema.Row{Kind: kind.Struct, Of: op.RequestType()}}, request)
	if err == nil && !v.isStruct && !v.IsNil {
		v = &Value{isStruct: true, Fields: []Field{{contentName, v}}}
	}
	return v, markup, err
}

// Detail returns the detail of a fault of the contract, with its markup.
func Detail(info *contract.Contract, f *contract.Fault, detail any) (*Value, []byte, error) {
	return value(info, f.Element, f.Detail, detail)
}

// resultName returns the name of the element of the result.
func resultName(op *contract.Operation) schema.ElementName {
	for i := range op.Wires {
		if out := op.Wires[i].Out; len(out) > 0 {
			return out[len(out)-1]
		}
	}
	return schema.ElementName{Local: "result"}
}

// value encodes a value, and returns the values in the markup.
func value(info *contract.Contract, name schema.ElementName, of *schema.Value, v any) (*Value, []byte, error) {
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	contract.WriteBlock(e, name, of, true, v)
	if e.Err() != nil {
		return nil, nil, fmt.Errorf("showing the result: %w", e.Err())
	}
	markup := bytes.Clone(e.Bytes())
	root, err := parse(markup)
	if err != nil {
		return nil, nil, fmt.Errorf("showing the result: %w", err)
	}
	r := reader{types: info.Types}
	shown := r.result(of.Described(), elementOf(root))
	if shown.isStruct && of.Described().Kind == kind.Struct {
		err = r.attached(info, of.Described().Of, v, shown)
	}
	return shown, markup, err
}

// reader converts markup to values by the types in the table.
type reader struct{ types *schema.Table }

// result reads the element of a result.
func (r *reader) result(row *schema.Row, x *element) *Value {
	if row.At == schema.AtElement && row.Occurs < schema.Many || row.Kind == kind.Member {
		return r.value(row, x)
	}
	if x.isNil() {
		return &Value{IsNil: true}
	}
	list := &Value{IsList: true}
	for _, c := range x.children {
		list.Items = append(list.Items, r.value(row, c))
	}
	return list
}

// value reads an element that a row describes.
func (r *reader) value(row *schema.Row, x *element) *Value {
	of := row.Of
	switch {
	case x.isNil():
		return r.nilValue(of, row.Kind, x)
	case row.Kind == kind.Member || row.Kind == kind.Items:
		return r.member(of, x)
	}
	named := r.typeNamed(x)
	if isComplex(row) && named != nil && of != nil && (named == of || !replaces(named, of)) {
		named = nil // the type adds nothing, such as the array type of SOAP encoding
	}
	switch {
	case named != nil && (isComplex(row) || !named.Simple):
		v := r.structure(named, x)
		if x.xsi("type") != "" {
			v.Fields = append([]Field{{"@xsi:type", &Value{Text: named.Name}}}, v.Fields...)
		}
		return v
	case isComplex(row):
		return r.structure(of, x)
	case isAny(row):
		return r.open(x)
	}
	return x.simple(row.Kind, of, x.text)
}

// nilValue reads a nil element, which may have attributes.
func (r *reader) nilValue(of *schema.Type, k schema.Kind, x *element) *Value {
	if of == nil || k != kind.Struct && k != kind.Poly || !slices.ContainsFunc(x.attrs, func(a *xmltree.Attr) bool { return a.Name.Space != schema.XSINamespace }) {
		return &Value{IsNil: true}
	}
	attributes := element{read: x.read, name: x.name, attrs: x.attrs}
	v := r.structure(of, &attributes)
	v.Fields = slices.DeleteFunc(v.Fields, func(f Field) bool { return f.Name == contentName })
	v.Fields = append([]Field{{"@xsi:nil", &Value{Text: "true", Literal: true}}}, v.Fields...)
	return v
}

// typeNamed returns the type that xsi:type names, nil if there is none.
func (r *reader) typeNamed(x *element) *schema.Type {
	name := x.xsi("type")
	if name == "" || r.types == nil {
		return nil
	}
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	for _, table := range r.types.Closure() {
		for i := range table.Types {
			if t := table.Types[i].Type; t.Name == local && t.QName().Space == x.namespace(prefix) {
				return t
			}
		}
	}
	return nil
}

func (x *element) is(t *schema.Type, row *schema.Row) bool {
	return row.Name == x.name.Local && row.At == schema.AtElement && t.Table().URI(row.NS) == x.name.Space
}

// structure reads an element of a complex type.
func (r *reader) structure(t *schema.Type, x *element) *Value {
	all := t.AllRows()
	v := &Value{isStruct: true, Fields: attributesOf(all, x)}
	if item := encodedItem(t); item != nil {
		all = t.Rows()
		if item.More.Array.Rank > 1 {
			v.Fields = arraySizes(x)
		}
	}
	if i := slices.IndexFunc(all, func(row schema.Row) bool { return row.At == schema.AtContent }); i >= 0 {
		content := x.simple(all[i].Kind, all[i].Of, x.text)
		if len(v.Fields) == 0 && !hasAttributes(all) {
			return content
		}
		v.Fields = append(v.Fields, Field{contentName, content})
		return v
	}
	if t.Mixed && strings.TrimSpace(x.text) != "" {
		v.Fields = append(v.Fields, Field{contentName, &Value{Text: x.text}})
	}
	for _, c := range x.children {
		if row, many := rowOf(t, all, c); row != nil {
			v.add(c.name.Local, r.value(row, c), many)
		} else {
			v.add("{"+c.name.Space+"}"+c.name.Local, r.open(c), many)
		}
	}
	return v
}

// member reads an element that a row of a type describes, or any other.
func (r *reader) member(t *schema.Type, x *element) *Value {
	all := t.AllRows()
	if i := slices.IndexFunc(all, func(row schema.Row) bool { return x.is(t, &row) }); i >= 0 {
		return r.value(&all[i], x)
	}
	return r.open(x)
}

// attributesOf reads the attributes of an element. Those that no row describes are text.
func attributesOf(all []schema.Row, x *element) (fields []Field) {
	for _, a := range x.attrs {
		if a.Name.Space == schema.XSINamespace || isArrayAttribute(a.Name) {
			continue
		}
		name, value := "@"+a.Name.Local, &Value{Text: a.Value}
		i := slices.IndexFunc(all, func(row schema.Row) bool { return row.At == schema.AtAttribute && row.Name == a.Name.Local })
		if i >= 0 {
			value = x.simple(all[i].Kind, all[i].Of, a.Value)
		} else if a.Name.Space != "" {
			name = "@{" + a.Name.Space + "}" + a.Name.Local
		}
		fields = append(fields, Field{name, value})
	}
	return fields
}

// isArrayAttribute reports whether an attribute describes the items of an array of SOAP
// encoding, which follow anyway.
func isArrayAttribute(name xmltree.QName) bool {
	switch name.Space {
	case "http://schemas.xmlsoap.org/soap/encoding/":
		return name.Local == "arrayType"
	case "http://www.w3.org/2003/05/soap-encoding":
		return name.Local == "itemType" || name.Local == "arraySize"
	}
	return false
}

func hasAttributes(all []schema.Row) bool {
	return slices.ContainsFunc(all, func(row schema.Row) bool { return row.At == schema.AtAttribute || row.Kind == kind.AnyAttributes })
}

// rowOf returns the row of a child, nil if it matches a wildcard, and whether there may be
// several.
func rowOf(t *schema.Type, all []schema.Row, x *element) (row *schema.Row, many bool) {
	for i := range all {
		switch m := &all[i]; {
		case m.Kind == kind.Items || m.Kind == kind.Member:
			if inner, _ := rowOf(m.Of, m.Of.AllRows(), x); inner != nil {
				return inner, m.Kind == kind.Items || m.Occurs >= schema.Many
			}
		case x.is(t, m):
			return m, m.Occurs >= schema.Many
		case m.At == schema.AtItem:
			return m, true
		}
	}
	return nil, false
}

// add adds a member. If there may be several with the name, or there are, they form a list.
func (v *Value) add(name string, item *Value, many bool) {
	i := slices.IndexFunc(v.Fields, func(f Field) bool { return f.Name == name })
	switch {
	case i < 0 && many:
		v.Fields = append(v.Fields, Field{name, &Value{IsList: true, Items: []*Value{item}}})
	case i < 0:
		v.Fields = append(v.Fields, Field{name, item})
	case v.Fields[i].Value.IsList:
		v.Fields[i].Value.Items = append(v.Fields[i].Value.Items, item)
	default:
		v.Fields[i].Value = &Value{IsList: true, Items: []*Value{v.Fields[i].Value, item}}
	}
}

// open reads an element of any type.
func (r *reader) open(x *element) *Value {
	if t := r.typeNamed(x); t != nil && !t.Simple {
		return r.structure(t, x)
	}
	v := &Value{isStruct: true}
	if name := x.xsi("type"); name != "" {
		v.Fields = append(v.Fields, Field{"@xsi:type", &Value{Text: x.clark(name)}})
	}
	for _, a := range x.attrs {
		if a.Name.Space != schema.XSINamespace {
			v.Fields = append(v.Fields, Field{"@" + a.Name.Local, &Value{Text: a.Value}})
		}
	}
	if len(x.children) == 0 && len(v.Fields) == 0 {
		return &Value{Text: x.text}
	}
	if text := x.text; strings.TrimSpace(text) != "" {
		v.Fields = append(v.Fields, Field{contentName, &Value{Text: text}})
	}
	for _, c := range x.children {
		name := c.name.Local
		if c.name.Space != x.name.Space {
			name = "{" + c.name.Space + "}" + name
		}
		v.add(name, r.open(c), false)
	}
	return v
}

// simple returns a simple value. The names of namespaces are in the scope of x.
func (x *element) simple(k schema.Kind, of *schema.Type, text string) *Value {
	if k == kind.List {
		list := &Value{IsList: true}
		item := of.Rows()[0]
		for _, word := range strings.Fields(text) {
			list.Items = append(list.Items, x.simple(item.Kind, item.Of, word))
		}
		return list
	}
	v := &Value{Text: text}
	switch collapsed := strings.TrimSpace(text); {
	case k == kind.QName || k == kind.Notation:
		v.Text = x.clark(collapsed)
	case k == kind.Bool:
		v.Text, v.Literal = strconv.FormatBool(collapsed == "true" || collapsed == "1"), true
	case k.IsNumber() || k == kind.Float32 || k == kind.Float64:
		v.Text, v.Literal = collapsed, isJSONNumber(collapsed)
	}
	return v
}

// isJSONNumber reports whether a text is a number in JSON; +1, 01 and INF are not.
func isJSONNumber(s string) bool {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	return s != "" && (s[0] == '-' || isDigit(s[0])) && isDigit(s[len(s)-1]) && json.Valid([]byte(s))
}
