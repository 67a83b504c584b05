package rail

import (
	"context"
	"strings"
	"unicode"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/timetable"
)

// GetAllStationsXML lists every station.
func (s *Service) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return s.stations(func(*timetable.Station) bool { return true }), nil
}

// GetAllStationsXMLWithStationType lists the stations where trains of the type stop.
func (s *Service) GetAllStationsXMLWithStationType(_ context.Context, req *realtime.GetAllStationsXMLWithStationType) ([]realtime.ObjStation, error) {
	kind, one := kind(req.StationType)
	return s.stations(func(station *timetable.Station) bool { return !one || station.Serves(kind) }), nil
}

func (s *Service) stations(wanted func(*timetable.Station) bool) []realtime.ObjStation {
	records := []realtime.ObjStation{}
	for station := range s.moment().Plan.Stations() {
		if !wanted(station) {
			continue
		}
		records = append(records, realtime.ObjStation{
			StationDesc:      realtime.Ptr(station.Name),
			StationAlias:     realtime.Ptr(station.Alias),
			StationLatitude:  realtime.Ptr(degrees(station.Place.Latitude)),
			StationLongitude: realtime.Ptr(degrees(station.Place.Longitude)),
			StationCode:      realtime.Ptr(station.Code),
			StationId:        realtime.Ptr(station.ID),
		})
	}
	return records
}

// GetStationsFilterXML lists the stations that have a word in their name or alias from which on it starts like the
// text. An empty text matches every station.
func (s *Service) GetStationsFilterXML(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	text := strings.TrimSpace(text(req.StationText))
	records := []realtime.ObjStationFilter{}
	for station := range s.moment().Plan.Stations() {
		spelling := station.Name
		if !matches(spelling, text) {
			spelling = station.Alias
			if !matches(spelling, text) {
				continue
			}
		}
		records = append(records, realtime.ObjStationFilter{
			StationDescSp: realtime.Ptr(spelling),
			StationDesc:   realtime.Ptr(station.Name),
			StationCode:   realtime.Ptr(station.Code),
		})
	}
	return records, nil
}

// matches reports whether the text, in any case, is what the name starts with at one of its words. A word is a run of
// letters, digits, marks and apostrophes.
func matches(name, text string) bool {
	name, text = strings.ToLower(name), strings.ToLower(text)
	inWord := false
	for i, r := range name {
		start := !inWord && isWord(r)
		inWord = isWord(r)
		if (start || i == 0) && strings.HasPrefix(name[i:], text) {
			return true
		}
	}
	return false
}

func isWord(r rune) bool {
	return unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) || r == '\'' || r == '’'
}
