package fiction

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// stations returns the stations, from the south to the north.
func stations() []timetable.Station {
	at := func(latitude, longitude float64) timetable.Point {
		return timetable.Point{Latitude: latitude, Longitude: longitude}
	}
	return []timetable.Station{
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
	outward, inward     string        // directions in words
	outwardAt, inwardAt time.Duration // how long after the start of an interval the trains leave
	day, night          time.Duration // intervals from 05:00 to midnight, and from then on
	stops               []stop        // outward
}

// interval returns the time from a departure to the next.
func (l line) interval(at time.Duration) time.Duration {
	if at >= 5*time.Hour && at < 24*time.Hour {
		return l.day
	}
	return l.night
}

// A stop is a station on a line: how long the train runs to it from the one before, and how long it waits there.
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
