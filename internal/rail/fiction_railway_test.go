package rail_test

import (
	"math"
	"os"
	"reflect"
	"sync"
	"testing"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/templates/soap"
)

func railwayOfFiction(t testing.TB, seed uint64) *fiction.Railway {
	t.Helper()
	r, err := fiction.New(seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wednesday is 04:00 UTC on an ordinary working day.
var wednesday = time.Date(2026, 11, 18, 4, 0, 0, 0, time.UTC)

func TestSameSeedGivesSameMessages(t *testing.T) {
	one, two, other := railwayOfFiction(t, 7), railwayOfFiction(t, 7), railwayOfFiction(t, 8)
	var instants []time.Time
	for i := range 40 {
		instants = append(instants, wednesday.Add(time.Duration(i)*37*time.Minute+11*time.Second))
	}
	differ := 0
	for i := range instants {
		now := instants[i]
		two.Message(instants[len(instants)-1-i]) // earlier requests must not matter
		m := one.Message(now)
		if !proto.Equal(m, two.Message(now.Add(8*time.Second))) || !proto.Equal(m, one.Message(now.In(time.FixedZone("", 3600)))) {
			t.Errorf("messages at %v differ", now)
		}
		if proto.Equal(m, one.Message(now.Add(10*time.Second))) {
			t.Errorf("the message at %v equals the message of the next tick", now)
		}
		if !proto.Equal(m, other.Message(now)) {
			differ++
		}
	}
	if differ < len(instants)-1 {
		t.Errorf("messages of another seed differ at %d instants of %d", differ, len(instants))
	}
}

func TestStatesOfEarlierAndLaterInstants(t *testing.T) {
	r := railwayOfFiction(t, 1)
	fresh := railwayOfFiction(t, 1)
	now := wednesday.Add(4 * time.Hour)
	late := func(r *fiction.Railway, at time.Time) (sum time.Duration) {
		for _, update := range r.State(at).Realtime.TripUpdates() {
			for i, times := range update.Times {
				sum += times.Arrive.Sub(update.Journey.Arrival(i))
			}
		}
		return sum
	}
	for _, offset := range []time.Duration{0, 3 * time.Hour, -2 * time.Hour, 0, 24 * time.Hour, 4 * time.Second, 0} {
		at := now.Add(offset)
		if state := r.State(at); state.Timetable != r.Timetable() || !state.Realtime.Time().Equal(at.Truncate(fiction.Tick)) {
			t.Errorf("at %v: the state has the time %v", at, state.Realtime.Time())
		}
		if got, want := late(r, at), late(fresh, at); got != want {
			t.Errorf("at %v: %v late in all, want %v", at, got, want)
		}
	}
	if r.State(now) != r.State(now.Add(9*time.Second)) {
		t.Error("the state of a tick is computed twice")
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for k := range 30 {
				at := now.Add(time.Duration(k/3+i%3) * fiction.Tick)
				if got := r.State(at).Realtime.Time(); !got.Equal(at) {
					t.Errorf("at %v: the state has the time %v", at, got)
				}
			}
		})
	}
	group.Wait()
}

func TestMessagesAreValid(t *testing.T) {
	r := railwayOfFiction(t, 3)
	plan := r.Timetable()
	for now := wednesday; now.Before(wednesday.Add(26 * time.Hour)); now = now.Add(41 * time.Minute) {
		m := r.Message(now)
		if err := proto.CheckInitialized(m); err != nil {
			t.Fatal(err)
		}
		if at := time.Unix(int64(m.GetHeader().GetTimestamp()), 0); !at.Equal(now.Truncate(fiction.Tick)) {
			t.Errorf("the message at %v has the timestamp %v", now, at)
		}
		ids, vehicles := map[string]bool{}, map[string]bool{}
		for _, e := range m.GetEntity() {
			if ids[e.GetId()] {
				t.Errorf("two entities %s", e.GetId())
			}
			ids[e.GetId()] = true
			if e.TripUpdate != nil {
				checkDescriptor(t, plan, e.GetTripUpdate().GetTrip())
			}
			if v := e.GetVehicle(); v != nil {
				checkDescriptor(t, plan, v.GetTrip())
				if id := v.GetVehicle().GetId(); vehicles[id] || id == "" {
					t.Errorf("two vehicles %q", id)
				}
				vehicles[v.GetVehicle().GetId()] = true
			}
			if a := e.GetAlert(); a != nil {
				checkAlert(t, plan, a, now)
			}
		}
	}
}

