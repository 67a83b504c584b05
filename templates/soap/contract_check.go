package soap

import (
	"fmt"
	"reflect"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// The description of a contract and its Go types are generated together. If
// they do not match, the functions below panic with the names of both.

// checkContract checks the types and the operations of a contract.
func checkContract(info *contract.Contract) {
	if info.Types != nil {
		info.Types.Check()
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

func checkFaults(info *contract.Contract, faults []*contract.Fault) {
	for _, t := range faults {
		checkFault(info, t)
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
		panic(fmt.Sprintf("soap: the fault %s: the field Detail of %v is not a %v", t.Element.Local, typ, want))
	}
}

// checkOperation checks the result, the faults and the headers of an operation.
func checkOperation(info *contract.Contract, op *contract.Operation) {
	if t := op.RequestType(); t != nil && info.Types != nil {
		info.Types.CheckType(t)
	}
	if op.Result != nil {
		checkValue(info, op.Result)
	}
	checkFaults(info, op.Faults)
	for i := range op.Wires {
		checkFaults(info, op.Wires[i].Details().HeaderFaults)
		for _, headers := range [...][]contract.Header{op.Wires[i].Details().Headers, op.Wires[i].Details().OutHeaders} {
			for _, h := range headers {
				if h, ok := h.(interface{ check(*contract.Contract) }); ok {
					h.check(info)
				}
			}
		}
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
		panic(fmt.Sprintf("soap: the header %s: %s is not a %v", h.Element.Local, typeName(typ), want))
	}
}
