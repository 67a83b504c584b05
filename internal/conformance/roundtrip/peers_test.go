package roundtrip

import (
	"encoding/xml"
	"fmt"
	"reflect"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// The records of section 2 of the specification, for encoding/xml. Order, names and namespaces are as in the specification.
// The fields have the Go names of the generated types, so that values can be compared field by field.
type (
	peerStation struct {
		XMLName          xml.Name `xml:"http://realtime.rail.example/ objStation"`
		StationDesc      *string  `xml:"http://realtime.rail.example/ StationDesc"`
		StationAlias     *string  `xml:"http://realtime.rail.example/ StationAlias"`
		StationLatitude  *string  `xml:"http://realtime.rail.example/ StationLatitude"`
		StationLongitude *string  `xml:"http://realtime.rail.example/ StationLongitude"`
		StationCode      *string  `xml:"http://realtime.rail.example/ StationCode"`
		StationId        *string  `xml:"http://realtime.rail.example/ StationId"`
	}

	peerTrainPositions struct {
		XMLName        xml.Name `xml:"http://realtime.rail.example/ objTrainPositions"`
		TrainStatus    *string  `xml:"http://realtime.rail.example/ TrainStatus"`
		TrainLatitude  *string  `xml:"http://realtime.rail.example/ TrainLatitude"`
		TrainLongitude *string  `xml:"http://realtime.rail.example/ TrainLongitude"`
		TrainCode      *string  `xml:"http://realtime.rail.example/ TrainCode"`
		TrainDate      *string  `xml:"http://realtime.rail.example/ TrainDate"`
		PublicMessage  *string  `xml:"http://realtime.rail.example/ PublicMessage"`
		Direction      *string  `xml:"http://realtime.rail.example/ Direction"`
	}

	peerVendorPositions struct {
		XMLName              xml.Name `xml:"http://realtime.rail.example/ objVendorPositions"`
		TrainStatus          *string  `xml:"http://realtime.rail.example/ TrainStatus"`
		TrainLatitude        *string  `xml:"http://realtime.rail.example/ TrainLatitude"`
		TrainLongitude       *string  `xml:"http://realtime.rail.example/ TrainLongitude"`
		TrainCode            *string  `xml:"http://realtime.rail.example/ TrainCode"`
		TrainDate            *string  `xml:"http://realtime.rail.example/ TrainDate"`
		LastLocationType     *string  `xml:"http://realtime.rail.example/ LastLocationType"`
		Direction            *string  `xml:"http://realtime.rail.example/ Direction"`
		TrainOrigin          *string  `xml:"http://realtime.rail.example/ TrainOrigin"`
		TrainOriginTime      *string  `xml:"http://realtime.rail.example/ TrainOriginTime"`
		TrainDestination     *string  `xml:"http://realtime.rail.example/ TrainDestination"`
		TrainDestinationTime *string  `xml:"http://realtime.rail.example/ TrainDestinationTime"`
		LastLocation         *string  `xml:"http://realtime.rail.example/ LastLocation"`
		NextLocation         *string  `xml:"http://realtime.rail.example/ NextLocation"`
		Difference           *string  `xml:"http://realtime.rail.example/ Difference"`
		ScheduledDeparture   *string  `xml:"http://realtime.rail.example/ ScheduledDeparture"`
		ScheduledArrival     *string  `xml:"http://realtime.rail.example/ ScheduledArrival"`
	}

	peerStationData struct {
		XMLName         xml.Name `xml:"http://realtime.rail.example/ objStationData"`
		Servertime      string   `xml:"http://realtime.rail.example/ Servertime"`
		Traincode       *string  `xml:"http://realtime.rail.example/ Traincode"`
		Stationfullname *string  `xml:"http://realtime.rail.example/ Stationfullname"`
		Stationcode     *string  `xml:"http://realtime.rail.example/ Stationcode"`
		Querytime       *string  `xml:"http://realtime.rail.example/ Querytime"`
		Traindate       *string  `xml:"http://realtime.rail.example/ Traindate"`
		Origin          *string  `xml:"http://realtime.rail.example/ Origin"`
		Destination     *string  `xml:"http://realtime.rail.example/ Destination"`
		Origintime      *string  `xml:"http://realtime.rail.example/ Origintime"`
		Destinationtime *string  `xml:"http://realtime.rail.example/ Destinationtime"`
		Status          *string  `xml:"http://realtime.rail.example/ Status"`
		Lastlocation    *string  `xml:"http://realtime.rail.example/ Lastlocation"`
		Duein           int32    `xml:"http://realtime.rail.example/ Duein"`
		Late            int32    `xml:"http://realtime.rail.example/ Late"`
		Exparrival      *string  `xml:"http://realtime.rail.example/ Exparrival"`
		Expdepart       *string  `xml:"http://realtime.rail.example/ Expdepart"`
		Scharrival      *string  `xml:"http://realtime.rail.example/ Scharrival"`
		Schdepart       *string  `xml:"http://realtime.rail.example/ Schdepart"`
		Direction       *string  `xml:"http://realtime.rail.example/ Direction"`
		Traintype       *string  `xml:"http://realtime.rail.example/ Traintype"`
		Locationtype    *string  `xml:"http://realtime.rail.example/ Locationtype"`
	}

	peerStationFilter struct {
		XMLName       xml.Name `xml:"http://realtime.rail.example/ objStationFilter"`
		StationDescSp *string  `xml:"http://realtime.rail.example/ StationDesc_sp"`
		StationDesc   *string  `xml:"http://realtime.rail.example/ StationDesc"`
		StationCode   *string  `xml:"http://realtime.rail.example/ StationCode"`
	}

	peerTrainMovements struct {
		XMLName            xml.Name `xml:"http://realtime.rail.example/ objTrainMovements"`
		TrainCode          *string  `xml:"http://realtime.rail.example/ TrainCode"`
		TrainDate          *string  `xml:"http://realtime.rail.example/ TrainDate"`
		LocationCode       *string  `xml:"http://realtime.rail.example/ LocationCode"`
		LocationFullName   *string  `xml:"http://realtime.rail.example/ LocationFullName"`
		LocationOrder      *string  `xml:"http://realtime.rail.example/ LocationOrder"`
		LocationType       *string  `xml:"http://realtime.rail.example/ LocationType"`
		TrainOrigin        *string  `xml:"http://realtime.rail.example/ TrainOrigin"`
		TrainDestination   *string  `xml:"http://realtime.rail.example/ TrainDestination"`
		ScheduledArrival   *string  `xml:"http://realtime.rail.example/ ScheduledArrival"`
		ScheduledDeparture *string  `xml:"http://realtime.rail.example/ ScheduledDeparture"`
		ExpectedArrival    *string  `xml:"http://realtime.rail.example/ ExpectedArrival"`
		ExpectedDeparture  *string  `xml:"http://realtime.rail.example/ ExpectedDeparture"`
		Arrival            *string  `xml:"http://realtime.rail.example/ Arrival"`
		Departure          *string  `xml:"http://realtime.rail.example/ Departure"`
		AutoArrival        *string  `xml:"http://realtime.rail.example/ AutoArrival"`
		AutoDepart         *string  `xml:"http://realtime.rail.example/ AutoDepart"`
		StopType           *string  `xml:"http://realtime.rail.example/ StopType"`
	}
)

var peerTypes = map[string]reflect.Type{
	"objStation":         reflect.TypeFor[peerStation](),
	"objTrainPositions":  reflect.TypeFor[peerTrainPositions](),
	"objVendorPositions": reflect.TypeFor[peerVendorPositions](),
	"objStationData":     reflect.TypeFor[peerStationData](),
	"objStationFilter":   reflect.TypeFor[peerStationFilter](),
	"objTrainMovements":  reflect.TypeFor[peerTrainMovements](),
}

// fieldsOf returns the fields of a record in the specification's order: the names
// of their elements, and their Go names.
func fieldsOf(record string) (elements, fields []string) {
	typ := peerTypes[record]
	for i := 1; i < typ.NumField(); i++ {
		_, name, _ := strings.Cut(typ.Field(i).Tag.Get("xml"), " ")
		elements, fields = append(elements, name), append(fields, typ.Field(i).Name)
	}
	return elements, fields
}

// peersOf converts records of a generated type to the type for encoding/xml.
func peersOf(record string, list any) any {
	from := reflect.ValueOf(list)
	to := reflect.MakeSlice(reflect.SliceOf(peerTypes[record]), from.Len(), from.Len())
	_, fields := fieldsOf(record)
	for i := range from.Len() {
		to.Index(i).Field(0).Set(reflect.ValueOf(xml.Name{Space: namespace, Local: record}))
		for _, name := range fields {
			value := from.Index(i).FieldByName(name)
			if t, ok := value.Interface().(xsd.DateTime); ok {
				value = reflect.ValueOf(t.String())
			}
			to.Index(i).FieldByName(name).Set(value)
		}
	}
	return to.Interface()
}

// lexical returns the fields of a record as text, nil for absent ones.
func lexical(record string, value reflect.Value) []*string {
	_, fields := fieldsOf(record)
	var list []*string
	for _, name := range fields {
		switch v := value.FieldByName(name).Interface().(type) {
		case *string:
			list = append(list, v)
		default:
			list = append(list, pointer(fmt.Sprint(v)))
		}
	}
	return list
}

// recordsXML returns records as XML according to the specification, without white
// space between elements.
func recordsXML(record string, list any) string {
	var b strings.Builder
	elements, _ := fieldsOf(record)
	v := reflect.ValueOf(list)
	for i := range v.Len() {
		b.WriteString("<" + record + ">")
		for j, text := range lexical(record, v.Index(i)) {
			if text != nil {
				b.WriteString("<" + elements[j] + ">" + escape(*text) + "</" + elements[j] + ">")
			}
		}
		b.WriteString("</" + record + ">")
	}
	return b.String()
}

// resultXML returns the response document of a call with these records.
func resultXML(op operation, b soap.Binding, records string) string {
	if !isSOAP(b) {
		return element(op.array, records)
	}
	return envelope(b, element(op.name+"Response", "<"+op.name+"Result>"+records+"</"+op.name+"Result>"))
}
