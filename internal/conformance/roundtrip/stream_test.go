package roundtrip

import (
	"reflect"
	"testing"

	"example.com/quartet/templates/soap"
)

// TestStreamedLists reads lists of all operations over all bindings item by item,
// with each text in each field.
func TestStreamedLists(t *testing.T) {
	t.Parallel()
	lists := make(map[string]any)
	for record, typ := range recordTypes {
		lists[record] = records(typ, allTexts)
	}
	server := serve(t, listService(func(op operation) any { return lists[op.record] }), soap.WithStreaming())
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		method := reflect.ValueOf(dial(t, server, b)).MethodByName(op.method + "Seq")
		in := []reflect.Value{reflect.ValueOf(t.Context())}
		if len(op.parameters) > 0 {
			in = append(in, reflect.Zero(method.Type().In(1)))
		}
		got := reflect.MakeSlice(reflect.SliceOf(op.recordType()), 0, 0)
		for record, err := range method.Call(in)[0].Seq2() {
			if !err.IsNil() {
				t.Fatal(err)
			}
			got = reflect.Append(got, record)
		}
		if d := difference(got.Interface(), lists[op.record]); d != "" {
			t.Error(d)
		}
	})
}
