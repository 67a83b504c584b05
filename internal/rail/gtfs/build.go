package gtfs

import (
	"cmp"
	"fmt"
	"math"
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

	shared map[string]bool // the codes that several trips have at once, as folded
}

// A stopInfo holds what calls need to know about a stop.
type stopInfo struct {
	station  *timetable.Station
	place    timetable.Point
	platform int32 // of Station.Platform
}

func build(c *checker, info timetable.Info) (*timetable.Timetable, error) {
	b := &builder{checker: c, paths: map[int32]*timetable.Path{}, reversed: map[int32]*timetable.Path{}, fits: map[string]fit{}, warned: map[int32]bool{}}
	if c.options.Merge > 0 {
		c.mergeStops(c.options.Merge)
	} else {
		c.hintAtTwins()
	}
	stations := b.stations()
	b.shareCalendars()
	trains, err := b.trains()
	if err != nil {
		return nil, err
	}
	trains = b.expandFrequencies(b.joinThrough(trains))
	if b.err != nil {
		return nil, b.err
	}
	assignCodes(trains, b.options.Codes)
	b.progress.stage(drafted)
	collect(len(trains))
	stations, trips, err := b.finish(stations, trains)
	if err != nil {
		return nil, err
	}
	if len(trips) == 0 {
		return nil, Warning{File: "trips.txt", Message: "no usable trips: " + b.report.tripCounts()}
	}
	if b.options.NumericIDs {
		timetable.SetNumericIDs(stations)
	}
	zone, progress := b.zone, b.progress
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
		key, dates := s.dates.Key(), s.dates // a copy, so that the service is not kept
		if same[key] == nil {
			same[key] = &dates
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

// finish completes the trips. It skips trips that package timetable rejects and stations without trains, and fills in the report.
func (b *builder) finish(stations []*timetable.Station, trains []*train) ([]*timetable.Station, []*timetable.Trip, error) {
	trips := make([]*timetable.Trip, 0, len(trains))
	served := map[*timetable.Station]bool{}
	paths := map[*timetable.Path]bool{}
	directions := map[[2]string]string{} // by headsign and last station
	first, last := math.MaxInt, 0
	r := b.report
	for _, t := range trains {
		if err := b.ctx.Err(); err != nil {
			return nil, nil, err
		}
		toward := [...]string{t.Direction, t.last().Station.Name}
		if _, ok := directions[toward]; !ok {
			directions[toward] = timetable.Direction(toward[0], toward[1])
		}
		t.Direction = directions[toward]
		if err := t.Check(); err != nil {
			r.InvalidTrips++
			r.warn(Warning{"trips.txt", int(t.row.line), "trip_id", fmt.Sprintf("trip %s: %v; trip skipped", Quote(t.row.id), err)})
			continue
		}
		for _, call := range t.Calls {
			served[call.Station] = true
			call.Station.Zone = cmp.Or(call.Station.Zone, t.Agency.Zone)
		}
		if t.Path != nil {
			paths[t.Path] = true
		}
		from, to, _ := t.Calendar.Ends()
		first, last = min(first, from), max(last, to)
		r.Calls += len(t.Calls)
		if t.Named {
			r.Named++
		}
		trips = append(trips, t.Trip)
	}
	b.distances.warn(r, "stop sequence")
	b.directions.warn(r, "stop sequence")
	stations = slices.DeleteFunc(stations, func(s *timetable.Station) bool { return !served[s] })
	r.Stations, r.Trips, r.Paths = len(stations), len(trips), len(paths)
	r.From, r.To = timetable.NumberedDate(first), timetable.NumberedDate(last)
	return stations, trips, nil
}
