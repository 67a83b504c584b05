package main

import (
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"
)

// A phase is what the process is doing.
type phase int32

const (
	loading  phase = iota // there is no timetable yet
	serving               // there is
	stopping              // the process is about to end
)

// A feedReport says how a feed does, for /healthz, /readyz and /metrics. Nothing in it is secret.
type feedReport struct {
	Name        string         `json:"name"`
	Kind        string         `json:"kind"` // static or realtime
	Status      string         `json:"status"`
	LastAttempt *time.Time     `json:"lastAttempt,omitempty"`
	LastSuccess *time.Time     `json:"lastSuccess,omitempty"`
	LastError   string         `json:"lastError,omitempty"`
	Failures    uint64         `json:"failures"`       // since the process started
	Made        *time.Time     `json:"made,omitempty"` // by its own account, else when it was fetched
	AgeSeconds  *float64       `json:"ageSeconds,omitempty"`
	Counts      map[string]int `json:"counts,omitempty"`
	Complaints  int            `json:"complaints"` // how much is wrong in it
	Examples    []string       `json:"examples,omitempty"`
}

// The states of a feed.
const (
	feedOK      = "ok"
	feedWaiting = "waiting" // not tried yet
	feedFailing = "failing" // the last attempt failed; what was read before is in use
	feedStale   = "stale"   // too old to be in use
)

// A timetableReport says which timetable is in use.
type timetableReport struct {
	Version  string     `json:"version,omitempty"`
	Modified *time.Time `json:"modified,omitempty"`
	Stations int        `json:"stations"`
	Trips    int        `json:"trips"`
}

// A report is what /healthz and /readyz answer.
type report struct {
	Status    string           `json:"status"` // loading, ok, degraded or stopping
	Reason    string           `json:"reason,omitempty"`
	Ready     bool             `json:"ready"`
	Clock     time.Time        `json:"clock"`
	Timetable *timetableReport `json:"timetable,omitempty"`
	Feeds     []feedReport     `json:"feeds"`
}

// health tells how the process is. It is safe for concurrent use.
type health struct {
	phase        atomic.Int32
	needRealtime bool // not ready while a realtime feed is not of use
	clock        func() time.Time
	timetable    func() *timetableReport // nil: none
	feeds        func() []feedReport
}

func (h *health) enter(p phase) { h.phase.Store(int32(p)) }

func (h *health) report() report {
	r := report{Status: "ok", Ready: true, Clock: h.clock().UTC().Truncate(time.Second), Timetable: h.timetable(), Feeds: h.feeds()}
	refuse := func(status, reason string) {
		r.Status, r.Reason, r.Ready = status, reason, false
	}
	for _, f := range r.Feeds {
		switch {
		case f.Status == feedOK || !r.Ready:
		case f.Kind == "realtime" && f.Status == feedWaiting:
			refuse("loading", "a realtime feed has not been asked yet")
		case f.Kind == "realtime" && h.needRealtime:
			refuse("degraded", "a realtime feed is "+f.Status)
		default:
			r.Status, r.Reason = "degraded", "a feed is "+f.Status+"; answers follow from what there is"
		}
	}
	switch phase(h.phase.Load()) {
	case loading:
		refuse("loading", "the timetable has not been read yet")
	case stopping:
		refuse("stopping", "the process is about to end")
	}
	return r
}

// serveHealth answers /healthz: 200 as long as there is a timetable to answer from.
func (h *health) serveHealth(w http.ResponseWriter, _ *http.Request) {
	r := h.report()
	answerJSON(w, r, r.Timetable != nil)
}

// serveReady answers /readyz: 200 if requests should be sent here.
func (h *health) serveReady(w http.ResponseWriter, _ *http.Request) {
	r := h.report()
	answerJSON(w, r, r.Ready)
}

func answerJSON(w http.ResponseWriter, value any, ok bool) {
	body, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		answerText(w, http.StatusInternalServerError, "internal error")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !ok {
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	w.Write(append(body, '\n'))
}
