package interop_test

// operation is an operation as a client of another make sees it: the name that the contract declares, and the member
// of an overload pair that it stands for.
type operation struct {
	name, member string
	parameters   []string
	record       string
}

var operations = []operation{
	{"getAllStationsXML", "getAllStationsXML", nil, "objStation"},
	{"getAllStationsXML", "getAllStationsXML_WithStationType", []string{"StationType"}, "objStation"},
	{"getVendorTrainsXML", "getVendorTrainsXML", nil, "objVendorPositions"},
	{"getCurrentTrainsXML", "getCurrentTrainsXML", nil, "objTrainPositions"},
	{"getCurrentTrainsXML", "getCurrentTrainsXML_WithTrainType", []string{"TrainType"}, "objTrainPositions"},
	{"getStationDataByNameXML", "getStationDataByNameXML", []string{"StationDesc"}, "objStationData"},
	{"getStationDataByNameXML", "getStationDataByNameXML_withNumMins", []string{"StationDesc", "NumMins"}, "objStationData"},
	{"getStationDataByCodeXML", "getStationDataByCodeXML", []string{"StationCode"}, "objStationData"},
	{"getStationDataByCodeXML", "getStationDataByCodeXML_WithNumMins", []string{"StationCode", "NumMins"}, "objStationData"},
	{"getStationsFilterXML", "getStationsFilterXML", []string{"StationText"}, "objStationFilter"},
	{"getTrainMovementsXML", "getTrainMovementsXML", []string{"TrainId", "TrainDate"}, "objTrainMovements"},
}

// firstOfName and lastOfName tell which operations a reader keeps that knows no overloads.
func (o operation) firstOfName() bool { return o.member == o.name }

func (o operation) lastOfName() bool {
	last := o
	for _, other := range operations {
		if other.name == o.name {
			last = other
		}
	}
	return o.member == last.member
}

// arguments are the values of parameters by name. One that is nil is JSON's null: most clients take it for absent.
type arguments map[string]*string

// argumentsByKind lists the sets of arguments that an operation is called with, each with a name.
func argumentsByKind(o operation) map[string]arguments {
	if len(o.parameters) == 0 {
		return map[string]arguments{"none": {}}
	}
	all := func(value *string) arguments {
		values := make(arguments)
		for _, p := range o.parameters {
			values[p] = value
		}
		return values
	}
	return map[string]arguments{
		"omitted": {},
		"null":    all(nil),
		"empty":   all(new("")),
		"hard":    all(new(hardToCarry)),
		"nothing": all(new(asksForNothing)),
		"fault":   all(new(asksForFault)),
		"error":   all(new(asksForError)),
	}
}
