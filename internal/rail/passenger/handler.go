package passenger

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"weak"

	"example.com/quartet/internal/rail/land"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/roster"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Data answers requests for the paths below /data/. It is safe for concurrent use if its source and its clock are.
type Data struct {
	Cache *response.Cache // keeps the answers; nil: each is computed

	source running.Source
	clock  func() time.Time
	roster roster.Roster[record]
	frames frames
	coasts []land.Ring

	mu   sync.Mutex
	kept still
}

// Handler returns a handler for the paths below /data/. Coasts are for a railway that is on no map of the world.
func Handler(source running.Source, clock func() time.Time, coasts ...land.Ring) *Data {
	return &Data{source: source, clock: clock, coasts: coasts}
}

// A topic is what there is at a path.
type topic struct {
	parameters []string // all others are ignored
	fixed      bool     // the answer depends on the timetable only
	find       func(*Data, *answer, question) (any, error)
}

var topics = map[string]topic{
	"/data/board":  {[]string{"code"}, false, (*Data).board},
	"/data/run":    {[]string{"code", "date"}, false, (*Data).run},
	"/data/trains": {[]string{"box", "since"}, false, (*Data).trains},
	"/data/shapes": {[]string{"box"}, true, (*Data).shapes},

	"/data/network": {nil, true, func(d *Data, a *answer, _ question) (any, error) { return d.still(a.Timetable).network(), nil }},
	"/data/land":    {nil, true, func(d *Data, a *answer, _ question) (any, error) { return d.still(a.Timetable).land(), nil }},
}

// A question has the parameters of a request.
type question struct {
	code, date string
	box        *box   // nil: everywhere
	since      *frame // nil: everything
}

// ask reads the parameters of a request, and returns a key that is the same for requests with the same answer.
func (d *Data) ask(r *http.Request) (q question, key string, err error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return q, "", errors.New("the query cannot be read")
	}
	key = r.URL.Path
	for _, name := range topics[r.URL.Path].parameters {
		text := strings.TrimSpace(values.Get(name))
		switch given := len(values[name]); {
		case given > 1 || len(text) > maxText:
			return q, "", fmt.Errorf("the parameter %s is given twice, or too long", name)
		case name == "code":
			q.code = text
		case name == "date":
			q.date = text
		case name == "box" && given > 0:
			if q.box, err = parseBox(text); err != nil {
				return q, "", err
			}
			text = q.box.String()
		case name == "since":
			if q.since = d.frames.find(text); q.since == nil {
				text = ""
			}
		}
		key += "\x00" + text
	}
	return q, key, nil
}

// maxText is the maximum length of a parameter in bytes.
const maxText = 500

// ServeHTTP implements http.Handler.
func (d *Data) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	about, ok := topics[r.URL.Path]
	q, key, err := d.ask(r)
	switch {
	case !ok:
		http.Error(w, "there are /data/board, /data/trains, /data/run, /data/network, /data/shapes and /data/land", http.StatusNotFound)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed; use GET or HEAD", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	status := http.StatusBadRequest
	if err == nil {
		status = http.StatusNotFound
		err = d.Cache.Serve(w, r, key, about.fixed, func() ([]byte, error) {
			found, err := about.find(d, d.answer(), q)
			if encoded, ok := found.([]byte); ok || err != nil {
				return encoded, err
			}
			return json.Marshal(found)
		})
	}
	if err != nil {
		body, _ := json.Marshal(Problem{err.Error()}) // a text can be encoded
		w.WriteHeader(status)
		w.Write(body)
	}
}

// answer begins an answer.
func (d *Data) answer() *answer {
	now := d.clock().Truncate(time.Second)
	state := d.source.State(now)
	d.roster.Release(state)
	return &answer{State: state, now: now.In(state.Timetable.Zone())}
}

func (d *Data) board(a *answer, q question) (any, error) {
	if station := a.Timetable.StationByCode(q.code); station != nil {
		return a.board(station), nil
	}
	return nil, errors.New("there is no station with this code")
}

func (d *Data) trains(a *answer, q question) (any, error) {
	return a.trains(a.current(&d.roster), q.box, q.since, &d.frames), nil
}

// A still is what does not change with the trains of a timetable. Each function makes its value when it is first called, by a caller
// that has the timetable.
type still struct {
	of      weak.Pointer[timetable.Timetable]
	network func() *Network
	lines   func() [][]string       // see LinesAt
	tracks  func() map[[2]int]track // by stretch
	land    func() *Land
}

// still returns what does not change with the trains, which it keeps until there is another timetable.
func (d *Data) still(plan *timetable.Timetable) still {
	d.mu.Lock()
	defer d.mu.Unlock()
	if of := weak.Make(plan); d.kept.of != of {
		tracks := sync.OnceValue(func() map[[2]int]track { return tracks(of.Value()) })
		network := sync.OnceValue(func() *Network {
			n := network(of.Value(), maxStretches)
			n.Shapes = len(tracks()) > 0
			return n
		})
		lines := sync.OnceValue(func() [][]string { return linesAt(network()) })
		d.kept = still{of, network, lines, tracks, sync.OnceValue(func() *Land { return landOf(of.Value(), d.coasts) })}
	}
	return d.kept
}

func (d *Data) run(a *answer, q question) (any, error) {
	run, ok := a.find(q.code, q.date, d.roster.Current(a.State, a.now, 0))
	if !ok {
		return nil, errors.New("there is no train with this code and date")
	}
	return a.run(&run), nil
}

// PublicCode returns the code that passengers know of the train with a code that starts on a date, as in 2026-11-21, or now if that
// is "". It returns false if there is none.
func (d *Data) PublicCode(code, date string) (public string, ok bool) {
	a := d.answer()
	run, ok := a.find(code, date, d.roster.Current(a.State, a.now, 0))
	if ok {
		public = run.PublicCode()
	}
	return public, ok
}

// find returns the train with a code that starts on a date. Without a date, it is the current train with the code, if
// possible one that is under way, else the train of today.
func (a *answer) find(code, date string, current []*roster.Train[record]) (found running.Run, ok bool) {
	day := timetable.DateOf(a.now)
	if date == "" {
		for _, train := range current {
			run := train.Run(a.now)
			if timetable.Fold(run.Code) == timetable.Fold(code) && (!ok || run.Status() == running.Running) {
				found, ok = run, true
			}
		}
		if ok {
			return found, true
		}
	} else if at, err := time.Parse(time.DateOnly, date); err == nil {
		day = timetable.DateOf(at)
	} else {
		return found, false
	}
	return a.Train(code, day, a.now)
}
