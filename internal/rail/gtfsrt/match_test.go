package gtfsrt_test

import (
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfsrt"
)

// TestMatchTrain checks which journeys an update with a delay of one minute matches. The message is from 09:00, or from the
// time in the test case.
func TestMatchTrain(t *testing.T) {
	friday, sunday := saturday.AddDays(-1), saturday.AddDays(1)
	for _, test := range []struct {
		name     string
		trip     *bindings.TripDescriptor
		stops    []string
		sent     string
		want     string // code and date
		warnings string
	}{
		{name: "by trip and date", trip: trip("T1 20261120"), want: "T1 " + friday.String()},
		{name: "before the start", trip: trip("T1"), want: "T1 " + saturday.String()},
		{name: "long before the start", sent: "00:30", trip: trip("T1"), want: "T1 " + saturday.String()},
		{name: "long after the end", sent: "22:30", trip: trip("T1"), want: "T1 " + sunday.String()}, // 11.5 hours, not 12
		{name: "by the first time of the update", trip: trip("T1"), stops: []string{"10 dep 34:05"}, want: "T1 " + sunday.String()},
		{name: "of the day before, after midnight", sent: "00:20", trip: trip("NIGHT"), want: "NIGHT " + friday.String()},
		{name: "in the evening", sent: "23:55", trip: trip("NIGHT"), want: "NIGHT " + saturday.String()},
		{name: "by date, while another one is under way", sent: "00:20", trip: trip("NIGHT 20261121"), want: "NIGHT " + saturday.String()},
		{name: "not on that date", trip: trip("W 20261122"), warnings: "1 unknown trip"},
		{name: "on its only date", trip: trip("W"), want: "W " + saturday.String()},
		{name: "on its only date, too far off", sent: "96:00", trip: trip("W"), warnings: "1 unknown trip"},
		{name: "not in the timetable", trip: trip("T2 20261121"), warnings: "1 unknown trip"},
		{name: "an invalid date", trip: trip("T1 20261131"), want: "T1 " + saturday.String(), warnings: "1 malformed"},
		{name: "with its start", trip: trip("T1 20261121 10:00:00"), want: "T1 " + saturday.String()},
		{name: "of a frequency", trip: trip("F 20261121 08:10:00"), want: "F1 " + saturday.String()},
		{name: "of a frequency, with one digit", trip: trip("F 20261121 8:10:00"), want: "F1 " + saturday.String()},
		{name: "of a frequency, another day", trip: trip("F 20261122 08:20:00"), want: "F2 " + sunday.String()},
		{name: "of a frequency, near a start", trip: trip("F 20261121 08:12:00"), want: "F1 " + saturday.String()},
		{name: "of a frequency, far from any", trip: trip("F 20261121 09:12:00"), warnings: "1 unknown trip"},
		{name: "of a frequency, without a start", sent: "08:13", trip: trip("F"), want: "F1 " + saturday.String()},
		{name: "of a frequency, in another age", trip: trip("F 00000110 08:12:00"), warnings: "1 implausible time"},
		{name: "by route, direction, start and date", want: "LOOP " + saturday.String(), trip: &bindings.TripDescriptor{
			RouteId: proto.String("blue"), DirectionId: proto.Uint32(0), StartTime: proto.String("11:00:00"), StartDate: proto.String("20261121"),
		}},
		{name: "by route, at no start", warnings: "1 unknown trip", trip: &bindings.TripDescriptor{
			RouteId: proto.String("blue"), DirectionId: proto.Uint32(0), StartTime: proto.String("11:00:01"), StartDate: proto.String("20261121"),
		}},
		{name: "by route, in the other direction", warnings: "1 unknown trip", trip: &bindings.TripDescriptor{
			RouteId: proto.String("blue"), DirectionId: proto.Uint32(1), StartTime: proto.String("11:00:00"), StartDate: proto.String("20261121"),
		}},
		{name: "by route, without the date", warnings: "1 unknown trip", trip: &bindings.TripDescriptor{
			RouteId: proto.String("blue"), DirectionId: proto.Uint32(0), StartTime: proto.String("11:00:00"),
		}},
		{name: "by nothing", trip: &bindings.TripDescriptor{}, warnings: "1 unknown trip"},
		{name: "by the second trip of a through train", trip: trip("X2 20261121"), want: "X1 " + saturday.String()},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.sent == "" {
				test.sent = "09:00"
			}
			plan := railway(t)
			update := tripUpdate(test.trip, stops(t, test.stops...)...).with(func(u *bindings.TripUpdate) { u.Delay = proto.Int32(60) })
			snapshot, report := apply(t, plan, test.sent, message(t, test.sent, update))
			got := ""
			for _, train := range snapshot.TripUpdates() {
				got += train.Journey.Code + " " + train.Journey.Service.String()
			}
			expect(t, "trains", got, test.want)
			expect(t, "warnings", report.Feeds[0].Summary(), test.warnings)
		})
	}
}

