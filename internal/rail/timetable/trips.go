package timetable

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

func (t *Timetable) indexTrips() error {
	type coded struct {
		code string
		*Trip
	}
	all := make([]coded, len(t.trips))
	unnamed := &Agency{}
	for i, trip := range t.trips {
		trip.Agency = cmp.Or(trip.Agency, unnamed)
		trip.Agency.Zone = cmp.Or(trip.Agency.Zone, t.Zone())
		if err := trip.Check(); err != nil {
			return err
		}
		if err := t.checkStations(trip); err != nil {
			return err
		}
		all[i] = coded{Fold(trip.Code), trip}
		trip.Number = -1
	}
	slices.SortStableFunc(all, func(a, b coded) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.Calls[0].Depart, b.Calls[0].Depart), cmp.Compare(a.ID, b.ID))
	})
	for i, trip := range all {
		if trip.Number != -1 {
			return errors.New("a trip is listed twice")
		}
		t.trips[i], trip.Number = trip.Trip, i
	}
	t.byTrain = make(map[string][]*Trip, len(t.trips))
	for first := 0; first < len(all); {
		code, end := all[first].code, first+1
		for end < len(all) && all[end].code == code {
			end++
		}
		t.byTrain[code] = t.trips[first:end:end]
		first = end
	}
	t.indexIDs()
	return nil
}

// checkStations returns an error if a call is not at one of the timetable's stations. It also adds the trip's kind and agency to
// the stations at which it stops.
func (t *Timetable) checkStations(trip *Trip) error {
	for i, call := range trip.Calls {
		s := call.Station
		if s.Number < 0 || s.Number >= len(t.stations) || t.stations[s.Number] != s {
			return fmt.Errorf("trip %q: call %d, %s, is not at a station of the timetable", trip.Code, i+1, s.Name)
		}
		if !call.Passes && !s.Serves(trip.Kind) {
			s.kinds = append(s.kinds, trip.Kind)
		}
		if !call.Passes && !slices.Contains(s.agencies, trip.Agency) {
			s.agencies = append(s.agencies, trip.Agency)
		}
	}
	return nil
}

func (t *Timetable) indexIDs() {
	t.byID = make(map[string][]*Trip, len(t.trips))
	for _, trip := range t.trips {
		ids := append([]string{trip.ID}, trip.Members...)
		for i, id := range ids {
			if id != "" && !slices.Contains(ids[:i], id) {
				t.byID[id] = append(t.byID[id], trip)
			}
		}
	}
	for _, trips := range t.byID {
		if len(trips) > 1 {
			slices.SortStableFunc(trips, func(a, b *Trip) int { return cmp.Compare(a.Calls[0].Depart, b.Calls[0].Depart) })
		}
	}
}

// Journey returns the journey of the train with the code that starts on the date, as defined by [Journey.Date]. If
// there are several, it returns the first to start. The result is false if there is none.
func (t *Timetable) Journey(code string, date Date) (Journey, bool) {
	trips := t.byTrain[Fold(code)]
	if len(trips) == 0 {
		return Journey{}, false
	}
	var found Journey
	for service := date.AddDays(1); service != date.AddDays(-1-t.maxDays); service = service.AddDays(-1) {
		for _, trip := range trips {
			j := Journey{trip, service, trip.Number, service.Start(trip.Agency.Zone)}
			if (found.Trip == nil || j.Departure(0).Before(found.Departure(0))) && j.Date() == date && trip.Calendar.Runs(service) {
				found = j
			}
		}
	}
	return found, found.Trip != nil
}

// JourneyOf returns the journey of the trip on the service date, and whether the trip's calendar contains that date.
// The trip need not be part of the timetable. Without an agency, it has the zone of the timetable.
func (t *Timetable) JourneyOf(trip *Trip, service Date) (Journey, bool) {
	zone := t.Zone()
	if trip.Agency != nil {
		zone = trip.Agency.Zone
	}
	return Journey{trip, service, trip.Number, service.Start(zone)}, trip.Calendar.Runs(service)
}
