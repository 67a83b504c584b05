package passenger

import (
	"cmp"
	"slices"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// boardWindow is how far a board looks ahead, as the default of the contract's boards.
const boardWindow = 90 * time.Minute

// maxAhead is how far ahead the next train is looked for.
const maxAhead = 24 * time.Hour

// A Board is the board of a station.
type Board struct {
	Now     Time    `json:"now"`
	Code    string  `json:"code"`
	Name    string  `json:"name"`
	Trains  []Row   `json:"trains"`            // by the time at which each is here
	Station []int   `json:"station,omitempty"` // the alerts about the station
	Alerts  []Alert `json:"alerts"`
	Period  string  `json:"period,omitempty"` // says that the timetable has ended or not begun
	Next    *Row    `json:"next,omitempty"`   // if there are no trains: the next one that departs within a day
	Twins   []Twin  `json:"twins,omitempty"`  // the other stops of the same name within walking distance
}

// A Row is a train on a board. A train that is cancelled or leaves out the stop is on it until its scheduled time.
type Row struct {
	Train
	Arrival   *Event `json:"arrival,omitempty"`   // nil at the origin
	Departure *Event `json:"departure,omitempty"` // nil at the destination
	Platform  string `json:"platform,omitempty"`  // as scheduled
	Here      bool   `json:"here,omitempty"`      // it stands at the station
	Omitted   bool   `json:"omitted,omitempty"`   // it is cancelled, or does not stop here
}

// board returns the board of a station.
func (a *answer) board(station *timetable.Station) *Board {
	b := &Board{Now: a.time(a.now), Code: station.Code, Name: station.Name, Trains: []Row{}, Period: a.period()}
	b.Station = a.about(a.Realtime.AlertsAt(station))
	until := a.now.Add(boardWindow)
	for run, i := range a.Due(station, a.now, until) {
		b.Trains = append(b.Trains, a.row(&run, i))
	}
	for run, i := range a.Omitted(station, a.now, until) {
		row := a.row(&run, i)
		row.Omitted, row.Here = true, false
		b.Trains = append(b.Trains, row)
	}
	slices.SortStableFunc(b.Trains, func(x, y Row) int {
		return cmp.Or(cmp.Compare(x.at(), y.at()), cmp.Compare(x.Code, y.Code), cmp.Compare(x.Date, y.Date))
	})
	if len(b.Trains) == 0 {
		b.Next = a.next(station, until)
	}
	b.Twins = a.twins(station)
	b.Alerts = a.listed()
	return b
}

// row returns the row of a train at call i.
func (a *answer) row(run *running.Run, i int) Row {
	r := Row{Train: a.train(run), Platform: run.Calls[i].PlatformCode(), Here: run.Reached() == i && !run.Departed(i)}
	if i > run.FirstStop() {
		r.Arrival = a.event(run, run.Calls[i].Arrive, run.Arrive(i))
	}
	if i < run.LastStop() {
		r.Departure = a.event(run, run.Calls[i].Depart, run.Depart(i))
	}
	if !run.Stops(i) {
		for _, e := range []*Event{r.Arrival, r.Departure} {
			if e != nil {
				e.Expected, e.Late = nil, 0
			}
		}
	}
	return r
}

// at returns when the train is at the station, in seconds since 1970.
func (r *Row) at() int64 {
	e := cmp.Or(r.Departure, r.Arrival)
	if e.Expected != nil {
		return e.Expected.At
	}
	return e.Scheduled.At
}

// next returns the first train that departs from a station after a time, and within a day of the clock; or nil.
func (a *answer) next(station *timetable.Station, after time.Time) *Row {
	var first *Row
	for run, i := range a.Due(station, after, a.now.Add(maxAhead)) {
		if i == run.LastStop() {
			continue
		}
		now := running.At(run.Journey, run.TripUpdate(), a.now)
		if row := a.row(&now, i); first == nil || row.at() < first.at() {
			first = &row
		}
	}
	return first
}
