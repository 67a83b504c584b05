package gtfs

import (
	"cmp"
	"fmt"

	library "github.com/OneBusAway/go-gtfs"

	"example.com/quartet/internal/rail/timetable"
)

// stations makes the stations, in the order of their IDs, and fills b.byStop.
func (b *builder) stations() []*timetable.Station {
	children := map[*library.Stop][]*library.Stop{}
	for i := range b.static.Stops {
		if s := &b.static.Stops[i]; s.Parent != nil {
			children[s.Parent] = append(children[s.Parent], s)
		}
	}
	var stations []*timetable.Station
	for i := range b.static.Stops {
		s := &b.static.Stops[i]
		if s.Parent != nil {
			continue
		}
		st := b.station(s, children[s])
		stations = append(stations, st)
		for _, child := range append([]*library.Stop{s}, children[s]...) {
			info := &stopInfo{st, placeOf(child), int32(len(b.byStop))}
			if info.place == (timetable.Point{}) {
				info.place = st.Place
			}
			b.byStop[child] = info
		}
	}
	uniqueCodes(stations)
	return stations
}

func (b *builder) station(s *library.Stop, platforms []*library.Stop) *timetable.Station {
	st := &timetable.Station{ID: s.Id, Code: s.Code, Name: s.Name, Place: placeOf(s)}
	shared := ""
	for i, p := range platforms {
		st.Stops = append(st.Stops, p.Id)
		st.Name = cmp.Or(st.Name, p.Name)
		if st.Place == (timetable.Point{}) {
			st.Place = placeOf(p)
		}
		if i == 0 {
			shared = p.Code
		} else if p.Code != shared {
			shared = ""
		}
	}
	st.Code = cmp.Or(st.Code, shared, s.Id)
	if st.Name == "" {
		st.Name = st.Code
		b.report.warn(Warning{"stops.txt", b.stops[b.stopIndex[s.Id]].line, "stop_name", "missing value; using the station's code as its name"})
	}
	st.Alias = b.alias.of(s.Id, s.Name)
	return st
}

func placeOf(s *library.Stop) timetable.Point {
	if s.Latitude == nil || s.Longitude == nil {
		return timetable.Point{}
	}
	return timetable.Point{Latitude: *s.Latitude, Longitude: *s.Longitude}
}

// uniqueCodes appends the ID to codes that several stations have. The stations are in the order of their IDs.
func uniqueCodes(stations []*timetable.Station) {
	count := map[string]int{}
	for _, s := range stations {
		count[timetable.Fold(s.Code)]++
	}
	taken := names{}
	var clash []*timetable.Station
	for _, s := range stations {
		if count[timetable.Fold(s.Code)] > 1 {
			clash = append(clash, s)
			continue
		}
		taken.take(s.Code)
	}
	for _, s := range clash {
		if s.Code != s.ID {
			s.Code += "-" + s.ID
		}
		s.Code = taken.free(s.Code)
	}
}

// names is a set of names that ignores case. The value is the last number that was appended to the name.
type names map[string]int

// take adds a name, which may be in the set already.
func (n names) take(text string) {
	if key := timetable.Fold(text); n[key] == 0 {
		n[key] = 1
	}
}

// free returns the name, with a number appended if it is in the set already, and adds the result.
func (n names) free(text string) string {
	folded := timetable.Fold(text)
	if n[folded] == 0 {
		n[folded] = 1
		return text
	}
	for {
		n[folded]++
		st := fmt.Sprintf("%s-%d", text, n[folded])
		if key := timetable.Fold(st); n[key] == 0 {
			n[key] = 1
			return st
		}
	}
}
