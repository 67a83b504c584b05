package main

import (
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/passenger"
)

// A board says what has changed about a call: its platform, where the train ends, and that nothing is reported about it.
func TestChangesOnBoards(t *testing.T) {
	records := []realtime.ObjStationData{
		{Traincode: new("M1"), Lastlocation: new("Departed Ash")}, {Traincode: new("M2"), Lastlocation: new(""), Late: 4}, {Traincode: new("M3"), Lastlocation: new("")},
	}
	late := passenger.Event{Expected: &passenger.Time{}}
	b := board(station{code: "B"}, records)
	b.addPassengers(&passenger.Board{Alerts: []passenger.Alert{{Header: "Lift broken"}, {Header: "Works", OfTrains: true}}, Trains: []passenger.Row{
		{Train: passenger.Train{Code: "M1", Alerts: []int{0, 1}}, Arrival: &late, Platform: "7", Planned: "3"},
		{Train: passenger.Train{Code: "M2"}, Departure: &late, Notes: []string{"ends at Cedar instead of Dell"}},
		{Train: passenger.Train{Code: "M3"}, Arrival: &passenger.Event{}},
		{Train: passenger.Train{Code: "M4"}, Departure: &passenger.Event{Omitted: true, Status: "Ends here"}},
	}}, 90)
	var rows []string
	for _, row := range b.table.rows {
		rows = append(rows, row[1]+"|"+row[8]+"|"+row[9])
	}
	const want = "M1||Departed Ash; platform 7 instead of 3, M2|+4|ends at Cedar instead of Dell, M3|?|, M4||ends here"
	if got := strings.Join(rows, ", "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := strings.Join(b.notes, ", "); got != "Lift broken, M1: Works" {
		t.Errorf("the alerts are %s: one about a station names no train", got)
	}
}

// TestSameCode has two trains with one code, of yesterday and of today, and one that the service lists although it is cancelled.
func TestSameCode(t *testing.T) {
	b := board(station{code: "B"}, []realtime.ObjStationData{
		{Traincode: new("N1"), Traindate: new("20 Nov 2026")}, {Traincode: new("N1"), Traindate: new("21 Nov 2026")},
		{Traincode: new("M2"), Traindate: new("21 Nov 2026")},
	})
	reported := passenger.Event{Expected: &passenger.Time{}}
	b.addPassengers(&passenger.Board{Trains: []passenger.Row{
		{Train: passenger.Train{Code: "N1", Date: "2026-11-21"}, Arrival: &reported},
		{Train: passenger.Train{Code: "N1", Date: "2026-11-20"}, Arrival: &passenger.Event{}, Platform: "7", Planned: "3"},
		{Train: passenger.Train{Code: "M2", Date: "2026-11-21", Cancelled: true}, Arrival: &passenger.Event{Omitted: true, Status: "Cancelled"}},
	}}, 90)
	var rows []string
	for _, row := range b.table.rows {
		rows = append(rows, row[1]+"|"+row[8]+"|"+row[9])
	}
	if got := strings.Join(rows, ", "); got != "N1|?|platform 7 instead of 3, N1||, M2||cancelled" {
		t.Errorf("the board: %s", got)
	}
	list := trainList([]realtime.ObjVendorPositions{{TrainCode: new("N1"), TrainDate: new("20 Nov 2026")}, {TrainCode: new("N1"), TrainDate: new("21 Nov 2026")}})
	list.addTrains(&passenger.Trains{Trains: []passenger.Position{
		{Train: passenger.Train{Code: "N1", Date: "2026-11-21"}}, {Train: passenger.Train{Code: "N1", Date: "2026-11-20", Reported: true, Delay: 4}},
	}})
	if got := list.table.rows[0][8] + ", " + list.table.rows[1][8]; got != "+4, ?" {
		t.Errorf("the trains: %s", got)
	}
}

// The stops of a train say the same, and whether it was seen where it should have been last.
func TestChangesOnRuns(t *testing.T) {
	stop := func(name, kind, auto, stopType string) realtime.ObjTrainMovements {
		return realtime.ObjTrainMovements{LocationFullName: &name, LocationType: &kind, AutoArrival: new(""), AutoDepart: &auto, StopType: &stopType}
	}
	m := movements([]realtime.ObjTrainMovements{stop("Ash", "O", "1", "-"), stop("Beech", "S", "", "C"), stop("Cedar", "D", "", "N"), stop("Dell", "T", "", "-")})
	m.addRun(&passenger.TrainRun{Calls: []passenger.Call{
		{}, {Platform: "7", Planned: "3"}, {Note: "the train ends here"}, {Omitted: true, Note: "the train does not stop here"},
	}})
	var notes []string
	for _, row := range m.table.rows {
		notes = append(notes, row[6])
	}
	const want = "|platform 7 instead of 3, last due|ends here, next|does not stop here"
	if got := strings.Join(notes, "|"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
