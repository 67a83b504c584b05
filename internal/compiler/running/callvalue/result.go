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

// Value is a value for output.
type Value struct {
	text json.RawMessage // without white space
}

// Result returns the result of an operation, nil if it has none, with its markup.
func Result(info *contract.Contract, op *contract.Operation, result any) (*Value, []byte, error) {
	if op.Result == nil {
		return nil, nil, nil
	}
	return value(info, op.ResultName(), op.Result, result)
}

// Given returns a request, with its markup, in the form in which [Request] takes it.
func Given(info *contract.Contract, op *contract.Operation, request any) (*Value, []byte, error) {
	text, err := jsonhttp.AppendRequest(nil, info, op, request)
	if err != nil || op.RequestType() == nil {
		return &Value{text}, nil, err
	}
	return shown(info, schema.ElementName{Local: "request"}, &schema.Value{Row: schema.Row{Kind: kind.Struct, Of: op.RequestType()}}, request, text)
}

// Detail returns the detail of a fault of the contract, with its markup.
func Detail(info *contract.Contract, f *contract.Fault, detail any) (*Value, []byte, error) {
	return value(info, f.Element, f.Detail, detail)
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
	return &Value{text}, bytes.Clone(e.Bytes()), nil
}
