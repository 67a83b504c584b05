package gtfsrt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
)

// describe formats the content of a snapshot.
func describe(s *running.Snapshot) string {
	var b strings.Builder
	for _, train := range s.TripUpdates() {
		fmt.Fprintf(&b, "%s %v: %s %q\n", train.Journey.Code, train.Journey.Service, show(train), headers(train))
		if train.Vehicle != nil {
			fmt.Fprintf(&b, "\t%+v\n", *train.Vehicle)
		}
	}
	return b.String()
}

// A maker makes random messages with valid, invalid and extreme values.
type maker struct {
	*rand.Rand
	now int64
}

// pick returns a random one of the values.
func pick[T any](m maker, values ...T) T { return values[m.IntN(len(values))] }

// maybe returns a pointer to the value, or in one of three cases nil.
func maybe[T any](m maker, value T) *T {
	if m.IntN(3) == 0 {
		return nil
	}
	return &value
}

func (m maker) message() []byte {
	feed := &bindings.FeedMessage{Header: &bindings.FeedHeader{Timestamp: maybe(m, m.timestamp())}}
	for i := range m.IntN(8) {
		e := &bindings.FeedEntity{Id: proto.String(fmt.Sprint(i))}
		switch m.IntN(4) {
		case 0, 1:
			e.TripUpdate = m.update()
		case 2:
			e.Vehicle = m.vehicle()
		case 3:
			e.Alert = m.alert()
		}
		feed.Entity = append(feed.Entity, e)
	}
	data, err := proto.MarshalOptions{AllowPartial: true}.Marshal(feed)
	if err != nil {
		panic(err)
	}
	return data
}

func (m maker) timestamp() uint64 {
	return pick(m, uint64(m.now), uint64(m.now-60), uint64(m.now+3600), uint64(m.now-86400), 0, math.MaxUint64, 1<<63, uint64(m.now)*1000)
}

func (m maker) trip() *bindings.TripDescriptor {
	return &bindings.TripDescriptor{
		TripId:               maybe(m, pick(m, "T1", "LOOP", "NIGHT", "W", "F", "X1", "X2", "new", "")),
		RouteId:              maybe(m, pick(m, "red", "blue", "green", "bus")),
		DirectionId:          maybe(m, pick(m, uint32(0), 1, 2)),
		StartDate:            maybe(m, pick(m, "20261121", "20261120", "20261122", "20269999", "x")),
		StartTime:            maybe(m, pick(m, "08:10:00", "08:12:00", "10:00:00", "24:10:00", "99999:00:00", "x")),
		ScheduleRelationship: maybe(m, pick(m, 0, 0, 0, 1, 2, 3, 5, 6, 7, bindings.TripDescriptor_ScheduleRelationship(8))),
	}
}

func (m maker) update() *bindings.TripUpdate {
	u := &bindings.TripUpdate{
		Trip: m.trip(), Timestamp: maybe(m, m.timestamp()), Vehicle: &bindings.VehicleDescriptor{Id: maybe(m, "v")},
	}
	if m.IntN(4) == 0 {
		u.Delay = proto.Int32(m.delay())
	}
	if m.IntN(4) == 0 {
		u.TripProperties = &bindings.TripUpdate_TripProperties{
			TripId: maybe(m, "new"), StartDate: maybe(m, "20261121"), StartTime: maybe(m, pick(m, "00:00:00", "12:00:00", "300:00:00")),
		}
	}
	for range m.IntN(7) {
		u.StopTimeUpdate = append(u.StopTimeUpdate, &bindings.TripUpdate_StopTimeUpdate{
			StopSequence: maybe(m, pick(m, uint32(0), 1, 2, 3, 4, 5, 10, 20, 25, 30, 40, 50, math.MaxUint32)),
			StopId:       maybe(m, pick(m, "A", "A1", "A2", "B1", "C1", "D1", "E1", "F1", "nowhere")),
			Arrival:      m.event(), Departure: m.event(),
			ScheduleRelationship: maybe(m, pick(m, 0, 0, 0, 1, bindings.TripUpdate_StopTimeUpdate_ScheduleRelationship(2), 3)),
		})
	}
	return u
}

func (m maker) delay() int32 {
	return pick(m, 0, 60, 600, -60, -900, 20000, math.MaxInt32, math.MinInt32, int32(m.IntN(3600)))
}

