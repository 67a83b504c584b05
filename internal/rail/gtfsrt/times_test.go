package gtfsrt_test

import (
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"
)

// TestTimes checks the rules for times of trip updates with one train, which is scheduled at
// 10:00, 10:10-10:12, 10:20-10:22, 10:30-10:31 and 10:40.
func TestTimes(t *testing.T) {
	for _, test := range []struct {
		name     string
		sent     string
		stops    []string
		delay    int32 // delay of the trip; 0: none
		want     string
		warnings string
	}{
		{name: "a delay applies to all following calls", sent: "09:55", stops: []string{"10 dep +120"},
			want: "10:02* 10:12-10:14 10:22-10:24 10:32-10:33 10:42"},
		{name: "a delay of 0", sent: "09:55", stops: []string{"10 dep +0"},
			want: "10:00* 10:10-10:12 10:20-10:22 10:30-10:31 10:40"},
		{name: "a delay applies up to the next update", sent: "09:55", stops: []string{"10 dep +300", "30 arr +60 dep +60"},
			want: "10:05* 10:15-10:17 10:21-10:23* 10:31-10:32 10:41"},
		{name: "a delay applies up to NO_DATA", sent: "09:55", stops: []string{"10 dep +60", "30 NO_DATA"},
			want: "10:01* 10:11-10:13 10:20-10:22? 10:30-10:31? 10:40?"},
		{name: "a delay applies beyond a skipped call", sent: "09:55", stops: []string{"10 dep +60", "30 SKIPPED"},
			want: "10:01* 10:11-10:13 x10:21-10:23 10:31-10:32 10:41"},
		{name: "time is preferred to delay", sent: "09:55", stops: []string{"20 arr +600 arr 10:11 dep 10:14 dep -5"},
			want: "10:00? 10:11-10:14* 10:22-10:24 10:32-10:33 10:42"},
		{name: "only an arrival", sent: "10:05", stops: []string{"20 arr 10:15"},
			want: "10:05 10:15-10:17* 10:25-10:27 10:35-10:36 10:45"},
		{name: "only a departure, after a delay", sent: "09:55", stops: []string{"10 dep +300", "20 dep 10:16"},
			want: "10:05* 10:15-10:16* 10:24-10:26 10:34-10:35 10:44"},
		{name: "only a departure, without a delay before", sent: "10:05", stops: []string{"20 dep 10:16"},
			want: "10:04 10:14-10:16* 10:24-10:26 10:34-10:35 10:44"},
		{name: "only a departure, which is earlier than the arrival by the delay before", sent: "09:55", stops: []string{"10 dep +300", "20 dep 10:14"},
			want: "10:05* 10:14* 10:22-10:24 10:32-10:33 10:42"},
		{name: "the delay of the trip", sent: "09:55", delay: 180,
			want: "10:03 10:13-10:15 10:23-10:25 10:33-10:34 10:43"},
		{name: "the delay of the trip up to the first update", sent: "09:55", delay: 180, stops: []string{"30 arr +60 dep +0"},
			want: "10:03 10:13-10:15 10:21-10:22* 10:30-10:31 10:40"},
		{name: "the negative delay of the trip, except at the first stop", sent: "09:55", delay: -120,
			want: "09:58-10:00 10:08-10:10 10:18-10:20 10:28-10:29 10:38"},
		{name: "a negative delay at the first stop", sent: "09:55", stops: []string{"10 dep -60"},
			want: "09:59* 10:09-10:11 10:19-10:21 10:29-10:30 10:39"},
		{name: "calls before the first update have the delay of the first update", sent: "10:30",
			stops: []string{"40 arr 10:45 dep 10:46"},
			want:  "10:15 10:25-10:27 10:30 10:45-10:46* 10:55"},
		{name: "calls before the first update are not early", sent: "10:25", stops: []string{"40 arr 10:28 dep 10:30"},
			want: "10:00 10:10-10:12 10:20-10:22 10:28-10:30* 10:39"},
		{name: "nothing is known about calls before the first update that are in the future", sent: "09:30", stops: []string{"40 arr 10:45 dep 10:46"},
			want: "10:00? 10:10-10:12? 10:20-10:22? 10:45-10:46* 10:55"},
		{name: "scheduled times are lowered to later times from the feed", sent: "10:05", stops: []string{"30 arr 10:08 dep 10:09"},
			want: "10:00 10:08? 10:08-10:09* 10:17-10:18 10:27"},
		{name: "by stop", sent: "09:55", stops: []string{"A1 dep +60", "C1 arr +120 dep +120"},
			want: "10:01* 10:11-10:13 10:22-10:24* 10:32-10:33 10:42"},
		{name: "by another platform, and by the station", sent: "09:55", stops: []string{"A2 dep +60", "C arr +120 dep +120"},
			want: "10:01*/A2 10:11-10:13 10:22-10:24* 10:32-10:33 10:42"},
		{name: "by stop_sequence and stop_id", sent: "09:55", stops: []string{"20 stop B2 arr +60 dep +60"},
			want: "10:00? 10:11-10:13*/B2 10:21-10:23 10:31-10:32 10:41"},
		{name: "assigned_stop_id before stop_id", sent: "09:55", stops: []string{"10 dep +0", "20 stop B1 assigned B2 arr +60 dep +60", "30 assigned D2 arr +0 dep +0"},
			want: "10:00* 10:11-10:13*/B2 10:20-10:22* 10:30-10:31 10:40", warnings: "1 unknown stop"},
		{name: "another platform, written as two updates", sent: "09:55", stops: []string{"10 dep +0", "20 stop B1 SKIPPED", "20 stop B2 arr +60 dep +60"},
			want: "10:00* 10:11-10:13*/B2 10:21-10:23 10:31-10:32 10:41"},
		{name: "the same in the other order", sent: "09:55", stops: []string{"10 dep +0", "20 stop B2 arr +60 dep +60", "20 stop B1 SKIPPED"},
			want: "10:00* 10:11-10:13*/B2 10:21-10:23 10:31-10:32 10:41"},
		{name: "the same by stop_id", sent: "09:55", stops: []string{"10 dep +0", "B1 SKIPPED", "B2 arr +60 dep +60", "C1 arr +0"},
			want: "10:00* 10:11-10:13*/B2 10:20-10:22* 10:30-10:31 10:40"},
		{name: "another platform without times, before the old one", sent: "10:05", stops: []string{"20 stop B2", "20 stop B1 SKIPPED", "30 arr +60"},
			want: "10:00? 10:10-10:12?/B2 10:21-10:23* 10:31-10:32 10:41", warnings: "1 malformed"},
		{name: "the same in the other order", sent: "10:05", stops: []string{"20 stop B1 SKIPPED", "20 stop B2", "30 arr +60"},
			want: "10:00? 10:10-10:12?/B2 10:21-10:23* 10:31-10:32 10:41", warnings: "1 malformed"},
		{name: "no times at first", sent: "09:55", stops: []string{"10", "10 dep +60", "20", "20 SKIPPED"},
			want: "10:01* x10:11-10:13 10:21-10:23 10:31-10:32 10:41", warnings: "2 malformed"},
		{name: "no data about the first calls", sent: "09:55", stops: []string{"10 NO_DATA", "30 arr +60"},
			want: "10:00? 10:10-10:12? 10:21-10:23* 10:31-10:32 10:41"},
		{name: "only a skipped call", sent: "09:55", stops: []string{"30 SKIPPED"},
			want: "10:00? 10:10-10:12? x10:20-10:22? 10:30-10:31? 10:40?"},
		{name: "stop_sequence and stop_id contradict: by stop_id", sent: "09:55", stops: []string{"10 dep +0", "20 stop C1 arr +60 dep +60"},
			want: "10:00* 10:10-10:12 10:21-10:23* 10:31-10:32 10:41", warnings: "1 unknown stop"},
		{name: "updates in another order", sent: "09:55", stops: []string{"30 arr +120 dep +120", "10 dep +60"},
			want: "10:01* 10:11-10:13 10:22-10:24* 10:32-10:33 10:42"},
		{name: "the delay at a stop_sequence that is not in the timetable applies to later calls", sent: "09:55", stops: []string{"10 dep +0", "25 dep +240"},
			want: "10:00* 10:10-10:12 10:24-10:26 10:34-10:35 10:44", warnings: "1 unknown stop"},
		{name: "a stop where the train does not call", sent: "09:55", stops: []string{"10 dep +60", "F1 arr +600", "nowhere arr +600"},
			want: "10:01* 10:11-10:13 10:21-10:23 10:31-10:32 10:41", warnings: "2 unknown stop"},
		{name: "decreasing times are raised", sent: "09:55", stops: []string{"20 arr 10:20 dep 10:18", "30 arr 10:16 dep 10:30"},
			want: "10:00? 10:20* 10:20-10:30* 10:38-10:39 10:48", warnings: "1 decreasing times"},
		{name: "the calls of two trains: the other one's are ignored", sent: "09:55",
			stops: []string{"10 dep 10:00", "20 arr 10:27", "30 arr 10:21", "40 arr 10:47", "50 arr 10:40"},
			want:  "10:00* 10:10-10:12 10:21-10:23* 10:31-10:32 10:40*", warnings: "1 decreasing times"},
		{name: "scheduled times after a delay are raised", sent: "09:55", stops: []string{"10 dep +1200", "20 NO_DATA"},
			want: "10:20* 10:20? 10:20-10:22? 10:30-10:31? 10:40?"},
		{name: "an implausible time with a delay: the delay is used", sent: "09:55", stops: []string{"10 arr +0 dep 99:00 dep +60"},
			want: "10:00-10:01* 10:11-10:13 10:21-10:23 10:31-10:32 10:41", warnings: "1 implausible time"},
		{name: "only a stop_sequence", sent: "09:55", stops: []string{"10"}, want: "timetable", warnings: "1 malformed"},
		{name: "two updates for one call: the first is used", sent: "09:55", stops: []string{"20 arr +60 dep +60", "20 arr +120"},
			want: "10:00? 10:11-10:13* 10:21-10:23 10:31-10:32 10:41", warnings: "1 duplicate"},
		{name: "only the last call, so that all others are past", sent: "10:38", stops: []string{"50 arr 10:37"},
			want: "10:00 10:10-10:12 10:20-10:22 10:30-10:31 10:37*"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := railway(t)
			update := tripUpdate(trip("T1 20261121"), stops(t, test.stops...)...)
			if test.delay != 0 {
				update.with(func(u *bindings.TripUpdate) { u.Delay = proto.Int32(test.delay) })
			}
			snapshot, report := apply(t, plan, test.sent, message(t, test.sent, update))
			expect(t, "times", show(find(t, plan, snapshot, "T1", saturday)), test.want)
			expect(t, "warnings", report.Feeds[0].Summary(), test.warnings)
		})
	}
}

