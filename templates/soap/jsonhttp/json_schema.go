package jsonhttp

import (
	"cmp"
	"encoding/json"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
)

// Root is a global element; a document may be a value of it.
type Root struct {
	Element schema.ElementName
	Value   *schema.Value
}

// Schema returns a schema in JSON Schema 2020-12 for JSON as [AppendValue] writes it. It has all named complex types of a contract, and
// of the tables that it imports, in $defs. A document is a value of one of the roots, or a request or a result of an operation.
// It takes the options of WithJSON.
func Schema(info *contract.Contract, roots []Root, options ...Option) ([]byte, error) {
	c := newConstraints(info, true)
	s := newSchemas(c.describe)
	s.JSONOptions = protocol(options).JSONOptions
	for _, table := range info.Types.Closure() {
		for _, t := range table.Types {
			if t.Type.Name != "" && !t.Type.Simple {
				s.ofType(t.Type)
			}
		}
	}
	var values []jsonSchema
	add := func(title string, value jsonSchema) {
		value["title"] = title
		values = append(values, value)
	}
	for _, root := range roots {
		c.setValue(root.Value, root.Element)
		add(root.Element.Local, s.ofValue(root.Value))
	}
	for _, op := range info.Operations {
		add("request of "+op.Name, s.ofRequest(op.RequestType()))
		if op.Result != nil {
			c.setResult(op)
			add("result of "+op.Name, s.ofValue(op.Result))
		}
	}
	document := jsonSchema{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": s.types}
	if values != nil {
		document["anyOf"] = values
	}
	return indented(document)
}

func schemaName(t *schema.Type) string {
	return cmp.Or(lexical.SchemaName(t.Name, t.GoTypeName()), "type")
}

func newSchemas(describe func(*schema.Type, *schema.Row) facts) schemaMaker {
	return schemaMaker{prefix: "#/$defs/", describe: describe, types: make(map[string]jsonSchema), names: make(map[jsonComponent]string), repeated: make(map[string]int)}
}

// OperationSchemas returns a function that describes an operation in JSON Schema 2020-12: its request, and an object whose member result
// is its result, null if it has none. They have what they refer to in $defs, and the documentation of the contract as doc returns it.
func OperationSchemas(info *contract.Contract, doc func(string) string) func(op *contract.Operation) (request, result []byte, err error) {
	c := newConstraints(info, true)
	describe := func(t *schema.Type, row *schema.Row) facts {
		d := c.describe(t, row)
		d.doc = doc(d.doc)
		return d
	}
	return func(op *contract.Operation) (request, result []byte, err error) {
		in, out := newSchemas(describe), newSchemas(describe)
		sent, value := in.ofRequest(op.RequestType()), jsonSchema{"type": "null"}
		if op.Result != nil {
			c.setResult(op)
			value = out.ofValue(op.Result)
		}
		sent["$defs"] = in.types
		object := jsonSchema{"type": "object", "properties": jsonSchema{"result": value}, "required": []string{"result"}, "$defs": out.types}
		request, err = json.Marshal(sent)
		result, failed := json.Marshal(object)
		return request, result, cmp.Or(err, failed)
	}
}
