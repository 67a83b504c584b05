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
	for _, run := range s.current(s.clock()) {
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
	now := s.clock()
	records := []realtime.ObjVendorPositions{}
	for _, run := range s.current(now) {
		place := run.Place()
		last := max(run.Reached(), 0)
		record := realtime.ObjVendorPositions{
			TrainStatus:          realtime.Ptr(string(run.Status())),
			TrainLatitude:        realtime.Ptr(degrees(place.Latitude)),
			TrainLongitude:       realtime.Ptr(degrees(place.Longitude)),
			TrainCode:            realtime.Ptr(run.Code),
			TrainDate:            realtime.Ptr(trainDate(run.Journey)),
			LastLocationType:     realtime.Ptr(lastLocationType(run, now)),
			Direction:            realtime.Ptr(run.Direction),
			TrainOrigin:          realtime.Ptr(run.Origin().Name),
			TrainOriginTime:      realtime.Ptr(run.Departure(0).Format(stampForm)),
			TrainDestination:     realtime.Ptr(run.Destination().Name),
			TrainDestinationTime: realtime.Ptr(run.Arrival(run.Last()).Format(stampForm)),
			LastLocation:         realtime.Ptr(run.Calls[last].Station.Name),
			NextLocation:         realtime.Ptr(""),
			Difference:           realtime.Ptr(strconv.Itoa(int(run.LastDelay() / time.Second))),
			ScheduledDeparture:   realtime.Ptr(noStamp),
			ScheduledArrival:     realtime.Ptr(noStamp),
		}
		if last < run.Last() {
			record.NextLocation = realtime.Ptr(run.Calls[last+1].Station.Name)
			record.ScheduledDeparture = realtime.Ptr(run.Departure(last).Format(stampForm))
			record.ScheduledArrival = realtime.Ptr(run.Arrival(last + 1).Format(stampForm))
		}
		records = append(records, record)
	}
	return records, nil
}

// current returns the current trains in the order of their codes.
func (s *Service) current(now time.Time) []running.Run {
	var runs []running.Run
	for journey := range s.timetable.Between(now.Add(-overdue), now.Add(dueToStart)) {
		run := running.At(journey, s.forecast, now)
		if now.Sub(run.Expected[run.Last()].Arrive) <= lingers {
			runs = append(runs, run)
		}
	}
	slices.SortStableFunc(runs, func(a, b running.Run) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), a.Departure(0).Compare(b.Departure(0)))
	})
	return runs
}

// lastLocationType returns what the train did at the call that it last reached.
func lastLocationType(run running.Run, now time.Time) string {
	last := max(run.Reached(), 0)
	switch {
	case run.Status() == running.Terminated:
		return "T"
	case !run.Departed(last):
		return "A"
	case now.Sub(run.Expected[last].Depart) < justDeparted:
		return "D"
	}
	return "E"
}

// publicMessage returns the three lines for the public.
func publicMessage(run running.Run) string {
	return strings.Join([]string{
		run.Code,
		fmt.Sprintf("%s %s to %s %s (%s)", run.Departure(0).Format(minuteForm), run.Origin().Name,
			run.Destination().Name, run.Arrival(run.Last()).Format(minuteForm), lateness(run)),
		whereabouts(run),
	}, messageNewline)
}

// lateness returns how late the train is in words.
func lateness(run running.Run) string {
	if !run.Informed {
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
func whereabouts(run running.Run) string {
	switch last := run.Reached(); {
	case run.Status() == running.NotYetRunning:
		return fmt.Sprintf("Leaves %s at %s, next %s", run.Origin().Name,
			run.Expected[0].Depart.Format(minuteForm), run.Calls[1].Station.Name)
	case run.Status() == running.Terminated:
		return fmt.Sprintf("Arrived %s at %s, terminated", run.Destination().Name,
			run.Expected[last].Arrive.Format(minuteForm))
	default:
		return lastLocation(run) + ", next " + run.Calls[last+1].Station.Name
	}
}

// lastLocation returns what the train did last, and where. It must have started.
func lastLocation(run running.Run) string {
	last := run.Reached()
	if run.Departed(last) {
		return "Departed " + run.Calls[last].Station.Name
	}
	return "Arrived " + run.Calls[last].Station.Name
}
