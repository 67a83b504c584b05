package gtfs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/rail/timetable"
)

// stations makes the stations, in the order of their IDs, and fills b.byStop.
func (b *builder) stations() []*timetable.Station {
	used := func(s *stop) bool {
		if s.parent != unset {
			return b.stops[s.parent].used
		}
		return s.used
	}
	order := byID(b.stops, used, func(s *stop) string { return s.id })
	b.report.UnservedStops = len(b.stops) - len(order)
	b.byStop = make([]stopInfo, len(b.stops))
	platforms := map[int32][]int32{}
	for _, i := range order {
		if parent := b.stops[i].parent; parent != unset {
			platforms[parent] = append(platforms[parent], i)
		}
	}
	var stations []*timetable.Station
	for _, i := range order {
		if b.stops[i].parent != unset {
			continue
		}
		st := b.station(i, platforms[i])
		stations = append(stations, st)
		for number, k := range append([]int32{i}, platforms[i]...) {
			b.byStop[k] = stopInfo{st, cmp.Or(b.stops[k].place, st.Place), int32(number)}
		}
	}
	b.uniqueCodes(stations)
	return stations
}

func (b *builder) station(i int32, platforms []int32) *timetable.Station {
	s := &b.stops[i]
	st := &timetable.Station{ID: s.id, Code: s.code, Name: s.name, Place: s.place, Zone: s.zone}
	st.PlatformCodes = []string{s.platform}
	var codes []string // codes of the platforms
	if s.kind != station && len(platforms) > 0 {
		st.Code, codes = "", []string{s.code} // it was merged with the others
	}
	for _, k := range platforms {
		p := &b.stops[k]
		st.Stops = append(st.Stops, p.id)
		st.Name = cmp.Or(st.Name, p.name)
		st.Place = cmp.Or(st.Place, p.place)
		st.Zone = cmp.Or(st.Zone, p.zone)
		st.PlatformCodes = append(st.PlatformCodes, p.platform)
		codes = append(codes, p.code)
	}
	if strings.Join(st.PlatformCodes, "") == "" {
		st.PlatformCodes = nil
	}
	if codes = slices.Compact(codes); len(codes) == 1 {
		st.Code = cmp.Or(st.Code, codes[0])
	}
	st.Code = cmp.Or(st.Code, s.id)
	if st.Name == "" {
		st.Name = st.Code
		b.report.warn(Warning{"stops.txt", s.line, "stop_name", "missing value; using the station's code as its name"})
	}
	st.Alias = b.alias.of(s.id, s.name)
	return st
}

// uniqueCodes replaces codes that several stations have by the stop_id. The stations are in the order of their IDs.
func (b *builder) uniqueCodes(stations []*timetable.Station) {
	count := map[string]int{}
	for i := range b.stops {
		if s := &b.stops[i]; s.parent == unset && s.code != "" && s.kind <= station {
			count[timetable.Fold(s.code)]++
		}
	}
	used := map[string]int{}
	for _, s := range stations {
		used[timetable.Fold(s.Code)]++
	}
	taken := names{}
	var clash []*timetable.Station
	for _, s := range stations {
		if code := timetable.Fold(s.Code); used[code] > 1 || count[code] > 1 {
			clash = append(clash, s)
			continue
		}
		taken[timetable.Fold(s.Code)] = 1
	}
	for _, s := range clash {
		s.Code = taken.free(s.ID)
	}
}

// names is a set of folded names. The value is the last number that was appended to the name.
type names map[string]int

// free returns the name, with a number appended if it is in the set already, and adds the result.
func (n names) free(text string) string {
	name, folded := text, timetable.Fold(text)
	for n[timetable.Fold(name)] > 0 {
		n[folded]++
		name = fmt.Sprintf("%s-%d", text, n[folded])
	}
	n[timetable.Fold(name)] = 1
	return name
}
