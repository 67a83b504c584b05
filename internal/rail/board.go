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
	return s.boardByName(text(req.StationDesc), nil)
}

// GetStationDataByNameXMLWithNumMins returns the board of the station with the name or alias for the next NumMins
// minutes. The error is a client's fault where NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByNameXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByNameXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.boardByName(text(req.StationDesc), req.NumMins)
}

// GetStationDataByCodeXML returns the board of the station with the code for the next 90 minutes.
func (s *Service) GetStationDataByCodeXML(_ context.Context, req *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return s.boardByCode(text(req.StationCode), nil)
}

// GetStationDataByCodeXMLWithNumMins returns the board of the station with the code for the next NumMins minutes. The
// error is a client's fault where NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByCodeXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByCodeXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.boardByCode(text(req.StationCode), req.NumMins)
}

// boardByName returns the boards of the stations that share the name as one.
func (s *Service) boardByName(name string, numMins *string) ([]realtime.ObjStationData, error) {
	window, err := window(numMins)
	if err != nil {
		return nil, err
	}
	m := s.moment()
	var due []due
	for _, station := range m.Plan.StationsByName(name) {
		due = m.appendDue(due, station, window)
	}
	return m.board(due), nil
}

func (s *Service) boardByCode(code string, numMins *string) ([]realtime.ObjStationData, error) {
	window, err := window(numMins)
	if err != nil {
		return nil, err
	}
	m := s.moment()
	var due []due
	if station := m.Plan.StationByCode(code); station != nil {
		due = m.appendDue(due, station, window)
	}
	return m.board(due), nil
}

// due is a train that a station expects.
type due struct {
	running.Run
	call    int
	minutes int32 // until it arrives
}

// appendDue appends the trains that have still to leave the station (to arrive, where they end) and are expected within
// the window.
func (m moment) appendDue(list []due, station *timetable.Station, window time.Duration) []due {
	until := m.now.Add(window)
	add := func(run running.Run, i int) {
		if nextCall(&run, station) == i {
			list = append(list, due{run, i, int32(max(0, expected(&run, i).Sub(m.now)/time.Minute))})
		}
	}
	for j, i := range m.Plan.StoppingAt(station, m.now, until) {
		if m.Live.Of(j) == nil {
			add(running.At(j, nil, m.now), i)
		}
	}
	for live, i := range m.Live.StoppingAt(station, m.now, until) {
		add(running.At(live.Journey, live, m.now), i)
	}
	return list
}

// nextCall returns the first stop at the station that the train has yet to leave, or to arrive at where it ends there;
// or -1.
func nextCall(run *running.Run, station *timetable.Station) int {
	for i := max(run.Reached(), run.First()); i <= run.End(); i++ {
		if run.Calls[i].Station != station || !run.Stops(i) || run.Departed(i) {
			continue
		}
		if i < run.End() || !run.Arrived(i) {
			return i
		}
	}
	return -1
}

// expected returns when the train arrives at call i, or departs where that is the first that it makes.
func expected(run *running.Run, i int) time.Time {
	if i == run.First() {
		return run.Expected(i).Depart
	}
	return run.Expected(i).Arrive
}

func (m moment) board(trains []due) []realtime.ObjStationData {
	slices.SortFunc(trains, func(a, b due) int {
		return cmp.Or(
			cmp.Compare(a.Direction, b.Direction),
			cmp.Compare(a.minutes, b.minutes),
			compareTrains(&a.Run, &b.Run))
	})
	records := make([]realtime.ObjStationData, len(trains))
	for i := range trains {
		records[i] = boardRecord(&trains[i].Run, trains[i].call, m.now)
	}
	return records
}

func boardRecord(run *running.Run, i int, now time.Time) realtime.ObjStationData {
	station := run.Calls[i].Station
	record := realtime.ObjStationData{
		Servertime:      realtime.LocalDateTime(now.Truncate(time.Millisecond)),
		Traincode:       realtime.Ptr(run.Code),
		Stationfullname: realtime.Ptr(station.Name),
		Stationcode:     realtime.Ptr(station.Code),
		Querytime:       realtime.Ptr(now.Format(secondForm)),
		Traindate:       realtime.Ptr(trainDate(run.Journey)),
		Origin:          realtime.Ptr(run.Calls[run.First()].Station.Name),
		Destination:     realtime.Ptr(run.Calls[run.End()].Station.Name),
		Origintime:      realtime.Ptr(run.Departure(run.First()).Format(minuteForm)),
		Destinationtime: realtime.Ptr(run.Arrival(run.End()).Format(minuteForm)),
		Status:          realtime.Ptr("No Information"),
		Lastlocation:    realtime.Ptr(""),
		Duein:           int32(max(0, expected(run, i).Sub(now)/time.Minute)),
		Exparrival:      realtime.Ptr(noMinute),
		Expdepart:       realtime.Ptr(noMinute),
		Scharrival:      realtime.Ptr(noMinute),
		Schdepart:       realtime.Ptr(noMinute),
		Direction:       realtime.Ptr(run.Direction),
		Traintype:       realtime.Ptr(run.Kind.String()),
		Locationtype:    realtime.Ptr(locationType(run, i)),
	}
	if run.Informed() && run.Status() != running.NotYetRunning {
		record.Status = realtime.Ptr("En Route")
		record.Lastlocation = realtime.Ptr(lastLocation(run))
	}
	if i < run.End() {
		record.Schdepart = realtime.Ptr(run.Departure(i).Format(minuteForm))
		record.Expdepart = realtime.Ptr(run.Expected(i).Depart.Format(minuteForm))
		record.Late = int32(minutesBetween(run.Departure(i), run.Expected(i).Depart))
	}
	if i > run.First() {
		record.Scharrival = realtime.Ptr(run.Arrival(i).Format(minuteForm))
		record.Exparrival = realtime.Ptr(run.Expected(i).Arrive.Format(minuteForm))
		record.Late = int32(minutesBetween(run.Arrival(i), run.Expected(i).Arrive))
	}
	return record
}
