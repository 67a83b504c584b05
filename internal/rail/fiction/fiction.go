// Package fiction is a small railway on an island that does not exist: twelve stations, a mainline, a suburban line
// and a metro line that meet in the capital, trains at every hour of every day, and how late they run.
//
// Everything follows from the tables in network.go, the code of a train and its date: the same train is as late today
// however often and wherever one asks.
//
//go:generate go run ./makefeed feed
package fiction

import (
	"fmt"
	"time"
	_ "time/tzdata" // the railway's zone, on systems that have no zones

	"example.com/quartet/internal/rail/timetable"
)

// Zone is the name of the time zone of the island.
const Zone = "Atlantic/Madeira"

// A service date's trains start from its turnover up to that of the next one. The clocks change in between, so on two
// dates a year that is not 24 hours later; trips are planned for the longest.
const (
	turnover = 4 * time.Hour
	planned  = 25 * time.Hour
)

// Timetable returns the island's timetable.
func Timetable() (*timetable.Timetable, error) {
	zone, err := time.LoadLocation(Zone)
	if err != nil {
		return nil, fmt.Errorf("loading the time zone of the network: %w", err)
	}
	byCode := map[string]*timetable.Station{}
	var all []*timetable.Station
	for _, s := range stations() {
		byCode[s.Code] = &s
		all = append(all, &s)
	}
	var trips []*timetable.Trip
	for _, line := range lines {
		trips = append(trips, line.trips(byCode, zone)...)
	}
	return timetable.New(zone, all, trips, timetable.Info{})
}

// trips returns the trips of both directions of the line, each as often as the line's intervals have it.
func (l line) trips(stations map[string]*timetable.Station, zone *time.Location) []*timetable.Trip {
	outward := l.calls(stations)
	inward := reverse(outward)
	var trips []*timetable.Trip
	runs := calendars(zone)
	add := func(number int, direction string, calls []timetable.Call, start time.Duration) {
		code := fmt.Sprintf("%c%d", l.kind, number)
		trips = append(trips, &timetable.Trip{
			ID:        code,
			Code:      code,
			Kind:      l.kind,
			Direction: direction,
			Calls:     shift(calls, start),
			Calendar:  runs[(start-turnover)/time.Hour+1],
		})
	}
	number := 100
	for start := turnover; start < turnover+planned; start += l.interval(start) {
		add(number+1, l.outward, outward, start+l.outwardAt)
		add(number, l.inward, inward, start+l.inwardAt)
		number += 2
	}
	return trips
}

// dates yields those that the timetable knows: it runs from 2020 to 2059.
func dates(yield func(timetable.Date) bool) {
	for d := (timetable.Date{Year: 2020, Month: time.January, Day: 1}); d.Year < 2060 && yield(d); d = d.AddDays(1) {
	}
}

// calendars returns by hours when trips run that start within so many hours after the turnover.
func calendars(zone *time.Location) map[time.Duration]*timetable.Calendar {
	runs := map[time.Duration][]timetable.Date{}
	for d := range dates {
		for hours := time.Duration(1); hours <= length(d, zone)/time.Hour; hours++ {
			runs[hours] = append(runs[hours], d)
		}
	}
	calendars := map[time.Duration]*timetable.Calendar{}
	for hours, dates := range runs {
		calendars[hours] = timetable.NewCalendar(dates...)
	}
	return calendars
}

// length returns the time from the turnover of a service date to that of the next.
func length(d timetable.Date, zone *time.Location) time.Duration {
	return d.AddDays(1).Start(zone).Sub(d.Start(zone))
}

// calls returns the calls of the outward journey, counted from its departure.
func (l line) calls(stations map[string]*timetable.Station) []timetable.Call {
	var at time.Duration
	var calls []timetable.Call
	for _, s := range l.stops {
		at += s.run
		calls = append(calls, timetable.Call{
			Station: stations[s.code], Arrive: at, Depart: at + s.wait, Passes: s.passes,
		})
		at += s.wait
	}
	return calls
}

// reverse returns the calls of the journey in the other direction, with the same times to run and to wait.
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
