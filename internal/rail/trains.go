package rail

import (
	"context"
	"strconv"
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
	return s.currentTrains(kind(req.TrainType)), nil
}

// currentTrains returns the current trains of the kind, or of all kinds if it is 0.
func (s *Service) currentTrains(kind timetable.Kind) []realtime.ObjTrainPositions {
	m := s.moment()
	trains := s.positions.Current(m.State, m.now, kind)
	records := make([]realtime.ObjTrainPositions, len(trains))
	for i, train := range trains {
		p := train.At(m.now, (*position).set)
		if records[i] = p.record; p.motion.Moves() {
			records[i].TrainLatitude, records[i].TrainLongitude = degrees(p.motion.At(m.now.Unix()))
		}
	}
	return records
}

// GetVendorTrainsXML lists the current trains with their journeys and schedules.
func (s *Service) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	m := s.moment()
	trains := s.vendorPositions.Current(m.State, m.now, 0)
	records := make([]realtime.ObjVendorPositions, len(trains))
	for i, train := range trains {
		p := train.At(m.now, (*vendorPosition).set)
		if records[i] = p.record; p.motion.Moves() {
			records[i].TrainLatitude, records[i].TrainLongitude = degrees(p.motion.At(m.now.Unix()))
		}
	}
	return records, nil
}

// A position is the record of a train, which is kept until its next event. The place of a train that moves is not part of
// it.
type position struct {
	record realtime.ObjTrainPositions
	motion running.Motion
}

// set sets the record of a train, and returns when it is valid.
func (p *position) set(run *running.Run) running.Period {
	p.motion = run.Motion()
	p.record = realtime.ObjTrainPositions{
		TrainStatus:   letter(byte(run.Status())),
		TrainCode:     &run.Code,
		TrainDate:     startDate(run),
		PublicMessage: new(publicMessage(run)),
		Direction:     &run.Direction,
	}
	p.record.TrainLatitude, p.record.TrainLongitude = degrees(p.motion.At(run.Instant()))
	return run.Steady()
}

// A vendorPosition is like a position.
type vendorPosition struct {
	record realtime.ObjVendorPositions
	motion running.Motion
}

// set sets the record of a train, and returns when it is valid.
func (p *vendorPosition) set(run *running.Run) running.Period {
	last := max(run.Reached(), run.FirstStop())
	ahead := run.Call(run.Ahead())
	p.motion = run.Motion()
	p.record = realtime.ObjVendorPositions{
		TrainStatus:          letter(byte(run.Status())),
		TrainCode:            &run.Code,
		TrainDate:            startDate(run),
		LastLocationType:     letter(lastLocationType(run)),
		Direction:            &run.Direction,
		TrainOrigin:          name(run, run.FirstStop()),
		TrainOriginTime:      dateTime(starts(run)),
		TrainDestination:     name(run, run.LastStop()),
		TrainDestinationTime: dateTime(ends(run)),
		LastLocation:         name(run, last),
		NextLocation:         empty,
		Difference:           new(strconv.Itoa(int(ahead.Due().Delay() / time.Second))),
		ScheduledDeparture:   noDateTime,
		ScheduledArrival:     noDateTime,
	}
	p.record.TrainLatitude, p.record.TrainLongitude = degrees(p.motion.At(run.Instant()))
	if last < run.LastStop() {
		next := run.After(last)
		p.record.NextLocation = name(run, next)
		p.record.ScheduledDeparture = dateTime(at(run, last, run.Calls[last].Depart))
		p.record.ScheduledArrival = dateTime(at(run, next, run.Calls[next].Arrive))
	}
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
