package interop_test

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// service is the service that the peers call. Its answers depend only on the parameters; see samples.
type service struct{}

var _ realtime.Realtime = service{}

var (
	errRefused = &soap.Fault{Code: soap.FaultClient, Reason: `no <such> "thing" & é世`}
	errBroken  = errors.New("the secret of the service")
)

// quiet discards the log of the handler, which has the requested errors.
var quiet = soap.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))

func (service) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return respond[realtime.ObjStation]()
}

func (service) GetAllStationsXMLWithStationType(_ context.Context, req *realtime.GetAllStationsXMLWithStationType) ([]realtime.ObjStation, error) {
	return respond[realtime.ObjStation](req.StationType)
}

func (service) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	return respond[realtime.ObjVendorPositions]()
}

func (service) GetCurrentTrainsXML(context.Context) ([]realtime.ObjTrainPositions, error) {
	return respond[realtime.ObjTrainPositions]()
}

func (service) GetCurrentTrainsXMLWithTrainType(_ context.Context, req *realtime.GetCurrentTrainsXMLWithTrainType) ([]realtime.ObjTrainPositions, error) {
	return respond[realtime.ObjTrainPositions](req.TrainType)
}

func (service) GetStationDataByNameXML(_ context.Context, req *realtime.GetStationDataByNameXML) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](req.StationDesc)
}

func (service) GetStationDataByNameXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByNameXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](req.StationDesc, req.NumMins)
}

func (service) GetStationDataByCodeXML(_ context.Context, req *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](req.StationCode)
}

func (service) GetStationDataByCodeXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByCodeXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return respond[realtime.ObjStationData](req.StationCode, req.NumMins)
}

func (service) GetStationsFilterXML(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	return respond[realtime.ObjStationFilter](req.StationText)
}

func (service) GetTrainMovementsXML(_ context.Context, req *realtime.GetTrainMovementsXML) ([]realtime.ObjTrainMovements, error) {
	return respond[realtime.ObjTrainMovements](req.TrainId, req.TrainDate)
}

// respond returns the sample records of a type.
func respond[Record any](parameters ...*string) ([]Record, error) {
	list, err := samples(recordName[Record](), parameters)
	if err != nil {
		return nil, err
	}
	records := make([]Record, len(list))
	for i, values := range list {
		fill(&records[i], values)
	}
	return records, nil
}
