package rail

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"sync"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

const (
	currentBeforeStart = 10 * time.Minute // how long before its start a train is current
	currentAfterEnd    = 5 * time.Minute  // how long after its end a train is current
	justDeparted       = time.Minute      // how long after a departure LastLocationType is D
)

// GetCurrentTrainsXML lists the current trains.
func (s *Service) GetCurrentTrainsXML(context.Context) ([]realtime.ObjTrainPositions, error) {
	return s.positions(0), nil
}

// GetCurrentTrainsXMLWithTrainType lists the current trains of the type.
func (s *Service) GetCurrentTrainsXMLWithTrainType(_ context.Context, req *realtime.GetCurrentTrainsXMLWithTrainType) ([]realtime.ObjTrainPositions, error) {
	kind, _ := kind(req.TrainType)
	return s.positions(kind), nil
}

// positions returns the current trains of the kind, or of all kinds if it is 0.
func (s *Service) positions(kind timetable.Kind) []realtime.ObjTrainPositions {
	m := s.moment()
	all := m.current(kind)
	const textsPerRecord = 3
	records := make([]realtime.ObjTrainPositions, len(all.order))
	all.parallel(func(first int, part trains) {
		format := newFormatter(m.Timetable.Zone(), textsPerRecord*len(part.order))
		for i, run := range part.runs(m.now) {
			format.setServiceDate(run)
			place := run.Place()
			records[first+i] = realtime.ObjTrainPositions{
				TrainStatus:    letter(byte(run.Status())),
				TrainLatitude:  format.degrees(place.Latitude),
				TrainLongitude: format.degrees(place.Longitude),
				TrainCode:      &run.Code,
				TrainDate:      format.date(run.Calls[0].Depart),
				PublicMessage:  format.publicMessage(run),
				Direction:      &run.Direction,
			}
		}
	})
	return records
}

// GetVendorTrainsXML lists the current trains with their journeys and schedules.
func (s *Service) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	m := s.moment()
	all := m.current(0)
	records := make([]realtime.ObjVendorPositions, len(all.order))
	all.parallel(func(first int, part trains) {
		const textsPerRecord = 7
		format := newFormatter(m.Timetable.Zone(), textsPerRecord*len(part.order))
		for i, run := range part.runs(m.now) {
			format.vendorPosition(run, &records[first+i])
		}
	})
	return records, nil
}

// vendorPosition writes the record of a train.
func (t *formatter) vendorPosition(run *running.Run, record *realtime.ObjVendorPositions) {
	t.setServiceDate(run)
	place := run.Place()
	last := max(run.Reached(), run.FirstStop())
	*record = realtime.ObjVendorPositions{
		TrainStatus:          letter(byte(run.Status())),
		TrainLatitude:        t.degrees(place.Latitude),
		TrainLongitude:       t.degrees(place.Longitude),
		TrainCode:            &run.Code,
		TrainDate:            t.date(run.Calls[0].Depart),
		LastLocationType:     letter(lastLocationType(run)),
		Direction:            &run.Direction,
		TrainOrigin:          &run.Calls[run.FirstStop()].Station.Name,
		TrainOriginTime:      t.dateTime(run.Calls[run.FirstStop()].Depart),
		TrainDestination:     &run.Calls[run.LastStop()].Station.Name,
		TrainDestinationTime: t.dateTime(run.Calls[run.LastStop()].Arrive),
		LastLocation:         &run.Calls[last].Station.Name,
		NextLocation:         empty,
		Difference:           t.number(int(run.LastDelay() / time.Second)),
		ScheduledDeparture:   noDateTime,
		ScheduledArrival:     noDateTime,
	}
	if last < run.LastStop() {
		record.NextLocation = &run.Calls[last+1].Station.Name
		record.ScheduledDeparture = t.dateTime(run.Calls[last].Depart)
		record.ScheduledArrival = t.dateTime(run.Calls[last+1].Arrive)
	}
}

