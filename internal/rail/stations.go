package rail

import (
	"context"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/timetable"
)

// GetAllStationsXML lists every station.
func (s *Service) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return s.stations(0), nil
}

// GetAllStationsXMLWithStationType lists the stations at which trains of the type are scheduled to stop.
func (s *Service) GetAllStationsXMLWithStationType(_ context.Context, req *realtime.GetAllStationsXMLWithStationType) ([]realtime.ObjStation, error) {
	return s.stations(kind(req.StationType)), nil
}

// stations returns the stations that trains of the kind serve, or all if it is 0.
func (s *Service) stations(kind timetable.Kind) []realtime.ObjStation {
	records := []realtime.ObjStation{}
	for station := range s.moment().Timetable.Stations() {
		if kind != 0 && !station.Serves(kind) {
			continue
		}
		record := realtime.ObjStation{StationDesc: &station.Name, StationAlias: &station.Alias, StationCode: &station.Code, StationId: &station.ID}
		if station.NumericID != "" {
			record.StationId = &station.NumericID
		}
		record.StationLatitude, record.StationLongitude = degrees(station.Place)
		records = append(records, record)
	}
	return records
}

// GetStationsFilterXML lists the stations in whose name or alias the text occurs at the start of a word. An empty text
// matches every station.
func (s *Service) GetStationsFilterXML(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	m := s.moment()
	records := []realtime.ObjStationFilter{}
	for station, match := range m.Timetable.StationsMatching(text(req.StationText)) {
		records = append(records, realtime.ObjStationFilter{
			StationDescSp: new(match),
			StationDesc:   &station.Name,
			StationCode:   &station.Code,
		})
	}
	return records, nil
}
