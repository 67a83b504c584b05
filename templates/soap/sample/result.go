package sample

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// NewHandler is [Seed.NewHandler] for the seed 0.
func NewHandler(info *contract.Contract, opts ...soap.HandlerOption) http.Handler {
	return Seed(0).NewHandler(info, nil, opts...)
}

// NewHandler returns a handler that answers each operation of a contract with a sample of its result, at the paths
// of the contract's addresses. Operations of whose result no valid sample can be made return a fault that says why. The
// documents may be nil.
func (s Seed) NewHandler(info *contract.Contract, documents *contract.DocumentSet, opts ...soap.HandlerOption) http.Handler {
	call := func(_ context.Context, op *contract.Operation, _ any) (any, error) {
		v, err := s.Result(info, op)
		if err != nil {
			return nil, &soap.Fault{Code: soap.FaultServer, Reason: "There is no sample of the result: " + err.Error()}
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
	if op.Result == nil {
		return nil, nil
	}
	var first error
	for _, seed := range []Seed{s, 0} {
		for _, optional := range []int{optionalDepth, 0} {
			v, err := seed.value(optional, info, op, op.Result, declared(info, op))
			if err == nil {
				err = validResult(info, op, v)
			}
			if err == nil {
				return seed.value(optional, info, op, op.Result, declared(info, op)) // v may be a sequence, which has been read
			}
			first = cmp.Or(first, err)
		}
	}
	return nil, first
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

// declared returns what the schema says of a result of a simple type, or of the items of one that is a list: unlike the
// description of the result, it has facets and how often there must be one. It is nil if the schema does not declare it.
func declared(info *contract.Contract, op *contract.Operation) *schema.Row {
	i := slices.IndexFunc(op.Wires, func(w contract.Wire) bool { return len(w.Out) > 0 && w.In.Local != "" && !w.RPC })
	if i < 0 || info.Types == nil {
		return nil
	}
	path := op.Wires[i].Out
	if op.Result.IsArray() {
		path = append(slices.Clone(path), schema.ElementName{NS: path[0].NS, Local: op.Result.Described().Name})
	}
	e := info.Types.GlobalElement(path[0])
	if e == nil {
		return nil
	}
	row, all := &e.Row, e.Model
	for _, name := range path[1:] {
		if row.Of != nil {
			all = row.Of.AllRows()
		}
		k := slices.IndexFunc(all, func(r schema.Row) bool { return r.At == schema.AtElement && r.Name == name.Local })
		if k < 0 {
			return nil
		}
		row, all = &all[k], nil
	}
	return row
}

// Detail returns a value of the Go type of the detail of a fault, which an operation declares.
func (s Seed) Detail(info *contract.Contract, op *contract.Operation, fault *contract.Fault) (any, error) {
	return s.value(optionalDepth, info, op, fault.Detail, nil)
}

// Element returns a valid value of an element, for a document with this root. The error says why there is none.
func Element[T any](s Seed, element schema.Element[T]) (T, error) {
	value, err := elementTo(optionalDepth, s, element)
	if err != nil {
		value, err = elementTo(0, s, element)
	}
	if err != nil && s != 0 {
		return Element(0, element)
	}
	return value, err
}

// elementTo returns a value with what may be there down to a depth.
func elementTo[T any](optional int, s Seed, element schema.Element[T]) (value T, err error) {
	e := element.Info
	info := &contract.Contract{Namespaces: e.Table.With(e.Name.NS), Types: e.Table.Types}
	v, err := s.value(optional, info, &contract.Operation{Name: e.Name.Local}, e.Value, nil)
	if err == nil {
		value, _ = v.(T)
		err = validate.Element(element, value)
	}
	return value, err
}

// value returns a value that an operation sends, with what may be there down to a depth. declared is what the schema says of it;
// it may be nil.
func (s Seed) value(optional int, info *contract.Contract, op *contract.Operation, of *schema.Value, declared *schema.Row) (any, error) {
	row := of.Described()
	if declared != nil && (isSimple(declared) || declared.Kind == row.Kind && declared.Of == row.Of && declared.More != nil) {
		row = declared
	}
	owner := row.Of
	if owner != nil && owner.Table() == nil {
		owner = nil
	}
	m := s.rowMaker(info, op, optional)
	m.b.WriteString("<s:result" + ` xmlns:s="urn:sample"`)
	switch {
	case row.Kind == codec.KindMember || of.Members() != nil:
		return nil, fmt.Errorf("no sample of the result of %s can be made", op.Name)
	case of.IsArray() || row.At == schema.AtItem:
		m.b.WriteString(">")
		m.element(owner, row, 0, true)
	default:
		m.value(owner, row, 0)
	}
	m.b.WriteString("</s:result>")
	if m.err != nil {
		return nil, m.err
	}
	d := codec.NewDecoder([]byte(m.b.String()), info.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types = info.Types
	var v any
	if d.Root() {
		v = of.Take(d)
	}
	return v, d.Err()
}
