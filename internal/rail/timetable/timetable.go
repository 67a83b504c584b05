package timetable

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"
)

// A Timetable is a network of stations with its trips. It does not change and is safe for concurrent use.
type Timetable struct {
	whole *Feed            // all feeds together
	feeds []*Feed          // by number
	zones []*time.Location // of the agencies

	stations []*Station // by name
	byCode   map[string]*Station
	byName   map[string][]*Station // by folded name, or by alias if no station has that name
	byStop   map[string]*Station

	trips        []*Trip            // by code
	byTrain      map[string][]*Trip // by folded code
	byID         map[string][]*Trip // by trip_id; a through trip under each member too
	calendars    []schedule         // calendars of the trips
	spans        []span             // by start
	latestEnds   []int32            // the latest end in each block of blockSize spans
	stops        ByStation[stop]    // by arrival
	longestStops []int32            // the longest time that a trip stands at each station
	maxDays      int                // the maximum number of days from a service date to the end of its trips
}

// Info describes the version of a timetable.
type Info struct {
	Version  string    // differs if the content differs; empty if unknown
	Modified time.Time // when the content was last changed; zero if unknown
}

// New returns a timetable of the stations and trips. It takes ownership of both: it numbers them, and the caller must
// not change them afterwards. Station names, station codes and train codes are compared in the form that Fold returns.
//
// The error names the station or trip that is invalid: a station without a name or code, two stations with one code, a
// platform of two stations, a trip that [Trip.Check] rejects or that calls at a station that is not in stations.
func New(zone *time.Location, stations []*Station, trips []*Trip, info Info) (*Timetable, error) {
	t := &Timetable{
		whole:    &Feed{Info: info, Zone: zone},
		stations: slices.Clone(stations),
		trips:    slices.Clone(trips),
	}
	if err := t.index(); err != nil {
		return nil, err
	}
	return t, nil
}

// index makes what responses are looked up in. The error is that of New.
func (t *Timetable) index() error {
	if err := t.indexStations(); err != nil {
		return err
	}
	if err := t.indexTrips(); err != nil {
		return err
	}
	t.whole.Stations, t.whole.Trips = len(t.stations), len(t.trips)
	if t.feeds == nil {
		t.indexAgencies()
		t.feeds = []*Feed{t.whole}
	}
	t.layOutMemory()
	t.indexSpans()
	t.indexStops()
	return nil
}

func (t *Timetable) indexStations() error {
	slices.SortStableFunc(t.stations, func(a, b *Station) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Code, b.Code))
	})
	t.byCode = make(map[string]*Station, len(t.stations))
	t.byName = make(map[string][]*Station, len(t.stations))
	t.byStop = make(map[string]*Station, len(t.stations))
	for i, s := range t.stations {
		code := Fold(s.Code)
		s.Number, s.foldedName, s.foldedAlias, s.kinds, s.agencies = i, Fold(s.Name), Fold(s.Alias), nil, nil
		s.searchName, s.searchAlias = foldForSearch(s.Name), foldForSearch(s.Alias)
		if s.foldedName == "" || code == "" {
			return fmt.Errorf("station %q with code %q: name and code must not be empty", s.Name, s.Code)
		}
		if t.byCode[code] != nil {
			return fmt.Errorf("two stations have the code %q", s.Code)
		}
		s.Zone = cmp.Or(s.Zone, t.Zone())
		t.byCode[code] = s
		t.byName[s.foldedName] = append(t.byName[s.foldedName], s)
		for _, id := range append([]string{s.ID}, s.Stops...) {
			if other := t.byStop[id]; id != "" && other != nil && other != s {
				return fmt.Errorf("stop %q belongs to two stations, %q and %q", id, other.Name, s.Name)
			} else if id != "" {
				t.byStop[id] = s
			}
		}
	}
	for _, s := range t.stations {
		for _, m := range s.members {
			if code := Fold(mergedCode(m.feed, m.Code)); t.byCode[code] == nil {
				t.byCode[code] = s
			}
		}
	}
	aliases := map[string][]*Station{}
	for _, s := range t.stations {
		if s.foldedAlias != "" && t.byName[s.foldedAlias] == nil {
			aliases[s.foldedAlias] = append(aliases[s.foldedAlias], s)
		}
	}
	maps.Copy(t.byName, aliases)
	return nil
}

// Zone returns the time zone of the first feed, for what is about no single station or train.
func (t *Timetable) Zone() *time.Location { return t.whole.Zone }

// Version returns a text that differs between timetables with different content, or "" if it is unknown.
func (t *Timetable) Version() string { return t.whole.Version }

// Modified returns when the content of the timetable was last changed, or the zero time if that is unknown.
func (t *Timetable) Modified() time.Time { return t.whole.Modified }

// Stations yields all stations, ordered by name and then by code.
func (t *Timetable) Stations() iter.Seq[*Station] { return slices.Values(t.stations) }

// StationCount returns the number of stations.
func (t *Timetable) StationCount() int { return len(t.stations) }

// StationByCode returns the station with the code, or nil.
func (t *Timetable) StationByCode(code string) *Station { return t.byCode[Fold(code)] }

// StationsByName returns the stations with the name or, if there are none, the stations with the name as their alias. The
// caller must not change the slice.
func (t *Timetable) StationsByName(name string) []*Station { return t.byName[Fold(name)] }

// StationByStop returns the station that has the stop_id itself or has a platform with the stop_id, or nil.
func (t *Timetable) StationByStop(id string) *Station { return t.byStop[id] }

// Trips returns all trips, ordered by code. The caller must not change the slice.
func (t *Timetable) Trips() []*Trip { return t.trips }

// TripsByID returns the trips with the trip_id and the through trips that contain it, ordered by start. The caller must
// not change the slice.
func (t *Timetable) TripsByID(id string) []*Trip { return t.byID[id] }
