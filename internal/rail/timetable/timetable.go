package timetable

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// A Timetable is a network of stations with its trips. It does not change and is safe for concurrent use.
type Timetable struct {
	zone     *time.Location
	stations []*Station // by name
	byCode   map[string]*Station
	byName   map[string]*Station // aliases too, where they clash with no name

	trips    []*Trip // by code
	byTrain  map[string][]*Trip
	stopping map[*Station][]*Trip
	days     int // after so many days, a trip has ended for certain
}

// New makes a timetable of stations and trips. It takes both over: the caller must not change them afterwards.
// Station names, station codes and train codes are matched without regard to case.
//
// The error says which station or trip is wrong: a name or code that is missing or used twice, a trip with fewer than
// two calls, with times that run backwards, or with a station that is not among the stations.
func New(zone *time.Location, stations []*Station, trips []*Trip) (*Timetable, error) {
	t := &Timetable{
		zone:     zone,
		stations: slices.Clone(stations),
		byCode:   map[string]*Station{},
		byName:   map[string]*Station{},
		trips:    slices.Clone(trips),
		byTrain:  map[string][]*Trip{},
		stopping: map[*Station][]*Trip{},
	}
	slices.SortFunc(t.stations, func(a, b *Station) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(t.trips, func(a, b *Trip) int { return cmp.Compare(a.Code, b.Code) })
	if err := t.indexStations(); err != nil {
		return nil, err
	}
	if err := t.indexTrips(); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Timetable) indexStations() error {
	for _, s := range t.stations {
		name, code := fold(s.Name), fold(s.Code)
		if name == "" || code == "" {
			return fmt.Errorf("station %q with code %q: name and code are needed", s.Name, s.Code)
		}
		if t.byName[name] != nil {
			return fmt.Errorf("two stations are named %q", s.Name)
		}
		if t.byCode[code] != nil {
			return fmt.Errorf("two stations have the code %q", s.Code)
		}
		t.byName[name], t.byCode[code] = s, s
	}
	for _, s := range t.stations {
		if alias := fold(s.Alias); alias != "" && t.byName[alias] == nil {
			t.byName[alias] = s
		}
	}
	return nil
}

func (t *Timetable) indexTrips() error {
	for _, trip := range t.trips {
		if err := trip.check(); err != nil {
			return err
		}
		t.days = max(t.days, int(trip.Calls[len(trip.Calls)-1].Arrive/(24*time.Hour))+1)
		t.byTrain[fold(trip.Code)] = append(t.byTrain[fold(trip.Code)], trip)
		for i, call := range trip.Calls {
			s := call.Station
			if t.byCode[fold(s.Code)] != s {
				return fmt.Errorf("trip %q: call %d, %s, is not a station of the timetable", trip.Code, i+1, s.Name)
			}
			if call.Passes {
				continue
			}
			if !s.Serves(trip.Kind) {
				s.kinds = append(s.kinds, trip.Kind)
			}
			if n := len(t.stopping[s]); n == 0 || t.stopping[s][n-1] != trip {
				t.stopping[s] = append(t.stopping[s], trip)
			}
		}
	}
	return nil
}

// Zone returns the zone of the railway's clocks.
func (t *Timetable) Zone() *time.Location { return t.zone }

// Stations yields all stations in the order of their names.
func (t *Timetable) Stations() iter.Seq[*Station] { return slices.Values(t.stations) }

// StationByCode returns the station with the code, in any case, or nil.
func (t *Timetable) StationByCode(code string) *Station { return t.byCode[fold(code)] }

// StationByName returns the station with the name or alias, in any case, or nil.
func (t *Timetable) StationByName(name string) *Station { return t.byName[fold(name)] }

// Between yields the journeys that are scheduled to be under way at some time from from to to, both included, in the
// order of their service dates and codes.
func (t *Timetable) Between(from, to time.Time) iter.Seq[Journey] {
	return t.between(t.trips, from, to)
}

// StoppingAt is Between for the journeys alone that stop at the station.
func (t *Timetable) StoppingAt(station *Station, from, to time.Time) iter.Seq[Journey] {
	return t.between(t.stopping[station], from, to)
}

func (t *Timetable) between(trips []*Trip, from, to time.Time) iter.Seq[Journey] {
	return func(yield func(Journey) bool) {
		// Times may exceed 24 hours, so yesterday's trips are among today's trains, and those of the day before
		// where a trip takes that long. A service date starts before its midnight when the clocks go forward, so
		// tomorrow's may be too.
		first, last := DateOf(from.In(t.zone)).AddDays(-t.days), DateOf(to.In(t.zone)).AddDays(1)
		for date := first; date != last.AddDays(1); date = date.AddDays(1) {
			start := date.Start(t.zone)
			for _, trip := range trips {
				j := Journey{trip, start}
				if j.Departure(0).After(to) || j.Arrival(j.Last()).Before(from) || !runs(trip, date) {
					continue
				}
				if !yield(j) {
					return
				}
			}
		}
	}
}

// Journey returns the journey of the train with the code, in any case, that starts on the date, as [Journey.Date] has
// it. It returns false where there is none.
func (t *Timetable) Journey(code string, date Date) (Journey, bool) {
	trips := t.byTrain[fold(code)]
	for service := date.AddDays(1); service != date.AddDays(-1-t.days); service = service.AddDays(-1) {
		start := service.Start(t.zone)
		for _, trip := range trips {
			if j := (Journey{trip, start}); j.Date() == date && runs(trip, service) {
				return j, true
			}
		}
	}
	return Journey{}, false
}

func runs(trip *Trip, date Date) bool { return trip.Runs == nil || trip.Runs(date) }

// fold makes texts that differ only in case or in the space around them equal.
func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }
