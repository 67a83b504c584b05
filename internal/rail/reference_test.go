package rail_test

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

// filesIn returns the feed's files with another time zone.
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

// railway returns the timetable. The route valley is suburban regardless of its route_type.
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

// fixedSource always provides the same state.
type fixedSource running.State

func (f *fixedSource) State(time.Time) *running.State { return (*running.State)(f) }

// service returns the service in the state of the test case.
func service(t testing.TB, tc testCase) realtime.Realtime {
	t.Helper()
	if tc.realtime == "" {
		return serviceWithMessages(t, tc, nil)
	}
	return serviceWithMessages(t, tc, [][]byte{realtimeData[tc.realtime](t)})
}

// serviceWithMessages returns the service at the time of the test case with the messages, which must cause no warnings.
func serviceWithMessages(t testing.TB, tc testCase, data [][]byte) realtime.Realtime {
	t.Helper()
	plan, _ := railway(t)
	state := &fixedSource{Timetable: plan}
	if len(data) > 0 {
		state.Realtime = snapshot(t, plan, tc, data)
	}
	return rail.New(state, func() time.Time { return tc.clock })
}

// snapshot returns the realtime data of the messages at the time of the test case.
func snapshot(t testing.TB, plan *timetable.Timetable, tc testCase, data [][]byte) *running.Snapshot {
	t.Helper()
	snapshot, report := gtfsrt.Apply(plan, tc.clock, decodeAll(t, data), gtfsrt.Options{Language: "en"})
	for _, count := range report.Feeds {
		for _, c := range count.Warnings {
			t.Errorf("%s: %v", tc.realtime, c)
		}
	}
	return snapshot
}

func TestRecords(t *testing.T) {
	for _, tc := range testCases(t) {
		t.Run(tc.name, func(t *testing.T) {
			s := service(t, tc)
			for _, req := range tc.requests {
				req.checkRecords(t, tc.name, s)
			}
		})
	}
}

// Most railways publish trip updates, vehicle positions and alerts in separate feeds. The result is the same, in any
// order.
func TestRecordsFromSeparateFeeds(t *testing.T) {
	for _, tc := range testCases(t) {
		if tc.realtime == "" {
			continue
		}
		s := serviceWithMessages(t, tc, splitMessage(t, realtimeData[tc.realtime](t)))
		for _, req := range tc.requests {
			req.checkRecords(t, tc.name, s)
		}
	}
}

// splitMessage splits a message into three: alerts, vehicle positions and trip updates.
func splitMessage(t testing.TB, message []byte) [][]byte {
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

// The feed causes no warnings. Only the bus and the stop that only the bus serves are ignored.
func TestRailwayLoadsWithoutWarnings(t *testing.T) {
	_, report := railway(t)
	for _, c := range report.Warnings {
		t.Errorf("%v", c)
	}
	if report.Stations != 8 || report.UnservedStops != 1 || report.ExcludedRoutes != 1 || report.ExcludedTrips != 1 {
		t.Errorf("%v", report)
	}
	if report.JoinedTrips != 1 || report.FrequencyTrips != 2 || report.FeedVersion != "day-1" || report.Publisher != "Small Railway" {
		t.Errorf("%+v", report)
	}
}
