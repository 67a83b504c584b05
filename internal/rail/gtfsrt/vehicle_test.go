package gtfsrt_test

import (
	"math"
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/timetable"
)

// vehicle returns the vehicle position of a trip at 38.7, -9.1, measured at the given time. change may be nil.
func vehicle(t testing.TB, d *bindings.TripDescriptor, measured string, change func(v *bindings.VehiclePosition)) entities {
	t.Helper()
	v := &bindings.VehiclePosition{
		Trip:      d,
		Position:  &bindings.Position{Latitude: proto.Float32(38.7), Longitude: proto.Float32(-9.1)},
		Timestamp: proto.Uint64(uint64(at(t, measured).Unix())),
	}
	if change != nil {
		change(v)
	}
	return entities{{Vehicle: v}}
}

const (
	inTransit = bindings.VehiclePosition_IN_TRANSIT_TO
	incoming  = bindings.VehiclePosition_INCOMING_AT
	stopped   = bindings.VehiclePosition_STOPPED_AT
)

// atCall sets the call and the status of a vehicle position.
func atCall(number uint32, status bindings.VehiclePosition_VehicleStopStatus) func(v *bindings.VehiclePosition) {
	return func(v *bindings.VehiclePosition) { v.CurrentStopSequence, v.CurrentStatus = &number, status.Enum() }
}

// TestVehicleAdjustsTimes applies vehicle positions to the train that is scheduled at
// 10:00, 10:10-10:12, 10:20-10:22, 10:30-10:31 and 10:40.
func TestVehicleAdjustsTimes(t *testing.T) {
	for _, test := range []struct {
		name  string
		seen  string
		where func(v *bindings.VehiclePosition)
		stops []string // stops of a trip update made a minute earlier
		want  string
	}{
		{name: "no call", seen: "10:05", want: "timetable"},
		{name: "as scheduled", seen: "10:05", where: atCall(20, inTransit),
			want: "10:00? 10:10-10:12 10:20-10:22 10:30-10:31 10:40"},
		{name: "in transit, late", seen: "10:13", where: atCall(20, inTransit),
			want: "10:00? 10:13:30-10:15:30 10:23:30-10:25:30 10:33:30-10:34:30 10:43:30"},
		{name: "incoming, late", seen: "10:13", where: atCall(20, incoming),
			want: "10:00? 10:13:30-10:15:30 10:23:30-10:25:30 10:33:30-10:34:30 10:43:30"},
		{name: "stopped, as scheduled", seen: "10:11", where: atCall(20, stopped),
			want: "10:00? 10:10-10:12 10:20-10:22 10:30-10:31 10:40"},
		{name: "stopped, late", seen: "10:14", where: atCall(20, stopped),
			want: "10:00? 10:10-10:14:30 10:22:30-10:24:30 10:32:30-10:33:30 10:42:30"},
		{name: "stopped, early", seen: "10:07", where: atCall(20, stopped),
			want: "10:00? 10:07-10:12 10:20-10:22 10:30-10:31 10:40"},
		{name: "departed early", seen: "10:11", where: atCall(30, inTransit),
			want: "10:00? 10:10-10:11? 10:20-10:22 10:30-10:31 10:40"},
		{name: "waiting to start", seen: "09:58", where: atCall(20, inTransit),
			want: "10:00 10:10-10:12 10:20-10:22 10:30-10:31 10:40"},
		{name: "waiting to start, late", seen: "10:03", where: atCall(10, stopped),
			want: "10:00-10:03:30 10:13:30-10:15:30 10:23:30-10:25:30 10:33:30-10:34:30 10:43:30"},
		{name: "in transit to the first stop", seen: "10:03", where: atCall(10, inTransit),
			want: "10:00-10:03:30 10:13:30-10:15:30 10:23:30-10:25:30 10:33:30-10:34:30 10:43:30"},
		{name: "stopped at the last stop", seen: "10:38", where: atCall(50, stopped),
			want: "10:00? 10:10-10:12? 10:20-10:22? 10:30-10:31? 10:38-10:40"},
		{name: "with an older trip update", seen: "10:13", where: atCall(20, inTransit),
			stops: []string{"20 arr 10:12 dep 10:14", "30 arr 10:30 dep 10:31"},
			want:  "10:02 10:13:30-10:14* 10:30-10:31* 10:39-10:40 10:49"},
		{name: "by stop_id", seen: "10:14",
			where: func(v *bindings.VehiclePosition) { v.StopId, v.CurrentStatus = proto.String("B2"), stopped.Enum() },
			want:  "10:00? 10:10-10:14:30/B2 10:22:30-10:24:30 10:32:30-10:33:30 10:42:30"},
		{name: "at the scheduled stop, with a trip update that has another platform", seen: "10:14",
			where: func(v *bindings.VehiclePosition) { v.StopId, v.CurrentStatus = proto.String("B1"), stopped.Enum() },
			stops: []string{"20 assigned B2 arr 10:12 dep 10:16"},
			want:  "10:02 10:12-10:16*/B2 10:24-10:26 10:34-10:35 10:44"},
		{name: "without a status it is in transit", seen: "10:13",
			where: func(v *bindings.VehiclePosition) { v.CurrentStopSequence = proto.Uint32(20) },
			want:  "10:00? 10:13:30-10:15:30 10:23:30-10:25:30 10:33:30-10:34:30 10:43:30"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := railway(t)
			content := []entities{vehicle(t, trip("T1 20261121"), test.seen, test.where)}
			if test.stops != nil {
				update := tripUpdate(trip("T1 20261121"), stops(t, test.stops...)...).with(func(u *bindings.TripUpdate) {
					u.Timestamp = proto.Uint64(uint64(at(t, test.seen).Unix()) - 60)
				})
				content = append(content, update)
			}
			snapshot, report := apply(t, plan, test.seen, message(t, test.seen, content...))
			train := find(t, plan, snapshot, "T1", saturday)
			expect(t, "times", show(train), test.want)
			expect(t, "warnings", report.Feeds[0].Summary(), "")
			if v := train.Vehicle; v == nil || v.Place != (timetable.Point{Latitude: 38.7, Longitude: -9.1}) ||
				!v.Time.Equal(at(t, test.seen)) {
				t.Errorf("the vehicle is %+v", v)
			}
		})
	}
}

