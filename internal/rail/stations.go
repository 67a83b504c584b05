package rail

import (
	"context"

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
	m := s.moment()
	var stations []*timetable.Station
	for station := range m.Plan.Stations() {
		if wanted(station) {
			stations = append(stations, station)
		}
	}
	const written = 2
	texts := newTexts(m.Plan.Zone(), written*len(stations))
	records := make([]realtime.ObjStation, len(stations))
	for i, station := range stations {
		records[i] = realtime.ObjStation{
			StationDesc:      &station.Name,
			StationAlias:     &station.Alias,
			StationLatitude:  texts.degrees(station.Place.Latitude),
			StationLongitude: texts.degrees(station.Place.Longitude),
			StationCode:      &station.Code,
			StationId:        &station.ID,
		}
	}
	return records
}

// GetStationsFilterXML lists the stations that have a word in their name or alias from which on it starts like the
// text. An empty text matches every station.
func (s *Service) GetStationsFilterXML(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	m := s.moment()
	records := []realtime.ObjStationFilter{}
	for station, spelling := range m.Plan.StationsMatching(text(req.StationText)) {
		records = append(records, realtime.ObjStationFilter{
			StationDescSp: realtime.Ptr(spelling),
			StationDesc:   &station.Name,
			StationCode:   &station.Code,
		})
	}
	return records, nil
}
