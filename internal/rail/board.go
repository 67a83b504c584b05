package rail

import (
	"cmp"
	"context"
	"slices"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// GetStationDataByNameXML returns the board of the station with the name or alias for the next 90 minutes.
func (s *Service) GetStationDataByNameXML(_ context.Context, req *realtime.GetStationDataByNameXML) ([]realtime.ObjStationData, error) {
	return s.board(s.timetable.StationByName(text(req.StationDesc)), nil)
}

// GetStationDataByNameXMLWithNumMins returns the board of the station with the name or alias for the next NumMins
// minutes. The error is a client's fault where NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByNameXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByNameXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.board(s.timetable.StationByName(text(req.StationDesc)), req.NumMins)
}

// GetStationDataByCodeXML returns the board of the station with the code for the next 90 minutes.
func (s *Service) GetStationDataByCodeXML(_ context.Context, req *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return s.board(s.timetable.StationByCode(text(req.StationCode)), nil)
}

// GetStationDataByCodeXMLWithNumMins returns the board of the station with the code for the next NumMins minutes. The
// error is a client's fault where NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByCodeXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByCodeXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.board(s.timetable.StationByCode(text(req.StationCode)), req.NumMins)
}

// board returns the board of a station, which may be nil where there is none.
func (s *Service) board(station *timetable.Station, numMins *string) ([]realtime.ObjStationData, error) {
	window, err := window(numMins)
	if err != nil {
		return nil, err
	}
	records := []realtime.ObjStationData{}
	if station == nil {
		return records, nil
	}
	now := s.clock()
	// A train may come earlier than scheduled, and far later.
	for journey := range s.timetable.StoppingAt(station, now.Add(-overdue), now.Add(window+overdue)) {
		run := running.At(journey, s.forecast, now)
		i, ok := nextCall(run, station)
		if ok && !due(run, i).After(now.Add(window)) {
			records = append(records, boardRecord(run, i, now))
		}
	}
	slices.SortStableFunc(records, func(a, b realtime.ObjStationData) int {
		return cmp.Or(
			cmp.Compare(*a.Direction, *b.Direction),
			cmp.Compare(a.Duein, b.Duein),
			cmp.Compare(*a.Traincode, *b.Traincode))
	})
	return records, nil
}

// nextCall returns the first call at the station that the train has yet to depart from, or to arrive at where it is
// its destination.
func nextCall(run running.Run, station *timetable.Station) (int, bool) {
	for i, call := range run.Calls {
		if call.Station != station || call.Passes || run.Departed(i) {
			continue
		}
		if i < run.Last() || !run.Arrived(i) {
			return i, true
		}
	}
	return 0, false
}

// due returns when the train is expected to arrive at call i, or to depart where that is its origin.
func due(run running.Run, i int) time.Time {
	if i == 0 {
		return run.Expected[0].Depart
	}
	return run.Expected[i].Arrive
}

func boardRecord(run running.Run, i int, now time.Time) realtime.ObjStationData {
	station := run.Calls[i].Station
	record := realtime.ObjStationData{
		Servertime:      realtime.LocalDateTime(now.Truncate(time.Millisecond)),
		Traincode:       realtime.Ptr(run.Code),
		Stationfullname: realtime.Ptr(station.Name),
		Stationcode:     realtime.Ptr(station.Code),
		Querytime:       realtime.Ptr(now.Format(secondForm)),
		Traindate:       realtime.Ptr(trainDate(run.Journey)),
		Origin:          realtime.Ptr(run.Origin().Name),
		Destination:     realtime.Ptr(run.Destination().Name),
		Origintime:      realtime.Ptr(run.Departure(0).Format(minuteForm)),
		Destinationtime: realtime.Ptr(run.Arrival(run.Last()).Format(minuteForm)),
		Status:          realtime.Ptr("No Information"),
		Lastlocation:    realtime.Ptr(""),
		Duein:           int32(max(0, due(run, i).Sub(now)/time.Minute)),
		Exparrival:      realtime.Ptr(noMinute),
		Expdepart:       realtime.Ptr(noMinute),
		Scharrival:      realtime.Ptr(noMinute),
		Schdepart:       realtime.Ptr(noMinute),
		Direction:       realtime.Ptr(run.Direction),
		Traintype:       realtime.Ptr(run.Kind.String()),
		Locationtype:    realtime.Ptr(locationType(run.Journey, i)),
	}
	if run.Informed && run.Status() != running.NotYetRunning {
		record.Status = realtime.Ptr("En Route")
		record.Lastlocation = realtime.Ptr(lastLocation(run))
	}
	if i < run.Last() {
		record.Schdepart = realtime.Ptr(run.Departure(i).Format(minuteForm))
		record.Expdepart = realtime.Ptr(run.Expected[i].Depart.Format(minuteForm))
		record.Late = int32(minutesBetween(run.Departure(i), run.Expected[i].Depart))
	}
	if i > 0 {
		record.Scharrival = realtime.Ptr(run.Arrival(i).Format(minuteForm))
		record.Exparrival = realtime.Ptr(run.Expected[i].Arrive.Format(minuteForm))
		record.Late = int32(minutesBetween(run.Arrival(i), run.Expected[i].Arrive))
	}
	return record
}
