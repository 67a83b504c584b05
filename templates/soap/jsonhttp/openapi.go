package jsonhttp

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
)

// Details are what a description has besides the contract.
type Details struct {
	Address    string
	Documented bool // it has the documentation of types and their members

	// Others are more services of the contract in the same description. Each service then is at the path of its first port's address.
	Others []*contract.Contract

	// Example returns a request and a result of an operation over an HTTP binding, as the bodies of messages have them. Each is
	// empty if there is none. It may be nil.
	Example func(info *contract.Contract, op *contract.Operation, b contract.Binding) (request, result []byte)
}

// OpenAPI returns the description in OpenAPI 3.1 of the operations of a contract over JSON, at an address, and over its HTTP
// bindings, with samples of messages over JSON. Options are as for WithJSON. Handlers also read strings with numbers where the
// schemas have numbers.
func OpenAPI(info *contract.Contract, details Details, options ...Option) ([]byte, error) {
	if details.Example == nil {
		details.Example = func(*contract.Contract, *contract.Operation, contract.Binding) (request, result []byte) {
			return nil, nil
		}
	}
	services := append([]*contract.Contract{info}, details.Others...)
	if len(services) > 1 {
		details.Address = originOf(details.Address)
	}
	d := &description{
		OpenAPI: "3.1.0", Info: map[string]string{"title": info.Service, "version": "1"}, Servers: newServers(details.Address),
		Paths: make(map[string]map[string]any), Details: details, ids: make(map[string]int), protocol: protocol(options),
	}
	if info.Doc != "" {
		d.Info["description"] = info.Doc
	}
	d.schemas = newSchemas(func(t *schema.Type, row *schema.Row) facts { return d.contract.describe(t, row) })
	d.schemas.prefix, d.schemas.JSONOptions = schemas, d.protocol.JSONOptions
	for _, service := range services {
		d.addService(service, len(services) > 1)
	}
	d.addFaults()
	d.Components.Schemas = d.schemas.types
	return indented(d)
}

// originOf returns the address of the root of a server, / if the address names none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "/"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/"}).String()
}

// addService adds the operations of a service, which is one of several at a server.
func (d *description) addService(info *contract.Contract, several bool) {
	if d.contract != nil && d.contract.table == info.Types {
		d.contract.addRequests(info)
	} else {
		d.contract = newConstraints(info, d.Documented)
	}
	d.service = info
	d.Tags = append(d.Tags, map[string]string{"name": info.Service})
	for _, op := range info.Operations {
		path := "/" + op.Name
		item := d.Paths[path]
		if port := d.protocol.Port(info); several && port != nil {
			item = d.item(port, path)
		} else if item == nil {
			item = make(map[string]any)
			d.Paths[path] = item
		}
		if item["post"] == nil { // of operations with one name, a handler calls the first
			item["post"] = d.overJSON(op)
		}
	}
	for i := range info.Ports {
		for _, op := range info.Operations {
			d.addHTTP(&info.Ports[i], op)
		}
	}
}

// newID returns a name that no other operation has, also where generators of clients make sharedName2 of shared_name2.
func (d *description) newID(stem string) string {
	plain, name := lexical.PlainName(stem), stem
	for d.ids[lexical.PlainName(name)] > 0 {
		d.ids[plain]++
		name = stem + strconv.Itoa(d.ids[plain])
	}
	d.ids[lexical.PlainName(name)]++
	return name
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
	Tags       []map[string]string       `json:"tags"`
	Paths      map[string]map[string]any `json:"paths"` // operations by method, and servers
	Components struct {
		Responses map[string]*response  `json:"responses,omitempty"`
		Schemas   map[string]jsonSchema `json:"schemas,omitempty"`
	} `json:"components"`

	Details  `json:"-"`
	schemas  schemaMaker
	protocol soap.JSON
	service  *contract.Contract // whose operations are added
	contract *constraints
	ids      map[string]int // the last number after the name of an operation, by its letters and digits; 0: no operation has them
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
	Tags        []string             `json:"tags"`
	Summary     string               `json:"summary"`
	Description string               `json:"description,omitempty"`
	Parameters  []parameter          `json:"parameters,omitempty"`
	RequestBody *body                `json:"requestBody,omitempty"`
	Responses   map[string]*response `json:"responses"` // by status
	NotCallable bool                 `json:"x-not-callable,omitempty"`
}

type parameter struct {
	Name     string     `json:"name"`
	In       string     `json:"in"`
	Required bool       `json:"required,omitempty"`
	Schema   jsonSchema `json:"schema"`
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
	Schema  jsonSchema `json:"schema,omitempty"`
	Example any        `json:"example,omitempty"`
}

// The names of responses with faults.
const (
	jsonFault = "Fault"
	textFault = "TextFault" // of HTTP bindings
	anyFault  = "AnyFault"
)

const (
	responses = "#/components/responses/"
	schemas   = "#/components/schemas/"
)

func refer(fault string) *response { return &response{Ref: responses + fault} }

