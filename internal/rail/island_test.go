package rail_test

import (
	"fmt"
	"testing"
	"time"
	_ "time/tzdata"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// The tests use a fictional island: twelve stations and a mainline, a suburban and a metro line that meet in the
// capital, with trains in both directions at every hour of every day. The expected results are computed by hand from
// the tables in this file.

func islandStations() []*timetable.Station {
	at := func(latitude, longitude float64) timetable.Point {
		return timetable.Point{Latitude: latitude, Longitude: longitude}
	}
	return []*timetable.Station{
		{ID: "1", Code: "PILOT", Name: "Pilot Quay", Alias: "Ferry Terminal", Place: at(46.1985, -18.5512)},
		{ID: "2", Code: "STERG", Name: "Sterling Gate", Alias: "City Terminus", Place: at(46.2104, -18.5207)},
		{ID: "3", Code: "MUSEM", Name: "Museum", Place: at(46.2151, -18.5016)},
		{ID: "4", Code: "FNDRY", Name: "Foundry Road", Alias: "Stadium", Place: at(46.2139, -18.4722)},
		{ID: "5", Code: "LARKF", Name: "Larkfield", Place: at(46.2247, -18.4390)},
		{ID: "6", Code: "LNTRN", Name: "Lantern Row", Place: at(46.2338, -18.5122)},
		{ID: "7", Code: "KILNS", Name: "Kilnside", Place: at(46.2796, -18.4883)},
		{ID: "8", Code: "OSIER", Name: "Osier Park", Alias: "University & Gardens", Place: at(46.3187, -18.4605)},
		{ID: "9", Code: "WEAVC", Name: "Weaver's Cross", Place: at(46.3562, -18.4311)},
		{ID: "10", Code: "HARFN", Name: "Harrow Fen", Place: at(46.6508, -18.2103)},
		{ID: "11", Code: "TARNB", Name: "Tarn Bridge", Alias: "Ponte d'Água", Place: at(46.9514, -18.0654)},
		{ID: "12", Code: "ORRIN", Name: "Cape Orrin", Alias: "Cabo Orrín", Place: at(47.2603, -17.8297)},
	}
}

// A line is a pair of end stations with trains between them in both directions.
type line struct {
	kind                timetable.Kind
	outward, inward     string        // directions as text
	outwardAt, inwardAt time.Duration // the trains' departures, from the start of an interval
	day, night          time.Duration // intervals from 05:00 to midnight and from midnight to 05:00
	stops               []stop        // outward
}

// A stop is a station on a line, with the running time from the station before and the time that the train stands
// there.
type stop struct {
	code      string
	run, wait time.Duration
	passes    bool
}

const (
	second = time.Second
	minute = time.Minute
)

var lines = []line{
	{
		kind: timetable.Mainline, outward: "To Cape Orrin", inward: "To Sterling Gate",
		inwardAt: 30 * minute, day: 60 * minute, night: 60 * minute,
		stops: []stop{
			{code: "STERG"},
			{code: "KILNS", run: 8 * minute, passes: true},
			{code: "WEAVC", run: 8 * minute, wait: 1 * minute},
			{code: "HARFN", run: 31 * minute, wait: 1 * minute},
			{code: "TARNB", run: 30 * minute, wait: 2 * minute},
			{code: "ORRIN", run: 34 * minute},
		},
	},
	{
		kind: timetable.Suburban, outward: "Northbound", inward: "Southbound",
		outwardAt: 5 * minute, inwardAt: 15 * minute, day: 20 * minute, night: 30 * minute,
		stops: []stop{
			{code: "STERG"},
			{code: "LNTRN", run: 4 * minute, wait: 30 * second},
			{code: "KILNS", run: 7 * minute, wait: 30 * second},
			{code: "OSIER", run: 6 * minute, wait: 30 * second},
			{code: "WEAVC", run: 6*minute + 30*second},
		},
	},
	{
		kind: timetable.Metro, outward: "Eastbound", inward: "Westbound",
		outwardAt: 2 * minute, inwardAt: 7 * minute, day: 10 * minute, night: 20 * minute,
		stops: []stop{
			{code: "PILOT"},
			{code: "STERG", run: 5 * minute, wait: 30 * second},
			{code: "MUSEM", run: 2*minute + 30*second, wait: 30 * second},
			{code: "FNDRY", run: 3*minute + 30*second, wait: 30 * second},
			{code: "LARKF", run: 4*minute + 30*second},
		},
	},
}

// The trains of a service date start from serviceDayStart up to serviceDayStart of the next date. That is not 24 hours
// later on the two dates a year when the clocks change; trips are scheduled for the longest, maxServiceDay.
const (
	serviceDayStart = 4 * time.Hour
	maxServiceDay   = 25 * time.Hour
)

// island returns the island's timetable.
func island(t testing.TB) *timetable.Timetable {
	t.Helper()
	zone, err := time.LoadLocation("Atlantic/Madeira")
	if err != nil {
		t.Fatal(err)
	}
	byCode := map[string]*timetable.Station{}
	stations := islandStations()
	for _, s := range stations {
		byCode[s.Code] = s
	}
	var trips []*timetable.Trip
	for _, line := range lines {
		trips = append(trips, line.trips(byCode, islandCalendars(zone))...)
	}
	plan, err := timetable.New(zone, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// islandCalendars returns, for each number of hours, the service dates that have at least that many hours.
func islandCalendars(zone *time.Location) map[time.Duration]*timetable.Calendar {
	calendars := map[time.Duration]*timetable.Calendar{}
	for d := (timetable.Date{Year: 2026, Month: time.January, Day: 1}); d.Year < 2028; d = d.AddDays(1) {
		for hours := time.Duration(1); hours <= d.AddDays(1).Start(zone).Sub(d.Start(zone))/time.Hour; hours++ {
			if calendars[hours] == nil {
				calendars[hours] = new(timetable.Calendar)
			}
			calendars[hours].Add(d.Number())
		}
	}
	return calendars
}

// trips returns the trips of both directions of the line, at the line's intervals.
func (l line) trips(stations map[string]*timetable.Station, calendars map[time.Duration]*timetable.Calendar) []*timetable.Trip {
	outward := l.calls(stations)
	inward := reverse(outward)
	var trips []*timetable.Trip
	add := func(number int, direction string, calls []timetable.Call, start time.Duration) {
		code := fmt.Sprintf("%c%d", l.kind, number)
		trips = append(trips, &timetable.Trip{
			ID: code, Code: code, Kind: l.kind, Direction: direction, DirectionID: -1,
			Calls: shift(calls, start), Calendar: calendars[(start-serviceDayStart)/time.Hour+1],
		})
	}
	number := 100
	for start := serviceDayStart; start < serviceDayStart+maxServiceDay; {
		add(number+1, l.outward, outward, start+l.outwardAt)
		add(number, l.inward, inward, start+l.inwardAt)
		number += 2
		if start >= 5*time.Hour && start < 24*time.Hour {
			start += l.day
		} else {
			start += l.night
		}
	}
	return trips
}

// calls returns the calls of the outward journey, with times from its departure.
func (l line) calls(stations map[string]*timetable.Station) []timetable.Call {
	var at time.Duration
	var calls []timetable.Call
	for i, s := range l.stops {
		at += s.run
		calls = append(calls, timetable.Call{
			Station: stations[s.code], Sequence: uint32(i + 1), Arrive: at, Depart: at + s.wait, Passes: s.passes,
		})
		at += s.wait
	}
	return calls
}

// reverse returns the calls of the journey in the other direction, with the same running times and stops.
func reverse(calls []timetable.Call) []timetable.Call {
	end := calls[len(calls)-1].Arrive
	back := make([]timetable.Call, len(calls))
	for i, c := range calls {
		c.Arrive, c.Depart = end-c.Depart, end-c.Arrive
		back[len(calls)-1-i] = c
	}
	return back
}

func shift(calls []timetable.Call, by time.Duration) []timetable.Call {
	shifted := make([]timetable.Call, len(calls))
	for i, c := range calls {
		c.Arrive += by
		c.Depart += by
		shifted[i] = c
	}
	return shifted
}

// A realtimeModel returns the times of a journey as known at an instant, or nil if there are no realtime data.
type realtimeModel func(j timetable.Journey, now time.Time) []running.Times

// delayedBy returns the model in which every train has the same constant delay, known from its start.
func delayedBy(late time.Duration) realtimeModel {
	return func(j timetable.Journey, now time.Time) []running.Times {
		if now.Before(j.Departure(0)) {
			return nil
		}
		times := make([]running.Times, len(j.Calls))
		for i := range times {
			times[i] = running.Times{Arrive: j.Arrival(i).Add(late), Depart: j.Departure(i).Add(late)}
			if i == 0 {
				times[i].Depart = j.Departure(i).Add(max(late, 0))
			}
		}
		return times
	}
}

// noRealtime is the model without realtime data.
func noRealtime(timetable.Journey, time.Time) []running.Times { return nil }

// varyingDelays is the model in which each train has different delays, from three minutes early to twelve late, known
// ten minutes before its start.
func varyingDelays(j timetable.Journey, now time.Time) []running.Times {
	if now.Before(j.Departure(0).Add(-10 * minute)) {
		return nil
	}
	seed := uint64(j.Number)*2654435761 + uint64(j.Departure(0).Unix())
	between := func(low, high int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return low + int((seed>>33)%uint64(high-low+1))
	}
	lossRange := [][2]int{{0, 0}, {-10, 10}, {-30, 60}, {20, 120}, {-75, -15}}[between(0, 4)]
	times := make([]running.Times, len(j.Calls))
	leave := j.Departure(0).Add(time.Duration(between(0, 1)*between(0, 180)) * second)
	times[0] = running.Times{Arrive: leave, Depart: leave}
	for i := 1; i < len(times); i++ {
		late := leave.Sub(j.Departure(i - 1))
		late = min(late+time.Duration(between(lossRange[0], lossRange[1]))*second, 12*minute)
		fastest := (j.Arrival(i).Sub(j.Departure(i-1)) * 3 / 4).Round(second)
		arrive := latest(j.Arrival(i).Add(late), leave.Add(fastest))
		leave = arrive
		if call := j.Calls[i]; !call.Passes && i < j.Last() {
			leave = latest(j.Departure(i), arrive.Add((call.Depart-call.Arrive)/2))
		}
		times[i] = running.Times{Arrive: arrive, Depart: leave}
	}
	return times
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// A modelSource provides states of a timetable with realtime data from a model, for the trains of three days.
type modelSource struct {
	plan  *timetable.Timetable
	model realtimeModel
}

func (s modelSource) State(now time.Time) *running.State {
	var updates []*running.TripUpdate
	for j := range s.plan.Between(now.Add(-36*time.Hour), now.Add(time.Hour)) {
		if times := s.model(j, now); times != nil {
			updates = append(updates, &running.TripUpdate{Journey: j, Times: times})
		}
	}
	return &running.State{Timetable: s.plan, Realtime: running.NewSnapshot(s.plan, now, updates)}
}

// fixedSource always provides the same state.
type fixedSource running.State

func (f *fixedSource) State(time.Time) *running.State { return (*running.State)(f) }
