package gtfs

import (
	"cmp"
	"fmt"

	library "github.com/OneBusAway/go-gtfs"

	"example.com/quartet/internal/rail/timetable"
)

// stations makes the stations, in the order of their IDs, and finds that of each platform.
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
		made := b.station(s, children[s])
		stations = append(stations, made)
		for _, at := range append([]*library.Stop{s}, children[s]...) {
			p := &platformOf{made, where(at), int32(len(b.platforms))}
			if p.place == (timetable.Point{}) {
				p.place = made.Place
			}
			b.platforms[at] = p
		}
	}
	uniqueCodes(stations)
	return stations
}

func (b *builder) station(s *library.Stop, platforms []*library.Stop) *timetable.Station {
	made := &timetable.Station{ID: s.Id, Code: s.Code, Name: s.Name, Place: where(s)}
	shared := ""
	for i, p := range platforms {
		made.Stops = append(made.Stops, p.Id)
		made.Name = cmp.Or(made.Name, p.Name)
		if made.Place == (timetable.Point{}) {
			made.Place = where(p)
		}
		if i == 0 {
			shared = p.Code
		} else if p.Code != shared {
			shared = ""
		}
	}
	made.Code = cmp.Or(made.Code, shared, s.Id)
	if made.Name == "" {
		made.Name = made.Code
		b.report.complain(Complaint{"stops.txt", b.stops[b.stopIndex[s.Id]].line, "stop_name", "there is no name; the station is named by its code"})
	}
	made.Alias = b.alias.of(s.Id, s.Name)
	return made
}

func where(s *library.Stop) timetable.Point {
	if s.Latitude == nil || s.Longitude == nil {
		return timetable.Point{}
	}
	return timetable.Point{Latitude: *s.Latitude, Longitude: *s.Longitude}
}

// uniqueCodes puts the IDs behind codes that several stations have. The stations are in the order of their IDs.
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

// names are texts that differ in more than case, with the last number that was put behind each.
type names map[string]int

// take takes the text, which may be taken.
func (n names) take(text string) {
	if key := timetable.Fold(text); n[key] == 0 {
		n[key] = 1
	}
}

// free returns the text, with a number behind it if it is taken, and takes it.
func (n names) free(text string) string {
	folded := timetable.Fold(text)
	if n[folded] == 0 {
		n[folded] = 1
		return text
	}
	for {
		n[folded]++
		made := fmt.Sprintf("%s-%d", text, n[folded])
		if key := timetable.Fold(made); n[key] == 0 {
			n[key] = 1
			return made
		}
	}
}
