package gtfs_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// published returns the contents of the feeds in the folder QUARTET_FEEDS, by file name. The test is skipped without it.
func published(t *testing.T) map[string][]byte {
	t.Helper()
	folder := os.Getenv("QUARTET_FEEDS")
	if folder == "" {
		t.Skip("QUARTET_FEEDS does not name a folder of feeds")
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.zip"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("QUARTET_FEEDS=%s has no feeds: %v", folder, err)
	}
	feeds := map[string][]byte{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		feeds[filepath.Base(path)] = content
	}
	return feeds
}

// farthest returns the maximum distance of a station from its position on the trip's path, in metres.
func farthest(trip *timetable.Trip) (far float64, at timetable.Call) {
	for _, call := range trip.Calls {
		if trip.Path == nil || call.Station.Place == (timetable.Point{}) {
			continue
		}
		if d := trip.Path.At(float64(call.Along)).Distance(call.Station.Place); d > far {
			far, at = d, call
		}
	}
	return far, at
}

// TestPublishedFeeds logs what is in each published feed, and what it costs to load it.
func TestPublishedFeeds(t *testing.T) {
	for name, content := range published(t) {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			plan, report, err := gtfs.Load(context.Background(), content, gtfs.Options{})
			if err != nil {
				plan, report, err = gtfs.Load(context.Background(), content, gtfs.Options{Types: withBuses(t)})
			}
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(start)
			runtime.GC()
			runtime.ReadMemStats(&after)
			t.Logf("feed: %s | %d stations | %d trips | %v | %.1f MB allocated, %.1f MB kept | %d warnings", name, report.Stations,
				report.Trips, took.Round(time.Millisecond), float64(after.TotalAlloc-before.TotalAlloc)/1e6,
				float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, report.WarningCount())
			for i, w := range report.Warnings {
				if i == 10 {
					break
				}
				t.Log(w)
			}
			for _, trip := range plan.Trips() {
				if far, at := farthest(trip); far > 1000 {
					t.Errorf("trip %s is drawn %.1f km from %s", trip.ID, far/1000, at.Station.Name)
				}
			}
		})
	}
}

// TestPublishedThroughTrains checks that no train of several trips stops twice at a station, where its trips do not.
func TestPublishedThroughTrains(t *testing.T) {
	for name, content := range published(t) {
		plan, report, err := gtfs.Load(context.Background(), content, gtfs.Options{Types: withBuses(t)})
		if err != nil {
			t.Fatal(err)
		}
		for _, trip := range plan.Trips() {
			first, member := map[*timetable.Station]int{}, 0
			for i, call := range trip.Calls {
				if member < len(trip.MemberStarts) && i == trip.MemberStarts[member]+1 {
					member++
				}
				if before, again := first[call.Station]; again && before != member && !call.Passes {
					t.Errorf("%s: train %s of the trips %q returns to %s", name, trip.Code, trip.Members, call.Station.Name)
				}
				if _, again := first[call.Station]; !again {
					first[call.Station] = member
				}
			}
		}
		t.Logf("%s: %d trips were joined", name, report.JoinedTrips)
	}
}

func withBuses(t *testing.T) gtfs.Types {
	t.Helper()
	types, err := gtfs.ParseTypes("3=D,700-799=D")
	if err != nil {
		t.Fatal(err)
	}
	return types
}

// TestPublishedZeroCodes checks that a stop_code that all stations share is not a code.
func TestPublishedZeroCodes(t *testing.T) {
	content, ok := published(t)["zero-codes.zip"]
	if !ok {
		t.Skip("the folder has no such feed")
	}
	plan, _, err := gtfs.Load(context.Background(), content, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for s := range plan.Stations() {
		if s.Code != s.ID {
			t.Errorf("station %s has the code %q, want its stop_id %q", s.Name, s.Code, s.ID)
		}
	}
}
