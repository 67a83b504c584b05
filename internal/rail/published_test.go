package rail_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// TestPublishedFeedsMatchNaiveImplementation compares boards, current trains and movements of every feed of the folder
// QUARTET_FEEDS with the naive implementation, and prints a table of the feeds.
func TestPublishedFeedsMatchNaiveImplementation(t *testing.T) {
	folder := os.Getenv("QUARTET_FEEDS")
	if folder == "" {
		t.Skip("QUARTET_FEEDS does not name a folder of feeds")
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.zip"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("QUARTET_FEEDS=%s has no feeds: %v", folder, err)
	}
	fmt.Println("feed | stations | trips | load time | warnings | records compared | differences")
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { comparePublished(t, path) })
	}
}

func comparePublished(t *testing.T, path string) {
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{"0": "Metro", "1": "Metro", "2": "Mainline"}
	began := time.Now()
	plan, report, err := gtfs.Load(context.Background(), content, gtfs.Options{})
	if err != nil { // a feed of buses only
		kinds["3"] = "Metro"
		types, parseErr := gtfs.ParseTypes("3=D")
		if parseErr != nil {
			t.Fatal(parseErr)
		}
		plan, report, err = gtfs.Load(context.Background(), content, gtfs.Options{Types: types})
	}
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	c := &comparison{t: t, plan: plan, feed: readNaively(t, archive, kinds)}
	for _, now := range moments(plan) {
		c.at(now, &running.State{Timetable: plan}, runsSince(c.feed.trains, now, c.feed.days()))
	}
	c.withRealtime(readMessages(t, path))
	fmt.Printf("%s | %d | %d | %v | %d | %d | %d%s\n", filepath.Base(path), report.Stations, report.Trips, took.Round(time.Millisecond),
		report.WarningCount(), c.records, c.differences, c.messages)
	if c.records == 0 {
		t.Error("no records were compared")
	}
}

// moments returns 00:10 and 08:15 on a day of the middle of the timetable and the days around it, and times around each
// change of the clocks in its first two years.
func moments(plan *timetable.Timetable) (all []time.Time) {
	period := plan.Whole().Period
	if !period.Limited() {
		return nil
	}
	zone := plan.Zone()
	middle := period.Start.Add(min(period.End.Sub(period.Start)/2, 365*24*time.Hour)).In(zone)
	for day := range 7 {
		for _, minute := range []int{10, 8*60 + 15} {
			all = append(all, time.Date(middle.Year(), middle.Month(), middle.Day()+day, 0, minute, 0, 0, zone))
		}
	}
	end := min(period.End.Sub(period.Start), 2*365*24*time.Hour)
	for passed := time.Duration(0); passed < end; passed += time.Hour {
		at := period.Start.Add(passed).In(zone)
		_, offset := at.Zone()
		if _, next := at.Add(time.Hour).Zone(); next == offset {
			continue
		}
		for _, minutes := range []int{-120, -25, 5, 65, 130, 400} {
			all = append(all, at.Add(time.Duration(minutes)*time.Minute).Truncate(time.Minute))
		}
	}
	return all
}

// readMessages reads the realtime messages of a feed: bart-alerts.pb belongs to bart.zip.
func readMessages(t *testing.T, feed string) (encoded [][]byte) {
	t.Helper()
	paths, err := filepath.Glob(strings.TrimSuffix(feed, ".zip") + "-*.pb")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		encoded = append(encoded, data)
	}
	return encoded
}
