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

// The railway of the tests has the stations A to F, each with two platforms such as A1 and A2. All trains except W run
// daily.
//
//	T1     A 10:00   B 10:10-10:12   C 10:20-10:22   D 10:30-10:31   E 10:40   stop_sequence 10, 20, 30, 40, 50
//	LOOP   A 11:00   B 11:10         C 11:20         B 11:30         A 11:40   stop_sequence 1 to 5
//	NIGHT  A 23:50   B 24:10         C 24:30
//	W      A 12:00   B 12:10, only on 21 November 2026
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
	// A call is written as station, arrival, departure and stop_sequence.
	trip := func(id, route string, calls ...string) *timetable.Trip {
		trip := &timetable.Trip{ID: id, Code: id, Route: route, Kind: timetable.Suburban, DirectionID: 0, Direction: "Out"}
		for _, text := range calls {
			var code, arrive, depart string
			var number uint32
			if _, err := fmt.Sscan(text, &code, &arrive, &depart, &number); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			trip.Calls = append(trip.Calls, timetable.Call{
				Station: stations[code], Platform: stations[code].Platform(code + "1"), Sequence: number, Arrive: clock(t, arrive), Depart: clock(t, depart),
			})
		}
		return trip
	}
	w := trip("W", "red", "A 12:00 12:00 1", "B 12:10 12:10 2")
	w.Calendar = new(timetable.Calendar)
	w.Calendar.Add(saturday.Number())
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
	through.Members, through.MemberStarts = []string{"X1", "X2"}, []int{2}
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

// at returns a time on 21 November 2026, when Lisbon is at UTC.
func at(t testing.TB, text string) time.Time {
	t.Helper()
	return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC).Add(clock(t, text))
}

// entities are part of a message.
type entities []*bindings.FeedEntity

// message returns a message, encoded and decoded, from a time on 21 November 2026.
func message(t testing.TB, sent string, content ...entities) *gtfsrt.Message {
	t.Helper()
	m, err := gtfsrt.Decode(encoded(t, sent, content...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func encoded(t testing.TB, sent string, content ...entities) []byte {
	t.Helper()
	feed := &bindings.FeedMessage{Header: &bindings.FeedHeader{
		GtfsRealtimeVersion: proto.String("2.0"), Timestamp: proto.Uint64(uint64(at(t, sent).Unix())),
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

// trip parses a descriptor such as "T1", "T1 20261121" or "F 20261121 08:10:00".
func trip(text string) *bindings.TripDescriptor {
	fields := strings.Fields(text)
	d := &bindings.TripDescriptor{TripId: &fields[0]}
	if len(fields) > 1 {
		d.StartDate = &fields[1]
	}
	if len(fields) > 2 {
		d.StartTime = &fields[2]
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

// stop parses a stop time update: stop_sequence or stop_id, then times or delays in seconds, as in
// "20 arr 10:15 dep +60", "20 stop B2 assigned B1", or SKIPPED or NO_DATA.
func stop(t testing.TB, text string) *bindings.TripUpdate_StopTimeUpdate {
	t.Helper()
	fields := strings.Fields(text)
	u := &bindings.TripUpdate_StopTimeUpdate{}
	var number uint32
	if _, err := fmt.Sscan(fields[0], &number); err == nil {
		u.StopSequence = &number
	} else {
		u.StopId = &fields[0]
	}
	for i := 1; i < len(fields); i++ {
		switch fields[i] {
		case "SKIPPED":
			u.ScheduleRelationship = bindings.TripUpdate_StopTimeUpdate_SKIPPED.Enum()
		case "NO_DATA":
			u.ScheduleRelationship = bindings.TripUpdate_StopTimeUpdate_NO_DATA.Enum()
		case "stop":
			u.StopId = &fields[i+1]
			i++
		case "assigned":
			u.StopTimeProperties = &bindings.TripUpdate_StopTimeUpdate_StopTimeProperties{AssignedStopId: &fields[i+1]}
			i++
		case "arr":
			u.Arrival = event(t, u.Arrival, fields[i+1])
			i++
		case "dep":
			u.Departure = event(t, u.Departure, fields[i+1])
			i++
		default:
			t.Fatalf("%q: %q", text, fields[i])
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

func stops(t testing.TB, texts ...string) []*bindings.TripUpdate_StopTimeUpdate {
	t.Helper()
	var out []*bindings.TripUpdate_StopTimeUpdate
	for _, text := range texts {
		out = append(out, stop(t, text))
	}
	return out
}

// apply applies the messages at a time on 21 November 2026.
func apply(t testing.TB, plan *timetable.Timetable, now string, messages ...*gtfsrt.Message) (*running.Snapshot, *gtfsrt.Report) {
	t.Helper()
	var feeds []gtfsrt.Feed
	for _, m := range messages {
		feeds = append(feeds, gtfsrt.Feed{Message: m})
	}
	snapshot, report := gtfsrt.Apply(plan, at(t, now), feeds, gtfsrt.Options{})
	checkTimes(t, snapshot)
	return snapshot, report
}

// checkTimes checks that each train has the times of all calls or of none, and that they never decrease.
func checkTimes(t testing.TB, snapshot *running.Snapshot) {
	t.Helper()
	for _, train := range snapshot.TripUpdates() {
		n := len(train.Journey.Calls)
		if train.Times != nil && len(train.Times) != n || train.Reported != nil && len(train.Reported) != n || train.Skipped != nil && len(train.Skipped) != n ||
			train.NoData != nil && len(train.NoData) != n || train.Platforms != nil && len(train.Platforms) != n {
			t.Fatalf("%s: %d calls, %d times, %d reported, %d skipped", train.Journey.Code, n, len(train.Times), len(train.Reported), len(train.Skipped))
		}
		last := time.Time{}
		for i, times := range train.Times {
			if times.Arrive.Before(last) || times.Depart.Before(times.Arrive) {
				t.Fatalf("%s: the times at call %d decrease: %v after %v", train.Journey.Code, i, times, last)
			}
			last = times.Depart
		}
	}
}

// show formats the times of a train's calls. Reported calls are followed by a star, calls about which nothing is reported by a
// question mark, and platforms that are not the scheduled ones by a slash; skipped calls are preceded by an x.
func show(train *running.TripUpdate) string {
	switch {
	case train == nil:
		return "nothing"
	case train.Deleted:
		return "deleted"
	case train.Cancelled:
		return "cancelled"
	case train.Times == nil:
		return "timetable"
	}
	var calls []string
	for i, times := range train.Times {
		text := short(times.Arrive)
		if !times.Depart.Equal(times.Arrive) {
			text += "-" + short(times.Depart)
		}
		if train.Reported == nil || train.Reported[i] {
			text += "*"
		}
		if train.NoData != nil && train.NoData[i] {
			text += "?"
		}
		if call := train.Journey.Calls[i]; train.Platforms != nil && train.Platforms[i] != call.Platform {
			text += "/" + call.Station.Stops[train.Platforms[i]-1]
		}
		if train.Skipped != nil && train.Skipped[i] {
			text = "x" + text
		}
		calls = append(calls, text)
	}
	return strings.Join(calls, " ")
}

func short(t time.Time) string { return strings.TrimSuffix(t.Format("15:04:05"), ":00") }

// find returns the train with the code on the service date, or nil if nothing but the timetable is known about it.
func find(t testing.TB, plan *timetable.Timetable, s *running.Snapshot, code string, date timetable.Date) *running.TripUpdate {
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
