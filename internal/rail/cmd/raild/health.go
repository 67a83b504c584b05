package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/timetable"
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

	Timetable *timetableReport `json:"timetable,omitempty"` // of a static feed that is in use
}

// The states of a feed.
const (
	feedOK      = "ok"
	feedWaiting = "waiting" // no attempt to read it yet
	feedFailing = "failing" // the last attempt failed; earlier data, if any, is in use
	feedStale   = "stale"   // too old to be in use
)

// A timetableReport describes a timetable, or the part of it that an agency has.
type timetableReport struct {
	Version  string             `json:"version,omitempty"`
	Modified *time.Time         `json:"modified,omitempty"`
	ID       string             `json:"id,omitempty"`   // of an agency
	Name     string             `json:"name,omitempty"` // of an agency
	Zone     string             `json:"zone"`
	Stations int                `json:"stations,omitempty"`
	Trips    int                `json:"trips"`
	State    timetable.Validity `json:"state"`
	First    string             `json:"firstDate,omitempty"` // service dates; empty if trains run without an end
	Last     string             `json:"lastDate,omitempty"`
	Warning  string             `json:"warning,omitempty"`  // it has ended or not begun, or that of some of its agencies
	Agencies []timetableReport  `json:"agencies,omitempty"` // if there are several

	period timetable.Period
}

// maxAgencies is the maximum number of agencies of a timetable in a report, which probes ask for every few seconds.
const maxAgencies = 50

// describe describes a timetable. Agencies that have ended or not begun come first.
func describe(f *timetable.Feed, now time.Time) *timetableReport {
	r := &timetableReport{Version: f.Version, Modified: reportTime(f.Modified), Zone: f.Zone.String(), Stations: f.Stations, Trips: f.Trips}
	r.setPeriod(f.Period, now)
	r.Warning = f.OutOfPeriod(now)
	if len(f.Agencies) < 2 {
		return r
	}
	for _, a := range f.Agencies {
		one := timetableReport{ID: a.ID, Name: a.Name, Zone: a.Zone.String(), Trips: a.Trips}
		one.setPeriod(a.Period, now)
		r.Agencies = append(r.Agencies, one)
	}
	slices.SortStableFunc(r.Agencies, func(a, b timetableReport) int { return strings.Compare(string(b.State), string(a.State)) })
	r.Agencies = r.Agencies[:min(len(r.Agencies), maxAgencies)]
	return r
}

func (r *timetableReport) setPeriod(p timetable.Period, now time.Time) {
	if r.State, r.period = p.At(now), p; p.Limited() {
		r.First, r.Last = p.First.String(), p.Last.String()
	}
}

// A report is what /healthz and /readyz answer.
type report struct {
	Status    string           `json:"status"` // loading, ok, degraded or stopping
	Reason    string           `json:"reason,omitempty"`
	Ready     bool             `json:"ready"`
	Clock     time.Time        `json:"clock"`
	Timetable *timetableReport `json:"timetable,omitempty"` // of all static feeds together
	Feeds     []feedReport     `json:"feeds"`
}

// report returns the state of the process. It is safe for concurrent use.
func (a *app) report() report {
	r := report{Status: "ok", Ready: true, Clock: a.clock().UTC().Truncate(time.Second), Feeds: reports(a.railway.feeds(), a.clock())}
	if a.backend.Load() != nil {
		r.Timetable = describe(a.timetable().Whole(), a.clock())
	}
	status, problems, current := "degraded", []string{}, false
	several := len(r.Feeds) > 1 && r.Feeds[1].Kind == feed.Static
	for _, f := range r.Feeds {
		realtime := f.Kind == feed.Realtime
		if realtime && f.Status == feedWaiting {
			status, r.Ready = "loading", false
		}
		if f.Status != feedOK {
			problems = append(problems, f.Name+" is "+f.Status)
			r.Ready = r.Ready && !(realtime && a.config.readyNeedsRealtime)
		}
		switch t := f.Timetable; {
		case t == nil:
		case t.State == timetable.Current:
			current = true
		case !several:
			problems = append(problems, t.Warning)
		default:
			problems = append(problems, f.Name+": "+t.Warning)
		}
	}
	if len(problems) > 0 {
		r.Status, r.Reason = status, strings.Join(problems, "; ")
	}
	r.Ready = r.Ready && current
	switch {
	case a.stopping.Load():
		r.Status, r.Reason, r.Ready = "stopping", "the process is shutting down", false
	case r.Timetable == nil:
		r.Status, r.Reason, r.Ready = "loading", "the timetable is not loaded yet", false
	}
	return r
}

// serveReport returns a function that answers with the report: 200 if it is as wanted, else 503.
func (a *app) serveReport(ok func(report) bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		r := a.report()
		body, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			response.Text(w, http.StatusInternalServerError, "internal error")
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if !ok(r) {
			w.Header().Set("Retry-After", "5")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		w.Write(append(body, '\n'))
	}
}
