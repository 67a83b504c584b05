package jsonhttp

import (
	"encoding/json"
	"net/http"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

type object = map[string]any // of JSON

// Details are what a description has besides the contract. Functions may be nil.
type Details struct {
	Address string
	Example func(op *contract.Operation) (request, result json.RawMessage) // nil: there is none
	Doc     func(t *schema.Type, member string) string                     // documentation of a member, "" for the type itself
}

// OpenAPI returns the description in OpenAPI 3.1 of the operations of a contract over JSON. Options are those of WithJSON. Handlers
// also read strings with numbers where the schemas have numbers.
func OpenAPI(info *contract.Contract, d Details, options ...Option) ([]byte, error) {
	schemas := &codec.JSONSchemas{Prefix: "#/components/schemas/", Doc: d.Doc, JSONOptions: newFormat(options).JSONOptions}
	paths := make(object)
	for _, op := range info.Operations {
		var request, result json.RawMessage
		if d.Example != nil {
			request, result = d.Example(op)
		}
		responses := object{"default": object{"$ref": "#/components/responses/Fault"}}
		switch {
		case op.OneWay:
			responses["202"] = object{"description": http.StatusText(http.StatusAccepted)}
		case op.Result == nil:
			responses["200"] = answer(codec.JSONSchema{"type": "null"}, nil)
		default:
			responses["200"] = answer(schemas.Value(op.Result), result)
		}
		post := object{
			"operationId": op.Name, "responses": responses,
			"requestBody": object{"required": true, "content": content(schemas.Request(op.RequestType()), request)},
		}
		if op.Doc != "" {
			post["description"] = op.Doc
		}
		paths["/"+op.Name] = object{"post": post}
	}
	about := object{"title": info.Service, "version": "1"}
	if info.Doc != "" {
		about["description"] = info.Doc
	}
	components := object{"responses": object{"Fault": problemResponse()}}
	if schemas.Types != nil {
		components["schemas"] = schemas.Types
	}
	document := object{"openapi": "3.1.0", "info": about, "servers": []object{{"url": d.Address}}, "paths": paths, "components": components}
	return json.MarshalIndent(document, "", "  ")
}

func answer(schema codec.JSONSchema, example json.RawMessage) object {
	return object{"description": http.StatusText(http.StatusOK), "content": content(schema, example)}
}

func content(schema codec.JSONSchema, example json.RawMessage) object {
	media := object{"schema": schema}
	if example != nil {
		media["example"] = example
	}
	return object{"application/json": media}
}

// problemResponse describes a response with a problem.
func problemResponse() object {
	text := object{"type": "string"}
	schema := codec.JSONSchema{"type": "object", "required": []string{"title", "status", "code"}, "properties": object{
		"title": text, "status": object{"type": "integer"}, "detail": text, "code": text, "lang": text, "actor": text, "node": text,
		"subcodes": object{"type": "array", "items": text}, "fault": object{"type": "object", "additionalProperties": true},
	}}
	return object{"description": "A fault", "content": object{"application/problem+json": object{"schema": schema}}}
}
