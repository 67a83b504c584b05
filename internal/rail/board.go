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
	"example.com/quartet/templates/soap/xsd"
)

// GetStationDataByNameXML returns the board of the station with the given name or alias for the next 90 minutes.
func (s *Service) GetStationDataByNameXML(_ context.Context, req *realtime.GetStationDataByNameXML) ([]realtime.ObjStationData, error) {
	return s.boardByName(text(req.StationDesc), nil)
}

// GetStationDataByNameXMLWithNumMins returns the board of the station with the given name or alias for the next NumMins
// minutes. It returns a client fault if NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByNameXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByNameXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.boardByName(text(req.StationDesc), req.NumMins)
}

// GetStationDataByCodeXML returns the board of the station with the given code for the next 90 minutes.
func (s *Service) GetStationDataByCodeXML(_ context.Context, req *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return s.boardByCode(text(req.StationCode), nil)
}

// GetStationDataByCodeXMLWithNumMins returns the board of the station with the given code for the next NumMins minutes.
// It returns a client fault if NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByCodeXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByCodeXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.boardByCode(text(req.StationCode), req.NumMins)
}

// boardByName returns the combined board of the stations with the name.
func (s *Service) boardByName(name string, numMins *string) ([]realtime.ObjStationData, error) {
	m := s.moment()
	return m.boards(m.Timetable.StationsByName(name), numMins)
}

func (s *Service) boardByCode(code string, numMins *string) ([]realtime.ObjStationData, error) {
	m := s.moment()
	if station := m.Timetable.StationByCode(code); station != nil {
		return m.boards([]*timetable.Station{station}, numMins)
	}
	return m.boards(nil, numMins)
}

// boards returns the combined board of the stations.
func (m moment) boards(stations []*timetable.Station, numMins *string) ([]realtime.ObjStationData, error) {
	window, err := window(numMins)
	if err != nil {
		return nil, err
	}
	var trains []dueTrain
	for _, station := range stations {
		trains = m.appendDue(trains, station, window)
	}
	return m.board(trains), nil
}

// A dueTrain is a train on the board of a station, with the index of its call there.
type dueTrain struct {
	running.Run
	call    int
	minutes int32 // minutes until the train arrives or, at its origin, departs
}

// appendDue appends the trains that have not yet departed from the station (not yet arrived, if they end there) and are
// expected there within the window.
func (m moment) appendDue(list []dueTrain, station *timetable.Station, window time.Duration) []dueTrain {
	until := m.now.Add(window)
	for run, i := range m.Due(station, m.now, until) {
		list = append(list, dueTrain{run, i, int32(max(0, run.Until(i)/time.Minute))})
	}
	if !m.cancelled {
		return list
	}
	for run, i := range m.Omitted(station, m.now, until) {
		if run.Cancelled() {
			list = append(list, dueTrain{run, i, int32(max(0, run.Until(i)/time.Minute))})
		}
	}
	return list
}

// board returns the records of the trains in the order of compareDue.
func (m moment) board(trains []dueTrain) []realtime.ObjStationData {
	order := make([]*dueTrain, len(trains))
	for i := range trains {
		order[i] = &trains[i]
	}
	slices.SortFunc(order, compareDue)
	const textsPerRecord = 1
	b := board{formatter: newFormatter(m.Timetable.Zone(), textsPerRecord*len(trains)+1), now: m.now}
	records := make([]realtime.ObjStationData, len(trains))
	for i, train := range order {
		b.write(&records[i], train)
	}
	return records
}

// compareDue orders trains by direction, then by the minutes until they arrive, then by code, start and station.
func compareDue(a, b *dueTrain) int {
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

// A board writes the records of a board.
type board struct {
	*formatter
	now    time.Time
	server xsd.DateTime
	query  *string // nil: neither is set yet
}

// setClock sets what the clock shows at a station.
func (b *board) setClock(s *timetable.Station) {
	if now := b.now.In(s.Zone); b.query == nil || now.Location() != b.now.Location() {
		b.now, b.server, b.start = now, xsd.LocalDateTime(now), now.Unix()
		b.query = b.at(s).second(0)
	}
}

func (b *board) write(record *realtime.ObjStationData, train *dueTrain) {
	run, call := &train.Run, train.Call(train.call)
	due := call.Due()
	b.setClock(call.Station)
	b.setServiceDate(run)
	*record = realtime.ObjStationData{
		Servertime:      b.server,
		Traincode:       &run.Code,
		Stationfullname: &call.Station.Name,
		Stationcode:     &call.Station.Code,
		Querytime:       b.query,
		Traindate:       b.in(run.Zone()).date(run.Calls[0].Depart),
		Origin:          &run.Calls[run.FirstStop()].Station.Name,
		Destination:     &run.Calls[run.LastStop()].Station.Name,
		Origintime:      b.at(run.Calls[run.FirstStop()].Station).minute(run.Calls[run.FirstStop()].Depart),
		Destinationtime: b.at(run.Calls[run.LastStop()].Station).minute(run.Calls[run.LastStop()].Arrive),
		Status:          noInformation,
		Lastlocation:    empty,
		Duein:           train.minutes,
		Late:            int32(due.Late()),
		Direction:       &run.Direction,
		Traintype:       kindName(run.Kind),
		Locationtype:    letter(call.Kind),
	}
	switch {
	case run.Cancelled():
		record.Status = cancelled
	case due.Reported && run.Status() != running.NotYetRunning:
		record.Status = enRoute
		b.scratch = appendLastLocation(b.scratch[:0], run)
		record.Lastlocation = b.store(b.scratch)
	}
	b.at(call.Station)
	record.Scharrival, record.Exparrival = b.times(&call.Arrival)
	record.Schdepart, record.Expdepart = b.times(&call.Departure)
}

// times returns the scheduled and the expected time of an event.
func (b *board) times(e *running.Event) (scheduled, expected *string) {
	if !e.Happens {
		return noMinute, noMinute
	}
	return b.minute(e.Scheduled), b.minute(e.Expected)
}
