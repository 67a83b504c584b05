package day_test

import (
	"bytes"
	"context"
	"io/fs"
	"testing"
	"time"
	_ "time/tzdata"

	messages "github.com/OneBusAway/go-gtfs/proto"
	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// files returns the feed's files.
func files(t testing.TB) fs.FS { return filesIn(t, "Europe/Lisbon") }

// filesIn returns the feed's files with the railway in another time zone.
func filesIn(t testing.TB, zone string) fs.FS {
	t.Helper()
	text, err := testdata.ReadFile("testdata/feed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, err := txtar.FS(txtar.Parse(bytes.ReplaceAll(text, []byte("Europe/Lisbon"), []byte(zone))))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// railway returns the timetable. The valley is suburban, whatever its route_type.
func railway(t testing.TB) (*timetable.Timetable, *gtfs.Report) {
	t.Helper()
	return load(t, files(t))
}

func load(t testing.TB, files fs.FS) (*timetable.Timetable, *gtfs.Report) {
	t.Helper()
	types, err := gtfs.ParseTypes("valley=S")
	if err != nil {
		t.Fatal(err)
	}
	plan, report, err := gtfs.LoadFS(context.Background(), files, gtfs.Options{Types: types})
	if err != nil {
		t.Fatal(err)
	}
	return plan, report
}

// fixed is a source that always gives the same state.
type fixed running.State

func (f *fixed) State(time.Time) *running.State { return (*running.State)(f) }

// service returns the service as it is at the instant.
func service(t testing.TB, i instant) realtime.Realtime {
	t.Helper()
	if i.realtime == "" {
		return serviceOf(t, i, nil)
	}
	return serviceOf(t, i, [][]byte{realtimeData[i.realtime](t)})
}

// serviceOf returns the service as it is at the instant with messages, in which nothing is wrong.
func serviceOf(t testing.TB, i instant, data [][]byte) realtime.Realtime {
	t.Helper()
	plan, _ := railway(t)
	state := &fixed{Plan: plan}
	if len(data) > 0 {
		state.Realtime = snapshot(t, plan, i, data)
	}
	return rail.New(state, func() time.Time { return i.clock })
}

// snapshot returns what messages say of the trains at the instant.
func snapshot(t testing.TB, plan *timetable.Timetable, i instant, data [][]byte) *running.Snapshot {
	t.Helper()
	var feeds []gtfsrt.Feed
	for _, d := range data {
		message, err := gtfsrt.Decode(d)
		if err != nil {
			t.Fatal(err)
		}
		feeds = append(feeds, gtfsrt.Feed{Message: message})
	}
	live, report := gtfsrt.Apply(plan, i.clock, feeds, gtfsrt.Options{Language: "en"})
	for _, count := range report.Feeds {
		for _, c := range count.Complaints {
			t.Errorf("%s: %v", i.realtime, c)
		}
	}
	return live
}

func TestDay(t *testing.T) {
	for _, i := range instants(t) {
		t.Run(i.name, func(t *testing.T) {
			s := service(t, i)
			for _, c := range i.calls {
				c.check(t, i.name, s)
			}
		})
	}
}

// Most railways publish trip updates, vehicle positions and alerts apart. That makes no difference, in whatever order.
func TestDayInSeveralFeeds(t *testing.T) {
	for _, i := range instants(t) {
		if i.realtime == "" {
			continue
		}
		t.Run(i.name, func(t *testing.T) {
			s := serviceOf(t, i, apart(t, realtimeData[i.realtime](t)))
			for _, c := range i.calls {
				c.check(t, i.name, s)
			}
		})
	}
}

// apart returns a message as three: alerts, vehicle positions and trip updates.
func apart(t testing.TB, message []byte) [][]byte {
	t.Helper()
	var whole messages.FeedMessage
	if err := proto.Unmarshal(message, &whole); err != nil {
		t.Fatal(err)
	}
	var parts [3]messages.FeedMessage
	for i := range parts {
		parts[i].Header = whole.Header
	}
	for _, e := range whole.Entity {
		switch {
		case e.Alert != nil:
			parts[0].Entity = append(parts[0].Entity, e)
		case e.Vehicle != nil:
			parts[1].Entity = append(parts[1].Entity, e)
		default:
			parts[2].Entity = append(parts[2].Entity, e)
		}
	}
	encoded := make([][]byte, len(parts))
	for i := range parts {
		var err error
		if encoded[i], err = proto.Marshal(&parts[i]); err != nil {
			t.Fatal(err)
		}
	}
	return encoded
}

// Nothing is wrong with the feed, and what is left out of it is the bus and the stop that the bus alone calls at.
func TestFeedIsRead(t *testing.T) {
	_, report := railway(t)
	for _, c := range report.Complaints {
		t.Errorf("%v", c)
	}
	if report.Stations != 8 || report.OtherStops != 1 || report.OtherRoutes != 1 || report.OtherTrips != 1 {
		t.Errorf("%v", report)
	}
	if report.ThroughTrips != 1 || report.Departures != 2 || report.FeedVersion != "day-1" || report.Publisher != "Small Railway" {
		t.Errorf("%+v", report)
	}
}
