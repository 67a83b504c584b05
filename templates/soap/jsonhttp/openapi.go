package jsonhttp

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
)

// Details are what a description has besides the contract.
type Details struct {
	Address    string
	Documented bool // it has the documentation of types and their members

	// Example returns a request and a result of an operation over JSON or an HTTP binding, as the bodies of messages have
	// them. Each is empty if there is none. It may be nil.
	Example func(op *contract.Operation, b contract.Binding) (request, result []byte)
}

// OpenAPI returns the description in OpenAPI 3.1 of the operations of a contract over JSON, at an address, and over its HTTP
// bindings. Options are those of WithJSON. Handlers also read strings with numbers where the schemas have numbers.
func OpenAPI(info *contract.Contract, details Details, options ...Option) ([]byte, error) {
	if details.Example == nil {
		details.Example = func(*contract.Operation, contract.Binding) (request, result []byte) { return nil, nil }
	}
	d := &description{
		OpenAPI: "3.1.0", Info: map[string]string{"title": info.Service, "version": "1"}, Servers: newServers(details.Address),
		Paths: make(map[string]map[string]any), Details: details, ids: make(map[string]bool), contract: newConstraints(info, details.Documented),
	}
	if info.Doc != "" {
		d.Info["description"] = info.Doc
	}
	d.schemas = codec.JSONSchemas{Prefix: "#/components/schemas/", Describe: d.contract.describe, Name: schemaName, JSONOptions: protocol(options).JSONOptions}
	for _, op := range info.Operations {
		d.ids[op.Name] = true
		d.Paths["/"+op.Name] = map[string]any{"post": d.overJSON(op)}
	}
	for i := range info.Ports {
		for _, op := range info.Operations {
			d.addHTTP(&info.Ports[i], op)
		}
	}
	d.addFaults()
	d.Components.Schemas = d.schemas.Types
	return indented(d)
}

// indented returns a value as indented JSON.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// description is a document of OpenAPI.
type description struct {
	OpenAPI    string                    `json:"openapi"`
	Info       map[string]string         `json:"info"`
	Servers    servers                   `json:"servers"`
	Paths      map[string]map[string]any `json:"paths"` // operations by method, and servers
	Components struct {
		Responses map[string]*response        `json:"responses,omitempty"`
		Schemas   map[string]codec.JSONSchema `json:"schemas,omitempty"`
	} `json:"components"`

	Details  `json:"-"`
	schemas  codec.JSONSchemas
	contract *constraints
	ids      map[string]bool // of operations
}

type servers []map[string]string // with their URLs

// newServers returns the server at an address, to which paths are appended. Braces are escaped: they would name variables.
func newServers(address string) servers {
	if address != "/" {
		address = strings.TrimSuffix(address, "/")
	}
	return servers{{"url": strings.NewReplacer("{", "%7B", "}", "%7D").Replace(address)}}
}

type operation struct {
	ID          string               `json:"operationId"`
	Description string               `json:"description,omitempty"`
	Parameters  []parameter          `json:"parameters,omitempty"`
	RequestBody *body                `json:"requestBody,omitempty"`
	Responses   map[string]*response `json:"responses"` // by status
}

type parameter struct {
	Name     string           `json:"name"`
	In       string           `json:"in"`
	Required bool             `json:"required,omitempty"`
	Schema   codec.JSONSchema `json:"schema"`
}

type body struct {
	Required bool    `json:"required,omitempty"`
	Content  content `json:"content"`
}

type response struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Content     content `json:"content,omitempty"`
}

type content map[string]*message // by media type

type message struct {
	Schema  codec.JSONSchema `json:"schema,omitempty"`
	Example any              `json:"example,omitempty"`
}

// The names of responses with faults.
const (
	jsonFault = "Fault"
	textFault = "TextFault" // of HTTP bindings
	anyFault  = "AnyFault"
)

// addFaults adds the responses with faults that operations have.
func (d *description) addFaults() {
	d.Components.Responses = make(map[string]*response)
	for _, item := range d.Paths {
		for _, o := range item {
			if o, ok := o.(*operation); ok {
				name := strings.TrimPrefix(o.Responses["default"].Ref, responses)
				d.Components.Responses[name] = &response{Description: "A fault", Content: faultContent(name)}
			}
		}
	}
}

const responses = "#/components/responses/"

func refer(fault string) *response { return &response{Ref: responses + fault} }

// overJSON describes an operation over JSON.
func (d *description) overJSON(op *contract.Operation) *operation {
	request, result := d.Example(op, contract.JSON)
	o := &operation{
		ID: op.Name, Description: op.Doc, Responses: map[string]*response{"default": refer(jsonFault)},
		RequestBody: &body{true, content{"application/json": jsonMessage(d.schemas.Request(op.RequestType()), request)}},
	}
	switch {
	case op.OneWay:
		o.respond(http.StatusAccepted, nil)
	case op.Result == nil:
		o.respond(http.StatusOK, content{"application/json": jsonMessage(codec.JSONSchema{"type": "null"}, nil)})
	default:
		d.contract.setResult(op)
		o.respond(http.StatusOK, content{"application/json": jsonMessage(d.schemas.Value(op.Result), result)})
	}
	return o
}

func jsonMessage(schema codec.JSONSchema, example []byte) *message {
	if len(example) == 0 {
		return &message{Schema: schema}
	}
	return &message{schema, json.RawMessage(example)}
}

// faultContent describes faults: problem, and text.
func faultContent(name string) content {
	all, text := make(content), codec.JSONSchema{"type": "string"}
	if name != textFault {
		all["application/problem+json"] = &message{Schema: codec.JSONSchema{
			"type": "object", "required": []string{"title", "status", "code"}, "properties": map[string]codec.JSONSchema{
				"title": text, "status": {"type": "integer"}, "detail": text, "code": text, "lang": text, "actor": text, "node": text,
				"subcodes": {"type": "array", "items": text}, "fault": {"type": "object", "additionalProperties": true},
			},
		}}
	}
	if name != jsonFault {
		all["text/plain"] = &message{Schema: text}
	}
	return all
}
