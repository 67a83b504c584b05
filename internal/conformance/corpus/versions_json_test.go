package corpus_test

import (
	"context"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
)

// newJSONPeer returns a server, and clients that call it with JSON, one for each path of a service.
func newJSONPeer(s *side) (*peer, error) {
	p := &peer{side: s, server: &server{of: s}}
	for _, info := range s.services {
		p.server.add(info, []soap.Option{jsonhttp.WithJSON(jsonhttp.WithoutHeaders())})
		var paths []string
		for _, port := range info.Ports {
			port.Binding = jsonhttp.Binding
			if c := (&client{of: s, info: info, port: port}); !slices.Contains(paths, port.Address) {
				paths = append(paths, port.Address)
				var err error
				if c.Caller, err = soap.NewCaller(info, port.Address, port.Binding, []soap.ClientOption{soap.WithHTTPClient(transport{c}), jsonhttp.WithJSON()}); err != nil {
					return nil, err
				}
				p.clients = append(p.clients, c)
			}
		}
	}
	return p, nil
}

// disagreeOverJSON compares what findings say about clients and servers that speak JSON with what happens. What they exchange is
// what package sample makes, and what a peer has read from instances.
func disagreeOverJSON(found []diff.Finding, who diff.Parties, clients, server *side, exact bool, disagree func(what string, says bool, happens string)) {
	breaks := slices.ContainsFunc(found, func(f diff.Finding) bool { return f.JSON.Has(who) })
	if breaks && !exact {
		return
	}
	var o effect
	for _, c := range clients.json.clients {
		for _, op := range c.operations() {
			if o == (effect{}) {
				c.calls(&o, op, clients.json, server.json)
			}
			for i := 0; o == (effect{}) && (i < tries+len(variants) || breaks && i < maxTries); i++ {
				c.convert(&o, op, clients, server, variant(i))
			}
		}
	}
	disagree("breaks over JSON", breaks, o.failed+o.anyLoss())
}

// convert sends instances of messages that a peer has read from XML as JSON.
func (c *client) convert(o *effect, op *contract.Operation, clients, server *side, options sample.Options) {
	mine, its := server.json.client(c, op)
	if mine == nil {
		return
	}
	bindings := []contract.Binding{contract.SOAP11, contract.SOAP12}
	if sameInSOAP(op) && sameInSOAP(its) {
		bindings = bindings[:1]
	}
	for _, b := range bindings {
		if request, ok := c.requestInstance(op, b, clients, options); ok {
			o.add(c.exchange(op, request, nil, server.json.server), func() effect { return c.exchange(op, request, nil, clients.json.server) })
		}
		req, err := c.request(op, 0)
		if result, ok := server.resultInstance(its, b, options); ok && err == nil {
			o.add(c.exchange(op, req, &result, server.json.server), func() effect {
				own, _ := mine.request(its, 0)
				return mine.exchange(its, own, &result, server.json.server)
			})
		}
	}
}

// requestInstance returns what a server has read from an instance of a request.
func (c *client) requestInstance(op *contract.Operation, b contract.Binding, of *side, options sample.Options) (got any, ok bool) {
	from, s := of.operation(op, b), of.usual.server
	port := slices.IndexFunc(c.info.Ports, func(p contract.Port) bool { return p.Binding == b })
	if from == nil || port < 0 {
		return nil, false
	}
	doc, err := of.instance(from, request, options)
	ok = err == nil && s.take(c.info.Ports[port], from.Wire(b).Action, doc).failed == "" && s.called == op
	return s.got, ok
}

// resultInstance returns what a client has read from an instance of a result.
func (s *side) resultInstance(op *contract.Operation, b contract.Binding, options sample.Options) (got any, ok bool) {
	from := s.operation(op, b)
	reader, _ := s.usual.client(&client{port: contract.Port{Binding: b}}, op)
	if from == nil || reader == nil || op.Result == nil {
		return nil, false
	}
	doc, err := s.instance(from, result, options)
	if err != nil {
		return nil, false
	}
	got, err = reader.read(op, 200, doc)
	return got, err == nil
}

// exchange lets a client send a request to a server, which answers with the result if there is one.
func (c *client) exchange(op *contract.Operation, request any, result *any, s *server) effect {
	c.server, s.called, s.seed, s.answer = s, nil, 0, result
	defer func() { s.answer = nil }()
	back, err := c.Do(context.Background(), op, request)
	what := fmt.Sprintf("%s over JSON", op.Name)
	switch {
	case result == nil && s.called == nil:
		return failure("%s: %v: %s", what, err, markup(c.info, op, request, true))
	case result == nil:
		return compare(0, what, &sentText{text: markup(c.info, op, request, true)}, s.received())
	case err != nil && s.called != nil:
		return failure("%s: %v: %s", what, err, markup(s.from, s.called, *result, false))
	case s.called == nil || op.Result == nil:
		return effect{}
	}
	return compare(1, what, &sentText{text: markup(s.from, s.called, *result, false)}, markup(c.info, op, back, false))
}
