package soap

import (
	"fmt"
	"reflect"

	"example.com/quartet/templates/soap/contract"
)

// The description of a contract and its Go types are generated together. If
// they do not match, the functions below panic with the names of both.

// checkTypes checks the types and the faults of a contract.
func checkTypes(info *contract.Contract) {
	if info.Types != nil {
		info.Types.Check()
	}
	for _, t := range info.Faults {
		checkFault(t)
	}
}

// checkFault checks that the Go error of a fault is what newFault needs.
func checkFault(t *contract.Fault) {
	t.Detail.Check()
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

// checkOperation checks the result and the headers of an operation.
func checkOperation(op *contract.Operation) {
	if op.Result != nil {
		op.Result.Check()
	}
	for i := range op.Wires {
		for _, headers := range [...][]contract.Header{op.Wires[i].Headers, op.Wires[i].OutHeaders} {
			for _, h := range headers {
				if h, ok := h.(interface{ check() }); ok {
					h.check()
				}
			}
		}
	}
}

// check checks that the header has the type of its value.
func (h *Header[T]) check() {
	h.Value.Check()
	if _, ok := h.Value.Zero.(*T); !ok {
		panic(fmt.Sprintf("soap: the header %s: %v is no %v", h.Element.Local, reflect.TypeOf(h.Value.Zero).Elem(), reflect.TypeFor[T]()))
	}
}
