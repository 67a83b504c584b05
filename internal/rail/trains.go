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

// When a train is current beside the time that it runs.
const (
	dueToStart   = 10 * time.Minute
	lingers      = 5 * time.Minute
	justDeparted = time.Minute
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

// positions returns the current trains of the kind; of all where it is 0.
func (s *Service) positions(kind timetable.Kind) []realtime.ObjTrainPositions {
	m := s.moment()
	all := m.current(kind)
	const written = 3
	records := make([]realtime.ObjTrainPositions, len(all.order))
	all.inParts(func(first int, part trains) {
		texts := newTexts(m.Plan.Zone(), written*len(part.order))
		for i, run := range part.runs(m.now) {
			texts.of(run)
			place := run.Place()
			records[first+i] = realtime.ObjTrainPositions{
				TrainStatus:    letter(byte(run.Status())),
				TrainLatitude:  texts.degrees(place.Latitude),
				TrainLongitude: texts.degrees(place.Longitude),
				TrainCode:      &run.Code,
				TrainDate:      texts.date(run.Calls[0].Depart),
				PublicMessage:  texts.publicMessage(run),
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
	all.inParts(func(first int, part trains) {
		const written = 7
		texts := newTexts(m.Plan.Zone(), written*len(part.order))
		for i, run := range part.runs(m.now) {
			texts.vendorPosition(run, &records[first+i])
		}
	})
	return records, nil
}

// vendorPosition makes the record of a train.
func (t *texts) vendorPosition(run *running.Run, record *realtime.ObjVendorPositions) {
	t.of(run)
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
		TrainOriginTime:      t.stamp(run.Calls[run.FirstStop()].Depart),
		TrainDestination:     &run.Calls[run.LastStop()].Station.Name,
		TrainDestinationTime: t.stamp(run.Calls[run.LastStop()].Arrive),
		LastLocation:         &run.Calls[last].Station.Name,
		NextLocation:         empty,
		Difference:           t.number(int(run.LastDelay() / time.Second)),
		ScheduledDeparture:   noStamp,
		ScheduledArrival:     noStamp,
	}
	if last < run.LastStop() {
		record.NextLocation = &run.Calls[last+1].Station.Name
		record.ScheduledDeparture = t.stamp(run.Calls[last].Depart)
		record.ScheduledArrival = t.stamp(run.Calls[last+1].Arrive)
	}
}

// trains are journeys in an order.
type trains struct {
	lives []*running.TripUpdate     // what is known of some
	alone []timetable.Journey // those that nothing is known of but the timetable
	order []uint64            // ranks, and indexes in lives or, after these, in alone

	loaded int // keeps loads from being left out
}

// index is the part of an order that is an index.
const index = 1<<32 - 1

// leastPart is how many trains are worth a goroutine.
const leastPart = 1 << 10

// inParts calls f for the trains, or, where they are many, at the same time for a part of them on each processor, first
// being the place of its first train in the order of all. If f panics, so does inParts, where the server expects it.
func (t *trains) inParts(f func(first int, part trains)) {
	parts := max(1, min(runtime.GOMAXPROCS(0), len(t.order)/leastPart))
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
			f(first, trains{lives: t.lives, alone: t.alone, order: t.order[first:end]})
		})
	}
	wait.Wait()
	select {
	case r := <-panics:
		panic(r)
	default:
	}
}

// at returns the i-th train as it stands at the time.
func (t *trains) at(i int, now time.Time) running.Run {
	n := int(t.order[i] & index)
	if n < len(t.lives) {
		return running.At(t.lives[n].Journey, t.lives[n], now)
	}
	return running.At(t.alone[n-len(t.lives)], nil, now)
}

// runs yields the trains in their order as they stand at the time.
//
// What a record is made of is spread over memory. To load it for a batch of trains first, one independent of the other,
// lets the processor wait for many of them at once.
func (t *trains) runs(now time.Time) iter.Seq2[int, *running.Run] {
	return func(yield func(int, *running.Run) bool) {
		var batch [64]running.Run
		for first := 0; first < len(t.order); first += len(batch) {
			n := min(len(batch), len(t.order)-first)
			for i := range n {
				batch[i] = t.at(first+i, now)
			}
			for i := range n {
				t.loaded += load(&batch[i])
			}
			for i := range n {
				if !yield(first+i, &batch[i]) {
					return
				}
			}
		}
	}
}

// load reads what the record of the train is made of. What it returns has no meaning.
func load(run *running.Run) int {
	last := max(run.Reached(), run.FirstStop())
	next := min(last+1, run.LastStop())
	return len(run.Calls[run.FirstStop()].Station.Name) + len(run.Calls[run.LastStop()].Station.Name) +
		len(run.Calls[last].Station.Name) + len(run.Calls[next].Station.Name)
}

// current returns the current trains of the kind, or of all where it is 0, in the order of their codes.
func (m moment) current(kind timetable.Kind) *trains {
	from, to := m.now.Add(-lingers), m.now.Add(dueToStart)
	var t trains
	for live := range m.Realtime.Between(from, to) {
		if kind == 0 || live.Journey.Kind == kind {
			t.lives = append(t.lives, live)
		}
	}
	for j := range m.Plan.Between(from, to) {
		if (kind == 0 || j.Kind == kind) && m.Realtime.TripUpdate(j) == nil {
			t.alone = append(t.alone, j)
		}
	}
	m.sort(&t)
	return &t
}

// sort puts the trains in the order of their codes and service dates. A timetable has numbered its trips by code, so
// that numbers do for all but the trains that only realtime data know.
func (m moment) sort(t *trains) {
	t.order = make([]uint64, 0, len(t.lives)+len(t.alone))
	add := func(j *timetable.Journey) {
		t.order = append(t.order, uint64(m.rank(j))<<32|uint64(len(t.order)))
	}
	for _, live := range t.lives {
		add(&live.Journey)
	}
	for i := range t.alone {
		add(&t.alone[i])
	}
	slices.Sort(t.order)
}

// rank returns a number that grows as the codes of trains do.
func (m moment) rank(j *timetable.Journey) int {
	if j.Number >= 0 {
		return 2*j.Number + 1
	}
	code, trips := timetable.Fold(j.Code), m.Plan.Trips()
	return 2 * sort.Search(len(trips), func(i int) bool { return timetable.Fold(trips[i].Code) >= code })
}

// lastLocationType returns what the train did at the call that it last reached.
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
