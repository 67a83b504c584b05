package roundtrip

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

const (
	namespace = "http://realtime.rail.example/"
	path      = "/realtime/realtime.asmx"

	soap11NS = "http://schemas.xmlsoap.org/soap/envelope/"
	soap12NS = "http://www.w3.org/2003/05/soap-envelope"
)

var bindings = []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPGet, soap.HTTPPost}

func isSOAP(b soap.Binding) bool { return b == soap.SOAP11 || b == soap.SOAP12 }

// operation is a row of the table in section 4.2 of the specification.
type operation struct {
	name       string
	method     string // method of the Go interface
	parameters []string
	record     string
	array      string
}

var operations = []operation{
	{"getAllStationsXML", "GetAllStationsXML", nil, "objStation", "ArrayOfObjStation"},
	{"getAllStationsXML_WithStationType", "GetAllStationsXMLWithStationType", []string{"StationType"}, "objStation", "ArrayOfObjStation"},
	{"getVendorTrainsXML", "GetVendorTrainsXML", nil, "objVendorPositions", "ArrayOfObjVendorPositions"},
	{"getCurrentTrainsXML", "GetCurrentTrainsXML", nil, "objTrainPositions", "ArrayOfObjTrainPositions"},
	{"getCurrentTrainsXML_WithTrainType", "GetCurrentTrainsXMLWithTrainType", []string{"TrainType"}, "objTrainPositions", "ArrayOfObjTrainPositions"},
	{"getStationDataByNameXML", "GetStationDataByNameXML", []string{"StationDesc"}, "objStationData", "ArrayOfObjStationData"},
	{"getStationDataByNameXML_withNumMins", "GetStationDataByNameXMLWithNumMins", []string{"StationDesc", "NumMins"}, "objStationData", "ArrayOfObjStationData"},
	{"getStationDataByCodeXML", "GetStationDataByCodeXML", []string{"StationCode"}, "objStationData", "ArrayOfObjStationData"},
	{"getStationDataByCodeXML_WithNumMins", "GetStationDataByCodeXMLWithNumMins", []string{"StationCode", "NumMins"}, "objStationData", "ArrayOfObjStationData"},
	{"getStationsFilterXML", "GetStationsFilterXML", []string{"StationText"}, "objStationFilter", "ArrayOfObjStationFilter"},
	{"getTrainMovementsXML", "GetTrainMovementsXML", []string{"TrainId", "TrainDate"}, "objTrainMovements", "ArrayOfObjTrainMovements"},
}

func operationNamed(name string) operation {
	for _, op := range operations {
		if op.name == name {
			return op
		}
	}
	panic("unknown operation " + name)
}

// recordTypes are the Go types of the records, by their names in the contract.
var recordTypes = map[string]reflect.Type{
	"objStation":         reflect.TypeFor[realtime.ObjStation](),
	"objTrainPositions":  reflect.TypeFor[realtime.ObjTrainPositions](),
	"objVendorPositions": reflect.TypeFor[realtime.ObjVendorPositions](),
	"objStationData":     reflect.TypeFor[realtime.ObjStationData](),
	"objStationFilter":   reflect.TypeFor[realtime.ObjStationFilter](),
	"objTrainMovements":  reflect.TypeFor[realtime.ObjTrainMovements](),
}

func (o operation) recordType() reflect.Type { return recordTypes[o.record] }

// call calls an operation. The arguments are in the order of the parameters;
// missing ones are nil.
func (o operation) call(ctx context.Context, service realtime.Realtime, arguments ...*string) (result any, err error) {
	method := reflect.ValueOf(service).MethodByName(o.method)
	in := []reflect.Value{reflect.ValueOf(ctx)}
	if len(o.parameters) > 0 {
		request := reflect.New(method.Type().In(1).Elem())
		for i, value := range arguments {
			request.Elem().FieldByName(o.parameters[i]).Set(reflect.ValueOf(value))
		}
		in = append(in, request)
	}
	out := method.Call(in)
	err, _ = out[1].Interface().(error)
	return out[0].Interface(), err
}

// callNil calls an operation with a nil request.
func (o operation) callNil(ctx context.Context, service realtime.Realtime) (result any, err error) {
	method := reflect.ValueOf(service).MethodByName(o.method)
	in := []reflect.Value{reflect.ValueOf(ctx)}
	if len(o.parameters) > 0 {
		in = append(in, reflect.Zero(method.Type().In(1)))
	}
	out := method.Call(in)
	err, _ = out[1].Interface().(error)
	return out[0].Interface(), err
}

// forAll runs a test for each operation over each binding.
func forAll(t *testing.T, test func(t *testing.T, op operation, b soap.Binding)) {
	for _, b := range bindings {
		for _, op := range operations {
			t.Run(fmt.Sprintf("%s/%s", b, op.name), func(t *testing.T) { test(t, op, b) })
		}
	}
}
