package jsonhttp

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/contract"
)

// addHTTP adds an operation over the HTTP binding of a port, if it has one and offers the operation.
func (d *description) addHTTP(port *contract.Port, op *contract.Operation) {
	wire := op.Wire(port.Binding)
	if wire == nil || !wire.IsHTTP() {
		return
	}
	path := wire.Path
	if wire.Details().Replace {
		path = strings.NewReplacer("(", "{", ")", "}").Replace(path)
	}
	item, method := d.item(port, path), strings.ToLower(strings.TrimPrefix(port.Binding.String(), "HTTP "))
	o := d.overHTTP(op, wire, port.Binding)
	if other, ok := item[method].(*operation); ok {
		d.merge(other, o)
		return
	}
	o.ID = d.newID(op.Name + "_" + method)
	item[method] = o
}

// item returns the operations at a path of a port. If the port has another server than the description, the item names it.
func (d *description) item(port *contract.Port, path string) map[string]any {
	item := make(map[string]any)
	if u, err := url.Parse(port.Address); err == nil && (port.Address != d.Address || path == "") {
		path = u.EscapedPath() + "/" + strings.TrimPrefix(path, "/")
		if own := newServers(originOf(port.Address)); u.Host != "" && own[0]["url"] != d.Servers[0]["url"] {
			item["servers"] = own
		}
	}
	path = "/" + strings.Trim(path, "/")
	if d.Paths[path] == nil {
		d.Paths[path] = item
	}
	return d.Paths[path]
}

// overHTTP describes an operation over an HTTP binding.
func (d *description) overHTTP(op *contract.Operation, wire *contract.Wire, b contract.Binding) *operation {
	request, result := d.Example(d.service, op, b)
	o := d.newOperation(op)
	o.Responses["default"] = refer(textFault)
	details := wire.Details()
	for _, field := range strings.FieldsFunc(details.Query, func(r rune) bool { return r == '&' }) {
		name, value, _ := strings.Cut(field, "=")
		o.Parameters = append(o.Parameters, parameter{name, "query", true, jsonSchema{"const": value}})
	}
	if details.Send == contract.ContentDefault {
		o.addParameters(d.schemas.parameters(op.RequestType()), wire, b == contract.HTTPPost || b == contract.HTTPPut)
	} else {
		o.RequestBody = &body{true, bodyContent(details.Send, details.MediaType, request)}
	}
	switch {
	case op.OneWay:
		o.respond(http.StatusAccepted, nil)
	case b == contract.HTTPHead || len(wire.Out) == 0 && !wire.OutBody && details.Receive == contract.ContentDefault:
		o.respond(http.StatusOK, nil)
	default:
		o.respond(http.StatusOK, bodyContent(details.Receive, details.ReplyType, result))
	}
	return o
}

// addParameters adds the parameters of a request: in the path, and in a form or the query.
func (o *operation) addParameters(all []parameterSchema, wire *contract.Wire, inForm bool) {
	form := make(map[string]jsonSchema)
	var required []string
	for _, p := range all {
		switch {
		case wire.Details().Replace && strings.Contains(wire.Path, "("+p.Name+")"):
			o.Parameters = append(o.Parameters, parameter{p.Name, "path", true, p.schema})
		case !inForm: // arrays are repeated, as style and explode are by default
			o.Parameters = append(o.Parameters, parameter{p.Name, "query", p.Required, p.schema})
		default:
			form[p.Name] = p.schema
			if p.Required {
				required = append(required, p.Name)
			}
		}
	}
	if !inForm {
		return
	}
	schema := jsonSchema{"type": "object", "properties": form}
	if required != nil {
		schema["required"] = required
	}
	o.RequestBody = &body{required != nil, content{"application/x-www-form-urlencoded": {Schema: schema}}}
}

// bodyContent describes a body that is not parameters.
func bodyContent(kind contract.BodyKind, declared string, example []byte) content {
	m := &message{}
	if kind == contract.ContentDefault || kind == contract.ContentXML || kind == contract.ContentText {
		m.Schema = jsonSchema{"type": "string"}
		if len(example) > 0 {
			m.Example = string(example)
		}
	}
	mediaType, _, _ := strings.Cut(kind.MediaType(declared), ";")
	return content{mediaType: m}
}

// respond adds a response.
func (o *operation) respond(status int, of content) {
	o.Responses[strconv.Itoa(status)] = &response{Description: http.StatusText(status), Content: of}
}

// merge adds an operation at the same path and with the same method: the media type of a request, or its parameters, tell which
// of them it is for.
func (d *description) merge(o, other *operation) {
	o.mergeParameters(other.Parameters)
	switch {
	case o.RequestBody == nil:
		o.RequestBody = other.RequestBody
	case other.RequestBody != nil:
		o.RequestBody.Content.merge(other.RequestBody.Content)
	}
	for status, r := range other.Responses {
		switch before := o.Responses[status]; {
		case before == nil || before.Content == nil && r.Ref == "":
			o.Responses[status] = r
		case before.Ref == r.Ref:
			before.Content.merge(r.Content)
		case before.Ref == "" && r.Ref == responses+textFault:
			before.Content.merge(d.faultContent(textFault))
		default:
			o.Responses[status] = refer(anyFault)
		}
	}
}

// mergeParameters adds parameters. Those in a query are required if both operations require them.
func (o *operation) mergeParameters(others []parameter) {
	for i := range o.Parameters {
		p := &o.Parameters[i]
		j := slices.IndexFunc(others, p.is)
		p.Required = p.In == "path" || p.Required && j >= 0 && others[j].Required
		if j >= 0 {
			p.Schema = either(p.Schema, others[j].Schema)
		}
	}
	for _, p := range others {
		if !slices.ContainsFunc(o.Parameters, p.is) {
			p.Required = p.In == "path"
			o.Parameters = append(o.Parameters, p)
		}
	}
}

func (p *parameter) is(other parameter) bool { return p.Name == other.Name && p.In == other.In }

// merge adds media types.
func (c content) merge(other content) {
	for mediaType, m := range other {
		if before := c[mediaType]; before != nil {
			m.Schema, m.Example = either(before.Schema, m.Schema), before.Example
		}
		c[mediaType] = m
	}
}

// either returns a schema of what either schema allows.
func either(a, b jsonSchema) jsonSchema {
	if fmt.Sprint(a) == fmt.Sprint(b) {
		return a
	}
	return jsonSchema{"anyOf": []jsonSchema{a, b}}
}
