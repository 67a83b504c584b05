package passenger_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// eventText returns an event of a page: its times, its status, and where it is from or to.
func eventText(e *passenger.Event) string {
	if e == nil {
		return "-"
	}
	text := e.Scheduled.Clock[:5]
	if e.Expected != nil {
		text += ">" + e.Expected.Clock[:5]
	}
	if e.Omitted {
		text = "(" + text + ")"
	}
	return fmt.Sprintf("%s %s %s, %s", text, e.Place, e.Status, e.Mood)
}

// TestCalls compares what boards and the run say about each call of a train that leaves Ash at 08:00, five minutes after that.
func TestCalls(t *testing.T) {
	now := saturday.Start(time.UTC).Add(8*time.Hour + 5*time.Minute)
	for name, test := range map[string]struct {
		change func(u *running.TripUpdate)
		want   string
	}{
		"a delay that begins on the way": {func(u *running.TripUpdate) {
			for i := 1; i < 3; i++ {
				u.Times[i].Arrive, u.Times[i].Depart = u.Times[i].Arrive.Add(15*time.Minute), u.Times[i].Depart.Add(15*time.Minute)
			}
		}, `Departed Ash. 15 min late at Beech, late, times
A - | 08:00>08:00 Cedar On time, calm | seen
B 08:10>08:25 Ash 15 min late, late | 08:11>08:26 Cedar 15 min late, late | platform 3
C 08:20>08:35 Ash 15 min late, late | -`},
		"another platform": {func(u *running.TripUpdate) { u.Platforms = []int32{0, 2, 0} }, `Departed Ash. On time at Beech, calm, times
A - | 08:00>08:00 Cedar On time, calm | seen
B 08:10>08:10 Ash On time, calm | 08:11>08:11 Cedar On time, calm | platform 7, not 3
C 08:20>08:20 Ash On time, calm | -`},
		"a short working": {func(u *running.TripUpdate) { u.Skipped = []bool{false, false, true} }, `Departed Ash. On time at Beech, calm, times
A - | 08:00>08:00 Beech On time, calm | seen
B 08:10>08:10 Ash On time, calm | (08:11) Cedar Ends here, off | platform 3, the train ends here; ends here instead of Cedar
C (08:20) Ash Does not stop here, off | - | the train does not stop here; ends at Beech instead of Cedar`},
		"a late start": {func(u *running.TripUpdate) { u.Skipped = []bool{true, false, false} }, `. On time at Beech, calm, times
A - | (08:00) Cedar Does not stop here, off | the train does not stop here
B (08:10) Ash Starts here, off | 08:11>08:11 Cedar On time, calm | platform 3, the train starts here; starts here instead of Ash
C 08:20>08:20 Beech On time, calm | -; starts at Beech instead of Ash`},
		"no data after the first call": {func(u *running.TripUpdate) { u.NoData = []bool{false, true, true} }, `Departed Ash. Not reported, silent, times
A - | 08:00>08:00 Cedar On time, calm | seen
B 08:10 Ash Not reported, silent | 08:11 Cedar Not reported, silent | platform 3
C 08:20 Ash Not reported, silent | -`},
		"nothing reported": {func(u *running.TripUpdate) { u.Times = nil }, `Should have left Ash. Not reported, silent, timetable
A - | 08:00 Cedar Not reported, silent
B 08:10 Ash Not reported, silent | 08:11 Cedar Not reported, silent | platform 3
C 08:20 Ash Not reported, silent | -`},
	} {
		t.Run(name, func(t *testing.T) {
			plan := line(t, time.UTC, timetable.Date{}, map[string]int{"1": 480})
			u := update(plan, "1", saturday, 0, 0, 0)
			test.change(u)
			source := fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{u})}}
			run, problem := get[passenger.TrainRun](t, source, now, "/data/run?code=1&date=2026-11-21")
			if problem != "" {
				t.Fatal(problem)
			}
			lines := []string{fmt.Sprintf("%s. %s, %s, %s", run.Train.Last, run.Train.Lateness, run.Train.Mood, run.Train.Source)}
			for _, c := range run.Calls {
				text := fmt.Sprintf("%s %s | %s", c.Code, eventText(c.Arrival), eventText(c.Departure))
				var notes []string
				if c.Seen {
					notes = append(notes, "seen")
				}
				if c.Platform != "" {
					notes = append(notes, strings.TrimSuffix("platform "+c.Platform+", not "+c.Planned, ", not "))
				}
				if c.Note != "" {
					notes = append(notes, c.Note)
				}
				if len(notes) > 0 {
					text += " | " + strings.Join(notes, ", ")
				}
				board, _ := get[passenger.Board](t, source, now, "/data/board?code="+c.Code)
				for _, row := range board.Trains { // none at Ash, from which the train has departed
					if row.Platform != c.Platform || row.Planned != c.Planned || eventText(row.Arrival) != eventText(c.Arrival) || eventText(row.Departure) != eventText(c.Departure) {
						t.Errorf("the board of %s: %+v", c.Name, row)
					}
					text += strings.TrimSuffix("; "+strings.Join(row.Notes, ", "), "; ")
				}
				lines = append(lines, text)
			}
			if got := strings.Join(lines, "\n"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestChangesAhead compares what the board of the first station says about calls further on.
func TestChangesAhead(t *testing.T) {
	now := saturday.Start(time.UTC).Add(8*time.Hour - 5*time.Minute)
	for want, skipped := range map[string][]bool{
		"[ends at Beech instead of Cedar] Beech": {false, false, true}, "[does not stop at Beech] Cedar": {false, true, false}, "[] Cedar": {false, false, false},
	} {
		plan := line(t, time.UTC, timetable.Date{}, map[string]int{"1": 480})
		u := update(plan, "1", saturday, 0, 0, 0)
		u.Skipped = skipped
		board, _ := get[passenger.Board](t, fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{u})}}, now, "/data/board?code=A")
		if got := fmt.Sprint(board.Trains[0].Notes, " ", board.Trains[0].Departure.Place); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestStartsLater names no stop that a train leaves out before it starts.
func TestStartsLater(t *testing.T) {
	now := saturday.Start(time.UTC).Add(8*time.Hour - 5*time.Minute)
	a, b, c, d := &timetable.Station{Code: "A", Name: "Ash"}, &timetable.Station{Code: "B", Name: "Beech"}, &timetable.Station{Code: "C", Name: "Cedar"}, &timetable.Station{Code: "D", Name: "Dell"}
	trip := &timetable.Trip{ID: "1", Code: "1"}
	for i, s := range []*timetable.Station{a, b, c, d} {
		at := 8*time.Hour + time.Duration(i)*time.Minute
		trip.Calls = append(trip.Calls, timetable.Call{Station: s, Arrive: at, Depart: at})
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{a, b, c, d}, []*timetable.Trip{trip}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	u := update(plan, "1", saturday, 0, 0, 0, 0)
	u.Skipped = []bool{true, true, false, false}
	board, _ := get[passenger.Board](t, fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{u})}}, now, "/data/board?code=A")
	if got := fmt.Sprint(board.Trains[0].Notes); got != "[starts at Cedar instead of Ash]" {
		t.Errorf("got %s", got)
	}
}

