package callvalue

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/kind"
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

// HeaderBlocks returns the header blocks of an envelope, nil for any other document.
func HeaderBlocks(doc []byte) (blocks []xsd.RawXML, err error) {
	text, err := schema.ToUTF8(doc, "")
	if err != nil {
		return nil, err
	}
	d := schema.NewDecoder(text, nil, schema.Limits{})
	defer d.Release()
	if !d.Root() || !isEnvelope(d, "Envelope") {
		return nil, nil
	}
	d.Open()
	for d.Child() {
		if !isEnvelope(d, "Header") {
			d.Skip()
			continue
		}
		d.Open()
		for d.Child() {
			blocks = append(blocks, d.RawXML())
		}
	}
	return blocks, d.Err()
}

// WithHeaders returns a context with which a client sends headers that the operation declares. The children of given are the
// headers. An error names the header and the mistake.
func WithHeaders(ctx context.Context, info *contract.Contract, op *contract.Operation, binding contract.Binding, given *Node) (context.Context, error) {
	if err := checkText(given, ""); err != nil {
		return nil, err
	}
	declared := headersOf(op, binding)
	values := make(map[*soap.Header[any]][]any)
	for _, c := range given.Children {
		i := slices.IndexFunc(declared, func(h *soap.Header[any]) bool { return c.isHeader(info, h) })
		if i < 0 {
			remark := "it declares none: give the block as XML"
			if len(declared) > 0 {
				remark = spelling.Remark(c.Name, headerNames(declared), "it declares")
			}
			return nil, fmt.Errorf("%s has no header %s; %s", op.Name, c.Name, remark)
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
	for _, w := range op.Wires {
		if w.More == nil || !slices.Contains(w.Bindings, binding) {
			continue
		}
		for _, h := range w.More.Headers {
			if h, ok := h.(*soap.Header[any]); ok {
				all = append(all, h)
			}
		}
	}
	return all
}

func headerNames(all []*soap.Header[any]) (names []string) {
	for _, h := range all {
		names = append(names, h.Element.Local)
	}
	return names
}

// isHeader reports whether a node gives the value of a header.
func (n *Node) isHeader(info *contract.Contract, h *soap.Header[any]) bool {
	return n.Name == h.Element.Local || n.Name == "{"+schema.NamespaceURI(info.Namespaces, h.Element.NS)+"}"+h.Element.Local
}

// headerValue returns the value of a header.
func headerValue(info *contract.Contract, h *soap.Header[any], c *Node) (any, error) {
	row := h.Value.Described()
	if h.Value.IsArray() || row.At == schema.AtItem || row.Kind == kind.Member || row.Kind == kind.Items {
		return nil, fmt.Errorf("the header %s must be given as XML", c.Name)
	}
	b := &builder{info: info}
	space := schema.NamespaceURI(info.Namespaces, h.Element.NS)
	b.text.WriteString("<" + h.Element.Local + ` xmlns="` + escape(space) + `"`)
	if err := b.value(row, c, c.Name); err != nil {
		return nil, err
	}
	b.text.WriteString("</" + h.Element.Local + ">")
	d := schema.NewDecoder([]byte(b.text.String()), info.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types = info.Types
	var value any
	if d.Root() {
		value = h.Decode(d)
	}
	if err := d.Err(); err != nil {
		return nil, fmt.Errorf("the header %w", headerError(err, h.Element.Local))
	}
	return value, nil
}

// headerError returns an error of the decoder without the position in the markup, which the user has not written.
func headerError(err error, name string) error {
	text := plainError(err).Error()
	if !strings.HasPrefix(text, name) {
		text = name + ": " + text
	}
	return fmt.Errorf("%s", text)
}
