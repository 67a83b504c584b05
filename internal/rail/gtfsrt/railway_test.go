package gtfsrt_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// The railway of the tests is at stations A to F, each with platforms such as A1 and A2. All trains run daily but W.
//
//	T1     A 10:00   B 10:10-10:12   C 10:20-10:22   D 10:30-10:31   E 10:40   stop_sequence 10, 20, 30, 40, 50
//	LOOP   A 11:00   B 11:10         C 11:20         B 11:30         A 11:40   stop_sequence 1 to 5
//	NIGHT  A 23:50   B 24:10         C 24:30
//	W      A 12:00   B 12:10, on 21 November 2026 alone
//	F      A and B 5 minutes later, at 8:00, 8:10 and 8:20: a frequency
//	X1,X2  A 13:00   B 13:10 and on to C 13:20-13:25, D 13:35: a through train of two trips
var saturday = timetable.Date{Year: 2026, Month: time.November, Day: 21}

func railway(t testing.TB) *timetable.Timetable {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	stations := map[string]*timetable.Station{}
	var all []*timetable.Station
	for _, code := range []string{"A", "B", "C", "D", "E", "F"} {
		s := &timetable.Station{ID: code, Code: code, Name: "Station " + code, Stops: []string{code + "1", code + "2"}}
		stations[code] = s
		all = append(all, s)
	}
	// A call is written as station, arrival, departure and number.
	trip := func(id, route string, calls ...string) *timetable.Trip {
		trip := &timetable.Trip{ID: id, Code: id, Route: route, Kind: timetable.Suburban, DirectionID: 0, Direction: "Out"}
		for _, text := range calls {
			var code, arrive, depart string
			var number uint32
			if _, err := fmt.Sscan(text, &code, &arrive, &depart, &number); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			trip.Calls = append(trip.Calls, timetable.Call{
				Station: stations[code], StopID: code + "1", Sequence: number, Arrive: clock(t, arrive), Depart: clock(t, depart),
			})
		}
		return trip
	}
	w := trip("W", "red", "A 12:00 12:00 1", "B 12:10 12:10 2")
	w.Calendar = timetable.NewCalendar(saturday)
	trips := []*timetable.Trip{
		trip("T1", "red", "A 10:00 10:00 10", "B 10:10 10:12 20", "C 10:20 10:22 30", "D 10:30 10:31 40", "E 10:40 10:40 50"),
		trip("LOOP", "blue", "A 11:00 11:00 1", "B 11:10 11:10 2", "C 11:20 11:20 3", "B 11:30 11:30 4", "A 11:40 11:40 5"),
		trip("NIGHT", "blue", "A 23:50 23:50 1", "B 24:10 24:10 2", "C 24:30 24:30 3"),
		w,
	}
	for i, start := range []string{"08:00", "08:10", "08:20"} {
		f := trip("F", "green", "A "+start+" "+start+" 1", "B 08:30 08:30 2")
		f.Calls[1].Arrive = f.Calls[0].Depart + 5*time.Minute
		f.Calls[1].Depart = f.Calls[1].Arrive
		f.Code, f.Frequency, f.DirectionID = fmt.Sprintf("F%d", i), true, 1
		trips = append(trips, f)
	}
	through := trip("X1", "red", "A 13:00 13:00 1", "B 13:10 13:10 2", "C 13:20 13:25 3", "D 13:35 13:35 2")
	through.Members = []string{"X1", "X2"}
	trips = append(trips, through)
	plan, err := timetable.New(zone, all, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func clock(t testing.TB, text string) time.Duration {
	t.Helper()
	var h, m, s int
	if _, err := fmt.Sscanf(text+":00", "%d:%d:%d", &h, &m, &s); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return time.Duration((h*60+m)*60+s) * time.Second
}

// at is a time on 21 November 2026, when Lisbon has UTC.
func at(t testing.TB, text string) time.Time {
	t.Helper()
	return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC).Add(clock(t, text))
}

// An option changes a message of a test.
type entities []*bindings.FeedEntity

// message encodes and decodes a message made at a time of 21 November 2026.
func message(t testing.TB, made string, content ...entities) *gtfsrt.Message {
	t.Helper()
	m, err := gtfsrt.Decode(encoded(t, made, content...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func encoded(t testing.TB, made string, content ...entities) []byte {
	t.Helper()
	feed := &bindings.FeedMessage{Header: &bindings.FeedHeader{
		GtfsRealtimeVersion: proto.String("2.0"), Timestamp: proto.Uint64(uint64(at(t, made).Unix())),
	}}
	for _, list := range content {
		for _, e := range list {
			if e.Id == nil {
				e.Id = proto.String(fmt.Sprintf("e%d", len(feed.Entity)))
			}
			feed.Entity = append(feed.Entity, e)
		}
	}
	data, err := proto.MarshalOptions{AllowPartial: true}.Marshal(feed)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// trip is a descriptor in words: "T1", "T1 20261121", "F 20261121 08:10:00".
func trip(words string) *bindings.TripDescriptor {
	parts := strings.Fields(words)
	d := &bindings.TripDescriptor{TripId: &parts[0]}
	if len(parts) > 1 {
		d.StartDate = &parts[1]
	}
	if len(parts) > 2 {
		d.StartTime = &parts[2]
	}
	return d
}

func tripUpdate(d *bindings.TripDescriptor, stops ...*bindings.TripUpdate_StopTimeUpdate) entities {
	return entities{{TripUpdate: &bindings.TripUpdate{Trip: d, StopTimeUpdate: stops}}}
}

// with changes the trip update of an entity.
func (e entities) with(change func(u *bindings.TripUpdate)) entities {
	change(e[0].TripUpdate)
	return e
}

func related(d *bindings.TripDescriptor, r bindings.TripDescriptor_ScheduleRelationship) *bindings.TripDescriptor {
	d.ScheduleRelationship = r.Enum()
	return d
}

// stop is an update in words: the number of the call or the stop's id, then times or delays in seconds, as in
// "20 arr 10:15 dep +60", or SKIPPED or NO_DATA.
func stop(t testing.TB, words string) *bindings.TripUpdate_StopTimeUpdate {
	t.Helper()
	parts := strings.Fields(words)
	u := &bindings.TripUpdate_StopTimeUpdate{}
	var number uint32
	if _, err := fmt.Sscan(parts[0], &number); err == nil {
		u.StopSequence = &number
	} else {
		u.StopId = &parts[0]
	}
	for i := 1; i < len(parts); i++ {
		switch parts[i] {
		case "SKIPPED":
			u.ScheduleRelationship = bindings.TripUpdate_StopTimeUpdate_SKIPPED.Enum()
		case "NO_DATA":
			u.ScheduleRelationship = bindings.TripUpdate_StopTimeUpdate_NO_DATA.Enum()
		case "stop":
			u.StopId = &parts[i+1]
			i++
		case "arr":
			u.Arrival = event(t, u.Arrival, parts[i+1])
			i++
		case "dep":
			u.Departure = event(t, u.Departure, parts[i+1])
			i++
		default:
			t.Fatalf("%q: %q", words, parts[i])
		}
	}
	return u
}

func event(t testing.TB, e *bindings.TripUpdate_StopTimeEvent, text string) *bindings.TripUpdate_StopTimeEvent {
	t.Helper()
	if e == nil {
		e = &bindings.TripUpdate_StopTimeEvent{}
	}
	if text[0] == '+' || text[0] == '-' {
		var delay int32
		if _, err := fmt.Sscan(text, &delay); err != nil {
			t.Fatal(err)
		}
		e.Delay = &delay
		return e
	}
	e.Time = proto.Int64(at(t, text).Unix())
	return e
}

func stops(t testing.TB, words ...string) []*bindings.TripUpdate_StopTimeUpdate {
	t.Helper()
	var out []*bindings.TripUpdate_StopTimeUpdate
	for _, w := range words {
		out = append(out, stop(t, w))
	}
	return out
}

// apply applies the messages at a time of 21 November 2026.
func apply(t testing.TB, plan *timetable.Timetable, now string, messages ...*gtfsrt.Message) (*running.Snapshot, *gtfsrt.Report) {
	t.Helper()
	var feeds []gtfsrt.Feed
	for _, m := range messages {
		feeds = append(feeds, gtfsrt.Feed{Message: m})
	}
	snapshot, report := gtfsrt.Apply(plan, at(t, now), feeds, gtfsrt.Options{})
	forwards(t, snapshot)
	return snapshot, report
}

// forwards checks what holds for every snapshot: times of a train are all there and never run backwards.
func forwards(t testing.TB, snapshot *running.Snapshot) {
	t.Helper()
	for _, live := range snapshot.TripUpdates() {
		n := len(live.Journey.Calls)
		if live.Times != nil && len(live.Times) != n || live.Reported != nil && len(live.Reported) != n || live.Skipped != nil && len(live.Skipped) != n {
			t.Fatalf("%s: %d calls, %d times, %d reported, %d skipped", live.Journey.Code, n, len(live.Times), len(live.Reported), len(live.Skipped))
		}
		last := time.Time{}
		for i, times := range live.Times {
			if times.Arrive.Before(last) || times.Depart.Before(times.Arrive) {
				t.Fatalf("%s: the times at call %d run backwards: %v after %v", live.Journey.Code, i, times, last)
			}
			last = times.Depart
		}
	}
}

// show writes what is known of a train: the times of its calls, with a star behind those that the feed gives, and an x
// before those that are skipped.
func show(live *running.TripUpdate) string {
	switch {
	case live == nil:
		return "nothing"
	case live.Cancelled:
		return "cancelled"
	case live.Times == nil:
		return "timetable"
	}
	var calls []string
	for i, times := range live.Times {
		text := short(times.Arrive)
		if !times.Depart.Equal(times.Arrive) {
			text += "-" + short(times.Depart)
		}
		if live.Reported == nil || live.Reported[i] {
			text += "*"
		}
		if live.Skipped != nil && live.Skipped[i] {
			text = "x" + text
		}
		calls = append(calls, text)
	}
	return strings.Join(calls, " ")
}

func short(t time.Time) string { return strings.TrimSuffix(t.Format("15:04:05"), ":00") }

// of returns what is known of the train with the code on the service date.
func of(t testing.TB, plan *timetable.Timetable, s *running.Snapshot, code string, date timetable.Date) *running.TripUpdate {
	t.Helper()
	for _, trip := range plan.Trips() {
		if trip.Code == code {
			journey, _ := plan.JourneyOf(trip, date)
			return s.TripUpdate(journey)
		}
	}
	t.Fatalf("no trip has the code %s", code)
	return nil
}

func expect(t testing.TB, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}
