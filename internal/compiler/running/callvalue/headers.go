package callvalue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// HeaderBlock returns the header block that is the root of a document.
func HeaderBlock(doc []byte) (xsd.RawXML, error) {
	text, err := schema.ToUTF8(doc, "")
	if err != nil {
		return "", err
	}
	d := schema.NewDecoder(text, nil, schema.Limits{})
	defer d.Release()
	var block xsd.RawXML
	if d.Root() {
		if space, local := d.Tag(); space == "" {
			return "", fmt.Errorf("the header block %s has no namespace", local)
		}
		block = d.RawXML()
	}
	d.End()
	return block, d.Err()
}

// WithHeaders returns a context with which a client sends headers that the operation declares, and whose values arguments give, each
// with the name of its header. An error names the header and the mistake.
func WithHeaders(ctx context.Context, info *contract.Contract, op *contract.Operation, binding contract.Binding, arguments *Input) (context.Context, error) {
	given := arguments.root
	if given.hasText {
		return nil, errors.New("want NAME=VALUE, with the name of a header block")
	}
	declared := headersOf(op, binding)
	values := make(map[*soap.Header[any]][]any)
	for _, c := range given.children {
		i := slices.IndexFunc(declared, func(h *soap.Header[any]) bool { return c.isHeader(info, h) })
		if i < 0 {
			remark := "it declares none: give the block as XML"
			if len(declared) > 0 {
				names := collect.Each(declared, func(h *soap.Header[any]) string { return h.Element.Local })
				remark = spelling.Remark(c.name, names, "it declares")
			}
			return nil, fmt.Errorf("%s has no header %s; %s", op.Name, c.name, remark)
		}
		value, err := headerValue(info, declared[i], c)
		if err != nil {
			return nil, err
		}
		values[declared[i]] = append(values[declared[i]], value)
	}
	for _, h := range declared {
		if all := values[h]; all != nil {
			ctx = h.WithAll(ctx, all...)
		}
	}
	return ctx, nil
}

// headersOf returns the headers that an operation declares for its request over a binding.
func headersOf(op *contract.Operation, binding contract.Binding) (all []*soap.Header[any]) {
	for _, info := range soap.HeadersOf(op, binding) {
		if h, ok := info.Header.(*soap.Header[any]); ok {
			all = append(all, h)
		}
	}
	return all
}

// isHeader reports whether a node gives the value of a header.
func (n *node) isHeader(info *contract.Contract, h *soap.Header[any]) bool {
	return n.name == h.Element.Local || n.name == "{"+schema.NamespaceURI(info.Namespaces, h.Element.NS)+"}"+h.Element.Local
}

// headerValue returns the value of a header.
func headerValue(info *contract.Contract, h *soap.Header[any], n *node) (any, error) {
	row := h.Value.Described()
	value, err := jsonhttp.ReadValue(info, h.Value, n.appendJSON(nil, row))
	if err != nil {
		return nil, (&Input{root: n}).explained(err, info, n.name, row)
	}
	return value, nil
}