func checkDescriptor(t *testing.T, plan *timetable.Timetable, d *bindings.TripDescriptor) {
	t.Helper()
	day, err := time.Parse("20060102", d.GetStartDate())
	trips := plan.TripsByID(d.GetTripId())
	if err != nil || len(trips) == 0 {
		t.Errorf("%v: %d trips, %v", d, len(trips), err)
		return
	}
	if _, runs := plan.JourneyOf(trips[0], timetable.DateOf(day)); !runs {
		t.Errorf("%v does not run", d)
	}
	if trips[0].Frequency != (d.StartTime != nil) {
		t.Errorf("%v: start_time, and frequency %v", d, trips[0].Frequency)
	}
}

func checkAlert(t *testing.T, plan *timetable.Timetable, a *bindings.Alert, now time.Time) {
	t.Helper()
	if text := a.GetHeaderText().GetTranslation()[0].GetText(); len(text) < 10 || len(text) > 120 {
		t.Errorf("header %q", text)
	}
	for _, period := range a.GetActivePeriod() {
		if int64(period.GetStart()) > now.Unix() || int64(period.GetEnd()) <= now.Unix()-int64(fiction.Tick/time.Second) {
			t.Errorf("alert %v at %v", a, now)
		}
	}
	if len(a.GetInformedEntity()) == 0 {
		t.Errorf("alert %v has no informed entity", a)
	}
	for _, e := range a.GetInformedEntity() {
		if e.StopId != nil && plan.StationByStop(e.GetStopId()) == nil {
			t.Errorf("there is no station %s", e.GetStopId())
		}
		if e.Trip != nil {
			checkDescriptor(t, plan, e.GetTrip())
		}
	}
}

// A train is in the messages from an hour before it starts to half an hour after it has ended.
func TestTrainsInMessage(t *testing.T) {
	r := railwayOfFiction(t, 2)
	now := wednesday.Add(8 * time.Hour)
	included := map[string]bool{}
	for _, e := range r.Message(now).GetEntity() {
		if d := e.GetTripUpdate().GetTrip(); d != nil {
			included[d.GetTripId()+d.GetStartTime()] = true
		}
	}
	for _, j := range starting(r.Timetable(), timetable.DateOf(now)) {
		if j.Members != nil || j.Frequency {
			continue
		}
		starts, ends := j.Departure(0), j.Arrival(j.Last())
		want := !starts.After(now.Add(time.Hour)) && !ends.Before(now.Add(-30*time.Minute))
		if want && !included[j.ID] {
			t.Errorf("%s from %v to %v is not in the message at %v", j.Code, starts, ends, now)
		}
		if included[j.ID] && (starts.After(now.Add(time.Hour)) || ends.Before(now.Add(-80*time.Minute))) {
			t.Errorf("%s from %v to %v is in the message at %v", j.Code, starts, ends, now)
		}
	}
}

// For any seed and time, a state can be computed and the times of each train increase.
func TestAnySeedAndTime(t *testing.T) {
	for _, seed := range []uint64{0, 2, 1 << 40, math.MaxUint64} {
		r := railwayOfFiction(t, seed)
		for i := range 30 {
			now := wednesday.Add(time.Duration(i*i) * 17 * time.Hour).Add(time.Duration(i) * 11 * time.Second)
			for _, update := range r.State(now).Realtime.TripUpdates() {
				for i, times := range update.Times {
					if times.Depart.Before(times.Arrive) || i > 0 && !times.Arrive.After(update.Times[i-1].Depart) {
						t.Errorf("seed %d, at %v: %s has the times %v at call %d", seed, now, update.Journey.Code, update.Times, i)
					}
					if left := times.Depart; left.Before(update.Journey.Departure(i)) && !update.Journey.Calls[i].Passes &&
						i < update.Journey.Last() && (update.Skipped == nil || !update.Skipped[i]) {
						t.Errorf("seed %d, at %v: %s leaves call %d early", seed, now, update.Journey.Code, i)
					}
				}
			}
		}
		for _, year := range []int{1, 1969, 1999, 2019, 2041, 2300, 9999} {
			state := r.State(time.Date(year, 7, 3, 12, 0, 0, 0, time.UTC))
			if state == nil || state.Timetable != r.Timetable() || len(state.Realtime.TripUpdates()) != 0 {
				t.Errorf("in the year %d: %+v", year, state)
			}
		}
	}
}

