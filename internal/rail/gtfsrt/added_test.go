package gtfsrt_test

import (
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// addNumber and addText add fields that the bindings do not know.
func addNumber(m protoreflect.Message, field protowire.Number, value uint64) {
	b := protowire.AppendTag(m.GetUnknown(), field, protowire.VarintType)
	m.SetUnknown(protowire.AppendVarint(b, value))
}

func addText(m protoreflect.Message, field protowire.Number, text string) {
	b := protowire.AppendTag(m.GetUnknown(), field, protowire.BytesType)
	m.SetUnknown(protowire.AppendString(b, text))
}

// added returns the train with the code, and checks that it is not in the timetable.
func added(t *testing.T, s *running.Snapshot, code string) *running.TripUpdate {
	t.Helper()
	train := s.AddedTrip(code, saturday)
	if train == nil {
		t.Fatalf("train %s not found", code)
	}
	if train.Journey.Number != -1 {
		t.Errorf("Number = %d, want -1", train.Journey.Number)
	}
	return train
}

// scheduled formats the scheduled times of a train.
func scheduled(j timetable.Journey) string {
	text := ""
	for i := range j.Calls {
		text += j.Calls[i].Station.Code + " " + short(j.Arrival(i)) + "-" + short(j.Departure(i)) + " "
	}
	return text
}

func TestAddedTrains(t *testing.T) {
	plan := railway(t)
	asAdded := func(d *bindings.TripDescriptor) { d.ScheduleRelationship = bindings.TripDescriptor_ADDED.Enum() }
	asNew := func(d *bindings.TripDescriptor) { addNumber(d.ProtoReflect(), 4, 8) }
	for name, relate := range map[string]func(*bindings.TripDescriptor){"ADDED": asAdded, "NEW": asNew} {
		t.Run(name, func(t *testing.T) {
			d := trip("extra-1 20261121")
			d.RouteId, d.DirectionId = proto.String("green"), proto.Uint32(1)
			relate(d)
			snapshot, report := apply(t, plan, "14:00", message(t, "14:00",
				tripUpdate(d, stops(t, "A1 dep 14:05 dep +300", "F2 arr 14:20 dep 14:21", "nowhere arr 14:25", "C arr 14:30")...),
				vehicle(t, trip("extra-1"), "14:00", nil)))
			train := added(t, snapshot, "EXTRA-1")
			expect(t, "times", show(train), "14:05* 14:20-14:21* 14:30*")
			expect(t, "schedule", scheduled(train.Journey), "A 14:00-14:00 F 14:20-14:21 C 14:30-14:30 ")
			j := train.Journey
			if j.Kind != timetable.Suburban || j.Route != "green" || j.DirectionID != 1 || j.Direction != "To Station C" || j.Service != saturday {
				t.Errorf("the train is %+v", j.Trip)
			}
			if train.Vehicle == nil {
				t.Error("the vehicle is missing")
			}
			expect(t, "warnings", report.Feeds[0].Summary(), "1 unknown stop")
			if at := plan.StationByCode("F"); len(collect(snapshot, at, t)) != 1 {
				t.Error("the train is not found at a station where it calls")
			}
		})
	}
}

func collect(s *running.Snapshot, station *timetable.Station, t *testing.T) (found []*running.TripUpdate) {
	for train := range s.StoppingAt(station, at(t, "14:00"), at(t, "15:00")) {
		found = append(found, train)
	}
	return found
}

func TestAddedTrainWithTripProperties(t *testing.T) {
	plan := railway(t)
	d := trip("extra-1")
	addNumber(d.ProtoReflect(), 4, 8)
	update := tripUpdate(d, stops(t, "A1 dep 14:05", "C1 arr 14:30")...).with(func(u *bindings.TripUpdate) {
		u.TripProperties = &bindings.TripUpdate_TripProperties{}
		addText(u.TripProperties.ProtoReflect(), 5, "the\nBeach")
		addText(u.TripProperties.ProtoReflect(), 6, "X99")
		addNumber(u.StopTimeUpdate[0].Departure.ProtoReflect(), 4, uint64(at(t, "14:02").Unix()))
	})
	snapshot, report := apply(t, plan, "14:00", message(t, "14:00", update))
	train := added(t, snapshot, "X99")
	expect(t, "times", show(train), "14:05* 14:30*")
	expect(t, "schedule", scheduled(train.Journey), "A 14:02-14:02 C 14:30-14:30 ")
	expect(t, "direction", train.Journey.Direction, "To the Beach")
	expect(t, "warnings", report.Feeds[0].Summary(), "")
}

func TestInvalidAddedTrains(t *testing.T) {
	plan := railway(t)
	bus := related(trip("bus 20261121"), bindings.TripDescriptor_ADDED)
	bus.RouteId = proto.String("bus")
	for name, update := range map[string]entities{
		"1 unknown route":              tripUpdate(bus, stops(t, "A1 dep 14:05", "C1 arr 14:30")...),
		"1 unused entity":              tripUpdate(related(trip("x"), bindings.TripDescriptor_ADDED), stops(t, "A1 dep 14:05")...),
		"2 malformed, 1 unused entity": tripUpdate(related(trip("x"), bindings.TripDescriptor_ADDED), stops(t, "A1 dep +60", "C1 arr +60")...),
		"1 implausible time, 1 malformed, 1 unused entity": tripUpdate(related(trip("x"), bindings.TripDescriptor_ADDED),
			stops(t, "A1 dep 999:00", "C1 arr 14:05")...),
		"1 unknown trip": tripUpdate(related(trip("T9"), bindings.TripDescriptor_DUPLICATED)).with(func(u *bindings.TripUpdate) {
			u.TripProperties = &bindings.TripUpdate_TripProperties{
				TripId: proto.String("T9b"), StartDate: proto.String("20261121"), StartTime: proto.String("14:00:00"),
			}
		}),
		"1 malformed": tripUpdate(related(trip("T1"), bindings.TripDescriptor_DUPLICATED)),
		"1 implausible time": tripUpdate(related(trip("T1"), bindings.TripDescriptor_DUPLICATED)).with(func(u *bindings.TripUpdate) {
			u.TripProperties = &bindings.TripUpdate_TripProperties{
				TripId: proto.String("T1b"), StartDate: proto.String("00000110"), StartTime: proto.String("14:00:00"),
			}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			snapshot, report := apply(t, plan, "14:00", message(t, "14:00", update))
			if len(snapshot.TripUpdates()) != 0 {
				t.Errorf("unexpected train: %s", show(snapshot.TripUpdates()[0]))
			}
			expect(t, "warnings", report.Feeds[0].Summary(), name)
		})
	}
}

func TestDuplicatedTrains(t *testing.T) {
	plan := railway(t)
	update := tripUpdate(related(trip("T1"), bindings.TripDescriptor_DUPLICATED), stops(t, "20 arr +60 dep 14:45")...).with(func(u *bindings.TripUpdate) {
		u.TripProperties = &bindings.TripUpdate_TripProperties{
			TripId: proto.String("T1-bis"), StartDate: proto.String("20261121"), StartTime: proto.String("14:30:00"),
		}
	})
	snapshot, report := apply(t, plan, "14:30", message(t, "14:30", update,
		vehicle(t, related(trip("T1-bis"), bindings.TripDescriptor_DUPLICATED), "14:30", nil)))
	train := added(t, snapshot, "t1-bis")
	// Scheduled at B is 14:40-14:42: the arrival is one minute late, the departure three minutes.
	expect(t, "times", show(train), "14:30 14:41-14:45* 14:53-14:55 15:03-15:04 15:13")
	expect(t, "schedule", scheduled(train.Journey), "A 14:30-14:30 B 14:40-14:42 C 14:50-14:52 D 15:00-15:01 E 15:10-15:10 ")
	if train.Vehicle == nil {
		t.Error("the vehicle is missing")
	}
	expect(t, "warnings", report.Feeds[0].Summary(), "")
	if find(t, plan, snapshot, "T1", saturday) != nil {
		t.Error("the original train is changed")
	}
}

func TestReplacements(t *testing.T) {
	plan := railway(t)
	replaced := func(texts ...string) *running.TripUpdate {
		t.Helper()
		snapshot, _ := apply(t, plan, "09:30", message(t, "09:30",
			tripUpdate(related(trip("T1 20261121"), bindings.TripDescriptor_ScheduleRelationship(5)), stops(t, texts...)...)))
		return find(t, plan, snapshot, "T1", saturday)
	}
	train := replaced("A1 dep 10:01", "F1 arr 10:15 dep 10:16", "E1 arr 10:45")
	expect(t, "other calls", show(train), "10:01* 10:15-10:16* 10:45*")
	expect(t, "schedule of other calls", scheduled(train.Journey), "A 10:01-10:01 F 10:15-10:16 E 10:45-10:45 ")
	train = replaced("10 dep +60", "20 arr +60 dep +60", "30 arr +60 dep +60", "40 arr +60 dep +60", "50 arr +60")
	expect(t, "the same calls", show(train), "10:01* 10:11-10:13* 10:21-10:23* 10:31-10:32* 10:41*")
	if train.Journey.Trip != plan.TripsByID("T1")[0] {
		t.Error("a REPLACEMENT with the same calls makes another trip")
	}
}
