package gtfs_test

import (
	"archive/zip"
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

var update = flag.Bool("update", false, "rewrite want.txt of the feeds in testdata; check the difference")

// TestFeeds loads each feed of testdata/feeds and compares the timetable and the warnings with its want.txt. A line of the
// comment that starts with "types: " is the mapping for ParseTypes.
func TestFeeds(t *testing.T) {
	names, err := filepath.Glob("testdata/feeds/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d feeds, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := outcome(t, archive)
			for i, f := range archive.Files {
				if f.Name != "want.txt" {
					continue
				}
				if *update {
					archive.Files[i].Data = []byte(got)
					if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
						t.Fatal(err)
					}
				} else if got != string(f.Data) {
					t.Errorf("got:\n%s\nwant:\n%s", got, f.Data)
				}
				return
			}
			t.Errorf("there is no want.txt")
		})
	}
}

// outcome loads the feed and describes the result.
func outcome(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	var options gtfs.Options
	for line := range strings.Lines(string(archive.Comment)) {
		if text, ok := strings.CutPrefix(line, "types: "); ok {
			types, err := gtfs.ParseTypes(text)
			if err != nil {
				t.Fatal(err)
			}
			options.Types = types
		}
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		if f.Name != "want.txt" {
			files[f.Name] = string(f.Data)
		}
	}
	plan, report, err := gtfs.Load(context.Background(), zipOf(t, files), options)
	return describe(plan, report, err)
}

// zipOf packs files into a ZIP archive, in random order.
func zipOf(t testing.TB, files map[string]string) []byte {
	t.Helper()
	return pack(t, files, zip.Deflate)
}

// pack is like zipOf, with the given compression method.
func pack(t testing.TB, files map[string]string, method uint16) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range files {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// describe formats the content of a timetable and the warnings.
func describe(plan *timetable.Timetable, report *gtfs.Report, err error) string {
	var b strings.Builder
	if err != nil {
		fmt.Fprintf(&b, "error: %v\n", err)
	}
	if plan != nil {
		fmt.Fprintf(&b, "%v, %v to %v\n", plan.Zone(), report.From, report.To)
		for s := range plan.Stations() {
			fmt.Fprintf(&b, "station %s %q id %s", s.Code, s.Name, s.ID)
			if s.Alias != "" {
				fmt.Fprintf(&b, " alias %q", s.Alias)
			}
			if s.Place != (timetable.Point{}) {
				fmt.Fprintf(&b, " at %.4f,%.4f", s.Place.Latitude, s.Place.Longitude)
			}
			if s.Zone != plan.Zone() {
				fmt.Fprintf(&b, " in %v", s.Zone)
			}
			if len(s.Stops) > 0 {
				fmt.Fprintf(&b, " platforms %s", strings.Join(s.Stops, " "))
			}
			b.WriteByte('\n')
		}
		for _, trip := range plan.Trips() {
			describeTrip(&b, plan, trip, report)
		}
	}
	for _, w := range report.Warnings {
		fmt.Fprintf(&b, "! %v\n", w)
	}
	return b.String()
}

func describeTrip(b *strings.Builder, plan *timetable.Timetable, trip *timetable.Trip, report *gtfs.Report) {
	fmt.Fprintf(b, "train %s %q %c trip %s route %s", trip.Code, trip.Direction, trip.Kind, trip.ID, trip.Route)
	if trip.DirectionID >= 0 {
		fmt.Fprintf(b, "/%d", trip.DirectionID)
	}
	if trip.Members != nil {
		fmt.Fprintf(b, " members %s from calls %v", strings.Join(trip.Members, " "), trip.MemberStarts)
	}
	if trip.Agency.Zone != plan.Zone() {
		fmt.Fprintf(b, " of %s in %v", trip.Agency.Name, trip.Agency.Zone)
	}
	if trip.Frequency {
		b.WriteString(" frequency")
	}
	b.WriteString(" on")
	for d := report.From; d.Compare(report.To) <= 0; d = d.AddDays(1) {
		if trip.Calendar.Runs(d) {
			fmt.Fprintf(b, " %02d%02d", d.Month, d.Day)
		}
	}
	b.WriteByte('\n')
	for _, call := range trip.Calls {
		fmt.Fprintf(b, "    %s %s %s #%d", clock(call.Arrive), clock(call.Depart), call.StopID(), call.Sequence)
		if call.StopID() != call.Station.ID {
			fmt.Fprintf(b, " of %s", call.Station.ID)
		}
		if trip.Path != nil {
			p := trip.Path.At(float64(call.Along))
			fmt.Fprintf(b, " %.0f m %.4f,%.4f", call.Along, p.Latitude, p.Longitude)
		}
		if call.Passes {
			b.WriteString(" passes")
		}
		b.WriteByte('\n')
	}
}

func clock(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}
