package interop_test

import (
	"errors"
	"io"
	"log/slog"
	"reflect"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
	"example.com/quartet/templates/soap"
)

var (
	errRefused = &soap.Fault{Code: soap.FaultClient, Reason: `no <such> "thing" & é世`}
	errBroken  = errors.New("the secret of the service")
)

// quiet discards the log of the handler, which has the requested errors.
var quiet = soap.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))

// newService returns the service that the peers call. Its answers depend only on the parameters; see samples.
func newService() realtime.Realtime {
	fake := reflect.ValueOf(new(realtimetest.Fake))
	for _, op := range operations {
		method := fake.Elem().FieldByName(goName(op.member) + "Func")
		method.Set(reflect.MakeFunc(method.Type(), func(in []reflect.Value) []reflect.Value {
			var parameters []*string
			for _, name := range op.parameters {
				parameters = append(parameters, in[1].Elem().FieldByName(name).Interface().(*string))
			}
			records, err := reflect.New(method.Type().Out(0)).Elem(), reflect.New(method.Type().Out(1)).Elem()
			list, failed := samples(op.record, parameters)
			if failed != nil {
				err.Set(reflect.ValueOf(failed))
				return []reflect.Value{records, err}
			}
			records.Set(reflect.MakeSlice(records.Type(), len(list), len(list)))
			for i, values := range list {
				fill(records.Index(i).Addr().Interface(), values)
			}
			return []reflect.Value{records, err}
		}))
	}
	return fake.Interface().(realtime.Realtime)
}
