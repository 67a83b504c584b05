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
	Period  string  `json:"period,omitempty"` // says that the timetable of the station has ended or not begun
	Next    *Row    `json:"next,omitempty"`   // if there are no trains: the next one that departs within a day
	Twins   []Twin  `json:"twins,omitempty"`  // the other stops of the same name within walking distance
}

// A Row is a train on a board. A train that is cancelled or leaves out the stop is on it until its scheduled time.
type Row struct {
	Train
	Arrival   *Event   `json:"arrival,omitempty"`   // nil at the first call of its timetable, and if it has ended here
	Departure *Event   `json:"departure,omitempty"` // nil at the last call of its timetable
	Platform  string   `json:"platform,omitempty"`
	Planned   string   `json:"planned,omitempty"` // the platform of the timetable, if another one is reported
	Here      bool     `json:"here,omitempty"`    // it stands at the station
	Omitted   bool     `json:"omitted,omitempty"` // it is cancelled, or does not stop here
	Notes     []string `json:"notes,omitempty"`   // what is not as in the timetable: "ends at Osier Park instead of Ivy Cross"
}

// board returns the board of a station.
func (a *answer) board(station *timetable.Station) *Board {
	a.in(station.Zone)
	b := &Board{Now: a.time(a.now), Code: station.Code, Name: station.Name, Trains: []Row{}, Period: a.periodAt(station)}
	b.Station = a.about(append(a.outOfDate(), a.Realtime.Alerts().At(station)...))
	until := a.now.Add(boardWindow)
	for run, i := range a.Due(station, a.now, until) {
		b.Trains = append(b.Trains, a.row(&run, i))
	}
	for run, i := range a.Omitted(station, a.now, until) {
		row := a.row(&run, i)
		if !row.Omitted {
			row.Arrival = nil // it has arrived, and does not go on
		}
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
	c := run.Call(i)
	r := Row{Train: a.train(run), Platform: c.PlatformCode(), Planned: c.PlannedPlatform(), Omitted: c.Omitted}
	r.Arrival, r.Departure = a.event(run, &c, &c.Arrival), a.event(run, &c, &c.Departure)
	r.Here = !r.Omitted && run.Reached() == i && !c.Departure.Over
	for _, e := range []*Event{r.Arrival, r.Departure} {
		if e != nil && !e.Omitted && r.Here && r.Seen {
			e.Status, e.Mood = "Here now", "here"
		}
	}
	if !r.Cancelled {
		r.Notes = changes(run, i)
	}
	return r
}

// maxChanges is how many changes of the journey a row names.
const maxChanges = 3

// changes says what differs from the timetable on the journey of a train from call i on, and where it starts.
func changes(run *running.Run, i int) (notes []string) {
	place := func(at int) string {
		if at == i {
			return "here"
		}
		return "at " + run.Calls[at].Station.Name
	}
	first, last := run.FirstStop(), run.LastStop()
	if first > 0 {
		notes = append(notes, "starts "+place(first)+" instead of "+run.Origin().Name)
	}
	for k := max(i, first) + 1; k < last && len(notes) < maxChanges; k++ {
		if run.Skipped(k) && !run.Calls[k].Passes {
			notes = append(notes, "does not stop "+place(k))
		}
	}
	if last < run.Last() {
		notes = append(notes, "ends "+place(last)+" instead of "+run.Journey.Destination().Name)
	}
	return notes
}

// at returns when the train is at the station, in seconds since 1970: when it departs or, if it does not, when it arrives.
func (r *Row) at() int64 {
	e := r.Departure
	if e == nil || e.Omitted && r.Arrival != nil {
		e = r.Arrival
	}
	return cmp.Or(e.Expected, &e.Scheduled).At
}

// next returns the first train that departs from a station after a time, and within a day of the clock; or nil.
func (a *answer) next(station *timetable.Station, after time.Time) *Row {
	var first running.Run
	at, earliest := -1, time.Duration(0)
	for run, i := range a.Due(station, after, a.now.Add(maxAhead)) {
		if wait := run.Start().Add(run.Depart(i)).Sub(a.now); i < run.LastStop() && (at < 0 || wait < earliest) {
			first, at, earliest = running.At(run.Journey, run.TripUpdate(), a.now), i, wait
		}
	}
	if at < 0 {
		return nil
	}
	return new(a.row(&first, at))
}

// A Twin is another stop of a station of which the feed does not say that it is one.
type Twin struct {
	Stop
	Platform   string   `json:"platform,omitempty"`
	Directions []string `json:"directions,omitempty"` // of most trains of the next 24 hours, without the directions that the asked stop has, too
}

// maxDirections is how many directions tell a twin from the others.
const maxDirections = 2

func (a *answer) twins(station *timetable.Station) (twins []Twin) {
	all := a.Timetable.Twins(station)
	if len(all) == 0 {
		return nil
	}
	own := a.departures(station)
	for _, s := range all {
		departures := a.departures(s)
		twin := Twin{Stop: stopOf(s)}
		if len(s.PlatformCodes) > 0 {
			twin.Platform = s.PlatformCodes[0]
		}
		for direction := range departures {
			if own[direction] == 0 {
				twin.Directions = append(twin.Directions, direction)
			}
		}
		slices.SortFunc(twin.Directions, func(a, b string) int {
			return cmp.Or(cmp.Compare(departures[b], departures[a]), cmp.Compare(a, b))
		})
		twin.Directions = twin.Directions[:min(len(twin.Directions), maxDirections)]
		twins = append(twins, twin)
	}
	return twins
}

// departures counts the scheduled departures of the next 24 hours by their direction.
func (a *answer) departures(station *timetable.Station) map[string]int {
	departures := make(map[string]int)
	for journey, i := range a.Timetable.StoppingAt(station, a.now, a.now.Add(maxAhead)) {
		if i < journey.Last() {
			departures[journey.Direction]++
		}
	}
	return departures
}
