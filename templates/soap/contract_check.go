package soap

import (
	"fmt"
	"reflect"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// The description of a contract and its Go types are generated together. If
// they do not match, the functions below panic with the names of both.

// checkContract checks the types, the faults and the operations of a contract.
func checkContract(info *contract.Contract) {
	if info.Types != nil {
		info.Types.Check()
	}
	for _, t := range info.Faults {
		checkFault(info, t)
	}
	for _, op := range info.Operations {
		checkOperation(info, op)
	}
}

// checkValue checks a value outside the types of a contract.
func checkValue(info *contract.Contract, v *schema.Value) {
	if v.Check(); info.Types != nil {
		info.Types.CheckValue(v)
	}
}

// checkFault checks that the Go error of a fault is what newFault needs.
func checkFault(info *contract.Contract, t *contract.Fault) {
	checkValue(info, t.Detail)
	if t.Error == nil {
		return
	}
	typ := reflect.TypeOf(t.Error)
	if _, ok := t.Error.(faultError); !ok || typ.Kind() != reflect.Pointer || typ.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("soap: the fault %s: %v does not embed a Fault", t.Element.Local, typ))
	}
	embedded, ok := typ.Elem().FieldByName("Fault")
	if !ok || !embedded.Anonymous || embedded.Type != reflect.TypeFor[Fault]() {
		panic(fmt.Sprintf("soap: the fault %s: %v does not embed a Fault", t.Element.Local, typ))
	}
	detail, ok := typ.Elem().FieldByName(detailField)
	if want := reflect.TypeOf(t.Detail.Zero).Elem(); !ok || detail.Type != want {
		panic(fmt.Sprintf("soap: the fault %s: the field Detail of %v is no %v", t.Element.Local, typ, want))
	}
}

// checkOperation checks the request, the result and the headers of an operation.
func checkOperation(info *contract.Contract, op *contract.Operation) {
	if op.Method != nil {
		checkMethod(op, reflect.TypeOf(op.Method))
	}
	if op.Result != nil {
		checkValue(info, op.Result)
	}
	for i := range op.Wires {
		for _, headers := range [...][]contract.Header{op.Wires[i].Details().Headers, op.Wires[i].Details().OutHeaders} {
			for _, h := range headers {
				if h, ok := h.(interface{ check(*contract.Contract) }); ok {
					h.check(info)
				}
			}
		}
	}
}

// checkMethod checks that the request and the result of an operation have the types
// of a method: func(context.Context, *Request) (Result, error), without what the
// operation does not have.
func checkMethod(op *contract.Operation, method reflect.Type) {
	var request, result reflect.Type
	if op.Request != nil {
		request = reflect.TypeOf(op.Request.Zero)
	}
	if op.Result != nil {
		result = reflect.TypeOf(op.Result.Zero).Elem()
	}
	if method.Kind() != reflect.Func {
		panic(fmt.Sprintf("soap: the operation %s: %v is no method", op.Name, method))
	}
	var wantRequest, wantResult reflect.Type
	if method.NumIn() > 1 {
		wantRequest = method.In(1)
	}
	if method.NumOut() > 1 {
		wantResult = method.Out(0)
	}
	switch {
	case request != wantRequest:
		panic(fmt.Sprintf("soap: the operation %s: the request is %s, not %s", op.Name, typeName(request), typeName(wantRequest)))
	case result != wantResult:
		panic(fmt.Sprintf("soap: the operation %s: the result is %s, not %s", op.Name, typeName(result), typeName(wantResult)))
	}
}

func typeName(t reflect.Type) string {
	if t == nil {
		return "absent"
	}
	return t.String()
}

// check checks that the header has the type of its value. The value of a Header[any]
// need not have a Go type.
func (h *Header[T]) check(info *contract.Contract) {
	checkValue(info, h.Value)
	var typ reflect.Type
	if h.Value.Zero != nil {
		typ = reflect.TypeOf(h.Value.Zero).Elem()
	}
	if want := reflect.TypeFor[T](); typ != want && (typ != nil || want != reflect.TypeFor[any]()) {
		panic(fmt.Sprintf("soap: the header %s: %s is no %v", h.Element.Local, typeName(typ), want))
	}
}