// trainAlerts has an alert about each of some trains.
type trainAlerts map[string]string

func (a trainAlerts) All() []*running.Alert                  { return nil }
func (a trainAlerts) At(*timetable.Station) []*running.Alert { return nil }
func (a trainAlerts) About(j timetable.Journey) []*running.Alert {
	return []*running.Alert{{Header: a[j.Code]}}
}

// TestNextTrain has the alerts of the next train only, if a later one comes before it in the data.
func TestNextTrain(t *testing.T) {
	now := saturday.Start(time.UTC).Add(5 * time.Hour)
	plan := line(t, time.UTC, timetable.Date{}, map[string]int{"1": 480, "2": 540})
	early, late := update(plan, "1", saturday, 100, 100, 100), update(plan, "2", saturday, 0, 0, 0)
	realtime := running.NewSnapshot(plan, now, []*running.TripUpdate{early, late}).WithAlerts(trainAlerts{"1": "one", "2": "two"})
	board, _ := get[passenger.Board](t, fixed{&running.State{Timetable: plan, Realtime: realtime}}, now, "/data/board?code=A")
	if board.Next == nil || board.Next.Code != "2" || len(board.Alerts) != 1 || board.Alerts[0].Header != "two" {
		t.Errorf("next %+v, alerts %+v", board.Next, board.Alerts)
	}
}

