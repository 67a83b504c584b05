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
	direct    func(context.Context, realtime.Realtime) (any, error)
	fault     bool // the service answers with a fault
}

// calls are calls of all operations, and some with which the service finds fault.
var calls = []call{
	{member: "getAllStationsXML", direct: func(ctx context.Context, r realtime.Realtime) (any, error) { return r.GetAllStationsXML(ctx) }},
	{member: "getAllStationsXML_WithStationType", arguments: []argument{{"StationType", "S"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: new("S")})
		}},
	{member: "getVendorTrainsXML", direct: func(ctx context.Context, r realtime.Realtime) (any, error) { return r.GetVendorTrainsXML(ctx) }},
	{member: "getCurrentTrainsXML", direct: func(ctx context.Context, r realtime.Realtime) (any, error) { return r.GetCurrentTrainsXML(ctx) }},
	{member: "getCurrentTrainsXML_WithTrainType", arguments: []argument{{"TrainType", "D"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: new("D")})
		}},
	{member: "getStationDataByNameXML", arguments: []argument{{"StationDesc", "Sterling Gate"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: new("Sterling Gate")})
		}},
	{member: "getStationDataByNameXML_withNumMins", arguments: []argument{{"StationDesc", "Weaver's Cross"}, {"NumMins", "60"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: new("Weaver's Cross"), NumMins: new("60")})
		}},
	{member: "getStationDataByCodeXML", arguments: []argument{{"StationCode", "STERG"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: new("STERG")})
		}},
	{member: "getStationDataByCodeXML_WithNumMins", arguments: []argument{{"StationCode", "STERG"}, {"NumMins", "15"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: new("STERG"), NumMins: new("15")})
		}},
	{member: "getStationsFilterXML", arguments: []argument{{"StationText", "mill"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: new("mill")})
		}},
	{member: "getTrainMovementsXML", arguments: []argument{{"TrainId", "M107"}, {"TrainDate", "21 Nov 2026"}},
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: new("M107"), TrainDate: new("21 Nov 2026")})
		}},
	{member: "getStationDataByCodeXML_WithNumMins", arguments: []argument{{"StationCode", "STERG"}, {"NumMins", "a < b & \"c\""}}, fault: true,
		direct: func(ctx context.Context, r realtime.Realtime) (any, error) {
			return r.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: new("STERG"), NumMins: new("a < b & \"c\"")})
		}},
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
