package callvalue

import (
	"bytes"
	"encoding/json"
	"fmt"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// Value is a value for output: a list, a structure, or the text of a simple value.
type Value struct {
	IsList bool
	Items  []*Value // items of a list
	Fields []Field  // fields of a structure, in the order of the message
	Text   string
	IsNil  bool

	isStruct bool
	text     []byte // the value as JSON
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
	text, err := jsonhttp.AppendRequest(nil, info, op, request)
	if err != nil || op.RequestType() == nil {
		return &Value{isStruct: true, text: text}, nil, err
	}
	return shown(info, schema.ElementName{Local: "request"}, &schema.Value{Row: schema.Row{Kind: kind.Struct, Of: op.RequestType()}}, request, text)
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

func value(info *contract.Contract, name schema.ElementName, of *schema.Value, v any) (*Value, []byte, error) {
	text, err := jsonhttp.AppendValue(nil, info, of, v)
	if err != nil {
		return nil, nil, fmt.Errorf("showing the result: %w", err)
	}
	return shown(info, name, of, v, text)
}

// shown returns a value whose JSON is text, and its markup.
func shown(info *contract.Contract, name schema.ElementName, of *schema.Value, v any, text []byte) (*Value, []byte, error) {
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	if contract.WriteBlock(e, name, of, true, v); e.Err() != nil {
		return nil, nil, fmt.Errorf("showing the result: %w", e.Err())
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	parsed, err := readValue(d, text)
	return parsed, bytes.Clone(e.Bytes()), err
}

// readValue reads a value from JSON without white space.
func readValue(d *json.Decoder, doc []byte) (*Value, error) {
	from := d.InputOffset()
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	v := new(Value)
	switch t := token.(type) {
	case nil:
		v.IsNil = true
	case string:
		v.Text = t
	case json.Delim:
		v.IsList, v.isStruct = t == '[', t == '{'
		for d.More() && err == nil {
			err = v.readMember(d, doc)
		}
		if err == nil {
			_, err = d.Token()
		}
	default:
		v.Text = fmt.Sprint(t)
	}
	v.text = bytes.TrimLeft(doc[from:d.InputOffset()], ",:")
	return v, err
}

// readMember reads an item of a list, or a field of a structure.
func (v *Value) readMember(d *json.Decoder, doc []byte) error {
	name := ""
	if v.isStruct {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, _ = token.(string)
	}
	item, err := readValue(d, doc)
	if v.IsList {
		v.Items = append(v.Items, item)
	} else {
		v.Fields = append(v.Fields, Field{name, item})
	}
	return err
}
