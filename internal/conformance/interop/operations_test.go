package interop_test

// operation is an operation of the contract. member is the name of its input, which distinguishes overloads.
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

// any reports whether o is an operation.
func (operation) any() bool { return true }

// firstOverload reports whether o is the first operation with its name.
func (o operation) firstOverload() bool { return o.member == o.name }

// lastOverload reports whether o is the last operation with its name.
func (o operation) lastOverload() bool {
	last := o
	for _, other := range operations {
		if other.name == o.name {
			last = other
		}
	}
	return o.member == last.member
}

// arguments are the values of parameters by name. A nil value is null in JSON, which most clients treat as absent.
type arguments map[string]*string

// argumentSets returns the sets of arguments with which an operation is called, by name.
func argumentSets(o operation) map[string]arguments {
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
		"special": all(new(specialText)),
		"unicode": all(new(unicodeText)),
		"astral":  all(new(astralText)),
		"nothing": all(new(requestsNothing)),
		"fault":   all(new(requestsFault)),
		"error":   all(new(requestsError)),
	}
}
