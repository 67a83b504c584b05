package main

import (
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/site"
	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/templates/soap"
)

// servicePath is the path of the service; its operations over HTTP GET and POST are below it.
const servicePath = "/realtime/realtime.asmx"

// pages returns the handler for all paths outside the service and the operational endpoints.
func (a *app) pages() http.Handler {
	return site.New(site.Options{
		Service: servicePath,
		Others:  []string{"/livez", "/healthz", "/readyz", "/metrics"},
		Speed:   a.config.speed,
		Loaded:  func() bool { return a.backend.Load() != nil },
		State:   a.siteState,
		Find:    a.findStations,
		Cache:   a.cache,

		Station: func(code string) (string, bool) {
			if s := a.timetable().StationByCode(code); s != nil {
				return s.PublicCode(), true
			}
			return "", false
		},
		Train: func(code, date string) (string, bool) { return a.backend.Load().trains.PublicCode(code, date) },
	})
}

// isServicePath reports whether the service answers requests with the path.
func isServicePath(path string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(path), servicePath)
	return ok && (rest == "" || rest[0] == '/')
}

func (a *app) siteState() site.State {
	if a.backend.Load() == nil {
		return site.State{}
	}
	plan, now := a.timetable(), a.clock()
	state := site.State{Clock: now.In(plan.Zone()).Truncate(time.Second), Version: plan.Version()}
	var all []feedReport
	for _, r := range reports(a.railway.feeds(), now) {
		if r.Kind == feed.Static {
			r.Name = path.Base(r.Name) // the folder says nothing to readers of a page
			all = append(all, r)
			state.Feed = strings.TrimPrefix(state.Feed+", "+r.Name, ", ")
		}
	}
	state.Timetables = all
	return state
}

// findStations returns the station with the code, and the stations that match the text as in getStationsFilterXML. Stations that
// share a name have their lines.
func (a *app) findStations(text string) []site.Station {
	plan := a.timetable()
	var found []*timetable.Station
	coded := plan.StationByCode(text)
	if coded != nil {
		found = append(found, coded)
	}
	names := make(map[string]int)
	for station := range plan.StationsMatching(text) {
		if station != coded {
			found = append(found, station)
		}
	}
	for _, station := range found {
		names[station.Name]++
	}
	stations := make([]site.Station, len(found))
	for i, station := range found {
		stations[i] = site.Station{Name: station.Name, Code: station.Code, Shown: station.PublicCode()}
		if names[station.Name] > 1 {
			stations[i].Lines = a.backend.Load().trains.LinesAt(plan)[station.Number]
		}
	}
	return stations
}

// lenientPaths passes requests to a handler of the service with the paths that it knows: slashes that follow each other as
// one, and the name of an operation, or the path of the service, in any case as the contract has it.
func lenientPaths(next http.Handler) http.Handler {
	known := map[string]string{strings.ToLower(servicePath): servicePath}
	for _, operation := range soap.ContractOf(next).Operations {
		for _, wire := range operation.Wires {
			if path := servicePath + wire.Path; wire.IsHTTP() {
				known[strings.ToLower(path)] = path
			}
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := known[strings.ToLower(singleSlashes(r.URL.Path))]; path != "" && path != r.URL.Path {
			u := *r.URL
			u.Path, u.RawPath = path, ""
			r = r.WithContext(r.Context())
			r.URL = &u
		}
		next.ServeHTTP(w, r)
	})
}

var slashes = regexp.MustCompile("//+")

// singleSlashes returns a path without slashes that follow a slash.
func singleSlashes(path string) string { return slashes.ReplaceAllString(path, "/") }
