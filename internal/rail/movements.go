package rail

import (
	"context"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
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
	run, ok := m.Train(text(req.TrainId), date, m.now)
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

func movement(format *formatter, run *running.Run, i int) realtime.ObjTrainMovements {
	call := run.Call(i)
	record := realtime.ObjTrainMovements{
		TrainCode:          &run.Code,
		TrainDate:          format.in(run.Zone()).date(run.Calls[0].Depart),
		LocationCode:       &call.Station.Code,
		LocationFullName:   &call.Station.Name,
		LocationOrder:      format.number(i + 1),
		LocationType:       letter(call.Kind),
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
	format.at(call.Station)
	format.writeEvent(&call.Arrival, call.Begins, &record.ScheduledArrival, &record.ExpectedArrival, &record.Arrival, &record.AutoArrival)
	format.writeEvent(&call.Departure, call.Ends, &record.ScheduledDeparture, &record.ExpectedDeparture, &record.Departure, &record.AutoDepart)
	return record
}

// writeEvent sets the fields of an event. Where the train begins or ends, it is without the arrival or departure of the timetable.
func (t *formatter) writeEvent(e *running.Event, without bool, scheduled, expected, actual, auto **string) {
	if e.Planned && !without {
		*scheduled = t.second(e.Scheduled)
	}
	if e.Happens {
		*expected = t.second(e.Expected)
	}
	if e.Actual {
		*actual, *auto = *expected, letter('1')
	}
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
