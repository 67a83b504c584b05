package rail

import (
	"context"
	"slices"
	"sort"
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
	return s.positions(func(timetable.Kind) bool { return true }), nil
}

// GetCurrentTrainsXMLWithTrainType lists the current trains of the type.
func (s *Service) GetCurrentTrainsXMLWithTrainType(_ context.Context, req *realtime.GetCurrentTrainsXMLWithTrainType) ([]realtime.ObjTrainPositions, error) {
	kind, one := kind(req.TrainType)
	return s.positions(func(k timetable.Kind) bool { return !one || k == kind }), nil
}

func (s *Service) positions(wanted func(timetable.Kind) bool) []realtime.ObjTrainPositions {
	m := s.moment()
	trains := m.current(wanted)
	const fields = 7
	texts := newTexts(m.Plan.Zone(), fields*len(trains))
	records := make([]realtime.ObjTrainPositions, len(trains))
	for i := range trains {
		run := trains[i].at(m.now)
		place := run.Place()
		records[i] = realtime.ObjTrainPositions{
			TrainStatus:    texts.text(run.Status().String()),
			TrainLatitude:  texts.degrees(place.Latitude),
			TrainLongitude: texts.degrees(place.Longitude),
			TrainCode:      texts.text(run.Code),
			TrainDate:      texts.date(run.Departure(0)),
			PublicMessage:  texts.publicMessage(&run),
			Direction:      texts.text(run.Direction),
		}
	}
	return records
}

// GetVendorTrainsXML lists the current trains with their journeys and schedules.
func (s *Service) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	m := s.moment()
	trains := m.current(func(timetable.Kind) bool { return true })
	const fields = 16
	texts := newTexts(m.Plan.Zone(), fields*len(trains))
	records := make([]realtime.ObjVendorPositions, len(trains))
	for i := range trains {
		run := trains[i].at(m.now)
		place := run.Place()
		last := max(run.Reached(), run.First())
		record := &records[i]
		*record = realtime.ObjVendorPositions{
			TrainStatus:          texts.text(run.Status().String()),
			TrainLatitude:        texts.degrees(place.Latitude),
			TrainLongitude:       texts.degrees(place.Longitude),
			TrainCode:            texts.text(run.Code),
			TrainDate:            texts.date(run.Departure(0)),
			LastLocationType:     texts.text(lastLocationType(&run)),
			Direction:            texts.text(run.Direction),
			TrainOrigin:          texts.text(run.Calls[run.First()].Station.Name),
			TrainOriginTime:      texts.stamp(run.Departure(run.First())),
			TrainDestination:     texts.text(run.Calls[run.End()].Station.Name),
			TrainDestinationTime: texts.stamp(run.Arrival(run.End())),
			LastLocation:         texts.text(run.Calls[last].Station.Name),
			Difference:           texts.number(int(run.LastDelay() / time.Second)),
		}
		if last < run.End() {
			record.NextLocation = texts.text(run.Calls[last+1].Station.Name)
			record.ScheduledDeparture = texts.stamp(run.Departure(last))
			record.ScheduledArrival = texts.stamp(run.Arrival(last + 1))
		} else {
			record.NextLocation = texts.text("")
			record.ScheduledDeparture = texts.text(noStamp)
			record.ScheduledArrival = texts.text(noStamp)
		}
	}
	return records, nil
}

// A train is a journey that nothing is known of but the timetable, or what is known of one.
type train struct {
	live  *running.Live
	alone timetable.Journey // where live is nil
}

func (t *train) journey() *timetable.Journey {
	if t.live != nil {
		return &t.live.Journey
	}
	return &t.alone
}

func (t *train) at(now time.Time) running.Run { return running.At(*t.journey(), t.live, now) }

// current returns the current trains of the kinds in the order of their codes.
func (m moment) current(wanted func(timetable.Kind) bool) []train {
	from, to := m.now.Add(-lingers), m.now.Add(dueToStart)
	var trains []train
	for live := range m.Live.Between(from, to) {
		if wanted(live.Journey.Kind) {
			trains = append(trains, train{live: live})
		}
	}
	for j := range m.Plan.Between(from, to) {
		if m.Live.Of(j) == nil && wanted(j.Kind) {
			trains = append(trains, train{alone: j})
		}
	}
	return m.sort(trains)
}

// sort returns the trains in the order of their codes and service dates. A timetable has numbered its trips by code, so
// that numbers do for all but the trains that only realtime data know.
func (m moment) sort(trains []train) []train {
	const half = 32
	keys := make([]uint64, len(trains))
	for i := range trains {
		keys[i] = uint64(m.rank(&trains[i]))<<half | uint64(i)
	}
	if slices.IsSorted(keys) {
		return trains
	}
	slices.Sort(keys)
	sorted := make([]train, len(trains))
	for i, key := range keys {
		sorted[i] = trains[key&(1<<half-1)]
	}
	return sorted
}

// rank returns a number that grows as the codes of trains do.
func (m moment) rank(t *train) int {
	j := t.journey()
	if j.Number >= 0 {
		return 2*j.Number + 1
	}
	code, trips := timetable.Fold(j.Code), m.Plan.Trips()
	return 2 * sort.Search(len(trips), func(i int) bool { return timetable.Fold(trips[i].Code) >= code })
}

// lastLocationType returns what the train did at the call that it last reached.
func lastLocationType(run *running.Run) string {
	last := max(run.Reached(), run.First())
	switch {
	case run.Status() == running.Terminated:
		return "T"
	case !run.Departed(last):
		return "A"
	case run.Since(last) < justDeparted:
		return "D"
	}
	return "E"
}