func (m maker) event() *bindings.TripUpdate_StopTimeEvent {
	if m.IntN(3) == 0 {
		return nil
	}
	return &bindings.TripUpdate_StopTimeEvent{
		Delay: maybe(m, m.delay()),
		Time:  maybe(m, pick(m, 0, m.now, m.now+int64(m.IntN(7200))-3600, m.now+80000, math.MaxInt64, math.MinInt64, -1)),
	}
}

func (m maker) vehicle() *bindings.VehiclePosition {
	return &bindings.VehiclePosition{
		Trip: m.trip(), Vehicle: &bindings.VehicleDescriptor{Id: maybe(m, "v")}, Timestamp: maybe(m, m.timestamp()),
		CurrentStopSequence: maybe(m, pick(m, uint32(1), 2, 3, 10, 20, 50, math.MaxUint32)),
		StopId:              maybe(m, pick(m, "A", "B1", "C2", "E1", "nowhere")),
		CurrentStatus:       maybe(m, pick(m, inTransit, incoming, stopped)),
		Position:            &bindings.Position{Latitude: maybe(m, float32(m.NormFloat64()*60)), Longitude: maybe(m, float32(math.Inf(m.IntN(3)-1)))},
	}
}

func (m maker) alert() *bindings.Alert {
	a := &bindings.Alert{HeaderText: translated(pick(m, "Snow", "", "en:Snow"))}
	for range m.IntN(3) {
		a.ActivePeriod = append(a.ActivePeriod, &bindings.TimeRange{Start: maybe(m, m.timestamp()), End: maybe(m, m.timestamp())})
	}
	for range m.IntN(3) {
		a.InformedEntity = append(a.InformedEntity, &bindings.EntitySelector{
			AgencyId: maybe(m, "x"), RouteId: maybe(m, pick(m, "red", "bus")), StopId: maybe(m, pick(m, "A", "D1", "nowhere")), Trip: m.trip(),
		})
	}
	return a
}

// checkSnapshot checks that trains are at most two days off their schedule, and that only calls with times are reported.
func checkSnapshot(t *testing.T, s *running.Snapshot) {
	t.Helper()
	for _, train := range s.TripUpdates() {
		for i, times := range train.Times {
			if off := times.Arrive.Sub(train.Journey.Arrival(i)).Abs(); off > 48*time.Hour {
				t.Errorf("%s is %v off at call %d", train.Journey.Code, off, i)
			}
		}
		if train.Cancelled && train.Times != nil || train.Times == nil && train.Reported != nil {
			t.Errorf("%s: cancelled %v, times %v, reported %v", train.Journey.Code, train.Cancelled, train.Times, train.Reported)
		}
	}
}

// FuzzMessages applies a message of arbitrary bytes together with a valid message, and random messages: times never decrease and are
// near the schedule, texts are of one line, and the same messages give the same snapshot.
func FuzzMessages(f *testing.F) {
	plan := railway(f)
	valid := message(f, "10:05", tripUpdate(trip("T1 20261121"), stops(f, "10 dep +60")...), vehicle(f, trip("T1"), "10:04", atCall(20, inTransit)))
	for seed := range uint64(500) {
		f.Add(maker{rand.New(rand.NewPCG(seed, 2)), at(f, "10:05").Unix()}.message())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		message, err := gtfsrt.Decode(data)
		if err != nil {
			return
		}
		now := at(t, "10:05")
		feeds := []gtfsrt.Feed{{Message: message}, {Message: valid}}
		snapshot, report := gtfsrt.Apply(plan, now, feeds, gtfsrt.Options{Language: "en"})
		checkTimes(t, snapshot)
		checkSnapshot(t, snapshot)
		again, _ := gtfsrt.Apply(plan, now, feeds, gtfsrt.Options{Language: "en"})
		if describe(snapshot) != describe(again) {
			t.Errorf("the same messages give two snapshots:\n%s\n%s", describe(snapshot), describe(again))
		}
		if snapshot.Time().After(now) || !report.Next.IsZero() && !report.Next.After(now) {
			t.Errorf("time %v, next %v, now %v", snapshot.Time(), report.Next, now)
		}
		for _, train := range snapshot.TripUpdates() {
			for _, text := range append(headers(train), train.Journey.Code, train.Journey.Direction) {
				if strings.ContainsAny(text, "\n\r\x00\x1b") {
					t.Errorf("the text %q has control characters", text)
				}
			}
		}
	})
}
