package rail

import (
	"context"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// GetTrainMovementsXML lists the calls of the train with the code that starts on the date.
func (s *Service) GetTrainMovementsXML(_ context.Context, req *realtime.GetTrainMovementsXML) ([]realtime.ObjTrainMovements, error) {
	date, ok := date(req.TrainDate)
	if !ok {
		return []realtime.ObjTrainMovements{}, nil
	}
	m := s.moment()
	run, ok := m.find(text(req.TrainId), date)
	if !ok {
		return []realtime.ObjTrainMovements{}, nil
	}
	const written = 5
	texts := newTexts(m.Plan.Zone(), written*len(run.Calls))
	records := make([]realtime.ObjTrainMovements, len(run.Calls))
	texts.of(&run)
	for i := range records {
		records[i] = movement(texts, &run, i)
	}
	return records, nil
}

// find returns the train with the code that starts on the date, and whether there is one.
func (m moment) find(code string, date timetable.Date) (running.Run, bool) {
	if journey, ok := m.Plan.Journey(code, date); ok {
		return m.run(journey), true
	}
	if live := m.Realtime.AddedTrip(code, date); live != nil {
		return running.At(live.Journey, live, m.now), true
	}
	return running.Run{}, false
}

func movement(texts *texts, run *running.Run, i int) realtime.ObjTrainMovements {
	station := run.Calls[i].Station
	record := realtime.ObjTrainMovements{
		TrainCode:          &run.Code,
		TrainDate:          texts.date(run.Calls[0].Depart),
		LocationCode:       &station.Code,
		LocationFullName:   &station.Name,
		LocationOrder:      texts.number(i + 1),
		LocationType:       locationType(run, i),
		TrainOrigin:        &run.Calls[run.FirstStop()].Station.Name,
		TrainDestination:   &run.Calls[run.LastStop()].Station.Name,
		ScheduledArrival:   noSecond,
		ScheduledDeparture: noSecond,
		ExpectedArrival:    noSecond,
		ExpectedDeparture:  noSecond,
		Arrival:            empty,
		Departure:          empty,
		AutoArrival:        empty,
		AutoDepart:         empty,
		StopType:           letter(stopType(run, i)),
	}
	if i > 0 && i != run.FirstStop() {
		record.ScheduledArrival = texts.second(run.Calls[i].Arrive)
	}
	if i < run.Last() && i != run.LastStop() {
		record.ScheduledDeparture = texts.second(run.Calls[i].Depart)
	}
	if i > run.FirstStop() && i <= run.LastStop() {
		record.ExpectedArrival = texts.second(run.Arrive(i))
		if run.Reported(i) && run.Arrived(i) {
			record.Arrival = record.ExpectedArrival
			record.AutoArrival = letter('1')
		}
	}
	if i >= run.FirstStop() && i < run.LastStop() {
		record.ExpectedDeparture = texts.second(run.Depart(i))
		if run.Reported(i) && run.Departed(i) {
			record.Departure = record.ExpectedDeparture
			record.AutoDepart = letter('1')
		}
	}
	return record
}

// stopType returns what call i is to the train at present.
func stopType(run *running.Run, i int) byte {
	switch i {
	case run.Reached():
		return 'C'
	case run.Next():
		return 'N'
	}
	return '-'
}
