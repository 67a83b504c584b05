package gtfs

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"example.com/quartet/internal/rail/timetable"
)

// A builder makes the timetable from the rows that passed the check.
type builder struct {
	*checker

	byStop                []stopInfo                // by index of the stop
	calendars             []*timetable.Calendar     // by index of the service
	paths                 map[int32]*timetable.Path // by index of the shape
	reversed              map[int32]*timetable.Path // the same in the other direction
	fits                  map[string]fit            // by patternOf
	work                  int                       // spent on fits; see maxWork
	warned                map[int32]bool            // the shapes with a warning
	distances, directions tally                     // warnings about shapes

	shared map[string]bool  // the codes that several trips have at once, as folded
	at     []float64        // buffer for the positions of one trip
	slab   []timetable.Call // free calls; see newCalls
}

// A stopInfo holds what calls need to know about a stop.
type stopInfo struct {
	station  *timetable.Station
	place    timetable.Point
	platform int32 // of Station.Platform
}

func build(ctx context.Context, c *checker, info timetable.Info, progress *progress) (*timetable.Timetable, error) {
	b := &builder{checker: c, paths: map[int32]*timetable.Path{}, reversed: map[int32]*timetable.Path{}, fits: map[string]fit{}, warned: map[int32]bool{}}
	if c.options.Merge > 0 {
		c.mergeStops(c.options.Merge)
	} else {
		c.hintAtTwins()
	}
	stations := b.stations()
	b.shareCalendars()
	drafts, err := b.drafts(ctx)
	if err != nil {
		return nil, err
	}
	drafts = b.joinThrough(drafts)
	drafts = b.expandFrequencies(drafts)
	if b.err != nil {
		return nil, b.err
	}
	assignCodes(drafts, b.options.Codes)
	progress.stage(drafted)
	b.tripIndex, b.transfers = nil, nil
	collect(len(drafts))
	stations, trips, err := b.finish(ctx, stations, drafts)
	if err != nil {
		return nil, err
	}
	if len(trips) == 0 {
		return nil, Warning{File: "trips.txt", Message: "no usable trips: " + b.report.tripCounts()}
	}
	if b.options.NumericIDs {
		timetable.SetNumericIDs(stations)
	}
	zone := b.zone
	*c, *b = checker{}, builder{} // nothing of the feed is needed any more
	collect(len(trips))
	progress.stage(finished)
	plan, err := timetable.New(zone, stations, trips, info)
	if err != nil {
		return nil, fmt.Errorf("building the timetable: %w", err)
	}
	return plan, nil
}

// collect runs the garbage collector if there are many trips. Otherwise the heap would grow to twice the memory that is in
// use before the collector runs, and large feeds take most of the memory that a service has.
func collect(trips int) {
	if trips > 20_000 {
		runtime.GC()
	}
}

// shareCalendars makes one calendar for all services with the same dates, so that the dates of trips can be compared by
// pointer.
func (b *builder) shareCalendars() {
	b.calendars = make([]*timetable.Calendar, len(b.services))
	same := map[string]*timetable.Calendar{}
	for i, s := range b.services {
		if s.dates.Size() == 0 {
			continue
		}
		key := s.dates.Key()
		if same[key] == nil {
			same[key] = s.dates
		}
		b.calendars[i] = same[key]
	}
}

// byID returns the indexes of the used rows, in the order of their IDs.
func byID[T any](rows []T, used func(*T) bool, id func(*T) string) []int32 {
	var order []int32
	for i := range rows {
		if used(&rows[i]) {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(id(&rows[a]), id(&rows[b])) })
	return order
}

// skipTrip counts a skipped trip and warns about it.
func (b *builder) skipTrip(row *trip, why string) {
	b.report.InvalidTrips++
	b.report.warn(Warning{"trips.txt", int(row.line), "trip_id", fmt.Sprintf("trip %s: %s; trip skipped", quote(row.id), why)})
}

// finish makes the trips, in the order of the timetable. It skips trips that package timetable rejects and stations
// without trains, and fills in the report.
func (b *builder) finish(ctx context.Context, stations []*timetable.Station, drafts []*draft) ([]*timetable.Station, []*timetable.Trip, error) {
	inOrder(drafts)
	trips := make([]*timetable.Trip, 0, len(drafts))
	block := make([]timetable.Trip, len(drafts)) // so that the garbage collector has few objects to visit
	served := map[*timetable.Station]bool{}
	paths := map[*timetable.Path]bool{}
	directions := map[[2]string]string{} // by headsign and last station
	first, last := lastDay, day(0)
	for i, d := range drafts {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		trip := &block[len(trips)]
		*trip = b.trip(d)
		drafts[i] = nil
		toward := [...]string{d.headsign(), trip.Calls[len(trip.Calls)-1].Station.Name}
		if _, ok := directions[toward]; !ok {
			directions[toward] = timetable.Direction(toward[0], toward[1])
		}
		trip.Direction = directions[toward]
		if err := trip.Check(); err != nil {
			b.skipTrip(d.row, err.Error())
			continue
		}
		for _, call := range trip.Calls {
			served[call.Station] = true
			call.Station.Zone = cmp.Or(call.Station.Zone, trip.Agency.Zone)
		}
		if trip.Path != nil {
			paths[trip.Path] = true
		}
		from, to, _ := d.calendar.Ends()
		first, last = min(first, day(from)), max(last, day(to))
		b.report.Calls += len(trip.Calls)
		if trip.Named {
			b.report.Named++
		}
		trips = append(trips, trip)
	}
	b.distances.warn(b.report, "stop sequence")
	b.directions.warn(b.report, "stop sequence")
	kept := stations[:0]
	for _, s := range stations {
		if served[s] {
			kept = append(kept, s)
		}
	}
	r := b.report
	r.Stations, r.Trips, r.Paths, r.From, r.To = len(kept), len(trips), len(paths), first.date(), last.date()
	used := map[int32]bool{}
	for _, route := range b.routes {
		if route.used && !used[route.agency] {
			used[route.agency] = true
			r.Agencies = append(r.Agencies, b.agencies[route.agency].Name)
		}
	}
	slices.Sort(r.Agencies)
	return kept, trips, nil
}

// inOrder sorts the drafts as timetable.New does, so that the calls of successive trips are next to each other in memory.
func inOrder(drafts []*draft) {
	type keyed struct {
		code string
		*draft
	}
	all := make([]keyed, len(drafts))
	for i, d := range drafts {
		all[i] = keyed{timetable.Fold(d.code), d}
	}
	slices.SortStableFunc(all, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.first.depart, b.first.depart), cmp.Compare(a.row.id, b.row.id))
	})
	for i := range all {
		drafts[i] = all[i].draft
	}
}