// Times from the feed are not adjusted to an older vehicle position.
func TestVehicleOlderThanUpdate(t *testing.T) {
	plan := railway(t)
	snapshot, _ := apply(t, plan, "10:15", message(t, "10:15",
		vehicle(t, trip("T1 20261121"), "10:13", atCall(20, inTransit)),
		tripUpdate(trip("T1 20261121"), stops(t, "10 dep +0", "20 arr 10:11 dep 10:14")...)))
	expect(t, "times", show(find(t, plan, snapshot, "T1", saturday)), "10:00* 10:11-10:14* 10:22-10:24 10:32-10:33 10:42")
}

func TestMatchVehicle(t *testing.T) {
	named := func(d *bindings.TripDescriptor, id string) func(v *bindings.VehiclePosition) {
		return func(v *bindings.VehiclePosition) { v.Trip, v.Vehicle = d, &bindings.VehicleDescriptor{Id: &id} }
	}
	update := func() entities {
		return tripUpdate(trip("T1 20261121"), stops(t, "10 dep +60")...).with(func(u *bindings.TripUpdate) {
			u.Vehicle = &bindings.VehicleDescriptor{Id: proto.String("4711")}
		})
	}
	for _, test := range []struct {
		name     string
		change   func(v *bindings.VehiclePosition)
		want     bool
		warnings string
	}{
		{"of the trip", named(trip("T1 20261121"), "1"), true, ""},
		{"of the trip without a date: the train with an update", named(trip("T1"), "1"), true, ""},
		{"of the trip of another day", named(trip("T1 20261120"), "1"), false, ""},
		{"named by the update", named(nil, "4711"), true, ""},
		{"named by the update, with a route", named(&bindings.TripDescriptor{RouteId: proto.String("red")}, "4711"), true, ""},
		{"without a trip", named(nil, "1"), false, "1 unused entity"},
		{"of a trip that is not known", named(trip("T2"), "1"), false, "1 unknown trip"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := railway(t)
			positions := message(t, "10:05", vehicle(t, nil, "10:05", test.change))
			snapshot, report := apply(t, plan, "10:05", positions, message(t, "10:05", update()))
			if train := find(t, plan, snapshot, "T1", saturday); (train.Vehicle != nil) != test.want {
				t.Errorf("the vehicle is %+v", train.Vehicle)
			}
			expect(t, "warnings", report.Feeds[0].Summary(), test.warnings)
		})
	}
}

