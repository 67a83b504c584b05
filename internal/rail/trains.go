package rail

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// When a train is current beside the time that it runs.
const (
	dueToStart     = 10 * time.Minute
	lingers        = 5 * time.Minute
	justDeparted   = time.Minute
	messageNewline = `\n` // the two characters
)

// GetCurrentTrainsXML lists the current trains.
func (s *Service) GetCurrentTrainsXML(context.Context) ([]realtime.ObjTrainPositions, error) {
	return s.positions(func(timetable.Kind) bool { return true }), nil
}

// GetCurrentTrainsXMLWithTrainType lists the current trains of the type.
func (s *Service) GetCurrentTrainsXMLWithTrainType(_ context.Context, req *realtime.GetCurrentTrainsXMLWithTrainType) ([]realtime.ObjTrainPositions, error) {
	kind, one := kind(req.TrainType)
	return s.positions(func(k timetable.Kind) bool { return !one || k == kind }), nil
}

func (s *Service) positions(wanted func(timetable.Kind) bool) []realtime.ObjTrainPositions {
	records := []realtime.ObjTrainPositions{}
	m := s.moment()
	trains := m.current()
	for i := range trains {
		run := &trains[i]
		if !wanted(run.Kind) {
			continue
		}
		place := run.Place()
		records = append(records, realtime.ObjTrainPositions{
			TrainStatus:    realtime.Ptr(string(run.Status())),
			TrainLatitude:  realtime.Ptr(degrees(place.Latitude)),
			TrainLongitude: realtime.Ptr(degrees(place.Longitude)),
			TrainCode:      realtime.Ptr(run.Code),
			TrainDate:      realtime.Ptr(trainDate(run.Journey)),
			PublicMessage:  realtime.Ptr(publicMessage(run)),
			Direction:      realtime.Ptr(run.Direction),
		})
	}
	return records
}

// GetVendorTrainsXML lists the current trains with their journeys and schedules.
func (s *Service) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	m := s.moment()
	trains := m.current()
	records := []realtime.ObjVendorPositions{}
	for i := range trains {
		run := &trains[i]
		place := run.Place()
		last := max(run.Reached(), run.First())
		record := realtime.ObjVendorPositions{
			TrainStatus:          realtime.Ptr(string(run.Status())),
			TrainLatitude:        realtime.Ptr(degrees(place.Latitude)),
			TrainLongitude:       realtime.Ptr(degrees(place.Longitude)),
			TrainCode:            realtime.Ptr(run.Code),
			TrainDate:            realtime.Ptr(trainDate(run.Journey)),
			LastLocationType:     realtime.Ptr(lastLocationType(run, m.now)),
			Direction:            realtime.Ptr(run.Direction),
			TrainOrigin:          realtime.Ptr(run.Calls[run.First()].Station.Name),
			TrainOriginTime:      realtime.Ptr(run.Departure(run.First()).Format(stampForm)),
			TrainDestination:     realtime.Ptr(run.Calls[run.End()].Station.Name),
			TrainDestinationTime: realtime.Ptr(run.Arrival(run.End()).Format(stampForm)),
			LastLocation:         realtime.Ptr(run.Calls[last].Station.Name),
			NextLocation:         realtime.Ptr(""),
			Difference:           realtime.Ptr(strconv.Itoa(int(run.LastDelay() / time.Second))),
			ScheduledDeparture:   realtime.Ptr(noStamp),
			ScheduledArrival:     realtime.Ptr(noStamp),
		}
		if last < run.End() {
			record.NextLocation = realtime.Ptr(run.Calls[last+1].Station.Name)
			record.ScheduledDeparture = realtime.Ptr(run.Departure(last).Format(stampForm))
			record.ScheduledArrival = realtime.Ptr(run.Arrival(last + 1).Format(stampForm))
		}
		records = append(records, record)
	}
	return records, nil
}

// current returns the current trains in the order of their codes.
func (m moment) current() []running.Run {
	from, to := m.now.Add(-lingers), m.now.Add(dueToStart)
	var runs []running.Run
	for j := range m.Plan.Between(from, to) {
		if m.Live.Of(j) == nil {
			runs = append(runs, running.At(j, nil, m.now))
		}
	}
	for live := range m.Live.Between(from, to) {
		runs = append(runs, running.At(live.Journey, live, m.now))
	}
	slices.SortFunc(runs, func(a, b running.Run) int { return compareTrains(&a, &b) })
	return runs
}

// compareTrains orders trains by code and start.
func compareTrains(a, b *running.Run) int {
	return cmp.Or(cmp.Compare(a.Code, b.Code), a.Departure(0).Compare(b.Departure(0)), cmp.Compare(a.Number, b.Number))
}

// lastLocationType returns what the train did at the call that it last reached.
func lastLocationType(run *running.Run, now time.Time) string {
	last := max(run.Reached(), run.First())
	switch {
	case run.Status() == running.Terminated:
		return "T"
	case !run.Departed(last):
		return "A"
	case now.Sub(run.Expected(last).Depart) < justDeparted:
		return "D"
	}
	return "E"
}

// publicMessage returns the three lines for the public.
func publicMessage(run *running.Run) string {
	lines := []string{
		run.Code,
		fmt.Sprintf("%s %s to %s %s (%s)", run.Departure(run.First()).Format(minuteForm), run.Calls[run.First()].Station.Name,
			run.Calls[run.End()].Station.Name, run.Arrival(run.End()).Format(minuteForm), lateness(run)),
		whereabouts(run),
	}
	if live := run.Live(); live != nil {
		lines = append(lines, live.Messages...)
	}
	return strings.Join(lines, messageNewline)
}

// lateness returns how late the train is in words.
func lateness(run *running.Run) string {
	if !run.Informed() {
		return "as scheduled"
	}
	switch minutes := int(math.Floor(run.LastDelay().Minutes())); {
	case minutes < 0:
		return fmt.Sprintf("%d min early", -minutes)
	case minutes > 0:
		return fmt.Sprintf("%d min late", minutes)
	}
	return "on time"
}

// whereabouts returns where the train was last and what comes next.
func whereabouts(run *running.Run) string {
	switch last := run.Reached(); {
	case run.Status() == running.NotYetRunning:
		return fmt.Sprintf("Leaves %s at %s, next %s", run.Calls[run.First()].Station.Name,
			run.Expected(run.First()).Depart.Format(minuteForm), run.Calls[run.First()+1].Station.Name)
	case run.Status() == running.Terminated:
		return fmt.Sprintf("Arrived %s at %s, terminated", run.Calls[run.End()].Station.Name,
			run.Expected(last).Arrive.Format(minuteForm))
	default:
		return lastLocation(run) + ", next " + run.Calls[last+1].Station.Name
	}
}

// lastLocation returns what the train did last, and where. It must have started.
func lastLocation(run *running.Run) string {
	last := run.Reached()
	if run.Departed(last) {
		return "Departed " + run.Calls[last].Station.Name
	}
	return "Arrived " + run.Calls[last].Station.Name
}
