package passenger_test

import (
	"testing"
	"time"

	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Of two timetables, one in another zone has ended. Its stations say so, and the others do not. Boards are in the zone of the station.
func TestSeveralTimetables(t *testing.T) {
	tokyo := time.FixedZone("Tokyo", 9*3600)
	ended, current := timetable.Date{Year: 2025, Month: time.December, Day: 31}, timetable.Date{Year: 2026, Month: time.March, Day: 2}
	plan, err := timetable.Merge(nil, []*timetable.Timetable{
		line(t, time.UTC, ended, map[string]int{"1": 600}), line(t, tokyo, current, map[string]int{"1": 1200}),
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	source, now := fixed{&running.State{Timetable: plan}}, current.Start(tokyo).Add(1195*time.Minute)
	for code, want := range map[string]string{"A": "The timetable of this station ended on 31 December 2025.", "2:A": ""} {
		board, problem := get[passenger.Board](t, source, now, "/data/board?code="+code)
		if problem != "" || board.Period != want || want == "" && (len(board.Trains) != 1 || board.Now.Clock != "19:55:00" || board.Trains[0].Start.Clock != "20:00:00") {
			t.Errorf("%s: %q %q with %d trains at %s", code, problem, board.Period, len(board.Trains), board.Now.Clock)
		}
	}
	if trains, _ := get[passenger.Trains](t, source, now, "/data/trains"); trains.Period != "" || len(trains.Trains) != 1 {
		t.Errorf("all trains: %q with %d trains", trains.Period, len(trains.Trains))
	}
	if trains, _ := get[passenger.Trains](t, source, now.AddDate(1, 0, 0), "/data/trains"); trains.Period != "The timetable ended on 2 March 2026." {
		t.Errorf("all trains later: %q", trains.Period)
	}
	if trains, _ := get[passenger.Trains](t, source, now.AddDate(0, 0, -9), "/data/trains"); trains.Period != "The timetable begins on 2 March 2026." {
		t.Errorf("all trains earlier: %q", trains.Period)
	}
}

// The timetable of one agency of a feed has ended.
func TestTimetableOfAnAgencyHasEnded(t *testing.T) {
	day := timetable.Date{Year: 2026, Month: time.March, Day: 2}
	stations := []*timetable.Station{{Code: "A", Name: "Ash"}, {Code: "B", Name: "Beech"}, {Code: "C", Name: "Cedar"}}
	trip := func(code string, date timetable.Date, to *timetable.Station) *timetable.Trip {
		calendar := new(timetable.Calendar)
		calendar.Add(date.Number())
		return &timetable.Trip{Code: code, Kind: timetable.Metro, Agency: &timetable.Agency{ID: code}, Calendar: calendar, Calls: []timetable.Call{
			{Station: stations[0], Depart: time.Hour, Arrive: time.Hour}, {Station: to, Arrive: 2 * time.Hour, Depart: 2 * time.Hour},
		}}
	}
	plan, err := timetable.New(time.UTC, stations, []*timetable.Trip{trip("old", day.AddDays(-400), stations[1]), trip("new", day, stations[2])}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	source := fixed{&running.State{Timetable: plan}}
	for code, want := range map[string]string{"A": "", "B": "The timetable of this station ended on 26 January 2025.", "C": ""} {
		if board, _ := get[passenger.Board](t, source, day.Start(time.UTC), "/data/board?code="+code); board.Period != want {
			t.Errorf("%s: %q, want %q", code, board.Period, want)
		}
	}
}

// A train that crosses zones is shown at each station in the zone there.
func TestRunAcrossZones(t *testing.T) {
	east := time.FixedZone("East", 2*3600)
	stations := []*timetable.Station{{Code: "A", Name: "Ash"}, {Code: "B", Name: "Beech", Zone: east}}
	plan, err := timetable.New(time.UTC, stations, []*timetable.Trip{{Code: "1", Kind: timetable.Metro, Calls: []timetable.Call{
		{Station: stations[0], Depart: 8 * time.Hour, Arrive: 8 * time.Hour}, {Station: stations[1], Arrive: 9 * time.Hour, Depart: 9 * time.Hour},
	}}}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.March, 2, 7, 55, 0, 0, time.UTC)
	source := fixed{&running.State{Timetable: plan}}
	run, _ := get[passenger.TrainRun](t, source, now, "/data/run?code=1")
	if from, to := run.Calls[0].Departure.Scheduled.Clock, run.Calls[1].Arrival.Scheduled.Clock; from != "08:00:00" || to != "11:00:00" {
		t.Errorf("from %s to %s", from, to)
	}
	board, _ := get[passenger.Board](t, source, now, "/data/board?code=B")
	if row := board.Trains[0]; board.Now.Clock != "09:55:00" || row.Arrival.Scheduled.Clock != "11:00:00" || row.Start.Clock != "08:00:00" {
		t.Errorf("%+v at %s", row, board.Now.Clock)
	}
	trains, _ := get[passenger.Trains](t, source, now, "/data/trains")
	if p := trains.Trains[0]; p.Leaves.Clock != "08:00:00" || p.Arrives.Clock != "11:00:00" {
		t.Errorf("%+v", p)
	}
}
