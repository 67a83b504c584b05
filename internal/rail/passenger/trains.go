package passenger

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"example.com/quartet/internal/rail/roster"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Summary is about all current trains: those from 10 minutes before they start until 5 minutes after they have terminated.
type Summary struct {
	Now    Time           `json:"now"`
	Counts map[string]int `json:"counts"` // number of trains by status: N, R and T
	Alerts []Alert        `json:"alerts"` // all active ones; nil, with Trains.Since, if they are the same as in that answer
	Period string         `json:"period,omitempty"`
	Next   *Train         `json:"next,omitempty"` // if there are no trains: the next one that starts within a day
}

// Trains are the current trains or, if a box was asked for, those in it. With the tag of an earlier answer for the same box, as in
// ?since=TAG, they may be those that have changed: then Since is that tag. To get all trains, remove those at the indexes Gone from
// the earlier ones, and insert each one of Trains at its index At. Then the trains that remained are where they were expected.
type Trains struct {
	Summary
	Tag    string     `json:"tag"`
	Since  string     `json:"since,omitempty"`
	Gone   []int      `json:"gone,omitempty"`
	At     []int      `json:"at,omitempty"`
	Trains []Position `json:"trains"` // by code
}

// A Position is a current train and where it is.
type Position struct {
	Train
	Standing bool        `json:"standing,omitempty"`
	From     Stop        `json:"from"`              // the call that it last reached, or its origin
	To       *Stop       `json:"to,omitempty"`      // the call that it makes after that; nil when it has terminated
	Leaves   *Time       `json:"leaves,omitempty"`  // when it is expected to leave From, or has left it
	Arrives  *Time       `json:"arrives,omitempty"` // when it is expected at To
	Place    *[2]float64 `json:"place,omitempty"`   // latitude and longitude, to five decimals; nil if it is not known
}

// A Stop is a station.
type Stop struct {
	Code  string `json:"code"`
	Shown string `json:"shown,omitempty"` // the code that passengers know, if that is another one
	Name  string `json:"name"`
}

func stopOf(s *timetable.Station) Stop { return Stop{s.Code, shown(s.Code, s.PublicCode()), s.Name} }

// shown returns the code that passengers know, or "" if that is the code.
func shown(code, public string) string {
	if public == code {
		return ""
	}
	return public
}

// A record is what is said about a train until its next event. Encoding it takes most of the time of an answer.
type record struct {
	json   []byte // a Position; without its place and the last brace if the train moves
	hash   uint64
	status running.Status
	motion running.Motion
}

// current returns the records of the current trains.
func (a *answer) current(r *roster.Roster[record]) []*record {
	a.about(append(a.outOfDate(), a.Realtime.Alerts().All()...)) // first, so that trains refer to the same ones in each answer
	trains := r.Current(a.State, a.now, 0)
	records := make([]*record, len(trains))
	for i, train := range trains {
		records[i] = train.At(a.now, a.set)
	}
	return records
}

// set sets the record of a train, and returns when it is valid.
func (a *answer) set(r *record, run *running.Run) running.Period {
	p := a.position(run)
	if r.status = run.Status(); r.status != running.Terminated {
		r.motion = run.Motion()
	}
	if place := r.motion.At(a.now.Unix()); !r.motion.Moves() && place != (timetable.Point{}) {
		p.Place = &[2]float64{rounded(place.Latitude), rounded(place.Longitude)}
	}
	r.json, _ = json.Marshal(p) // its fields can be encoded
	if r.hash = hash(r.json); r.motion.Moves() {
		r.json = r.json[:len(r.json)-1]
	}
	return run.Steady()
}

// append appends the train at an instant as JSON.
func (r *record) append(b []byte, unix int64) []byte {
	if b = append(b, r.json...); !r.motion.Moves() {
		return b
	}
	place := r.motion.At(unix)
	b = strconv.AppendFloat(append(b, `,"place":[`...), rounded(place.Latitude), 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), rounded(place.Longitude), 'f', -1, 64)
	return append(b, "]}"...)
}

// trains returns the trains in a box, or all if it is nil, as JSON: those that have changed since a frame, unless that is nil.
func (a *answer) trains(records []*record, in *box, since *frame, all *frames) []byte {
	unix := a.now.Unix()
	t := Trains{Summary: a.summary(records)}
	if in != nil {
		records = slices.DeleteFunc(records, func(r *record) bool { return !in.contains(r.motion.At(unix)) })
	}
	alerts, _ := json.Marshal(t.Alerts) // they can be encoded
	now := &frame{alerts: hash(alerts), trains: make([]uint64, len(records))}
	for i, r := range records {
		now.trains[i] = r.hash
	}
	all.add(now)
	if t.Tag = now.tag; since != nil && since.alerts == now.alerts {
		t.Since, t.Alerts = since.tag, nil
		t.At, t.Gone = now.since(since)
		for i, at := range t.At {
			records[i] = records[at]
		}
		records = records[:len(t.At)]
	}
	rest, _ := json.Marshal(struct {
		*Trains
		None *int `json:"trains,omitempty"` // hides the trains, which are encoded
	}{Trains: &t})
	const place = 40 // bytes
	size := len(rest)
	for _, r := range records {
		size += len(r.json) + place
	}
	b := append(make([]byte, 0, size), `{"trains":[`...)
	for i, r := range records {
		if i > 0 {
			b = append(b, ',')
		}
		b = r.append(b, unix)
	}
	return append(append(b, "],"...), rest[1:]...)
}

func (a *answer) summary(records []*record) Summary {
	s := Summary{Now: a.time(a.now), Period: a.period(), Counts: make(map[string]int)}
	for _, r := range records {
		s.Counts[r.status.String()]++
	}
	if len(records) == 0 {
		s.Next = a.nextStart()
	}
	s.Alerts = a.listed()
	return s
}

func (a *answer) position(run *running.Run) Position {
	from := max(run.Reached(), run.FirstStop())
	p := Position{Train: a.train(run), Standing: !run.Departed(from), From: stopOf(run.Calls[from].Station)}
	if from < run.LastStop() {
		next := run.After(from)
		p.To = new(stopOf(run.Calls[next].Station))
		p.Leaves = new(timeAt(run.Calls[from].Station, run, run.Depart(from)))
		p.Arrives = new(timeAt(run.Calls[next].Station, run, run.Arrive(next)))
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
			first = new(a.train(&run))
		}
	}
	return first
}