// Vehicles without a trip are not in use. There is a warning only if no vehicle has one.
func TestVehiclesWithoutTrip(t *testing.T) {
	plan := railway(t)
	idle := func() entities { return vehicle(t, nil, "10:05", nil) }
	_, report := apply(t, plan, "10:05", message(t, "10:05", idle(), vehicle(t, trip("T1"), "10:05", nil), idle()), message(t, "10:05", idle(), idle()))
	expect(t, "warnings", report.Feeds[0].Summary(), "")
	if w := report.Feeds[1].Warnings; len(w) != 1 || w[0].Message != "none of the 2 vehicles has a trip" {
		t.Errorf("the warnings are %v", w)
	}
}

func TestNewestVehicleIsUsed(t *testing.T) {
	plan := railway(t)
	first := message(t, "10:05", vehicle(t, trip("T1"), "10:04", nil), vehicle(t, trip("T1"), "10:02", nil))
	second := message(t, "10:05", vehicle(t, trip("T1"), "10:03", nil))
	snapshot, _ := apply(t, plan, "10:05", second, first)
	if v := find(t, plan, snapshot, "T1", saturday).Vehicle; !v.Time.Equal(at(t, "10:04")) {
		t.Errorf("the time of the vehicle is %v", v.Time)
	}
}

func TestOldVehicleIsIgnored(t *testing.T) {
	plan := railway(t)
	positions := message(t, "10:05", vehicle(t, trip("T1"), "10:00", nil))
	snapshot, report := apply(t, plan, "10:05", positions)
	if train := find(t, plan, snapshot, "T1", saturday); train == nil || train.Vehicle == nil {
		t.Error("a vehicle position from five minutes ago is ignored")
	}
	if !report.Next.Equal(at(t, "10:05:01")) {
		t.Errorf("the next change is at %v", report.Next)
	}
	snapshot, report = apply(t, plan, "10:05:01", positions)
	if len(snapshot.TripUpdates()) > 0 || report.Feeds[0].WarningCount() > 0 || !report.Next.IsZero() {
		t.Errorf("an older vehicle position is used: %+v", report)
	}
}

func TestInvalidPositions(t *testing.T) {
	plan := railway(t)
	for _, place := range []*bindings.Position{
		{Latitude: proto.Float32(91), Longitude: proto.Float32(0)},
		{Latitude: proto.Float32(0), Longitude: proto.Float32(-181)},
		{Latitude: proto.Float32(float32(math.NaN())), Longitude: proto.Float32(0)},
		{Latitude: proto.Float32(1), Longitude: proto.Float32(float32(math.Inf(1)))},
		{Latitude: proto.Float32(1)},
	} {
		positions := message(t, "10:05", vehicle(t, trip("T1"), "10:05", func(v *bindings.VehiclePosition) { v.Position = place }))
		snapshot, report := apply(t, plan, "10:05", positions)
		if v := find(t, plan, snapshot, "T1", saturday).Vehicle; v.Place != (timetable.Point{}) {
			t.Errorf("%v gives the place %v", place, v.Place)
		}
		if report.Feeds[0].WarningCount() != 1 {
			t.Errorf("%v: %s", place, report.Feeds[0].Summary())
		}
	}
}
