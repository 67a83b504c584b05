package roundtrip

import (
	"context"
	"reflect"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
)

// service implements the service with one function for all operations. It receives the operation's name in the contract and the
// arguments in order, and returns a slice of the operation's records, or nil for a nil slice.
func service(call func(ctx context.Context, operation string, arguments []*string) (any, error)) realtime.Realtime {
	fake := reflect.ValueOf(new(realtimetest.Fake))
	for _, op := range operations {
		method := fake.Elem().FieldByName(op.method + "Func")
		method.Set(reflect.MakeFunc(method.Type(), func(in []reflect.Value) []reflect.Value {
			var arguments []*string
			for _, name := range op.parameters {
				arguments = append(arguments, in[1].Elem().FieldByName(name).Interface().(*string))
			}
			out := []reflect.Value{reflect.New(method.Type().Out(0)).Elem(), reflect.New(method.Type().Out(1)).Elem()}
			result, err := call(in[0].Interface().(context.Context), op.name, arguments)
			if result != nil {
				out[0].Set(reflect.ValueOf(result))
			}
			if err != nil {
				out[1].Set(reflect.ValueOf(err))
			}
			return out
		}))
	}
	return fake.Interface().(realtime.Realtime)
}

// always returns a service with the same result for every call.
func always(result any, err error) realtime.Realtime {
	return service(func(context.Context, string, []*string) (any, error) { return result, err })
}

// listService returns a service whose result for each operation is list(op).
func listService(list func(operation) any) realtime.Realtime {
	return service(func(_ context.Context, operation string, _ []*string) (any, error) {
		return list(operationNamed(operation)), nil
	})
}
