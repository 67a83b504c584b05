package gtfsrt_test

import (
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"
)

// TestTimes works the rules of trip updates through on one train, which is scheduled at
// 10:00, 10:10-10:12, 10:20-10:22, 10:30-10:31 and 10:40.
func TestTimes(t *testing.T) {
	for _, test := range []struct {
		name  string
		made  string
		stops []string
		delay int32 // of the trip; 0: none
		want  string
		wrong string
	}{
		{name: "a delay holds for all that follow", made: "09:55", stops: []string{"10 dep +120"},
			want: "10:02* 10:12-10:14 10:22-10:24 10:32-10:33 10:42"},
		{name: "on time is a delay of nothing", made: "09:55", stops: []string{"10 dep +0"},
			want: "10:00* 10:10-10:12 10:20-10:22 10:30-10:31 10:40"},
		{name: "up to the next update", made: "09:55", stops: []string{"10 dep +300", "30 arr +60 dep +60"},
			want: "10:05* 10:15-10:17 10:21-10:23* 10:31-10:32 10:41"},
		{name: "up to NO_DATA, from which nothing is known", made: "09:55", stops: []string{"10 dep +60", "30 NO_DATA"},
			want: "10:01* 10:11-10:13 10:20-10:22 10:30-10:31 10:40"},
		{name: "through a skipped call", made: "09:55", stops: []string{"10 dep +60", "30 SKIPPED"},
			want: "10:01* 10:11-10:13 x10:21-10:23 10:31-10:32 10:41"},
		{name: "time goes before delay", made: "09:55", stops: []string{"20 arr +600 arr 10:11 dep 10:14 dep -5"},
			want: "10:00 10:11-10:14* 10:22-10:24 10:32-10:33 10:42"},
		{name: "an arrival alone", made: "10:05", stops: []string{"20 arr 10:15"},
			want: "10:05 10:15-10:17* 10:25-10:27 10:35-10:36 10:45"},
		{name: "a departure alone, after a delay", made: "09:55", stops: []string{"10 dep +300", "20 dep 10:16"},
			want: "10:05* 10:15-10:16* 10:24-10:26 10:34-10:35 10:44"},
		{name: "a departure alone, after nothing", made: "10:05", stops: []string{"20 dep 10:16"},
			want: "10:04 10:14-10:16* 10:24-10:26 10:34-10:35 10:44"},
		{name: "a departure alone that leaves no time for the delay before", made: "09:55", stops: []string{"10 dep +300", "20 dep 10:14"},
			want: "10:05* 10:14* 10:22-10:24 10:32-10:33 10:42"},
		{name: "the delay of the trip", made: "09:55", delay: 180,
			want: "10:03 10:13-10:15 10:23-10:25 10:33-10:34 10:43"},
		{name: "the delay of the trip up to the first update", made: "09:55", delay: 180, stops: []string{"30 arr +60 dep +0"},
			want: "10:03 10:13-10:15 10:21-10:22* 10:30-10:31 10:40"},
		{name: "early by the trip's delay, but not where it starts", made: "09:55", delay: -120,
			want: "09:58-10:00 10:08-10:10 10:18-10:20 10:28-10:29 10:38"},
		{name: "early where it starts, as the feed says", made: "09:55", stops: []string{"10 dep -60"},
			want: "09:59* 10:09-10:11 10:19-10:21 10:29-10:30 10:39"},
		{name: "calls before the first update have been left as late as the train is", made: "10:30",
			stops: []string{"40 arr 10:45 dep 10:46"},
			want:  "10:15 10:25-10:27 10:30 10:45-10:46* 10:55"},
		{name: "but not early", made: "10:25", stops: []string{"40 arr 10:28 dep 10:30"},
			want: "10:00 10:10-10:12 10:20-10:22 10:28-10:30* 10:39"},
		{name: "and what is to come is as scheduled", made: "09:30", stops: []string{"40 arr 10:45 dep 10:46"},
			want: "10:00 10:10-10:12 10:20-10:22 10:45-10:46* 10:55"},
		{name: "what is scheduled gives way to what the feed says", made: "10:05", stops: []string{"30 arr 10:08 dep 10:09"},
			want: "10:00 10:08 10:08-10:09* 10:17-10:18 10:27"},
		{name: "by stop", made: "09:55", stops: []string{"A1 dep +60", "C1 arr +120 dep +120"},
			want: "10:01* 10:11-10:13 10:22-10:24* 10:32-10:33 10:42"},
		{name: "by another platform, and by the station", made: "09:55", stops: []string{"A2 dep +60", "C arr +120 dep +120"},
			want: "10:01* 10:11-10:13 10:22-10:24* 10:32-10:33 10:42"},
		{name: "number and stop", made: "09:55", stops: []string{"20 stop B2 arr +60 dep +60"},
			want: "10:00 10:11-10:13* 10:21-10:23 10:31-10:32 10:41"},
		{name: "number and stop that do not agree: the stop", made: "09:55", stops: []string{"10 dep +0", "20 stop C1 arr +60 dep +60"},
			want: "10:00* 10:10-10:12 10:21-10:23* 10:31-10:32 10:41", wrong: "1 unknown stop"},
		{name: "not in order", made: "09:55", stops: []string{"30 arr +120 dep +120", "10 dep +60"},
			want: "10:01* 10:11-10:13 10:22-10:24* 10:32-10:33 10:42"},
		{name: "a number between those of the timetable carries its delay on", made: "09:55", stops: []string{"10 dep +0", "25 dep +240"},
			want: "10:00* 10:10-10:12 10:24-10:26 10:34-10:35 10:44", wrong: "1 unknown stop"},
		{name: "a stop that is not the train's", made: "09:55", stops: []string{"10 dep +60", "F1 arr +600", "nowhere arr +600"},
			want: "10:01* 10:11-10:13 10:21-10:23 10:31-10:32 10:41", wrong: "2 unknown stop"},
		{name: "times that run backwards are raised", made: "09:55", stops: []string{"20 arr 10:20 dep 10:18", "30 arr 10:16 dep 10:30"},
			want: "10:00 10:20* 10:20-10:30* 10:38-10:39 10:48", wrong: "1 times run backwards"},
		{name: "a delay that would run backwards catches up", made: "09:55", stops: []string{"10 dep +1200", "20 NO_DATA"},
			want: "10:20* 10:20 10:20-10:22 10:30-10:31 10:40"},
		{name: "an absurd time, and the delay instead", made: "09:55", stops: []string{"10 arr +0 dep 99:00 dep +60"},
			want: "10:00-10:01* 10:11-10:13 10:21-10:23 10:31-10:32 10:41", wrong: "1 absurd time"},
		{name: "nothing but a number", made: "09:55", stops: []string{"10"}, want: "timetable", wrong: "1 malformed"},
		{name: "the same call twice: the first", made: "09:55", stops: []string{"20 arr +60 dep +60", "20 arr +120"},
			want: "10:00 10:11-10:13* 10:21-10:23 10:31-10:32 10:41", wrong: "1 given twice"},
		{name: "the last call alone says that all is past", made: "10:38", stops: []string{"50 arr 10:37"},
			want: "10:00 10:10-10:12 10:20-10:22 10:30-10:31 10:37*"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := railway(t)
			update := tripUpdate(trip("T1 20261121"), stops(t, test.stops...)...)
			if test.delay != 0 {
				update.with(func(u *bindings.TripUpdate) { u.Delay = proto.Int32(test.delay) })
			}
			snapshot, report := apply(t, plan, test.made, message(t, test.made, update))
			expect(t, "times", show(of(t, plan, snapshot, "T1", saturday)), test.want)
			expect(t, "complaints", report.Feeds[0].Summary(), test.wrong)
		})
	}
}

