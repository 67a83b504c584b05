package timetable

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"sort"
	"time"
)

// A span is the time in which a trip is under way, in seconds from the start of its service date.
type span struct {
	start, end     int32
	trip, calendar int32 // indexes in Timetable.trips and Timetable.calendars
}

// A schedule is the calendar of trips whose times count in one zone.
type schedule struct {
	*Calendar
	zone int // index in Timetable.zones
}

// runs reports whether trips run on the service date of a window.
func (s *schedule) runs(w *window) bool { return s.zone == w.zone && s.Calendar.Has(w.number) }

// blockSize is the number of spans per element of Timetable.latestEnds.
const blockSize = 64

func (t *Timetable) indexSpans() {
	numbers := map[schedule]int32{}
	t.spans = make([]span, len(t.trips))
	for i, trip := range t.trips {
		times := schedule{trip.Calendar, t.zoneNumber(trip.Agency.Zone)}
		number, ok := numbers[times]
		if !ok {
			number = int32(len(t.calendars))
			numbers[times] = number
			t.calendars = append(t.calendars, times)
		}
		last := trip.Calls[len(trip.Calls)-1].Arrive
		t.spans[i] = span{seconds(trip.Calls[0].Depart), seconds(last), int32(i), number}
		t.maxDays = max(t.maxDays, int(last/(24*time.Hour))+1)
	}
	slices.SortFunc(t.spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.trip, b.trip))
	})
	t.latestEnds = make([]int32, (len(t.spans)+blockSize-1)/blockSize)
	for i, s := range t.spans {
		t.latestEnds[i/blockSize] = max(t.latestEnds[i/blockSize], s.end)
	}
}

// zoneNumber returns the index of a zone in Timetable.zones, which has each zone once.
func (t *Timetable) zoneNumber(zone *time.Location) int {
	same := func(z *time.Location) bool { return z == zone || z.String() == zone.String() }
	if i := slices.IndexFunc(t.zones, same); i >= 0 {
		return i
	}
	t.zones = append(t.zones, zone)
	return len(t.zones) - 1
}

// A stop is a stop of a trip at a station, in seconds from the start of the service date.
type stop struct {
	arrive, depart       int32
	trip, call, calendar int32 // indexes in Timetable.trips, Trip.Calls and Timetable.calendars
}

// indexStops lists the stops at each station. It takes the trips' calendars from the spans.
func (t *Timetable) indexStops() {
	calendars := make([]int32, len(t.trips))
	for _, s := range t.spans {
		calendars[s.trip] = s.calendar
	}
	t.stops = GroupByStation(t, func(yield func(*Station, stop) bool) {
		for number, trip := range t.trips {
			for i := range trip.Calls {
				call := &trip.Calls[i]
				arrive, depart := seconds(call.Arrive), seconds(call.Depart)
				switch i {
				case 0:
					arrive = depart
				case len(trip.Calls) - 1:
					depart = arrive
				}
				if !call.Passes && !yield(call.Station, stop{arrive, depart, int32(number), int32(i), calendars[number]}) {
					return
				}
			}
		}
	})
	t.longestStops = make([]int32, len(t.stations))
	for i, station := range t.stations {
		stops := t.stops.At(station)
		slices.SortFunc(stops, func(a, b stop) int {
			return cmp.Or(cmp.Compare(a.arrive, b.arrive), cmp.Compare(a.trip, b.trip), cmp.Compare(a.call, b.call))
		})
		for _, s := range stops {
			t.longestStops[i] = max(t.longestStops[i], s.depart-s.arrive)
		}
	}
}

// ByStation has values of a timetable grouped by station.
type ByStation[T any] struct {
	values []T
	starts []int32 // the index of each station's first value; the last element is len(values)
}

// GroupByStation groups the values that each yields twice, and keeps their order within a station.
func GroupByStation[T any](t *Timetable, each iter.Seq2[*Station, T]) (g ByStation[T]) {
	g.starts = make([]int32, len(t.stations)+1)
	for station := range each {
		g.starts[station.Number+1]++
	}
	for i := range t.stations {
		g.starts[i+1] += g.starts[i]
	}
	g.values = make([]T, g.starts[len(t.stations)])
	next := slices.Clone(g.starts)
	for station, value := range each {
		g.values[next[station.Number]] = value
		next[station.Number]++
	}
	return g
}

// At returns the values of a station. The caller must not change the slice.
func (g *ByStation[T]) At(station *Station) []T {
	return g.values[g.starts[station.Number]:g.starts[station.Number+1]]
}

func seconds(d time.Duration) int32 { return int32(d / time.Second) }

// A window is an interval in whole seconds from the start of a service date, both ends included.
type window struct {
	service   Date
	number    int // number of the service date, as returned by Date.Number
	zone      int // index in Timetable.zones
	start     time.Time
	low, high int32
}

// windows yields the interval relative to each service date, in each zone, whose trips can be under way in it.
func (t *Timetable) windows(from, to time.Time) iter.Seq[window] {
	return func(yield func(window) bool) {
		for i, zone := range t.zones {
			// Times may exceed 24 hours, so trips of earlier service dates can be under way. A service date starts before its
			// midnight when the clocks go forward, so trips of the next one can be too.
			first, last := DateOf(from.In(zone)).AddDays(-t.maxDays), DateOf(to.In(zone)).AddDays(1)
			for date := first; date.Compare(last) <= 0; date = date.AddDays(1) {
				start := date.Start(zone)
				w := window{date, date.Number(), i, start, -floor(start.Sub(from)), floor(to.Sub(start))}
				if !yield(w) {
					return
				}
			}
		}
	}
}

func floor(d time.Duration) int32 {
	n := d / time.Second
	if d%time.Second < 0 {
		n--
	}
	return int32(min(max(n, math.MinInt32), math.MaxInt32))
}

// Between yields the journeys that are scheduled to be under way at some time in the interval [from, to], ordered by
// zone, service date and then by start.
func (t *Timetable) Between(from, to time.Time) iter.Seq[Journey] {
	return func(yield func(Journey) bool) {
		for w := range t.windows(from, to) {
			for i, end := range t.latestEnds {
				spans := t.spans[i*blockSize : min((i+1)*blockSize, len(t.spans))]
				if spans[0].start > w.high {
					break
				}
				if end < w.low {
					continue
				}
				for _, s := range spans {
					if s.start > w.high || s.end < w.low || !t.calendars[s.calendar].runs(&w) {
						continue
					}
					if !yield(Journey{t.trips[s.trip], w.service, int(s.trip), w.start}) {
						return
					}
				}
			}
		}
	}
}

// StoppingAt yields the journeys that are scheduled to stand at the station at some time in the interval [from, to],
// with the index of the call. They are ordered by zone, service date and then by arrival (by departure, if they start there).
// A journey that calls there more than once is yielded once for each call in the interval.
func (t *Timetable) StoppingAt(station *Station, from, to time.Time) iter.Seq2[Journey, int] {
	return func(yield func(Journey, int) bool) {
		stops, longest := t.stops.At(station), t.longestStops[station.Number]
		for w := range t.windows(from, to) {
			first := sort.Search(len(stops), func(i int) bool { return stops[i].arrive >= w.low-longest })
			for _, s := range stops[first:] {
				if s.arrive > w.high {
					break
				}
				if s.depart < w.low || !t.calendars[s.calendar].runs(&w) {
					continue
				}
				if !yield(Journey{t.trips[s.trip], w.service, int(s.trip), w.start}, int(s.call)) {
					return
				}
			}
		}
	}
}
