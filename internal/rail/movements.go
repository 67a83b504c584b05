package rail

import (
	"context"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// GetTrainMovementsXML lists the calls of the train with the given code that starts on the given date.
func (s *Service) GetTrainMovementsXML(ctx context.Context, req *realtime.GetTrainMovementsXML) ([]realtime.ObjTrainMovements, error) {
	date, ok := date(req.TrainDate)
	if !ok {
		if s.UnreadDate != nil {
			s.UnreadDate(ctx, text(req.TrainDate))
		}
		return []realtime.ObjTrainMovements{}, nil
	}
	m := s.moment()
	run, ok := m.findTrain(text(req.TrainId), date)
	if !ok {
		return []realtime.ObjTrainMovements{}, nil
	}
	const textsPerRecord = 5
	format := newFormatter(m.Timetable.Zone(), textsPerRecord*len(run.Calls))
	records := make([]realtime.ObjTrainMovements, len(run.Calls))
	format.setServiceDate(&run)
	for i := range records {
		records[i] = movement(format, &run, i)
	}
	return records, nil
}

// findTrain returns the train with the code that starts on the date, and whether there is one.
func (m moment) findTrain(code string, date timetable.Date) (running.Run, bool) {
	if journey, ok := m.Timetable.Journey(code, date); ok {
		return m.run(journey), true
	}
	if update := m.Realtime.AddedTrip(code, date); update != nil {
		return running.At(update.Journey, update, m.now), true
	}
	return running.Run{}, false
}

func movement(format *formatter, run *running.Run, i int) realtime.ObjTrainMovements {
	station := run.Calls[i].Station
	record := realtime.ObjTrainMovements{
		TrainCode:          &run.Code,
		TrainDate:          format.date(run.Calls[0].Depart),
		LocationCode:       &station.Code,
		LocationFullName:   &station.Name,
		LocationOrder:      format.number(i + 1),
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
		record.ScheduledArrival = format.second(run.Calls[i].Arrive)
	}
	if i < run.Last() && i != run.LastStop() {
		record.ScheduledDeparture = format.second(run.Calls[i].Depart)
	}
	if i > run.FirstStop() && i <= run.LastStop() {
		record.ExpectedArrival = format.second(run.Arrive(i))
		if run.Reported(i) && run.Arrived(i) {
			record.Arrival = record.ExpectedArrival
			record.AutoArrival = letter('1')
		}
	}
	if i >= run.FirstStop() && i < run.LastStop() {
		record.ExpectedDeparture = format.second(run.Depart(i))
		if run.Reported(i) && run.Departed(i) {
			record.Departure = record.ExpectedDeparture
			record.AutoDepart = letter('1')
		}
	}
	return record
}

// stopType returns the value of StopType for call i: C for the current call, N for the next one, else a hyphen.
func stopType(run *running.Run, i int) byte {
	switch i {
	case run.Reached():
		return 'C'
	case run.Next():
		return 'N'
	}
	return '-'
}
