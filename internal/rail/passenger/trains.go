package passenger

import (
	"cmp"
	"math"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Trains are the current trains: from 10 minutes before they start until 5 minutes after they have terminated.
type Trains struct {
	Now    Time       `json:"now"`
	Trains []Position `json:"trains"` // by code
	Alerts []Alert    `json:"alerts"` // all active ones
	Period string     `json:"period,omitempty"`
	Next   *Train     `json:"next,omitempty"` // if there are no trains: the next one that starts within a day
}

// A Position is a current train and where it is.
type Position struct {
	Train
	Place    *[2]float64 `json:"place,omitempty"` // latitude and longitude, to five decimals; nil if it is not known
	Standing bool        `json:"standing,omitempty"`
	From     Stop        `json:"from"`              // the call that it last reached, or its origin
	To       *Stop       `json:"to,omitempty"`      // the call after that; nil when it has terminated
	Leaves   *Time       `json:"leaves,omitempty"`  // when it is expected to leave From, or has left it
	Arrives  *Time       `json:"arrives,omitempty"` // when it is expected at To
}

// A Stop is a station.
type Stop struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

func stopOf(s *timetable.Station) Stop { return Stop{s.Code, s.Name} }

func (a *answer) trains(current []running.Run) *Trains {
	t := &Trains{Now: a.time(a.now), Trains: make([]Position, 0, len(current)), Period: a.period()}
	a.about(append(a.outOfDate(), a.Realtime.Alerts()...))
	for i := range current {
		t.Trains = append(t.Trains, a.position(&current[i]))
	}
	if len(current) == 0 {
		t.Next = a.nextStart()
	}
	t.Alerts = a.listed()
	return t
}

func (a *answer) position(run *running.Run) Position {
	from := max(run.Reached(), run.FirstStop())
	p := Position{Train: a.train(run), Standing: !run.Departed(from), From: stopOf(run.Calls[from].Station)}
	if place := run.Place(); place != (timetable.Point{}) && run.Status() != running.Terminated {
		p.Place = &[2]float64{rounded(place.Latitude), rounded(place.Longitude)}
	}
	if from < run.LastStop() {
		to := stopOf(run.Calls[from+1].Station)
		p.To = &to
		leaves, arrives := a.timeAt(run.Calls[from].Station, run, run.Depart(from)), a.timeAt(run.Calls[from+1].Station, run, run.Arrive(from+1))
		p.Leaves, p.Arrives = &leaves, &arrives
	}
	return p
}

func rounded(degrees float64) float64 { return math.Round(degrees*1e5) / 1e5 }

// nextStart returns the first train that starts within a day, or nil.
func (a *answer) nextStart() *Train {
	var first *Train
	for journey := range a.Timetable.Between(a.now, a.now.Add(maxAhead)) {
		run := running.At(journey, a.Realtime.TripUpdate(journey), a.now)
		if run.Cancelled() || run.Status() != running.NotYetRunning {
			continue
		}
		if start := run.Start().Add(run.Calls[run.FirstStop()].Depart).Unix(); first == nil || cmp.Less(start, first.Start.At) {
			train := a.train(&run)
			first = &train
		}
	}
	return first
}
