package passenger_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// fixed is a source of one state.
type fixed struct{ state *running.State }

func (f fixed) State(time.Time) *running.State { return f.state }

// get asks a handler for JSON. A status other than 200 is the answer "status: error".
func get[T any](t *testing.T, source running.Source, now time.Time, path string) (answer T, problem string) {
	t.Helper()
	w := httptest.NewRecorder()
	passenger.Handler(source, func() time.Time { return now }).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	if w.Code != 200 {
		var p passenger.Problem
		json.Unmarshal(w.Body.Bytes(), &p)
		return answer, fmt.Sprintf("%d: %s", w.Code, p.Error)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s: %v: %s", path, err, w.Body)
	}
	return answer, ""
}

// line returns a timetable with trains from Ash over Beech to Cedar, each with the minute after midnight at which it leaves Ash.
// It takes ten minutes to each station and stands a minute in Beech, at platform 3. The trains run on one date only, if that is set.
func line(t *testing.T, zone *time.Location, date timetable.Date, departures map[string]int) *timetable.Timetable {
	t.Helper()
	stations := []*timetable.Station{{Code: "A", Name: "Ash"}, {Code: "B", Name: "Beech"}, {Code: "C", Name: "Cedar"}}
	stations[1].Stops, stations[1].PlatformCodes = []string{"b3", "b7"}, []string{"", "3", "7"}
	var trips []*timetable.Trip
	for code, minute := range departures {
		at := func(minutes int) time.Duration { return time.Duration(minute+minutes) * time.Minute }
		trip := &timetable.Trip{ID: code, Code: code, Direction: "To Cedar", Kind: timetable.Mainline, Calls: []timetable.Call{
			{Station: stations[0], Arrive: at(0), Depart: at(0)}, {Station: stations[1], Arrive: at(10), Depart: at(11), Platform: 1}, {Station: stations[2], Arrive: at(20), Depart: at(20)},
		}}
		if date != (timetable.Date{}) {
			trip.Calendar = new(timetable.Calendar)
			trip.Calendar.Add(date.Number())
		}
		trips = append(trips, trip)
	}
	plan, err := timetable.New(zone, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// update returns realtime data about a train, with its delays at each call in minutes. Without delays, there are no times.
func update(plan *timetable.Timetable, code string, date timetable.Date, delays ...int) *running.TripUpdate {
	j, _ := plan.Journey(code, date)
	u := &running.TripUpdate{Journey: j}
	for i, late := range delays {
		add := time.Duration(late) * time.Minute
		u.Times = append(u.Times, running.Times{Arrive: j.Arrival(i).Add(add), Depart: j.Departure(i).Add(add)})
	}
	return u
}

// alerts are the same for all trains and for the station B.
type alerts []*running.Alert

func (a alerts) All() []*running.Alert                    { return a }
func (a alerts) About(timetable.Journey) []*running.Alert { return a[:1] }
func (a alerts) At(s *timetable.Station) []*running.Alert {
	if s.Code == "B" {
		return a[1:]
	}
	return nil
}

var saturday = timetable.Date{Year: 2026, Month: time.November, Day: 21}

// TestBoard compares the rows of a board: trains that are on time, late, cancelled, without a stop here, without realtime data,
// and at the station.
func TestBoard(t *testing.T) {
	plan := line(t, time.UTC, timetable.Date{}, map[string]int{"here": 470, "late": 475, "off": 480, "skips": 485, "plain": 490, "punctual": 495, "far": 600})
	cancelled, skips := update(plan, "off", saturday), update(plan, "skips", saturday, 0, 0, 0)
	cancelled.Cancelled, skips.Skipped = true, []bool{false, true, false}
	now := saturday.Start(time.UTC).Add(8 * time.Hour)
	source := fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{
		update(plan, "here", saturday, 0, 0, 0), update(plan, "late", saturday, 0, 12, 9), cancelled, skips, update(plan, "punctual", saturday, 0, 0, 0),
	}).WithAlerts(alerts{{Header: "Snow"}, {Header: "Lift", URL: "https://rail.example/", Until: now.Add(time.Hour)}})}}
	board, problem := get[passenger.Board](t, source, now, "/data/board?code=b")
	if problem != "" {
		t.Fatal(problem)
	}
	var rows []string
	for _, r := range board.Trains {
		expected := "-"
		if r.Departure.Expected != nil {
			expected = r.Departure.Expected.Clock[:5]
		}
		rows = append(rows, fmt.Sprintf("%s %s %s late %d, train %d, here %t, omitted %t, cancelled %t, reported %t, %s, alerts %v", r.Code, r.Departure.Scheduled.Clock[:5], expected,
			r.Departure.Late, r.Delay, r.Here, r.Omitted, r.Cancelled, r.Reported, r.Last, r.Alerts))
	}
	want := `here 08:01 08:01 late 0, train 0, here true, omitted false, cancelled false, reported true, Arrived Beech, alerts [1]
off 08:11 - late 0, train 0, here false, omitted true, cancelled true, reported false, , alerts [1]
skips 08:16 - late 0, train 0, here false, omitted true, cancelled false, reported true, , alerts [1]
late 08:06 08:18 late 12, train 12, here false, omitted false, cancelled false, reported true, Departed Ash, alerts [1]
plain 08:21 - late 0, train 0, here false, omitted false, cancelled false, reported false, , alerts [1]
punctual 08:26 08:26 late 0, train 0, here false, omitted false, cancelled false, reported true, , alerts [1]`
	if got := strings.Join(rows, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := fmt.Sprintln(board.Name, board.Station, len(board.Alerts), board.Alerts[0].Until.Clock, board.Alerts[1].Header); got != "Beech [0] 2 09:00:00 Snow\n" {
		t.Error(got)
	}
	ended, _ := get[passenger.Trains](t, source, now.Add(12*time.Minute), "/data/trains")
	if !slices.ContainsFunc(ended.Trains, func(p passenger.Position) bool { return p.Code == "here" && p.Status == "T" && p.To == nil }) {
		t.Errorf("no train has ended among %+v", ended.Trains)
	}
	service := rail.New(source, func() time.Time { return now })
	service.ListCancelled = true
	records, err := service.GetStationDataByCodeXML(t.Context(), &realtime.GetStationDataByCodeXML{StationCode: &board.Code})
	isOff := func(r realtime.ObjStationData) bool { return *r.Traincode == "off" && *r.Status == "Cancelled" }
	if err != nil || !slices.ContainsFunc(records, isOff) {
		t.Errorf("the contract lists %v, %v", records, err)
	}
	if _, problem := get[passenger.Board](t, source, now, "/data/board?code=x"); problem != "404: there is no station with this code" {
		t.Error(problem)
	}
}

