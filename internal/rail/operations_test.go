package rail_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/gen/realtime"
)

// arguments are the parameters of a request by name. A parameter that is not in the map is omitted.
type arguments map[string]*string

// An operation is an operation of the specification, with the fields of its records in the order of section 2.
type operation struct {
	record string
	fields []string
	call   func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error)
}

var (
	stationFields = []string{"StationDesc", "StationAlias", "StationLatitude", "StationLongitude", "StationCode", "StationId"}
	trainFields   = []string{"TrainStatus", "TrainLatitude", "TrainLongitude", "TrainCode", "TrainDate", "PublicMessage", "Direction"}
	vendorFields  = []string{"TrainStatus", "TrainLatitude", "TrainLongitude", "TrainCode", "TrainDate", "LastLocationType", "Direction",
		"TrainOrigin", "TrainOriginTime", "TrainDestination", "TrainDestinationTime", "LastLocation", "NextLocation", "Difference",
		"ScheduledDeparture", "ScheduledArrival"}
	boardFields = []string{"Servertime", "Traincode", "Stationfullname", "Stationcode", "Querytime", "Traindate", "Origin", "Destination",
		"Origintime", "Destinationtime", "Status", "Lastlocation", "Duein", "Late", "Exparrival", "Expdepart", "Scharrival", "Schdepart",
		"Direction", "Traintype", "Locationtype"}
	filterFields   = []string{"StationDesc_sp", "StationDesc", "StationCode"}
	movementFields = []string{"TrainCode", "TrainDate", "LocationCode", "LocationFullName", "LocationOrder", "LocationType", "TrainOrigin",
		"TrainDestination", "ScheduledArrival", "ScheduledDeparture", "ExpectedArrival", "ExpectedDeparture", "Arrival", "Departure",
		"AutoArrival", "AutoDepart", "StopType"}
)

// operations are the operations of section 4.2 of the specification.
var operations = map[string]operation{
	"getAllStationsXML": {"objStation", stationFields, func(ctx context.Context, s realtime.Realtime, _ arguments) ([]string, error) {
		return formatRecords(station)(s.GetAllStationsXML(ctx))
	}},
	"getAllStationsXML_WithStationType": {"objStation", stationFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(station)(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: a["StationType"]}))
	}},
	"getVendorTrainsXML": {"objVendorPositions", vendorFields, func(ctx context.Context, s realtime.Realtime, _ arguments) ([]string, error) {
		return formatRecords(vendorPosition)(s.GetVendorTrainsXML(ctx))
	}},
	"getCurrentTrainsXML": {"objTrainPositions", trainFields, func(ctx context.Context, s realtime.Realtime, _ arguments) ([]string, error) {
		return formatRecords(position)(s.GetCurrentTrainsXML(ctx))
	}},
	"getCurrentTrainsXML_WithTrainType": {"objTrainPositions", trainFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(position)(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: a["TrainType"]}))
	}},
	"getStationDataByNameXML": {"objStationData", boardFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: a["StationDesc"]}))
	}},
	"getStationDataByNameXML_withNumMins": {"objStationData", boardFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{
			StationDesc: a["StationDesc"], NumMins: a["NumMins"],
		}))
	}},
	"getStationDataByCodeXML": {"objStationData", boardFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: a["StationCode"]}))
	}},
	"getStationDataByCodeXML_WithNumMins": {"objStationData", boardFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{
			StationCode: a["StationCode"], NumMins: a["NumMins"],
		}))
	}},
	"getStationsFilterXML": {"objStationFilter", filterFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationFilter)(s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: a["StationText"]}))
	}},
	"getTrainMovementsXML": {"objTrainMovements", movementFields, func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(movement)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: a["TrainId"], TrainDate: a["TrainDate"]}))
	}},
}

// formatRecords returns a function that formats a result with one line for each record.
func formatRecords[T any](line func(T) []*string) func([]T, error) ([]string, error) {
	return func(records []T, err error) ([]string, error) {
		if err != nil {
			return nil, err
		}
		if records == nil {
			return nil, fmt.Errorf("nil instead of an empty list")
		}
		texts := make([]string, len(records))
		for i, r := range records {
			texts[i] = formatRecord(line(r))
		}
		return texts, nil
	}
}

// formatRecord formats a record as a line. Absent and empty fields are distinguished.
func formatRecord(fields []*string) string {
	texts := make([]string, len(fields))
	for i, f := range fields {
		texts[i] = "(absent)"
		if f != nil {
			texts[i] = *f
		}
	}
	return strings.Join(texts, "|")
}

func station(r realtime.ObjStation) []*string {
	return []*string{r.StationDesc, r.StationAlias, r.StationLatitude, r.StationLongitude, r.StationCode, r.StationId}
}

func position(r realtime.ObjTrainPositions) []*string {
	return []*string{r.TrainStatus, r.TrainLatitude, r.TrainLongitude, r.TrainCode, r.TrainDate, r.PublicMessage, r.Direction}
}

func vendorPosition(r realtime.ObjVendorPositions) []*string {
	return []*string{
		r.TrainStatus, r.TrainLatitude, r.TrainLongitude, r.TrainCode, r.TrainDate, r.LastLocationType, r.Direction,
		r.TrainOrigin, r.TrainOriginTime, r.TrainDestination, r.TrainDestinationTime, r.LastLocation, r.NextLocation, r.Difference,
		r.ScheduledDeparture, r.ScheduledArrival,
	}
}

func stationData(r realtime.ObjStationData) []*string {
	server, due, late := r.Servertime.String(), strconv.Itoa(int(r.Duein)), strconv.Itoa(int(r.Late))
	return []*string{
		&server, r.Traincode, r.Stationfullname, r.Stationcode, r.Querytime, r.Traindate, r.Origin, r.Destination,
		r.Origintime, r.Destinationtime, r.Status, r.Lastlocation, &due, &late, r.Exparrival, r.Expdepart, r.Scharrival, r.Schdepart,
		r.Direction, r.Traintype, r.Locationtype,
	}
}

func stationFilter(r realtime.ObjStationFilter) []*string {
	return []*string{r.StationDescSp, r.StationDesc, r.StationCode}
}

func movement(r realtime.ObjTrainMovements) []*string {
	return []*string{
		r.TrainCode, r.TrainDate, r.LocationCode, r.LocationFullName, r.LocationOrder, r.LocationType, r.TrainOrigin,
		r.TrainDestination, r.ScheduledArrival, r.ScheduledDeparture, r.ExpectedArrival, r.ExpectedDeparture, r.Arrival, r.Departure,
		r.AutoArrival, r.AutoDepart, r.StopType,
	}
}
