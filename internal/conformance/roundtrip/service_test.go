package roundtrip

import (
	"context"

	"example.com/quartet/gen/realtime"
)

// service implements the service with one function for all operations. It
// receives the operation's name in the contract and the arguments in order, and
// returns a slice of the operation's records, or nil for a nil slice.
type service func(ctx context.Context, operation string, arguments []*string) (any, error)

var _ realtime.Realtime = service(nil)

// always returns a service with the same result for every call.
func always(result any, err error) service {
	return func(context.Context, string, []*string) (any, error) { return result, err }
}

func respond[T any](ctx context.Context, s service, operation string, arguments ...*string) ([]T, error) {
	result, err := s(ctx, operation, arguments)
	list, _ := result.([]T)
	return list, err
}

func (s service) GetAllStationsXML(ctx context.Context) ([]realtime.ObjStation, error) {
	return respond[realtime.ObjStation](ctx, s, "getAllStationsXML")
}

func (s service) GetAllStationsXMLWithStationType(ctx context.Context, r *realtime.GetAllStationsXMLWithStationType) ([]realtime.ObjStation, error) {
	return respond[realtime.ObjStation](ctx, s, "getAllStationsXML_WithStationType", r.StationType)
}

func (s service) GetVendorTrainsXML(ctx context.Context) ([]realtime.ObjVendorPositions, error) {
	return respond[realtime.ObjVendorPositions](ctx, s, "getVendorTrainsXML")
}

func (s service) GetCurrentTrainsXML(ctx context.Context) ([]realtime.ObjTrainPositions, error) {
	return respond[realtime.ObjTrainPositions](ctx, s, "getCurrentTrainsXML")
}

func (s service) GetCurrentTrainsXMLWithTrainType(ctx context.Context, r *realtime.GetCurrentTrainsXMLWithTrainType) ([]realtime.ObjTrainPositions, error) {
	return respond[realtime.ObjTrainPositions](ctx, s, "getCurrentTrainsXML_WithTrainType", r.TrainType)
}

func (s service) GetStationDataByNameXML(ctx context.Context, r *realtime.GetStationDataByNameXML) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](ctx, s, "getStationDataByNameXML", r.StationDesc)
}

func (s service) GetStationDataByNameXMLWithNumMins(ctx context.Context, r *realtime.GetStationDataByNameXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](ctx, s, "getStationDataByNameXML_withNumMins", r.StationDesc, r.NumMins)
}

func (s service) GetStationDataByCodeXML(ctx context.Context, r *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](ctx, s, "getStationDataByCodeXML", r.StationCode)
}

func (s service) GetStationDataByCodeXMLWithNumMins(ctx context.Context, r *realtime.GetStationDataByCodeXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](ctx, s, "getStationDataByCodeXML_WithNumMins", r.StationCode, r.NumMins)
}

func (s service) GetStationsFilterXML(ctx context.Context, r *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	return respond[realtime.ObjStationFilter](ctx, s, "getStationsFilterXML", r.StationText)
}

func (s service) GetTrainMovementsXML(ctx context.Context, r *realtime.GetTrainMovementsXML) ([]realtime.ObjTrainMovements, error) {
	return respond[realtime.ObjTrainMovements](ctx, s, "getTrainMovementsXML", r.TrainId, r.TrainDate)
}

// listService returns a service whose result for each operation is list(op).
func listService(list func(operation) any) service {
	return func(_ context.Context, operation string, _ []*string) (any, error) {
		return list(operationNamed(operation)), nil
	}
}
