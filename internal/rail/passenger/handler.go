package passenger

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
	"weak"

	"example.com/quartet/internal/rail/land"
	"example.com/quartet/internal/rail/roster"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A handler answers requests. It keeps the list of current trains, what it says of them for a second, and the network.
type handler struct {
	source running.Source
	clock  func() time.Time
	roster roster.Roster[struct{}]

	mu   sync.Mutex
	last *Trains // for the state and the second below
	of   *running.State
	at   int64

	coast   []land.Ring
	lines   *Network // of the timetable below
	land    *Land
	linesOf weak.Pointer[timetable.Timetable]
}

// Handler returns a handler for the paths below /data/. It is safe for concurrent use if the source and the clock are. Coasts are
// for a railway that is on no map of the world.
func Handler(source running.Source, clock func() time.Time, coasts ...land.Ring) http.Handler {
	h := &handler{source: source, clock: clock, coast: coasts}
	answers := map[string]http.HandlerFunc{"/data/board": h.serve(h.board), "/data/trains": h.serve(h.trains), "/data/run": h.serve(h.run),
		"/data/network": h.serve(h.network), "/data/land": h.serve(h.coasts)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch serve := answers[r.URL.Path]; {
		case serve == nil:
			http.Error(w, "there are /data/board, /data/trains, /data/run, /data/network and /data/land", http.StatusNotFound)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed; use GET or HEAD", http.StatusMethodNotAllowed)
		default:
			serve(w, r)
		}
	})
}

// serve returns a function that writes what find returns; nil is nothing.
func (h *handler) serve(find func(*answer, *http.Request) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		now := h.clock().Truncate(time.Second)
		state := h.source.State(now)
		h.roster.Release(state)
		found, status := find(&answer{State: state, now: now.In(state.Timetable.Zone())}, r), http.StatusOK
		if problem, ok := found.(Problem); ok {
			found, status = problem, http.StatusNotFound
		}
		body, err := json.Marshal(found)
		if err != nil {
			http.Error(w, "internal error", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			w.Write(body)
		}
	}
}

func (h *handler) board(a *answer, r *http.Request) any {
	if station := a.Timetable.StationByCode(r.FormValue("code")); station != nil {
		return a.board(station)
	}
	return Problem{"there is no station with this code"}
}

// trains returns the current trains. All who ask within a second, which may be many, get the same.
func (h *handler) trains(a *answer, _ *http.Request) any {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.last != nil && h.of == a.State && h.at == a.now.Unix() {
		return h.last
	}
	trains := h.roster.Current(a.State, a.now, 0)
	current := make([]running.Run, len(trains))
	for i, train := range trains {
		current[i] = train.Run(a.now)
	}
	h.last, h.of, h.at = a.trains(current), a.State, a.now.Unix()
	return h.last
}

func (h *handler) network(a *answer, _ *http.Request) any {
	lines, _ := h.still(a)
	return lines
}

func (h *handler) coasts(a *answer, _ *http.Request) any {
	_, land := h.still(a)
	return land
}

// still returns what does not change with the trains, which it keeps until there is another timetable.
func (h *handler) still(a *answer) (*Network, *Land) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if of := weak.Make(a.Timetable); h.linesOf != of {
		h.lines, h.land, h.linesOf = network(a.Timetable, maxStretches), landOf(a.Timetable, h.coast), of
	}
	return h.lines, h.land
}

func (h *handler) run(a *answer, r *http.Request) any {
	code := strings.TrimSpace(r.FormValue("code"))
	run, ok := a.find(code, r.FormValue("date"), h.roster.Current(a.State, a.now, 0))
	if !ok {
		return Problem{"there is no train with this code and date"}
	}
	return a.run(&run)
}

// find returns the train with a code that starts on a date. Without a date, it is the current train with the code, if
// possible one that is under way, else the train of today.
func (a *answer) find(code, date string, current []*roster.Train[struct{}]) (found running.Run, ok bool) {
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
