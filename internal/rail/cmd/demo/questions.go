package main

import (
	"context"
	"encoding/json"
	"fmt"

	"example.com/quartet/gen/realtime"
)

// A question is an operation with its parameters.
type question struct {
	operation string
	ask       func(context.Context, realtime.Realtime) (answer, error)
	want      answer
}

// An answer is the records of a list in JSON, which distinguishes absent values from empty ones.
type answer []string

// list returns the result of an operation as an answer.
func list[T any](records []T, err error) (answer, error) {
	if err != nil {
		return nil, err
	}
	a := make(answer, len(records))
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
func (a answer) compare(want answer) error {
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

// ask returns a question for each operation, with the service's answer. The question about movements uses one of the
// running trains.
func ask(ctx context.Context, service realtime.Realtime) ([]question, error) {
	trains, err := service.GetVendorTrainsXML(ctx)
	if err != nil {
		return nil, fmt.Errorf("looking for a train: %w", err)
	}
	if len(trains) == 0 {
		return nil, fmt.Errorf("looking for a train: no train is running")
	}
	questions := questionsAbout(trains[0].TrainCode, trains[0].TrainDate)
	for i, q := range questions {
		if questions[i].want, err = q.ask(ctx, service); err != nil {
			return nil, fmt.Errorf("calling %s directly: %w", q.operation, err)
		}
	}
	return questions, nil
}

// questionsAbout returns a question for each operation, in the order of the contract, without answers.
func questionsAbout(train, date *string) []question {
	mainline, minutes, text := realtime.Ptr("M"), realtime.Ptr("30"), realtime.Ptr("s")
	name, code := realtime.Ptr("Sterling Gate"), realtime.Ptr("STERG")
	return []question{
		{operation: "getAllStationsXML", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetAllStationsXML(ctx))
		}},
		{operation: "getAllStationsXML_WithStationType", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: mainline}))
		}},
		{operation: "getVendorTrainsXML", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetVendorTrainsXML(ctx))
		}},
		{operation: "getCurrentTrainsXML", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetCurrentTrainsXML(ctx))
		}},
		{operation: "getCurrentTrainsXML_WithTrainType", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: mainline}))
		}},
		{operation: "getStationDataByNameXML", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: name}))
		}},
		{operation: "getStationDataByNameXML_withNumMins", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: name, NumMins: minutes}))
		}},
		{operation: "getStationDataByCodeXML", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: code}))
		}},
		{operation: "getStationDataByCodeXML_WithNumMins", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: code, NumMins: minutes}))
		}},
		{operation: "getStationsFilterXML", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: text}))
		}},
		{operation: "getTrainMovementsXML", ask: func(ctx context.Context, s realtime.Realtime) (answer, error) {
			return list(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: train, TrainDate: date}))
		}},
	}
}
