package reference_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Where a feed gives no time for a stop, the service and the naive implementation interpolate by different measures. Their
// times differ by at most so much.
const interpolationError = 5 * time.Minute

// Trains with a shape are on the shape, and the naive implementation has them on a straight line. They differ by at most
// the distance between the two calls.
const metresPerDegree = 111_195

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
	fmt.Println("feed | stations | trips | load time | memory | warnings | records compared | differences")
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
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
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
	runtime.GC()
	runtime.ReadMemStats(&after)
	c := &comparison{t: t, plan: plan, feed: readNaively(t, content, kinds)}
	for _, now := range moments(plan) {
		c.at(now)
	}
	fmt.Printf("%s | %d | %d | %v | %.1f MB | %d | %d | %d\n", filepath.Base(path), report.Stations, report.Trips, took.Round(time.Millisecond),
		float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, report.WarningCount(), c.records, c.differences)
	if c.records == 0 {
		t.Error("no records were compared")
	}
}

// moments returns 00:10 and 08:15 on a day of the middle of the timetable and the days around it, and times around each
// change of the clocks in its first two years.
func moments(plan *timetable.Timetable) (all []time.Time) {
	period, limited := plan.Period()
	if !limited {
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

// A comparison counts the records of a feed that were compared.
type comparison struct {
	t                    *testing.T
	plan                 *timetable.Timetable
	feed                 *naiveFeed
	records, differences int
}

func (c *comparison) at(now time.Time) {
	s := rail.New((*fixedSource)(&running.State{Timetable: c.plan}), func() time.Time { return now })
	runs := runsSince(c.feed.trains, now, c.feed.days())
	ask := func(name string, a arguments) []string {
		lines, err := operations[name].call(context.Background(), s, a)
		if err != nil {
			c.t.Errorf("%v: %s: %v", now, name, err)
		}
		return lines
	}
	c.compare(now, "getVendorTrainsXML", ask("getVendorTrainsXML", nil), naiveVendorPositions(runs, now), 3, c.samePosition)
	codes := map[string]bool{}
	for _, train := range c.feed.trains {
		for _, call := range train.calls {
			codes[call.station[1]] = true
		}
	}
	boards := map[string][]naiveRun{} // the runs that call at a station
	for _, r := range runs {
		if r.depart(0).After(now.Add(2*time.Hour)) || r.arrive(r.last()).Before(now.Add(-time.Hour)) {
			continue
		}
		seen := map[string]bool{}
		for _, call := range r.calls {
			if code := call.station[1]; !seen[code] {
				seen[code] = true
				boards[code] = append(boards[code], r)
			}
		}
	}
	for code := range codes {
		c.compare(now, "the board of "+code, ask("getStationDataByCodeXML", arguments{"StationCode": &code}),
			naiveBoard(boards[code], code, now, 90*time.Minute), 1, nil)
	}
	asked := map[string]bool{}
	for _, r := range runs {
		date := r.depart(0).Format("02 Jan 2006")
		if key := r.code + " " + date; !asked[key] && len(asked) < 300 {
			asked[key] = true
			same := func(a, b []string) bool { return slices.Equal(a, b) }
			if c.feed.loose[r.code] {
				same = sameMovement
			}
			c.compareAll(now, "the movements of "+key, ask("getTrainMovementsXML", arguments{"TrainId": &r.code, "TrainDate": &date}), naiveMovements(r, now), same)
		}
	}
}

// compare compares lists in any order, without the trains that have interpolated times. The field of the code is its index.
func (c *comparison) compare(now time.Time, what string, got, want []string, code int, same func(a, b []string) bool) {
	if same == nil {
		same = func(a, b []string) bool { return slices.Equal(a, b) }
	}
	exact := func(lines []string) (kept []string) {
		for _, line := range lines {
			if !c.feed.loose[strings.Split(line, "|")[code]] {
				kept = append(kept, line)
			}
		}
		key := func(line string) string { f := strings.Split(line, "|"); return f[code] + "|" + f[code+1] + "|" + line }
		slices.SortFunc(kept, func(a, b string) int { return strings.Compare(key(a), key(b)) })
		return kept
	}
	c.compareAll(now, what, exact(got), exact(want), same)
}

func (c *comparison) compareAll(now time.Time, what string, got, want []string, same func(a, b []string) bool) {
	c.records += len(want)
	if len(got) != len(want) {
		c.differ(now, what, fmt.Sprintf("%d records, want %d:\n got %s\nwant %s", len(got), len(want), strings.Join(got, "\n     "), strings.Join(want, "\n     ")))
		return
	}
	for i := range want {
		if !same(strings.Split(got[i], "|"), strings.Split(want[i], "|")) {
			c.differ(now, what, fmt.Sprintf("\n got %s\nwant %s", got[i], want[i]))
		}
	}
}

// differ counts a difference, and shows the first ones.
func (c *comparison) differ(now time.Time, what, text string) {
	if c.differences++; c.differences <= 5 {
		c.t.Errorf("%v: %s: %.1500s", now, what, text)
	}
}

// samePosition compares vendor positions. The places differ by at most the distance of the calls between which the train
// is, as only the service knows the shape.
func (c *comparison) samePosition(a, b []string) bool {
	const latitude, longitude, kilometres = 1, 2, 1000
	far := distance(a[latitude], a[longitude], b[latitude], b[longitude])
	limit := 2.0
	if len(c.feed.shapes) > 0 {
		limit = kilometres + c.longestLeg()
	}
	a, b = slices.Clone(a), slices.Clone(b)
	a[latitude], a[longitude], b[latitude], b[longitude] = "", "", "", ""
	return slices.Equal(a, b) && far <= limit
}

// longestLeg returns the maximum distance of two successive calls, in metres.
func (c *comparison) longestLeg() (longest float64) {
	for _, train := range c.feed.trains {
		for i := 1; i < len(train.calls); i++ {
			p, q := train.calls[i-1].station, train.calls[i].station
			longest = max(longest, distance(p[3], p[4], q[3], q[4]))
		}
	}
	return longest
}

// distance returns the distance of two places near each other, in metres.
func distance(latitude1, longitude1, latitude2, longitude2 string) float64 {
	number := func(text string) float64 { x, _ := strconv.ParseFloat(text, 64); return x }
	north := number(latitude2) - number(latitude1)
	east := (number(longitude2) - number(longitude1)) * math.Cos(number(latitude1)*math.Pi/180)
	return metresPerDegree * math.Hypot(north, east)
}

// sameMovement compares movements with interpolated times.
func sameMovement(a, b []string) bool {
	const firstTime, afterTimes, stopType = 8, 12, 16
	for i := range a {
		switch {
		case i >= firstTime && i < afterTimes:
			x, errX := time.Parse(time.TimeOnly, a[i])
			y, errY := time.Parse(time.TimeOnly, b[i])
			if errX != nil || errY != nil || x.Sub(y).Abs() > interpolationError {
				return false
			}
		case i != stopType && a[i] != b[i]:
			return false
		}
	}
	return len(a) == len(b)
}