// addFaults adds the responses with faults that operations refer to.
func (d *description) addFaults() {
	d.Components.Responses = make(map[string]*response)
	for _, item := range d.Paths {
		for _, o := range item {
			if o, ok := o.(*operation); ok && o.Responses["default"].Ref != "" {
				name := strings.TrimPrefix(o.Responses["default"].Ref, responses)
				d.Components.Responses[name] = &response{Description: "A fault", Content: d.faultContent(name)}
			}
		}
	}
}

// faultContent describes faults: problem details, and text.
func (d *description) faultContent(name string) content {
	all := make(content)
	if name != textFault {
		all[problemMediaType] = &message{Schema: d.schemas.named("ProblemDetails", func() jsonSchema { return d.problem(nil) })}
	}
	if name != jsonFault {
		all["text/plain"] = &message{Schema: jsonSchema{"type": "string"}}
	}
	return all
}

const problemMediaType = "application/problem+json"

// problem returns the schema of problem details. Without declared faults, the elements of a detail are markup.
func (d *description) problem(faults []*contract.Fault) jsonSchema {
	text := jsonSchema{"type": "string"}
	details := map[string]jsonSchema{"#any": {"type": "array", "items": text}}
	for _, f := range faults {
		d.contract.setValue(f.Detail, f.Element)
		details[f.Element.Local] = d.schemas.ofValue(f.Detail)
	}
	return jsonSchema{
		"type": "object", "required": []string{"title", "status", "code"}, "properties": map[string]jsonSchema{
			"title": text, "status": {"type": "integer"}, "detail": text, "code": text, "lang": text, "actor": text, "node": text,
			"subcodes": {"type": "array", "items": text}, "fault": {"type": "object", "properties": details, "additionalProperties": false},
		},
	}
}

// fault describes the faults of an operation over JSON.
func (d *description) fault(op *contract.Operation, id string) *response {
	if len(op.Faults) == 0 {
		return refer(jsonFault)
	}
	text := "A fault"
	for i, f := range op.Faults {
		text += [...]string{", also with the detail ", " or "}[min(i, 1)] + f.Element.Local
	}
	problem := d.schemas.named(id+"Problem", func() jsonSchema { return d.problem(op.Faults) })
	return &response{Description: text, Content: content{problemMediaType: {Schema: problem}}}
}

// newOperation describes what an operation has over any binding. The summary is the first sentence of its documentation, or its name.
func (d *description) newOperation(op *contract.Operation) *operation {
	const short = 120
	summary, _, _ := strings.Cut(strings.Join(strings.Fields(op.Doc), " "), ". ")
	if summary == "" || len(summary) > short {
		summary = op.Name
	}
	return &operation{Tags: []string{d.service.Service}, Summary: summary, Description: op.Doc, Responses: make(map[string]*response)}
}

// overJSON describes an operation over JSON.
func (d *description) overJSON(op *contract.Operation) *operation {
	o := d.newOperation(op)
	o.ID = d.newID(op.Name)
	o.Responses["default"] = d.fault(op, o.ID)
	if reason := d.protocol.Refusal(d.service, op); reason != "" {
		o.NotCallable, o.Description = true, strings.TrimSpace("Not callable over JSON: "+reason+".\n\n"+op.Doc)
		o.respond(http.StatusBadRequest, d.faultContent(jsonFault))
		return o
	}
	request, result := d.examples(op)
	o.RequestBody = &body{true, content{mediaType: jsonMessage(d.schemas.ofRequest(op.RequestType()), request)}}
	switch {
	case op.OneWay:
		o.respond(http.StatusAccepted, nil)
	case op.Result == nil:
		o.respond(http.StatusOK, content{mediaType: jsonMessage(jsonSchema{"type": "null"}, []byte("null"))})
	default:
		d.contract.setResult(op)
		o.respond(http.StatusOK, content{mediaType: jsonMessage(d.schemas.ofValue(op.Result), result)})
	}
	return o
}

const mediaType = "application/json"

// examples returns a request and a result of an operation as JSON. Each is nil if there is none, or if it cannot be made.
func (d *description) examples(op *contract.Operation) (request, result []byte) {
	request = []byte("{}")
	if op.RequestType() != nil {
		v, err := sample.Request(d.service, op)
		request = d.example(err, func(e *schema.Encoder) { codec.EncodeJSON(e, d.protocol.JSONOptions, op.RequestType(), v) })
	}
	if op.Result != nil {
		v, err := sample.Result(d.service, op)
		result = d.example(err, func(e *schema.Encoder) { op.Result.PutJSON(e, d.protocol.JSONOptions, v) })
	}
	return request, result
}

// example returns what is written, nil if there is an error.
func (d *description) example(err error, write func(*schema.Encoder)) []byte {
	if err != nil {
		return nil
	}
	text, err := appendJSON(nil, d.service, write)
	if err != nil {
		return nil
	}
	return text
}

func jsonMessage(schema jsonSchema, example []byte) *message {
	if len(example) == 0 {
		return &message{Schema: schema}
	}
	return &message{schema, json.RawMessage(example)}
}