func TestStopsThatAreCalledAtTwice(t *testing.T) {
	plan := railway(t)
	for _, test := range []struct {
		name  string
		stops []string
		want  string
	}{
		{"in order", []string{"B1 arr +60", "C1 arr +120", "B1 arr +180"}, "11:00 11:11* 11:22* 11:33* 11:43"},
		{"the second alone, behind another", []string{"C1 arr +120", "B1 arr +180"}, "11:00 11:10 11:22* 11:33* 11:43"},
		{"the second by its number", []string{"4 stop B1 arr +180"}, "11:00 11:10 11:20 11:33* 11:43"},
	} {
		t.Run(test.name, func(t *testing.T) {
			snapshot, report := apply(t, plan, "10:00", message(t, "10:00", tripUpdate(trip("LOOP 20261121"), stops(t, test.stops...)...)))
			expect(t, "times", show(of(t, plan, snapshot, "LOOP", saturday)), test.want)
			expect(t, "complaints", report.Feeds[0].Summary(), "")
		})
	}
}

func TestCancelledTrips(t *testing.T) {
	plan := railway(t)
	for _, relation := range []bindings.TripDescriptor_ScheduleRelationship{
		bindings.TripDescriptor_CANCELED, bindings.TripDescriptor_DELETED,
	} {
		snapshot, _ := apply(t, plan, "09:00", message(t, "09:00", tripUpdate(related(trip("T1 20261121"), relation))))
		expect(t, relation.String(), show(of(t, plan, snapshot, "T1", saturday)), "cancelled")
		expect(t, relation.String()+" the day after", show(of(t, plan, snapshot, "T1", saturday.AddDays(1))), "nothing")
	}
}

// TestThroughTrain applies updates of the trips that a through train joins: X1 from A to C, X2 from C to D.
func TestThroughTrain(t *testing.T) {
	plan := railway(t)
	x2 := func(words ...string) entities { return tripUpdate(trip("X2 20261121"), stops(t, words...)...) }
	x1 := func(words ...string) entities { return tripUpdate(trip("X1 20261121"), stops(t, words...)...) }
	cancelled := func(id string) entities {
		return tripUpdate(related(trip(id+" 20261121"), bindings.TripDescriptor_CANCELED))
	}
	for _, test := range []struct {
		name    string
		content []entities
		want    string
	}{
		{"the first part, whose delay goes on", []entities{x1("1 dep +60")}, "13:01* 13:11 13:21-13:26 13:36"},
		{"both", []entities{x2("C1 dep +120", "D1 arr +180"), x1("1 dep +60", "2 arr +0", "3 arr +0")}, "13:01* 13:10* 13:20-13:27* 13:38*"},
		{"the second by its numbers", []entities{x2("2 arr +180")}, "13:00 13:10 13:20-13:25 13:38*"},
		{"the second does not run", []entities{cancelled("X2"), x1("1 dep +60")}, "13:01* 13:11 13:21-13:26 x13:36"},
		{"neither runs", []entities{cancelled("X2"), cancelled("X1")}, "cancelled"},
	} {
		t.Run(test.name, func(t *testing.T) {
			snapshot, report := apply(t, plan, "12:30", message(t, "12:30", test.content...))
			expect(t, "times", show(of(t, plan, snapshot, "X1", saturday)), test.want)
			expect(t, "complaints", report.Feeds[0].Summary(), "")
		})
	}
}
