package rail

import (
	"cmp"
	"context"
	"slices"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/templates/soap/xsd"
)

// GetStationDataByNameXML returns the board of the station with the given name or alias for the next 90 minutes.
func (s *Service) GetStationDataByNameXML(_ context.Context, req *realtime.GetStationDataByNameXML) ([]realtime.ObjStationData, error) {
	return s.board((*timetable.Timetable).StationsByName, req.StationDesc, nil)
}

// GetStationDataByNameXMLWithNumMins returns the board of the station with the given name or alias for the next NumMins
// minutes. It returns a client fault if NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByNameXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByNameXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.board((*timetable.Timetable).StationsByName, req.StationDesc, req.NumMins)
}

// GetStationDataByCodeXML returns the board of the station with the given code for the next 90 minutes.
func (s *Service) GetStationDataByCodeXML(_ context.Context, req *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return s.board(stationsByCode, req.StationCode, nil)
}

// GetStationDataByCodeXMLWithNumMins returns the board of the station with the given code for the next NumMins minutes.
// It returns a client fault if NumMins is not a number from 5 to 90.
func (s *Service) GetStationDataByCodeXMLWithNumMins(_ context.Context, req *realtime.GetStationDataByCodeXMLWithNumMins) ([]realtime.ObjStationData, error) {
	return s.board(stationsByCode, req.StationCode, req.NumMins)
}

func stationsByCode(plan *timetable.Timetable, code string) []*timetable.Station {
	if station := plan.StationByCode(code); station != nil {
		return []*timetable.Station{station}
	}
	return nil
}

// A dueTrain is a train on the board of a station, with the index of its call there.
type dueTrain struct {
	running.Run
	call    int
	minutes int32 // minutes until the train arrives or, at its origin, departs
}

// board returns the combined board of the stations that a function finds by a text: the trains that have not yet departed (not yet
// arrived, if they end there) and are expected there within the window, in the order of compareDue.
func (s *Service) board(find func(*timetable.Timetable, string) []*timetable.Station, wanted, numMins *string) ([]realtime.ObjStationData, error) {
	window, err := window(numMins)
	if err != nil {
		return nil, err
	}
	m := s.moment()
	until := m.now.Add(window)
	var trains []*dueTrain
	add := func(run running.Run, i int) {
		trains = append(trains, &dueTrain{run, i, int32(max(0, run.Until(i)/time.Minute))})
	}
	for _, station := range find(m.Timetable, text(wanted)) {
		for run, i := range m.Due(station, m.now, until) {
			add(run, i)
		}
		if !s.ListCancelled {
			continue
		}
		for run, i := range m.Omitted(station, m.now, until) {
			if run.Cancelled() {
				add(run, i)
			}
		}
	}
	slices.SortFunc(trains, compareDue)
	records := make([]realtime.ObjStationData, len(trains))
	for i, train := range trains {
		records[i] = train.record(m.now)
	}
	return records, nil
}

// compareDue orders trains by direction, then by the minutes until they arrive, then by code, start and station.
func compareDue(a, b *dueTrain) int {
	return cmp.Or(
		cmp.Compare(a.Direction, b.Direction),
		cmp.Compare(a.minutes, b.minutes),
		cmp.Compare(a.Code, b.Code),
		a.Departure(0).Compare(b.Departure(0)),
		cmp.Compare(a.Calls[a.call].Station.Number, b.Calls[b.call].Station.Number))
}

func (train *dueTrain) record(now time.Time) realtime.ObjStationData {
	run, call := &train.Run, train.Call(train.call)
	now = now.In(call.Station.Zone)
	due := call.Due()
	record := realtime.ObjStationData{
		Servertime:      xsd.LocalDateTime(now),
		Traincode:       &run.Code,
		Stationfullname: &call.Station.Name,
		Stationcode:     &call.Station.Code,
		Querytime:       second(now),
		Traindate:       startDate(run),
		Origin:          name(run, run.FirstStop()),
		Destination:     name(run, run.LastStop()),
		Origintime:      minute(starts(run)),
		Destinationtime: minute(ends(run)),
		Status:          noInformation,
		Lastlocation:    empty,
		Duein:           train.minutes,
		Late:            int32(due.Late()),
		Direction:       &run.Direction,
		Traintype:       kindNames[run.Kind],
		Locationtype:    letter(call.Kind),
	}
	switch {
	case run.Cancelled():
		record.Status = cancelled
	case due.Reported && run.Status() != running.NotYetRunning:
		record.Status, record.Lastlocation = enRoute, new(lastLocation(run))
	}
	times := func(e *running.Event) (scheduled, expected *string) {
		if !e.Happens {
			return noMinute, noMinute
		}
		return minute(at(run, train.call, e.Scheduled)), minute(at(run, train.call, e.Expected))
	}
	record.Scharrival, record.Exparrival = times(&call.Arrival)
	record.Schdepart, record.Expdepart = times(&call.Departure)
	return record
}
