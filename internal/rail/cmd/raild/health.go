package main

import (
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A phase is a stage in the life of the process.
type phase int32

const (
	loading phase = iota // the timetable is not loaded yet
	serving
	stopping // the process is shutting down
)

// A feedReport is the state of a feed for /healthz, /readyz and /metrics. It contains no secrets.
type feedReport struct {
	Name        string         `json:"name"`
	Kind        string         `json:"kind"` // static or realtime
	Status      string         `json:"status"`
	LastAttempt *time.Time     `json:"lastAttempt,omitempty"`
	LastSuccess *time.Time     `json:"lastSuccess,omitempty"`
	LastError   string         `json:"lastError,omitempty"`
	Failures    uint64         `json:"failures"`       // failed attempts since the process started
	Made        *time.Time     `json:"made,omitempty"` // the feed's own timestamp, else when it was fetched
	AgeSeconds  *float64       `json:"ageSeconds,omitempty"`
	Counts      map[string]int `json:"counts,omitempty"`
	Warnings    int            `json:"warnings"`           // number of warnings about its contents
	Examples    []string       `json:"examples,omitempty"` // the first warnings
}

// The states of a feed.
const (
	feedOK      = "ok"
	feedWaiting = "waiting" // no attempt to read it yet
	feedFailing = "failing" // the last attempt failed; earlier data, if any, is in use
	feedStale   = "stale"   // too old to be in use
)

// A timetableReport describes the current timetable.
type timetableReport struct {
	Version  string     `json:"version,omitempty"`
	Modified *time.Time `json:"modified,omitempty"`
	Stations int        `json:"stations"`
	Trips    int        `json:"trips"`
	First    string     `json:"firstDate,omitempty"` // service dates; empty if trains run without an end
	Last     string     `json:"lastDate,omitempty"`
	Warning  string     `json:"warning,omitempty"` // it has ended, or not begun

	period timetable.Period
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

// health answers /healthz and /readyz. It is safe for concurrent use.
type health struct {
	phase        atomic.Int32
	needRealtime bool // whether the service is not ready while a realtime feed fails or is stale
	clock        func() time.Time
	timetable    func() *timetableReport // returns nil before the timetable is loaded
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
			refuse("loading", "a realtime feed has not been fetched yet")
		case f.Kind == "realtime" && h.needRealtime:
			refuse("degraded", "a realtime feed is "+f.Status)
		default:
			r.Status, r.Reason = "degraded", "a feed is "+f.Status+"; responses use the available data"
		}
	}
	if t := r.Timetable; t != nil && t.Warning != "" && r.Status == "ok" {
		r.Status, r.Reason = "degraded", t.Warning
	}
	switch phase(h.phase.Load()) {
	case loading:
		refuse("loading", "the timetable is not loaded yet")
	case stopping:
		refuse("stopping", "the process is shutting down")
	}
	return r
}

// serveHealth answers /healthz: 200 if the timetable is loaded.
func (h *health) serveHealth(w http.ResponseWriter, _ *http.Request) {
	r := h.report()
	writeJSON(w, r, r.Timetable != nil)
}

// serveReady answers /readyz: 200 if requests should be sent here.
func (h *health) serveReady(w http.ResponseWriter, _ *http.Request) {
	r := h.report()
	writeJSON(w, r, r.Ready)
}

func writeJSON(w http.ResponseWriter, value any, ok bool) {
	body, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		writeText(w, http.StatusInternalServerError, "internal error")
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