// TestClockChanges compares the minutes to trains in the nights in which clocks change: they count instants.
func TestClockChanges(t *testing.T) {
	for _, night := range []struct {
		zone string
		now  string // UTC, shortly before the change
	}{
		{"Europe/Berlin", "2026-10-25T00:50:00Z"}, {"Europe/Berlin", "2026-03-29T00:50:00Z"},
		{"America/New_York", "2026-11-01T05:50:00Z"}, {"America/New_York", "2026-03-08T06:50:00Z"},
	} {
		zone, err := time.LoadLocation(night.zone)
		if err != nil {
			t.Fatal(err)
		}
		now, _ := time.Parse(time.RFC3339, night.now)
		date := timetable.DateOf(now.In(zone))
		minute := int(now.Sub(date.Start(zone)) / time.Minute)
		plan := line(t, zone, timetable.Date{}, map[string]int{"1": minute + 20, "2": minute + 40, "3": minute + 60})
		board, problem := get[passenger.Board](t, fixed{&running.State{Timetable: plan}}, now, "/data/board?code=A")
		var minutes []int64
		for _, r := range board.Trains {
			minutes = append(minutes, (r.Departure.Scheduled.At-board.Now.At)/60)
		}
		if fmt.Sprint(minutes) != "[20 40 60]" || problem != "" {
			t.Errorf("%s: minutes %v, %s", night.now, minutes, problem)
		}
	}
}

// TestNothingRuns says which train is next, and that a timetable has ended or not begun.
func TestNothingRuns(t *testing.T) {
	plan := line(t, time.UTC, saturday, map[string]int{"early": 300, "first": 240})
	source := fixed{&running.State{Timetable: plan}}
	for _, c := range []struct {
		hours             int
		next, start, says string
	}{
		{-12, "first", "first", "The timetable begins on 21 November 2026."}, {1, "first", "first", ""}, {-26, "", "", "The timetable begins on 21 November 2026."},
		{30, "", "", "The timetable ended on 21 November 2026."},
	} {
		now := saturday.Start(time.UTC).Add(time.Duration(c.hours) * time.Hour)
		board, _ := get[passenger.Board](t, source, now, "/data/board?code=A")
		trains, _ := get[passenger.Trains](t, source, now, "/data/trains")
		next, start := "", ""
		if board.Next != nil {
			next = board.Next.Code
		}
		if trains.Next != nil {
			start = trains.Next.Code
		}
		if next != c.next || start != c.start || board.Period != c.says || trains.Period != c.says || len(board.Trains) > 0 || len(trains.Trains) > 0 {
			t.Errorf("%d hours: next %q and %q, %q", c.hours, next, start, board.Period)
		}
	}
}

