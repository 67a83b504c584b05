package main

import (
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/passenger"
)

// TestDates marks the calls at which the date changes. The time of day also goes back where a train comes to another time zone, and that
// is no other day.
func TestDates(t *testing.T) {
	call := func(date, clock string) passenger.Call {
		return passenger.Call{Arrival: &passenger.Event{Scheduled: passenger.Time{Date: date, Clock: clock}}}
	}
	run := &passenger.TrainRun{Train: passenger.Train{Date: "2026-11-21"}, Calls: []passenger.Call{
		{Departure: call("2026-11-21", "22:30:00").Arrival}, call("2026-11-21", "21:40:00"), call("2026-11-22", "00:00:00"),
		call("2026-11-22", "10:00:00"), call("2026-11-21", "23:50:00"), call("2026-11-23", "00:30:00"),
	}}
	stops := make([]realtime.ObjTrainMovements, len(run.Calls))
	for i, c := range run.Calls {
		kind := "S"
		if i == 3 {
			kind = "T"
		}
		clock := noTime
		if c.Arrival != nil {
			clock = c.Arrival.Scheduled.Clock
		}
		stops[i] = realtime.ObjTrainMovements{TrainDate: new("21 Nov 2026"), LocationType: &kind, ScheduledArrival: &clock, ScheduledDeparture: &clock}
	}
	m := movements(stops)
	m.addRun(run)
	var notes []string
	for _, row := range m.table.rows {
		notes = append(notes, row[len(row)-1])
	}
	if got := strings.Join(notes, "|"); got != "||2026-11-22|passes|2026-11-21|2026-11-23" {
		t.Errorf("notes %s", got)
	}
}
