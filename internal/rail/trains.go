package rail

import (
	"context"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// justDeparted is how long after a departure LastLocationType is D.
const justDeparted = time.Minute

// GetCurrentTrainsXML lists the current trains.
func (s *Service) GetCurrentTrainsXML(context.Context) ([]realtime.ObjTrainPositions, error) {
	return s.currentTrains(0), nil
}

// GetCurrentTrainsXMLWithTrainType lists the current trains of the type.
func (s *Service) GetCurrentTrainsXMLWithTrainType(_ context.Context, req *realtime.GetCurrentTrainsXMLWithTrainType) ([]realtime.ObjTrainPositions, error) {
	kind, _ := kind(req.TrainType)
	return s.currentTrains(kind), nil
}

// currentTrains returns the current trains of the kind, or of all kinds if it is 0.
func (s *Service) currentTrains(kind timetable.Kind) []realtime.ObjTrainPositions {
	m := s.moment()
	trains := s.positions.Current(m.State, m.now, kind)
	records := make([]realtime.ObjTrainPositions, len(trains))
	format := newFormatter(m.Timetable.Zone(), 0)
	for i, train := range trains {
		p := train.At(m.now, format.keepPosition)
		if records[i] = p.record; p.motion != nil {
			records[i].TrainLatitude, records[i].TrainLongitude = format.place(p.motion, m.now)
		}
	}
	return records
}

// GetVendorTrainsXML lists the current trains with their journeys and schedules.
func (s *Service) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	m := s.moment()
	trains := s.vendorPositions.Current(m.State, m.now, 0)
	records := make([]realtime.ObjVendorPositions, len(trains))
	format := newFormatter(m.Timetable.Zone(), 0)
	for i, train := range trains {
		p := train.At(m.now, format.keepVendorPosition)
		if records[i] = p.record; p.motion != nil {
			records[i].TrainLatitude, records[i].TrainLongitude = format.place(p.motion, m.now)
		}
	}
	return records, nil
}

// A position is the record of a train, which is kept until its next event. The place of a train that moves is not part of
// it.
type position struct {
	record realtime.ObjTrainPositions
	motion *running.Motion // nil if the train does not move
	texts  [3]string       // texts that the record points to
}

// keepPosition sets the record of a train, and returns when it is valid.
func (t *formatter) keepPosition(run *running.Run, p *position) running.Period {
	t.setServiceDate(run)
	t.own.start()
	p.motion = t.own.appendPlace(run)
	t.own.bytes = t.appendPublicMessage(t.own.bytes, run)
	t.own.end()
	t.own.cut(p.texts[:])
	p.record = realtime.ObjTrainPositions{
		TrainStatus:    letter(byte(run.Status())),
		TrainLatitude:  &p.texts[0],
		TrainLongitude: &p.texts[1],
		TrainCode:      &run.Code,
		TrainDate:      t.in(run.Zone()).date(run.Calls[0].Depart),
		PublicMessage:  &p.texts[2],
		Direction:      &run.Direction,
	}
	return run.Steady()
}

// A vendorPosition is like a position.
type vendorPosition struct {
	record realtime.ObjVendorPositions
	motion *running.Motion
	texts  [7]string
}

// keepVendorPosition sets the record of a train, and returns when it is valid.
func (t *formatter) keepVendorPosition(run *running.Run, p *vendorPosition) running.Period {
	t.setServiceDate(run)
	first, last := run.FirstStop(), max(run.Reached(), run.FirstStop())
	p.record = realtime.ObjVendorPositions{
		TrainStatus:          letter(byte(run.Status())),
		TrainLatitude:        &p.texts[0],
		TrainLongitude:       &p.texts[1],
		TrainCode:            &run.Code,
		TrainDate:            t.in(run.Zone()).date(run.Calls[0].Depart),
		LastLocationType:     letter(lastLocationType(run)),
		Direction:            &run.Direction,
		TrainOrigin:          &run.Calls[first].Station.Name,
		TrainOriginTime:      &p.texts[2],
		TrainDestination:     &run.Calls[run.LastStop()].Station.Name,
		TrainDestinationTime: &p.texts[3],
		LastLocation:         &run.Calls[last].Station.Name,
		NextLocation:         empty,
		Difference:           &p.texts[4],
		ScheduledDeparture:   noDateTime,
		ScheduledArrival:     noDateTime,
	}
	t.own.start()
	p.motion = t.own.appendPlace(run)
	t.at(run.Calls[first].Station).ownDateTime(run.Calls[first].Depart)
	t.at(run.Calls[run.LastStop()].Station).ownDateTime(run.Calls[run.LastStop()].Arrive)
	ahead := run.Call(run.Ahead())
	t.own.appendNumber(int(ahead.Due().Delay() / time.Second))
	if last < run.LastStop() {
		t.at(run.Calls[last].Station).ownDateTime(run.Calls[last].Depart)
		next := &run.Calls[run.After(last)]
		t.at(next.Station).ownDateTime(next.Arrive)
		p.record.NextLocation = &next.Station.Name
		p.record.ScheduledDeparture, p.record.ScheduledArrival = &p.texts[5], &p.texts[6]
	}
	t.own.cut(p.texts[:])
	return steadyLocation(run, last)
}

// steadyLocation returns when the state of a train and its LastLocationType stay the same.
func steadyLocation(run *running.Run, last int) running.Period {
	period := run.Steady()
	if !run.Departed(last) {
		return period
	}
	now := run.Instant()
	return period.Split(now-int64((run.Since(last)-justDeparted)/time.Second), now)
}

// lastLocationType returns the value of LastLocationType.
func lastLocationType(run *running.Run) byte {
	last := max(run.Reached(), run.FirstStop())
	switch {
	case run.Status() == running.Terminated:
		return 'T'
	case !run.Departed(last):
		return 'A'
	case run.Since(last) < justDeparted:
		return 'D'
	}
	return 'E'
}
