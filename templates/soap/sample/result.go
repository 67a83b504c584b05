package sample

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// NewHandler is [Seed.NewHandler] for the seed 0.
func NewHandler(info *contract.Contract, opts ...soap.HandlerOption) http.Handler {
	return Seed(0).NewHandler(info, nil, opts...)
}

// NewHandler returns a handler that answers each operation of a contract with a sample of its result, at the paths
// of the contract's addresses. Operations of whose result no valid sample can be made return a fault that says why. The
// documents may be nil.
func (s Seed) NewHandler(info *contract.Contract, documents *contract.DocumentSet, opts ...soap.HandlerOption) http.Handler {
	call := func(ctx context.Context, op *contract.Operation, _ any) (any, error) {
		v, document, err := s.result(info, op)
		if err != nil {
			return nil, &soap.Fault{Code: soap.FaultServer, Reason: "There is no sample of the result: " + err.Error()}
		}
		if call, ok := soap.CallInfo(ctx); ok && call.Binding.IsSOAP() && bytes.Contains(document, []byte(attachmentURL)) {
			call.Attach(soap.Attachment{MediaType: "text/plain", Content: []byte("sample")})
		}
		return v, nil
	}
	return soap.NewHandler(info, documents, call, append([]soap.HandlerOption{validate.WithValidation()}, opts...))
}

// Result is [Seed.Result] for the seed 0.
func Result(info *contract.Contract, op *contract.Operation) (any, error) {
	return Seed(0).Result(info, op)
}

// Result returns a value of the Go type of the result of an operation, nil if it has none. It is valid where messages are
// literal. The error says why no value could be made, for instance because facets exclude each other.
func (s Seed) Result(info *contract.Contract, op *contract.Operation) (any, error) {
	v, _, err := s.result(info, op)
	return v, err
}

// attachmentURL is the value of each wsi:swaRef. It refers to the first attachment of a message, unless that has another ID.
const attachmentURL = "cid:attachment=1@attachments.invalid"

// result returns a result, and the document from which it has been read.
func (s Seed) result(info *contract.Contract, op *contract.Operation) (v any, document []byte, err error) {
	if op.Result == nil {
		return nil, nil, nil
	}
	var path []schema.ElementName
	for i := range op.Wires { // those over SOAP have more than the root
		if w := &op.Wires[i]; len(w.Out) > 0 && (path == nil || !w.IsHTTP()) {
			path = w.Out
		}
	}
	v, err = firstOf(s, []int{optionalDepth, 0}, func(s Seed, optional int) (any, error) {
		v, _, err := s.value(optional, info, op.Name, op.Result, path)
		if err == nil {
			err = validResult(info, op, v)
		}
		if err != nil {
			return nil, err
		}
		v, document, err = s.value(optional, info, op.Name, op.Result, path) // v may be a sequence, which has been read
		return v, err
	})
	return v, document, err
}

// validResult compares the messages of a result with the schema.
func validResult(info *contract.Contract, op *contract.Operation, v any) error {
	absent := op.Result.Absent(v)
	for i := range op.Wires {
		w := &op.Wires[i]
		if w.Encoded || len(w.Out) == 0 || absent || info.Types == nil {
			continue
		}
		e := codec.NewEncoder(info.Namespaces, true)
		defer e.Release()
		codec.EncodeDocument(e, w.Out, codec.ElementValue{Type: op.Result, Value: v}, w.OutNil)
		if e.Err() != nil {
			return e.Err()
		}
		if err := validate.Message(info.Types, e.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// Detail returns a value of the Go type of the detail of a fault, which an operation declares.
func (s Seed) Detail(info *contract.Contract, op *contract.Operation, fault *contract.Fault) (any, error) {
	v, _, err := s.value(optionalDepth, info, op.Name, fault.Detail, []schema.ElementName{fault.Element})
	return v, err
}

// Element returns a valid value of an element, for a document with this root. The error says why there is none.
func Element[T any](s Seed, element schema.Element[T]) (T, error) {
	e := element.Info
	info := &contract.Contract{Namespaces: e.Table.With(e.Name.NS), Types: e.Table.Types}
	return firstOf(s, []int{optionalDepth, 0}, func(s Seed, optional int) (value T, err error) {
		v, _, err := s.value(optional, info, e.Name.Local, e.Value, []schema.ElementName{e.Name})
		if err == nil {
			value, _ = v.(T)
			err = validate.Element(element, value)
		}
		return value, err
	})
}

// value returns a value that an operation sends, with what may be there down to a depth. It is the content of the last element of a
// path. The document is what it has been read from.
func (s Seed) value(optional int, info *contract.Contract, name string, of *schema.Value, path []schema.ElementName) (v any, document []byte, err error) {
	row := of.Described()
	if row.Kind == codec.KindMember || of.Members() != nil {
		return nil, nil, fmt.Errorf("no sample of the result of %s can be made", name)
	}
	m, err := s.maker(info, name, optional)
	if err != nil {
		return nil, nil, err
	}
	m.depth++
	p := m.known.Value(of, path)
	if p == nil {
		return nil, nil, fmt.Errorf("the documents do not have the type of the result of %s", name)
	}
	for i := range path {
		if outer := m.known.ElementAt(path[:i+1]); outer != nil && outer != p.Element {
			m.name = outer.Name
			m.enter(outer.Declaration())
		}
	}
	if err := m.result(of, p); err != nil {
		return nil, nil, err
	}
	document = m.finish()
	d := codec.NewDecoder(document, info.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types = info.Types
	if d.Root() {
		v = of.Take(d)
	}
	return v, document, d.Err()
}

// result writes an element with the content of the element of a particle, or with the items of a list.
func (m *valueMaker) result(of *schema.Value, p *component.Particle) error {
	root := xsd.QName{Space: "urn:sample", Local: "result"}
	if of.IsJSONArray() {
		m.start(root)
		m.open()
		err := m.particle(&component.Definition{}, p, true)
		m.write("</", m.qname(root), ">")
		return err
	}
	d := p.Element.Declaration()
	t, err := m.typeFor(d)
	if err != nil {
		return err
	}
	if p.Element.Name.Local != "" {
		root = p.Element.Name
	}
	m.start(root)
	if t != d.Type {
		m.setType(t)
	}
	return m.typed(t, d)
}