// TestNextTrainDeparts: trains that end at a station, by the timetable or today, are not the next ones there.
func TestNextTrainDeparts(t *testing.T) {
	now := saturday.Start(time.UTC).Add(5 * time.Hour)
	plan := line(t, time.UTC, saturday, map[string]int{"short": 480, "whole": 540})
	short := update(plan, "short", saturday, 0, 0, 0)
	short.Skipped = []bool{false, false, true}
	source := fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{short})}}
	for code, want := range map[string]string{"A": "short", "B": "whole", "C": ""} {
		board, _ := get[passenger.Board](t, source, now, "/data/board?code="+code)
		if next := board.Next; next == nil && want != "" || next != nil && next.Code != want {
			t.Errorf("%s: the next is %+v, want %s", code, next, want)
		}
	}
}

// TestEnded looks for the departure of a train that has arrived at Beech, and ends there, until it was to leave.
func TestEnded(t *testing.T) {
	now := saturday.Start(time.UTC).Add(8*time.Hour + 10*time.Minute)
	plan := line(t, time.UTC, timetable.Date{}, map[string]int{"1": 480})
	u := update(plan, "1", saturday, 0, 0, 0)
	u.Skipped = []bool{false, false, true}
	source := fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{u})}}
	board, _ := get[passenger.Board](t, source, now, "/data/board?code=B")
	if len(board.Trains) != 1 || eventText(board.Trains[0].Arrival) != "-" || eventText(board.Trains[0].Departure) != "(08:11) Cedar Ends here, off" {
		t.Errorf("got %+v", board.Trains)
	}
	if board, _ = get[passenger.Board](t, source, now.Add(2*time.Minute), "/data/board?code=B"); len(board.Trains) > 0 {
		t.Errorf("two minutes later: %+v", board.Trains)
	}
}

// TestDeleted asks for a train of which nobody is to be told.
func TestDeleted(t *testing.T) {
	now := saturday.Start(time.UTC).Add(8*time.Hour - 5*time.Minute)
	plan := line(t, time.UTC, timetable.Date{}, map[string]int{"1": 480})
	u := update(plan, "1", saturday)
	u.Cancelled, u.Deleted = true, true
	source := fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{u})}}
	board, _ := get[passenger.Board](t, source, now, "/data/board?code=A")
	_, problem := get[passenger.TrainRun](t, source, now, "/data/run?code=1")
	service := rail.New(source, func() time.Time { return now })
	service.ListCancelled = true
	code, day, date := "A", "21 Nov 2026", "1"
	records, _ := service.GetStationDataByCodeXML(t.Context(), &realtime.GetStationDataByCodeXML{StationCode: &code})
	calls, _ := service.GetTrainMovementsXML(t.Context(), &realtime.GetTrainMovementsXML{TrainId: &date, TrainDate: &day})
	if len(board.Trains) > 0 || !strings.HasPrefix(problem, "404") || len(records) > 0 || len(calls) > 0 {
		t.Errorf("it is shown: %v, %q, %v, %v", board.Trains, problem, records, calls)
	}
}

// TestOutOfDate names a realtime feed that is too old to be used, on each page.
func TestOutOfDate(t *testing.T) {
	now := saturday.Start(time.UTC).Add(8*time.Hour + 5*time.Minute)
	source := fixed{&running.State{Timetable: line(t, time.UTC, timetable.Date{}, map[string]int{"1": 480}), Stale: []string{"trips.pb"}}}
	board, _ := get[passenger.Board](t, source, now, "/data/board?code=A")
	run, _ := get[passenger.TrainRun](t, source, now, "/data/run?code=1")
	trains, _ := get[passenger.Trains](t, source, now, "/data/trains")
	for page, alerts := range map[string][]passenger.Alert{"board": board.Alerts, "run": run.Alerts, "map": trains.Alerts} {
		if len(alerts) != 1 || !strings.Contains(alerts[0].Header, "trips.pb are out of date") || alerts[0].OfTrains {
			t.Errorf("%s: %+v", page, alerts)
		}
	}
	if fmt.Sprint(board.Station, run.Train.Alerts) != "[0] [0]" {
		t.Errorf("it is about the station and the train: %v, %v", board.Station, run.Train.Alerts)
	}
}
