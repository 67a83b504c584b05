package browser_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/jsonhttp"
)

// bindings are the bindings of the rail contract, by the codes of the service page.
var bindings = map[string]soap.Binding{
	"soap11": soap.SOAP11,
	"soap12": soap.SOAP12,
	"get":    soap.HTTPGet,
	"post":   soap.HTTPPost,
	"json":   jsonhttp.Binding,
}

// An argument is a parameter of an operation with its value.
type argument struct{ name, value string }

// A call is a call of an operation of the rail contract. member is the name that overloads do not share.
type call struct {
	member    string
	arguments []argument
	fault     bool // the service answers with a fault
}

// calls are calls of all operations, and one with which the service finds fault.
var calls = []call{
	{member: "getAllStationsXML"},
	{member: "getAllStationsXML_WithStationType", arguments: []argument{{"StationType", "S"}}},
	{member: "getVendorTrainsXML"},
	{member: "getCurrentTrainsXML"},
	{member: "getCurrentTrainsXML_WithTrainType", arguments: []argument{{"TrainType", "D"}}},
	{member: "getStationDataByNameXML", arguments: []argument{{"StationDesc", "Sterling Gate"}}},
	{member: "getStationDataByNameXML_withNumMins", arguments: []argument{{"StationDesc", "Weaver's Cross"}, {"NumMins", "60"}}},
	{member: "getStationDataByCodeXML", arguments: []argument{{"StationCode", "STERG"}}},
	{member: "getStationDataByCodeXML_WithNumMins", arguments: []argument{{"StationCode", "STERG"}, {"NumMins", "15"}}},
	{member: "getStationsFilterXML", arguments: []argument{{"StationText", "mill"}}},
	{member: "getTrainMovementsXML", arguments: []argument{{"TrainId", "M107"}, {"TrainDate", "21 Nov 2026"}}},
	{member: "getStationDataByCodeXML_WithNumMins", arguments: []argument{{"StationCode", "STERG"}, {"NumMins", "a < b & \"c\""}}, fault: true},
}

// direct makes the call with a client. The Go name of an operation begins with a capital, and has no underscore.
func (c call) direct(ctx context.Context, client *realtime.Client) (any, error) {
	name, overload, _ := strings.Cut(c.member, "_")
	if overload != "" {
		overload = strings.ToUpper(overload[:1]) + overload[1:]
	}
	method := reflect.ValueOf(client).MethodByName(strings.ToUpper(name[:1]) + name[1:] + overload)
	in := []reflect.Value{reflect.ValueOf(ctx)}
	if c.arguments != nil {
		request := reflect.New(method.Type().In(1).Elem())
		for _, a := range c.arguments {
			request.Elem().FieldByName(a.name).Set(reflect.ValueOf(&a.value))
		}
		in = append(in, request)
	}
	out := method.Call(in)
	err, _ := out[1].Interface().(error)
	return out[0].Interface(), err
}

// table returns the records of a result as rows of texts: the values of elements by name, "" where there is none.
func table(result any) (rows []map[string]string) {
	records := reflect.ValueOf(result)
	for i := range records.Len() {
		row := make(map[string]string)
		for description, field := range records.Index(i).Fields() {
			if !description.IsExported() {
				continue
			}
			name, _, _ := strings.Cut(description.Tag.Get("soap"), ",")
			for field.Kind() == reflect.Pointer && !field.IsNil() {
				field = field.Elem()
			}
			if field.Kind() == reflect.Pointer {
				row[name] = ""
				continue
			}
			row[name] = fmt.Sprint(field.Interface())
		}
		rows = append(rows, row)
	}
	return rows
}
