package rail

import (
	"context"
	"strconv"

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
	records := make([]realtime.ObjTrainMovements, len(run.Calls))
	for i := range records {
		records[i] = movement(&run, i)
	}
	return records, nil
}

func movement(run *running.Run, i int) realtime.ObjTrainMovements {
	call := run.Call(i)
	record := realtime.ObjTrainMovements{
		TrainCode:        &run.Code,
		TrainDate:        startDate(run),
		LocationCode:     &call.Station.Code,
		LocationFullName: &call.Station.Name,
		LocationOrder:    new(strconv.Itoa(i + 1)),
		LocationType:     letter(call.Kind),
		TrainOrigin:      name(run, run.FirstStop()),
		TrainDestination: name(run, run.LastStop()),
		StopType:         letter(stopType(run, i)),
	}
	// Where the train begins or ends, it is without the arrival or departure of the timetable.
	event := func(e *running.Event, without bool) (scheduled, expected, actual, auto *string) {
		scheduled, expected, actual, auto = noSecond, noSecond, empty, empty
		if e.Planned && !without {
			scheduled = second(at(run, i, e.Scheduled))
		}
		if e.Happens {
			expected = second(at(run, i, e.Expected))
		}
		if e.Actual {
			actual, auto = expected, letter('1')
		}
		return scheduled, expected, actual, auto
	}
	record.ScheduledArrival, record.ExpectedArrival, record.Arrival, record.AutoArrival = event(&call.Arrival, call.Begins)
	record.ScheduledDeparture, record.ExpectedDeparture, record.Departure, record.AutoDepart = event(&call.Departure, call.Ends)
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