// trains is an ordered list of journeys with or without trip updates.
type trains struct {
	updates   []*running.TripUpdate // of trains with realtime data
	scheduled []timetable.Journey   // trains without realtime data
	order     []uint64              // rank in the upper 32 bits; in the lower, an index in updates followed by scheduled

	prefetched int // written so that the compiler keeps the reads of prefetch
}

// indexMask selects the index in an element of trains.order.
const indexMask = 1<<32 - 1

// minPart is the minimum number of trains per goroutine.
const minPart = 1 << 10

// parallel calls f for parts of the trains, concurrently if there are many. The argument first is the index of the
// part's first train in t.order. If f panics, parallel panics in the caller's goroutine, where the server recovers.
func (t *trains) parallel(f func(first int, part trains)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), len(t.order)/minPart))
	panics := make(chan any, parts)
	var wait sync.WaitGroup
	for i := range parts {
		wait.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					panics <- fmt.Sprintf("%v\n\n%s", r, debug.Stack())
				}
			}()
			first, end := i*len(t.order)/parts, (i+1)*len(t.order)/parts
			f(first, trains{updates: t.updates, scheduled: t.scheduled, order: t.order[first:end]})
		})
	}
	wait.Wait()
	select {
	case r := <-panics:
		panic(r)
	default:
	}
}

// runAt returns the state of the i-th train at the time.
func (t *trains) runAt(i int, now time.Time) running.Run {
	n := int(t.order[i] & indexMask)
	if n < len(t.updates) {
		return running.At(t.updates[n].Journey, t.updates[n], now)
	}
	return running.At(t.scheduled[n-len(t.updates)], nil, now)
}

// runs yields the states of the trains at the time, in their order.
//
// The data of a record are scattered over memory. Reading them first for a batch of trains, with independent loads,
// lets the processor wait for many of them at the same time.
func (t *trains) runs(now time.Time) iter.Seq2[int, *running.Run] {
	return func(yield func(int, *running.Run) bool) {
		var batch [64]running.Run
		for first := 0; first < len(t.order); first += len(batch) {
			n := min(len(batch), len(t.order)-first)
			for i := range n {
				batch[i] = t.runAt(first+i, now)
			}
			for i := range n {
				t.prefetched += prefetch(&batch[i])
			}
			for i := range n {
				if !yield(first+i, &batch[i]) {
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

// current returns the current trains of the kind, or of all kinds if it is 0, ordered by code.
func (m moment) current(kind timetable.Kind) *trains {
	from, to := m.now.Add(-currentAfterEnd), m.now.Add(currentBeforeStart)
	var t trains
	for update := range m.Realtime.Between(from, to) {
		if kind == 0 || update.Journey.Kind == kind {
			t.updates = append(t.updates, update)
		}
	}
	for j := range m.Timetable.Between(from, to) {
		if (kind == 0 || j.Kind == kind) && m.Realtime.TripUpdate(j) == nil {
			t.scheduled = append(t.scheduled, j)
		}
	}
	m.sort(&t)
	return &t
}

// sort orders the trains by code and service date. A timetable numbers its trips by code, so comparing numbers is
// enough for all but added trains, which are not in the timetable.
func (m moment) sort(t *trains) {
	t.order = make([]uint64, 0, len(t.updates)+len(t.scheduled))
	add := func(j *timetable.Journey) {
		t.order = append(t.order, uint64(m.rank(j))<<32|uint64(len(t.order)))
	}
	for _, update := range t.updates {
		add(&update.Journey)
	}
	for i := range t.scheduled {
		add(&t.scheduled[i])
	}
	slices.Sort(t.order)
}

// rank returns a number by which journeys are ordered by code.
func (m moment) rank(j *timetable.Journey) int {
	if j.Number >= 0 {
		return 2*j.Number + 1
	}
	code, trips := timetable.Fold(j.Code), m.Timetable.Trips()
	return 2 * sort.Search(len(trips), func(i int) bool { return timetable.Fold(trips[i].Code) >= code })
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