func TestTwoCallsAtOneStop(t *testing.T) {
	plan := railway(t)
	for _, test := range []struct {
		name  string
		stops []string
		want  string
	}{
		{"in order", []string{"B1 arr +60", "C1 arr +120", "B1 arr +180"}, "11:00? 11:11* 11:22* 11:33* 11:43"},
		{"only the second, after another stop", []string{"C1 arr +120", "B1 arr +180"}, "11:00? 11:10? 11:22* 11:33* 11:43"},
		{"the second by stop_sequence", []string{"4 stop B1 arr +180"}, "11:00? 11:10? 11:20? 11:33* 11:43"},
	} {
		t.Run(test.name, func(t *testing.T) {
			snapshot, report := apply(t, plan, "10:00", message(t, "10:00", tripUpdate(trip("LOOP 20261121"), stops(t, test.stops...)...)))
			expect(t, "times", show(find(t, plan, snapshot, "LOOP", saturday)), test.want)
			expect(t, "warnings", report.Feeds[0].Summary(), "")
		})
	}
}

func TestCancelledTrips(t *testing.T) {
	plan := railway(t)
	for relation, want := range map[bindings.TripDescriptor_ScheduleRelationship]string{
		bindings.TripDescriptor_CANCELED: "cancelled", bindings.TripDescriptor_DELETED: "deleted",
	} {
		snapshot, _ := apply(t, plan, "09:00", message(t, "09:00", tripUpdate(related(trip("T1 20261121"), relation))))
		expect(t, relation.String(), show(find(t, plan, snapshot, "T1", saturday)), want)
		expect(t, relation.String()+" the day after", show(find(t, plan, snapshot, "T1", saturday.AddDays(1))), "nothing")
	}
}

