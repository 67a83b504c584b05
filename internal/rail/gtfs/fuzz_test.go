package gtfs_test

import (
	"archive/zip"
	"context"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// feedFiles are the files that FuzzFile replaces.
var feedFiles = []string{
	"agency.txt", "routes.txt", "stops.txt", "calendar.txt", "calendar_dates.txt", "trips.txt", "stop_times.txt", "shapes.txt",
	"frequencies.txt", "transfers.txt", "translations.txt", "feed_info.txt",
}

var fuzzLimits = gtfs.Options{Bytes: 1 << 20, Rows: 5_000, Memory: 4 << 20}

// FuzzFile replaces one file of a feed that has all files.
func FuzzFile(f *testing.F) {
	for _, name := range []string{"smallest", "stations", "calendars", "through", "shapes", "frequencies", "invalid", "passes", "times"} {
		archive, err := txtar.ParseFile("testdata/feeds/" + name + ".txtar")
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			for i, known := range feedFiles {
				if file.Name == known {
					f.Add(uint8(i), file.Data)
				}
			}
		}
	}
	base := feed(f, "through", map[string]string{
		"calendar.txt":     feed(f, "smallest", nil)["calendar.txt"],
		"frequencies.txt":  "trip_id,start_time,end_time,headway_secs\nT4,07:00:00,08:00:00,600\n",
		"translations.txt": feed(f, "stations", nil)["translations.txt"],
	})
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		files := map[string]string{}
		for name, text := range base {
			files[name] = text
		}
		files[feedFiles[int(which)%len(feedFiles)]] = string(text)
		content := pack(t, files, zip.Store)
		plan, report, err := gtfs.Load(context.Background(), content, fuzzLimits)
		checkPlan(t, plan, report, err)
		again, reportAgain, errAgain := gtfs.Load(context.Background(), content, fuzzLimits)
		if got, want := describe(again, reportAgain, errAgain), describe(plan, report, err); got != want && len(want) < 100_000 {
			t.Errorf("second load:\n%s\nfirst load:\n%s", got, want)
		}
	})
}

// FuzzArchive loads arbitrary bytes as a ZIP archive.
func FuzzArchive(f *testing.F) {
	for _, name := range []string{"smallest", "layout", "shapes"} {
		f.Add(zipOf(f, feed(f, name, nil)))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		plan, report, err := gtfs.Load(context.Background(), content, fuzzLimits)
		checkPlan(t, plan, report, err)
	})
}

// checkPlan checks properties that every timetable has.
func checkPlan(t *testing.T, plan *timetable.Timetable, report *gtfs.Report, err error) {
	t.Helper()
	if (plan == nil) != (err != nil) || report == nil {
		t.Fatalf("timetable %v, report %v, error %v", plan, report, err)
	}
	for _, w := range report.Warnings {
		for _, r := range w.Error() {
			if r < ' ' || r == 0x7F {
				t.Errorf("%q has a control character", w)
			}
		}
	}
	if plan == nil {
		return
	}
	type start struct {
		code string
		on   timetable.Date
	}
	starts := map[start]bool{}
	for _, trip := range plan.Trips() {
		for _, call := range trip.Calls {
			if plan.StationByStop(call.StopID()) != call.Station || plan.StationByCode(call.Station.Code) != call.Station {
				t.Errorf("trip %q calls at %q, which is not a stop of station %q", trip.ID, call.StopID(), call.Station.ID)
			}
		}
		if trip.Path != nil {
			if end := trip.Path.Along[len(trip.Path.Along)-1]; trip.Calls[len(trip.Calls)-1].Along > float32(end+0.01) {
				t.Errorf("trip %q ends beyond its path", trip.ID)
			}
		}
		if plan.Zone().String() != "Europe/Lisbon" {
			continue // in zones whose clocks change at midnight, trains of two service dates can start on one date
		}
		for on, days := report.From, 0; days < 400 && on.Compare(report.To) <= 0; on, days = on.AddDays(1), days+1 {
			if trip.Calendar.Runs(on) {
				key := start{timetable.Fold(trip.Code), on.AddDays(int(trip.Calls[0].Depart.Hours()) / 24)}
				if starts[key] {
					t.Errorf("two trains have the code %q on %v", trip.Code, key.on)
				}
				starts[key] = true
			}
		}
	}
}
