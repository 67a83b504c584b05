package describe

import (
	"cmp"
	"context"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
)

// OpenAPI returns the description of a service over JSON and its HTTP bindings in OpenAPI 3.1, with samples of messages and the
// documentation of the outline. A sample that cannot be made or written is left out.
func (o *Outline) OpenAPI(ctx context.Context, info *contract.Contract) ([]byte, error) {
	address := ""
	if len(info.Ports) > 0 {
		address = info.Ports[0].Address
	}
	ports := make(exchangers)
	example := func(op *contract.Operation, b contract.Binding) (request, result []byte) {
		if b == contract.JSON {
			return jsonSample(info, op)
		}
		port := info.Ports[slices.IndexFunc(info.Ports, func(p contract.Port) bool { return p.Binding == b })]
		s := ports.exchange(ctx, info, op, &Wire{Binding: b.String(), Ports: []string{port.Name}})
		return []byte(s.Body), []byte(s.Response)
	}
	doc := func(t *schema.Type, member string) string { return o.documentation(info, t, member) }
	return jsonhttp.OpenAPI(info, jsonhttp.Details{Address: cmp.Or(address, "/"), Example: example, Doc: doc})
}

// documentation returns the documentation of a type or a member of it.
func (o *Outline) documentation(info *contract.Contract, t *schema.Type, member string) string {
	if t.Name == "" {
		return o.parameter(info, t, member)
	}
	name := t.QName()
	i := slices.IndexFunc(o.Types, func(typ *Type) bool { return typ.Name == Name{name.Local, name.Space} && !typ.Element })
	switch {
	case i < 0:
		return ""
	case member == "":
		return o.Types[i].Documentation
	}
	return documentationOf(o.Types[i].Content, member)
}

// parameter returns the documentation of a member of a request without a type in the contract.
func (o *Outline) parameter(info *contract.Contract, request *schema.Type, member string) string {
	for _, op := range info.Operations {
		if op.RequestType() != request {
			continue
		}
		for _, s := range o.Services {
			for _, described := range s.Operations {
				if described.Name == op.Name {
					return documentationOf(described.Request.Content, member)
				}
			}
		}
	}
	return ""
}

// documentationOf returns the documentation of the element or attribute that is a member.
func documentationOf(content []*Node, member string) string {
	for _, n := range content {
		switch {
		case n.Kind == Element && n.Name == member || n.Kind == Attribute && "@"+n.Name == member:
			return n.Documentation
		case n.Kind != Element:
			if doc := documentationOf(n.Content, member); doc != "" {
				return doc
			}
		}
	}
	return ""
}

func jsonSample(info *contract.Contract, op *contract.Operation) (request, result []byte) {
	if op.RequestType() != nil {
		if v, err := sample.Request(info, op); err == nil {
			request, _ = jsonhttp.AppendRequest(nil, info, op, v)
		}
	}
	if op.Result != nil {
		if v, err := sample.Result(info, op); err == nil {
			result, _ = jsonhttp.AppendValue(nil, info, op.Result, v)
		}
	}
	return request, result
}