// TestThroughTrain applies updates of the two trips of a through train: X1 from A to C, X2 from C to D.
func TestThroughTrain(t *testing.T) {
	plan := railway(t)
	x2 := func(texts ...string) entities { return tripUpdate(trip("X2 20261121"), stops(t, texts...)...) }
	x1 := func(texts ...string) entities { return tripUpdate(trip("X1 20261121"), stops(t, texts...)...) }
	cancelled := func(id string) entities {
		return tripUpdate(related(trip(id+" 20261121"), bindings.TripDescriptor_CANCELED))
	}
	for _, test := range []struct {
		name    string
		content []entities
		want    string
	}{
		{"the first, whose delay applies to the second", []entities{x1("1 dep +60")}, "13:01* 13:11 13:21-13:26 13:36"},
		{"both", []entities{x2("C1 dep +120", "D1 arr +180"), x1("1 dep +60", "2 arr +0", "3 arr +0")}, "13:01* 13:10* 13:20-13:27* 13:38*"},
		{"the second by stop_sequence", []entities{x2("2 arr +180")}, "13:00? 13:10? 13:20-13:25? 13:38*"},
		{"the second does not run", []entities{cancelled("X2"), x1("1 dep +60")}, "13:01* 13:11 13:21-13:26 x13:36"},
		{"neither runs", []entities{cancelled("X2"), cancelled("X1")}, "cancelled"},
	} {
		t.Run(test.name, func(t *testing.T) {
			snapshot, report := apply(t, plan, "12:30", message(t, "12:30", test.content...))
			expect(t, "times", show(find(t, plan, snapshot, "X1", saturday)), test.want)
			expect(t, "warnings", report.Feeds[0].Summary(), "")
		})
	}
}
