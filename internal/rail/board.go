package rail

import (
	"cmp"
	"context"
	"slices"
	"strings"
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
	m := s.moment()
	return m.boards(m.Plan.StationsByName(name), numMins)
}

func (s *Service) boardByCode(code string, numMins *string) ([]realtime.ObjStationData, error) {
	m := s.moment()
	if station := m.Plan.StationByCode(code); station != nil {
		return m.boards([]*timetable.Station{station}, numMins)
	}
	return m.boards(nil, numMins)
}

// boards returns the boards of the stations as one.
func (m moment) boards(stations []*timetable.Station, numMins *string) ([]realtime.ObjStationData, error) {
	window, err := window(numMins)
	if err != nil {
		return nil, err
	}
	var due []due
	for _, station := range stations {
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
			list = append(list, due{run, i, int32(max(0, run.Until(i)/time.Minute))})
		}
	}
	for j, i := range m.Plan.StoppingAt(station, m.now, until) {
		if m.Realtime.TripUpdate(j) == nil {
			add(running.At(j, nil, m.now), i)
		}
	}
	for live, i := range m.Realtime.StoppingAt(station, m.now, until) {
		add(running.At(live.Journey, live, m.now), i)
	}
	return list
}

// nextCall returns the first stop at the station that the train has yet to leave, or to arrive at where it ends there;
// or -1.
func nextCall(run *running.Run, station *timetable.Station) int {
	for i := max(run.Reached(), run.FirstStop()); i <= run.LastStop(); i++ {
		if run.Calls[i].Station != station || !run.Stops(i) || run.Departed(i) {
			continue
		}
		if i < run.LastStop() || !run.Arrived(i) {
			return i
		}
	}
	return -1
}

// board returns the records of the trains, sorted.
func (m moment) board(trains []due) []realtime.ObjStationData {
	order := make([]*due, len(trains))
	for i := range trains {
		order[i] = &trains[i]
	}
	slices.SortFunc(order, compareDue)
	const written = 1
	b := board{texts: newTexts(m.Plan.Zone(), written*len(trains)+1), server: realtime.LocalDateTime(m.now)}
	b.start = m.now.Unix()
	b.query = b.second(0)
	records := make([]realtime.ObjStationData, len(trains))
	for i, train := range order {
		b.write(&records[i], train)
	}
	return records
}

// compareDue orders trains by direction and the minutes until they arrive, and those that are equal in both by code,
// start and station.
func compareDue(a, b *due) int {
	if a.Direction != b.Direction {
		return strings.Compare(a.Direction, b.Direction)
	}
	if a.minutes != b.minutes {
		return cmp.Compare(a.minutes, b.minutes)
	}
	if a.Code != b.Code {
		return strings.Compare(a.Code, b.Code)
	}
	return cmp.Or(
		a.Departure(0).Compare(b.Departure(0)),
		cmp.Compare(a.Calls[a.call].Station.Number, b.Calls[b.call].Station.Number))
}

// A board writes the records of one.
type board struct {
	*texts
	server realtime.DateTime
	query  *string
}

func (b *board) write(record *realtime.ObjStationData, train *due) {
	run, i := &train.Run, train.call
	station := run.Calls[i].Station
	b.of(run)
	*record = realtime.ObjStationData{
		Servertime:      b.server,
		Traincode:       &run.Code,
		Stationfullname: &station.Name,
		Stationcode:     &station.Code,
		Querytime:       b.query,
		Traindate:       b.date(run.Calls[0].Depart),
		Origin:          &run.Calls[run.FirstStop()].Station.Name,
		Destination:     &run.Calls[run.LastStop()].Station.Name,
		Origintime:      b.minute(run.Calls[run.FirstStop()].Depart),
		Destinationtime: b.minute(run.Calls[run.LastStop()].Arrive),
		Duein:           train.minutes,
		Direction:       &run.Direction,
		Traintype:       kindText(run.Kind),
		Locationtype:    locationType(run, i),
	}
	if run.HasRealtime() && run.Status() != running.NotYetRunning {
		record.Status = enRoute
		b.scratch = appendLastLocation(b.scratch[:0], run)
		record.Lastlocation = b.keep(b.scratch)
	} else {
		record.Status = noInformation
		record.Lastlocation = empty
	}
	if i < run.LastStop() {
		scheduled, expected := run.Calls[i].Depart, run.Depart(i)
		record.Schdepart = b.minute(scheduled)
		record.Expdepart = b.minute(expected)
		record.Late = b.minutesBetween(scheduled, expected)
	} else {
		record.Schdepart = noMinute
		record.Expdepart = noMinute
	}
	if i > run.FirstStop() {
		scheduled, expected := run.Calls[i].Arrive, run.Arrive(i)
		record.Scharrival = b.minute(scheduled)
		record.Exparrival = b.minute(expected)
		record.Late = b.minutesBetween(scheduled, expected)
	} else {
		record.Scharrival = noMinute
		record.Exparrival = noMinute
	}
}
