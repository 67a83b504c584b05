package main

import (
	"context"
	"encoding/json"
	"fmt"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// A request is an operation with its parameters and the expected result.
type request struct {
	operation string
	send      func(context.Context, realtime.Realtime) (result, error)
	want      result
}

// A result holds the records of a response in JSON, which distinguishes absent values from empty ones.
type result []string

// list encodes the records that an operation returned.
func list[T any](records []T, err error) (result, error) {
	if err != nil {
		return nil, err
	}
	a := make(result, len(records))
	for i, record := range records {
		text, err := json.Marshal(record)
		if err != nil {
			return nil, fmt.Errorf("record %d: %w", i+1, err)
		}
		a[i] = string(text)
	}
	return a, nil
}

// compare returns an error that describes the first difference, or nil.
func (a result) compare(want result) error {
	for i := range min(len(a), len(want)) {
		if a[i] != want[i] {
			return fmt.Errorf("record %d: got\n  %s\nwant\n  %s", i+1, a[i], want[i])
		}
	}
	if len(a) != len(want) {
		return fmt.Errorf("got %d records, want %d", len(a), len(want))
	}
	return nil
}

// newRequests returns a request for each operation. The expected results are those of direct calls of the service. The
// request for movements is about one of the current trains.
func newRequests(ctx context.Context, service realtime.Realtime) ([]request, error) {
	trains, err := service.GetVendorTrainsXML(ctx)
	if err != nil {
		return nil, fmt.Errorf("looking for a train: %w", err)
	}
	if len(trains) == 0 {
		return nil, fmt.Errorf("looking for a train: no train is running")
	}
	requests := requestsFor(trains[0].TrainCode, trains[0].TrainDate)
	for i, r := range requests {
		if requests[i].want, err = r.send(ctx, service); err != nil {
			return nil, fmt.Errorf("calling %s directly: %w", r.operation, err)
		}
	}
	return requests, nil
}

// requestsFor returns a request for each operation, in the order of the contract, without the expected results.
func requestsFor(train, date *string) []request {
	mainline, minutes, text := soap.Ptr("M"), soap.Ptr("30"), soap.Ptr("s")
	name, code := soap.Ptr("Sterling Gate"), soap.Ptr("STERG")
	return []request{
		{operation: "getAllStationsXML", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetAllStationsXML(ctx))
		}},
		{operation: "getAllStationsXML_WithStationType", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: mainline}))
		}},
		{operation: "getVendorTrainsXML", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetVendorTrainsXML(ctx))
		}},
		{operation: "getCurrentTrainsXML", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetCurrentTrainsXML(ctx))
		}},
		{operation: "getCurrentTrainsXML_WithTrainType", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: mainline}))
		}},
		{operation: "getStationDataByNameXML", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: name}))
		}},
		{operation: "getStationDataByNameXML_withNumMins", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: name, NumMins: minutes}))
		}},
		{operation: "getStationDataByCodeXML", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: code}))
		}},
		{operation: "getStationDataByCodeXML_WithNumMins", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: code, NumMins: minutes}))
		}},
		{operation: "getStationsFilterXML", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: text}))
		}},
		{operation: "getTrainMovementsXML", send: func(ctx context.Context, s realtime.Realtime) (result, error) {
			return list(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: train, TrainDate: date}))
		}},
	}
}