// A train of a frequency without exact times has the planned schedule moved to its start_time.
func TestFrequencyWithoutExactTimes(t *testing.T) {
	plan := railway(t)
	snapshot, _ := apply(t, plan, "08:00", message(t, "08:00",
		tripUpdate(related(trip("F 20261121 08:12:30"), bindings.TripDescriptor_UNSCHEDULED), stops(t, "1 dep +60")...)))
	train := find(t, plan, snapshot, "F1", saturday)
	expect(t, "times", show(train), "08:13:30* 08:18:30")
	if got := train.Journey.Departure(0); !got.Equal(at(t, "08:12:30")) {
		t.Errorf("the scheduled start is %v", got)
	}
}

// Two trains of a frequency match the planned departure at 8:10.
func TestFrequencyWithMoreTrainsThanPlanned(t *testing.T) {
	plan := railway(t)
	snapshot, report := apply(t, plan, "08:00", message(t, "08:00",
		tripUpdate(trip("F 20261121 08:09:00"), stops(t, "1 dep +60")...),
		tripUpdate(trip("F 20261121 08:12:00"), stops(t, "1 dep +120")...),
		vehicle(t, trip("F 20261121 08:12:00"), "08:00", nil)))
	expect(t, "the first", show(find(t, plan, snapshot, "F1", saturday)), "08:10* 08:15")
	train := added(t, snapshot, "F1-0812")
	expect(t, "the second", show(train), "08:14* 08:19")
	if train.Vehicle == nil {
		t.Error("the vehicle of the second train is missing")
	}
	expect(t, "warnings", report.Feeds[0].Summary(), "")
}

func TestSeveralUpdatesForOneTrain(t *testing.T) {
	plan := railway(t)
	delayed := func(seconds int32, measured string) entities {
		return tripUpdate(trip("T1 20261121")).with(func(u *bindings.TripUpdate) {
			u.Delay = &seconds
			if measured != "" {
				u.Timestamp = proto.Uint64(uint64(at(t, measured).Unix()))
			}
		})
	}
	for _, test := range []struct {
		name     string
		first    *gtfsrt.Message
		second   *gtfsrt.Message
		want     string
		warnings string // warnings about the first feed
	}{
		{"the newer message", message(t, "09:00", delayed(60, "")), message(t, "09:01", delayed(120, "")), "10:02", ""},
		{"the newer message, in the first feed", message(t, "09:01", delayed(60, "")), message(t, "09:00", delayed(120, "")), "10:01", ""},
		{"the newer update", message(t, "09:00", delayed(60, "08:59")), message(t, "09:01", delayed(120, "08:58")), "10:01", ""},
		{"equally new: the first", message(t, "09:00", delayed(60, "")), message(t, "09:00", delayed(120, "")), "10:01", ""},
		{"twice in one message", message(t, "09:00", delayed(60, "08:58"), delayed(180, "08:59")), message(t, "08:00"), "10:03", "1 duplicate"},
	} {
		t.Run(test.name, func(t *testing.T) {
			snapshot, report := apply(t, plan, "09:02", test.first, test.second)
			expect(t, "departure", short(find(t, plan, snapshot, "T1", saturday).Times[0].Depart), test.want)
			expect(t, "warnings", report.Feeds[0].Summary(), test.warnings)
			if got := short(snapshot.Time().UTC()); got != "09:01" && got != "09:00" {
				t.Errorf("the time of the snapshot is %s", got)
			}
		})
	}
}

func TestImplausibleTimestamps(t *testing.T) {
	plan := railway(t)
	for _, test := range []struct{ sent, now, warnings string }{
		{"09:00", "09:00", ""},
		{"09:01", "09:00", ""},
		{"11:00", "09:00", "1 implausible time"},
	} {
		snapshot, report := apply(t, plan, test.now, message(t, test.sent, tripUpdate(trip("T1 20261121"), stops(t, "10 dep +60")...)))
		expect(t, "warnings", report.Feeds[0].Summary(), test.warnings)
		expect(t, "time", short(snapshot.Time().UTC()), "09:00")
		if find(t, plan, snapshot, "T1", saturday) == nil {
			t.Error("the update is not applied")
		}
	}
	update := tripUpdate(trip("T1 20261121"), stops(t, "10 dep +60")...)
	for _, timestamp := range []uint64{1, 1 << 63, 1<<64 - 1, uint64(at(t, "09:00").UnixMilli()), uint64(at(t, "12:00").Unix())} {
		update.with(func(u *bindings.TripUpdate) { u.Timestamp = &timestamp })
		_, report := apply(t, plan, "09:00", message(t, "09:00", update))
		expect(t, "warnings", report.Feeds[0].Summary(), "1 implausible time")
	}
}
