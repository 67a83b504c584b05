package rail

import (
	"context"
	"strconv"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// GetTrainMovementsXML lists the calls of the train with the code that starts on the date.
func (s *Service) GetTrainMovementsXML(_ context.Context, req *realtime.GetTrainMovementsXML) ([]realtime.ObjTrainMovements, error) {
	records := []realtime.ObjTrainMovements{}
	date, ok := date(req.TrainDate)
	if !ok {
		return records, nil
	}
	m := s.moment()
	run, ok := m.find(text(req.TrainId), date)
	if !ok {
		return records, nil
	}
	for i := range run.Calls {
		records = append(records, movement(&run, i))
	}
	return records, nil
}

// find returns the train with the code that starts on the date, and whether there is one.
func (m moment) find(code string, date timetable.Date) (running.Run, bool) {
	if journey, ok := m.Plan.Journey(code, date); ok {
		return m.run(journey), true
	}
	if live := m.Live.Journey(code, date); live != nil {
		return running.At(live.Journey, live, m.now), true
	}
	return running.Run{}, false
}

func movement(run *running.Run, i int) realtime.ObjTrainMovements {
	station := run.Calls[i].Station
	record := realtime.ObjTrainMovements{
		TrainCode:          realtime.Ptr(run.Code),
		TrainDate:          realtime.Ptr(trainDate(run.Journey)),
		LocationCode:       realtime.Ptr(station.Code),
		LocationFullName:   realtime.Ptr(station.Name),
		LocationOrder:      realtime.Ptr(strconv.Itoa(i + 1)),
		LocationType:       realtime.Ptr(locationType(run, i)),
		TrainOrigin:        realtime.Ptr(run.Origin().Name),
		TrainDestination:   realtime.Ptr(run.Destination().Name),
		ScheduledArrival:   realtime.Ptr(noSecond),
		ScheduledDeparture: realtime.Ptr(noSecond),
		ExpectedArrival:    realtime.Ptr(noSecond),
		ExpectedDeparture:  realtime.Ptr(noSecond),
		Arrival:            realtime.Ptr(""),
		Departure:          realtime.Ptr(""),
		AutoArrival:        realtime.Ptr(""),
		AutoDepart:         realtime.Ptr(""),
		StopType:           realtime.Ptr(stopType(run, i)),
	}
	if i > run.First() {
		record.ScheduledArrival = realtime.Ptr(run.Arrival(i).Format(secondForm))
		record.ExpectedArrival = realtime.Ptr(run.Expected(i).Arrive.Format(secondForm))
		if run.Reported(i) && run.Arrived(i) {
			record.Arrival = record.ExpectedArrival
			record.AutoArrival = realtime.Ptr("1")
		}
	}
	if i < run.End() {
		record.ScheduledDeparture = realtime.Ptr(run.Departure(i).Format(secondForm))
		record.ExpectedDeparture = realtime.Ptr(run.Expected(i).Depart.Format(secondForm))
		if run.Reported(i) && run.Departed(i) {
			record.Departure = record.ExpectedDeparture
			record.AutoDepart = realtime.Ptr("1")
		}
	}
	return record
}

// stopType returns what call i is to the train at present.
func stopType(run *running.Run, i int) string {
	switch i {
	case run.Reached():
		return "C"
	case run.Next():
		return "N"
	}
	return "-"
}
