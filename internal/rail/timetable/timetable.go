package timetable

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"time"
)

// A Timetable is a network of stations with its trips. It does not change and is safe for concurrent use.
type Timetable struct {
	zone *time.Location
	info Info

	stations []*Station // by name
	byCode   map[string]*Station
	byName   map[string][]*Station // aliases too, where they clash with no name
	byStop   map[string]*Station

	trips     []*Trip            // by code
	byTrain   map[string][]*Trip // of trips, by folded code
	byID      map[string][]*Trip // by the IDs of trips and of their members
	calendars []*Calendar        // of the trips
	spans     []span             // by start
	ends      []int32            // the latest end in each block of spans
	stops     []stop             // of one station after the other, each by arrival
	stopsAt   []int32            // where the stops of each station begin, and where those of the last end
	waits     []int32            // the longest wait at each station
	days      int                // after so many days, a trip has ended for certain
}

// Info is what a timetable says of itself.
type Info struct {
	Version  string    // differs where the content does; empty where unknown
	Modified time.Time // when the content was last changed; zero where unknown
}

// New makes a timetable of stations and trips. It takes both over: it numbers them, and the caller must not change them
// afterwards. Station names, station codes and train codes are matched as Fold makes them equal.
//
// The error says which station or trip is wrong: a name or code that is missing, a code that is used twice, a platform
// of two stations, a trip that [Trip.Check] refuses or with a station that is not among the stations.
func New(zone *time.Location, stations []*Station, trips []*Trip, info Info) (*Timetable, error) {
	t := &Timetable{
		zone:     zone,
		info:     info,
		stations: slices.Clone(stations),
		trips:    slices.Clone(trips),
	}
	if err := t.indexStations(); err != nil {
		return nil, err
	}
	if err := t.indexTrips(); err != nil {
		return nil, err
	}
	t.layOut()
	t.indexSpans()
	t.indexStops()
	return t, nil
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
		s.Number, s.name, s.alias = i, Fold(s.Name), Fold(s.Alias)
		if s.name == "" || code == "" {
			return fmt.Errorf("station %q with code %q: name and code are needed", s.Name, s.Code)
		}
		if t.byCode[code] != nil {
			return fmt.Errorf("two stations have the code %q", s.Code)
		}
		t.byCode[code] = s
		t.byName[s.name] = append(t.byName[s.name], s)
		for _, id := range append([]string{s.ID}, s.Stops...) {
			if err := t.indexStop(id, s); err != nil {
				return err
			}
		}
	}
	aliases := map[string][]*Station{}
	for _, s := range t.stations {
		if s.alias != "" && t.byName[s.alias] == nil {
			aliases[s.alias] = append(aliases[s.alias], s)
		}
	}
	for alias, stations := range aliases {
		t.byName[alias] = stations
	}
	return nil
}

// indexStop notes that the stop of the feed is one of the station's.
func (t *Timetable) indexStop(id string, s *Station) error {
	if id == "" {
		return nil
	}
	if other := t.byStop[id]; other != nil && other != s {
		return fmt.Errorf("stop %q is one of station %q and of station %q", id, other.Name, s.Name)
	}
	t.byStop[id] = s
	return nil
}

// Zone returns the zone of the railway's clocks.
func (t *Timetable) Zone() *time.Location { return t.zone }

// Version returns a text that differs where the content of the timetable does, or an empty one.
func (t *Timetable) Version() string { return t.info.Version }

// Modified returns when the content of the timetable was last changed; the zero time where that is unknown.
func (t *Timetable) Modified() time.Time { return t.info.Modified }

// Stations yields all stations in the order of their names and codes.
func (t *Timetable) Stations() iter.Seq[*Station] { return slices.Values(t.stations) }

// StationCount returns how many stations there are.
func (t *Timetable) StationCount() int { return len(t.stations) }

// StationByCode returns the station with the code, or nil.
func (t *Timetable) StationByCode(code string) *Station { return t.byCode[Fold(code)] }

// StationsByName returns the stations with the name; where there is none, those with the alias. The caller must not
// change the slice.
func (t *Timetable) StationsByName(name string) []*Station { return t.byName[Fold(name)] }

// StationByStop returns the station with the ID, or that of the platform with the ID, or nil.
func (t *Timetable) StationByStop(id string) *Station { return t.byStop[id] }

// Trips returns all trips in the order of their codes. The caller must not change the slice.
func (t *Timetable) Trips() []*Trip { return t.trips }

// TripsByID returns the trips with the ID and those that join it with others, in the order of their starts. The caller
// must not change the slice.
func (t *Timetable) TripsByID(id string) []*Trip { return t.byID[id] }