// TestRun compares the calls of a train that is late and leaves out its last stop.
func TestRun(t *testing.T) {
	plan := line(t, time.UTC, timetable.Date{}, map[string]int{"late": 475})
	late := update(plan, "late", saturday, 2, 3, 3)
	late.Skipped = []bool{false, false, true}
	now := saturday.Start(time.UTC).Add(8*time.Hour + time.Minute)
	source := fixed{&running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, now, []*running.TripUpdate{late})}}
	for _, query := range []string{"code=LATE", "code=late&date=2026-11-21"} {
		run, problem := get[passenger.TrainRun](t, source, now, "/data/run?"+query)
		if problem != "" {
			t.Fatal(problem)
		}
		var calls []string
		for _, c := range run.Calls {
			for _, e := range []*passenger.Event{c.Arrival, c.Departure} {
				if e != nil {
					expected := "-"
					if e.Expected != nil {
						expected = e.Expected.Clock[:5]
					}
					calls = append(calls, fmt.Sprintf("%s %s %s %t %t", c.Code, e.Scheduled.Clock[:5], expected, e.Actual, c.Omitted))
				}
			}
		}
		want := "A 07:55 07:57 true false|B 08:05 08:08 false false|B 08:06 - false false|C 08:15 - false true"
		if got := strings.Join(calls, "|"); got != want || run.Reached != 0 || run.Next != 1 || run.Train.Delay != 3 || run.Train.Destination != "Beech" {
			t.Errorf("%s: %s, %+v", query, got, run.Train)
		}
	}
	for _, query := range []string{"code=none", "code=late&date=soon", ""} {
		if _, problem := get[passenger.TrainRun](t, source, now, "/data/run?"+query); problem != "404: there is no train with this code and date" {
			t.Error(query, problem)
		}
	}
}

// FuzzHandler asks for anything: the answer is JSON, and a status of 200, 400 or 404.
func FuzzHandler(f *testing.F) {
	railway, err := fiction.New(1)
	if err != nil {
		f.Fatal(err)
	}
	now := saturday.Start(railway.Timetable().Zone()).Add(8 * time.Hour)
	handler := passenger.Handler(railway, func() time.Time { return now })
	f.Add("board", "code=HBR")
	f.Add("run", "code=101&date=2026-11-21")
	f.Add("trains", "code=%ff&date=0000-00-00")
	f.Add("trains", "box=-19,46,-18,46.5&since=0123456789abcdef")
	f.Add("trains", "box=179,-90,-179,1e9")
	f.Add("trains", "box=a&box=b;")
	f.Fuzz(func(t *testing.T, what, query string) {
		r := httptest.NewRequest("GET", "/data/"+url.PathEscape(what), nil)
		r.URL.RawQuery = query
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != 404 && (w.Code != 200 && w.Code != 400 || !json.Valid(w.Body.Bytes())) {
			t.Errorf("%s: %d %s", r.URL, w.Code, w.Body)
		}
	})
}

// TestOneSecond asks many times at once, and again in the next second.
func TestOneSecond(t *testing.T) {
	plan := line(t, time.UTC, timetable.Date{}, map[string]int{"1": 480, "2": 490})
	var second atomic.Int64
	handler := passenger.Handler(fixed{&running.State{Timetable: plan}}, func() time.Time {
		return saturday.Start(time.UTC).Add(8*time.Hour + time.Duration(second.Load())*time.Second)
	})
	ask := func() string {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", "/data/trains", nil))
		return w.Body.String()
	}
	first := ask()
	var group sync.WaitGroup
	for range 20 {
		group.Add(1)
		go func() {
			defer group.Done()
			if got := ask(); got != first {
				t.Errorf("within a second: %s", got)
			}
		}()
	}
	group.Wait()
	if second.Add(1); ask() == first {
		t.Error("a second later the answer is the same")
	}
}
