package rail

import (
	"context"
	"iter"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/roster"
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
	roster.Parallel(len(trains), func(first, end int) {
		format := newFormatter(m.Timetable.Zone(), 0)
		for i, p := range kept(trains[first:end], m.now, format, format.keepPosition) {
			record := &records[first+i]
			*record = p.record
			if p.motion != nil {
				record.TrainLatitude, record.TrainLongitude = format.place(p.motion, m.now)
			}
		}
	})
	return records
}

// GetVendorTrainsXML lists the current trains with their journeys and schedules.
func (s *Service) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	m := s.moment()
	trains := s.vendorPositions.Current(m.State, m.now, 0)
	records := make([]realtime.ObjVendorPositions, len(trains))
	roster.Parallel(len(trains), func(first, end int) {
		format := newFormatter(m.Timetable.Zone(), 0)
		for i, p := range kept(trains[first:end], m.now, format, format.keepVendorPosition) {
			record := &records[first+i]
			*record = p.record
			if p.motion != nil {
				record.TrainLatitude, record.TrainLongitude = format.place(p.motion, m.now)
			}
		}
	})
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
	next := run.Call(run.Ahead())
	t.own.appendNumber(int(next.Due().Delay() / time.Second))
	if last < run.LastStop() {
		t.at(run.Calls[last].Station).ownDateTime(run.Calls[last].Depart)
		t.at(run.Calls[last+1].Station).ownDateTime(run.Calls[last+1].Arrive)
		p.record.NextLocation = &run.Calls[last+1].Station.Name
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

// kept yields what is kept about the trains. What is missing or no longer valid is made by keep, which returns the period in
// which it is valid.
//
// The data of a record are scattered over memory. Reading them first for a batch of trains, with independent loads,
// lets the processor wait for many of them at the same time.
func kept[V any](trains []*roster.Train[V], now time.Time, format *formatter, keep func(*running.Run, *V) running.Period) iter.Seq2[int, *V] {
	return func(yield func(int, *V) bool) {
		const batch = 64
		var values [batch]*V
		var runs [batch]running.Run
		unix := now.Unix()
		for first := 0; first < len(trains); first += batch {
			part := trains[first:min(first+batch, len(trains))]
			for i, train := range part {
				if values[i] = train.Kept(unix); values[i] == nil {
					runs[i] = train.Run(now)
				}
			}
			for i := range part {
				if values[i] == nil {
					format.prefetched += prefetch(&runs[i])
				}
			}
			for i, train := range part {
				if values[i] == nil {
					values[i] = train.Keep(&runs[i], keep)
				}
				if !yield(first+i, values[i]) {
					return
				}
			}
		}
	}
}

// prefetch reads the data of a train's record. The result only keeps the compiler from removing the reads.
func prefetch(run *running.Run) int {
	last := max(run.Reached(), run.FirstStop())
	next := min(last+1, run.LastStop())
	return len(run.Calls[run.FirstStop()].Station.Name) + len(run.Calls[run.LastStop()].Station.Name) +
		len(run.Calls[last].Station.Name) + len(run.Calls[next].Station.Name)
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