// A service that reads the feed's files and the messages returns the same records as one that uses the Railway.
func TestFeedFilesGiveSameRecords(t *testing.T) {
	r := railwayOfFiction(t, 12)
	now := wednesday.Add(5 * time.Hour)
	types, err := gtfs.ParseTypes(fiction.Types)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := os.ReadFile("fiction/feed.zip")
	if err != nil {
		t.Fatal(err)
	}
	plan, _, err := gtfs.Load(t.Context(), archive, gtfs.Options{Types: types})
	if err != nil {
		t.Fatal(err)
	}
	data, err := proto.Marshal(r.Message(now))
	if err != nil {
		t.Fatal(err)
	}
	message, err := gtfsrt.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	snapshot, _ := gtfsrt.Apply(plan, now, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{})
	clock := func() time.Time { return now }
	theirs, ours := rail.New(fixedSourceOfFiction{Timetable: plan, Realtime: snapshot}, clock), rail.New(r, clock)
	vendor1, err1 := theirs.GetVendorTrainsXML(t.Context())
	vendor2, err2 := ours.GetVendorTrainsXML(t.Context())
	if err1 != nil || err2 != nil || len(vendor1) < 30 || !reflect.DeepEqual(vendor1, vendor2) {
		t.Errorf("%d vendor positions from the files, %d from the railway (%v, %v), or they differ", len(vendor1), len(vendor2), err1, err2)
	}
	request := realtime.GetStationDataByCodeXML{StationCode: soap.Ptr("STERG")}
	board1, err1 := theirs.GetStationDataByCodeXML(t.Context(), &request)
	board2, err2 := ours.GetStationDataByCodeXML(t.Context(), &request)
	if err1 != nil || err2 != nil || len(board1) < 30 || !reflect.DeepEqual(board1, board2) {
		t.Errorf("%d trains on the board from the files, %d from the railway (%v, %v), or they differ", len(board1), len(board2), err1, err2)
	}
}

// fixedSource always provides the same state.
type fixedSourceOfFiction running.State

func (c fixedSourceOfFiction) State(time.Time) *running.State { return (*running.State)(&c) }

func BenchmarkMessage(b *testing.B) {
	r := railwayOfFiction(b, 1)
	now := wednesday.Add(4 * time.Hour)
	b.ReportMetric(float64(len(r.Message(now).GetEntity())), "entities")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Message(now.Add(time.Duration(i) * fiction.Tick))
	}
}

func BenchmarkState(b *testing.B) {
	r := railwayOfFiction(b, 1)
	now := wednesday.Add(4 * time.Hour)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.State(now.Add(time.Duration(i) * fiction.Tick))
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		railwayOfFiction(b, 1)
	}
}

// Applying the messages causes no warnings, and every update and vehicle position is used.
func TestMessagesApplyWithoutWarnings(t *testing.T) {
	r := railwayOfFiction(t, 6)
	for now := wednesday; now.Before(wednesday.Add(26 * time.Hour)); now = now.Add(23 * time.Minute) {
		data, err := proto.Marshal(r.Message(now))
		if err != nil {
			t.Fatal(err)
		}
		message, err := gtfsrt.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		_, report := gtfsrt.Apply(r.Timetable(), now, []gtfsrt.Feed{{Message: message}}, gtfsrt.Options{})
		count := report.Feeds[0]
		if count.WarningCount() != 0 {
			t.Errorf("at %v: %s: %v", now, count.Summary(), count.Warnings)
		}
		if count.Applied != count.Updates+count.Vehicles+count.Alerts || report.Trains == 0 {
			t.Errorf("at %v: %+v for %d trains", now, count, report.Trains)
		}
	}
}
