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

// An operation calls an operation of the specification, and returns a line for each record, with its fields in the order of section 2.
type operation func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error)

// operations are the operations of section 4.2 of the specification.
var operations = map[string]operation{
	"getAllStationsXML": func(ctx context.Context, s realtime.Realtime, _ arguments) ([]string, error) {
		return formatRecords(station)(s.GetAllStationsXML(ctx))
	},
	"getAllStationsXML_WithStationType": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(station)(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: a["StationType"]}))
	},
	"getVendorTrainsXML": func(ctx context.Context, s realtime.Realtime, _ arguments) ([]string, error) {
		return formatRecords(vendorPosition)(s.GetVendorTrainsXML(ctx))
	},
	"getCurrentTrainsXML": func(ctx context.Context, s realtime.Realtime, _ arguments) ([]string, error) {
		return formatRecords(position)(s.GetCurrentTrainsXML(ctx))
	},
	"getCurrentTrainsXML_WithTrainType": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(position)(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: a["TrainType"]}))
	},
	"getStationDataByNameXML": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: a["StationDesc"]}))
	},
	"getStationDataByNameXML_withNumMins": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{
			StationDesc: a["StationDesc"], NumMins: a["NumMins"],
		}))
	},
	"getStationDataByCodeXML": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: a["StationCode"]}))
	},
	"getStationDataByCodeXML_WithNumMins": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationData)(s.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{
			StationCode: a["StationCode"], NumMins: a["NumMins"],
		}))
	},
	"getStationsFilterXML": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(stationFilter)(s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: a["StationText"]}))
	},
	"getTrainMovementsXML": func(ctx context.Context, s realtime.Realtime, a arguments) ([]string, error) {
		return formatRecords(movement)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: a["TrainId"], TrainDate: a["TrainDate"]}))
	},
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
