package wsdl_test

// This file contains the tables of the service specification. The tests compare the contract with them.

// operation is a row of the table of section 4.2, with the operation name that the members of an overload pair share (4.3).
type operation struct {
	operation  string // the declared name
	member     string // the name of the request element, and the last segment of the HTTP path and of the soapAction
	parameters []string
	record     string // the record type returned
	array      string // the root element over HTTP
	result     string // the element that contains the records over SOAP
}

var operations = []operation{
	{"getAllStationsXML", "getAllStationsXML", nil, "objStation", "ArrayOfObjStation", "getAllStationsXMLResult"},
	{"getAllStationsXML", "getAllStationsXML_WithStationType", []string{"StationType"}, "objStation", "ArrayOfObjStation", "getAllStationsXML_WithStationTypeResult"},
	{"getVendorTrainsXML", "getVendorTrainsXML", nil, "objVendorPositions", "ArrayOfObjVendorPositions", "getVendorTrainsXMLResult"},
	{"getCurrentTrainsXML", "getCurrentTrainsXML", nil, "objTrainPositions", "ArrayOfObjTrainPositions", "getCurrentTrainsXMLResult"},
	{"getCurrentTrainsXML", "getCurrentTrainsXML_WithTrainType", []string{"TrainType"}, "objTrainPositions", "ArrayOfObjTrainPositions", "getCurrentTrainsXML_WithTrainTypeResult"},
	{"getStationDataByNameXML", "getStationDataByNameXML", []string{"StationDesc"}, "objStationData", "ArrayOfObjStationData", "getStationDataByNameXMLResult"},
	{"getStationDataByNameXML", "getStationDataByNameXML_withNumMins", []string{"StationDesc", "NumMins"}, "objStationData", "ArrayOfObjStationData", "getStationDataByNameXML_withNumMinsResult"},
	{"getStationDataByCodeXML", "getStationDataByCodeXML", []string{"StationCode"}, "objStationData", "ArrayOfObjStationData", "getStationDataByCodeXMLResult"},
	{"getStationDataByCodeXML", "getStationDataByCodeXML_WithNumMins", []string{"StationCode", "NumMins"}, "objStationData", "ArrayOfObjStationData", "getStationDataByCodeXML_WithNumMinsResult"},
	{"getStationsFilterXML", "getStationsFilterXML", []string{"StationText"}, "objStationFilter", "ArrayOfObjStationFilter", "getStationsFilterXMLResult"},
	{"getTrainMovementsXML", "getTrainMovementsXML", []string{"TrainId", "TrainDate"}, "objTrainMovements", "ArrayOfObjTrainMovements", "getTrainMovementsXMLResult"},
}

// records holds the tables of section 2. A field is an optional string, except where it says :type and ! for required.
var records = []struct{ name, array, fields string }{
	{"objStation", "ArrayOfObjStation", `
		StationDesc StationAlias StationLatitude StationLongitude StationCode StationId`},
	{"objTrainPositions", "ArrayOfObjTrainPositions", `
		TrainStatus TrainLatitude TrainLongitude TrainCode TrainDate PublicMessage Direction`},
	{"objVendorPositions", "ArrayOfObjVendorPositions", `
		TrainStatus TrainLatitude TrainLongitude TrainCode TrainDate LastLocationType Direction
		TrainOrigin TrainOriginTime TrainDestination TrainDestinationTime LastLocation NextLocation
		Difference ScheduledDeparture ScheduledArrival`},
	{"objStationData", "ArrayOfObjStationData", `
		Servertime:dateTime! Traincode Stationfullname Stationcode Querytime Traindate Origin
		Destination Origintime Destinationtime Status Lastlocation Duein:int! Late:int! Exparrival
		Expdepart Scharrival Schdepart Direction Traintype Locationtype`},
	{"objStationFilter", "ArrayOfObjStationFilter", `
		StationDesc_sp StationDesc StationCode`},
	{"objTrainMovements", "ArrayOfObjTrainMovements", `
		TrainCode TrainDate LocationCode LocationFullName LocationOrder LocationType TrainOrigin
		TrainDestination ScheduledArrival ScheduledDeparture ExpectedArrival ExpectedDeparture Arrival
		Departure AutoArrival AutoDepart StopType`},
}
