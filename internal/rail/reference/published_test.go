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
	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Where a feed gives no time for a stop, the service and the naive implementation interpolate by different measures. Their
// times differ by at most so much.
const interpolationError = 5 * time.Minute

// The maximum difference of places, in metres. Without shapes it is the rounding error. On shapes the service places the
// calls where shape_dist_traveled says, if that is near the stops, and the naive implementation where they are nearest.
const (
	roundingError = 2.0
	shapeError    = 500.0
)

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
	fmt.Println("feed | stations | trips | load time | memory | warnings | records compared | differences | places within")
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
		c.at(now, &running.State{Timetable: plan}, runsSince(c.feed.trains, now, c.feed.days()))
	}
	c.withRealtime(readMessages(t, path))
	fmt.Printf("%s | %d | %d | %v | %.1f MB | %d | %d | %d | %.0f m%s\n", filepath.Base(path), report.Stations, report.Trips, took.Round(time.Millisecond),
		float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, report.WarningCount(), c.records, c.differences, math.Ceil(c.farthest), c.messages)
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

// A comparison counts the records of a feed that were compared.
type comparison struct {
	t                    *testing.T
	plan                 *timetable.Timetable
	feed                 *naiveFeed
	odd                  map[string]bool // codes of trains that are not compared
	records, differences int
	farthest             float64 // difference of places, in metres
	messages             string  // warnings about the realtime messages
}

// at compares the answers at a moment, without the trains that are odd.
func (c *comparison) at(now time.Time, state *running.State, runs []naiveRun) {
	s := rail.New((*fixedSource)(state), func() time.Time { return now })
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
		date := r.date()
		if key := r.code + " " + date; !asked[key] && !c.odd[r.code] && (len(asked) < 300 || r.times != nil) {
			asked[key] = true
			same := func(a, b []string) bool { return slices.Equal(a, b) }
			if c.feed.loose[r.code] {
				same = sameMovement
			}
			c.compareAll(now, "the movements of "+key, ask("getTrainMovementsXML", arguments{"TrainId": &r.code, "TrainDate": &date}), naiveMovements(r, now), same)
		}
	}
}

// withRealtime compares the answers with the messages, at the time of the latest one and after it.
func (c *comparison) withRealtime(all naiveMessages) {
	if len(all.encoded) == 0 {
		return
	}
	for _, later := range []time.Duration{0, 80 * time.Second, 10 * time.Minute} {
		now := all.at.Add(later).In(c.plan.Zone())
		var feeds []gtfsrt.Feed
		for _, data := range all.encoded {
			message, err := gtfsrt.Decode(data)
			if err != nil {
				c.t.Fatal(err)
			}
			feeds = append(feeds, gtfsrt.Feed{Message: message})
		}
		snapshot, report := gtfsrt.Apply(c.plan, now, feeds, gtfsrt.Options{})
		runs := runsSince(c.feed.trains, now, c.feed.days())
		known := all.addRealtime(runs)
		state := &running.State{Timetable: c.plan, Realtime: snapshot}
		c.odd = known.odd
		c.at(now, state, runs)
		c.checkMessages(now, state, known, later == 0)
		if later == 0 {
			c.messages = fmt.Sprintf("; %d trip updates compared, %d warnings", known.updated, warnings(report))
		}
	}
}

func warnings(report *gtfsrt.Report) (n int) {
	for _, feed := range report.Feeds {
		n += feed.WarningCount()
	}
	return n
}

// checkMessages checks that alerts about all trains of an agency are in their messages, and that vehicles are where they report to be.
func (c *comparison) checkMessages(now time.Time, state *running.State, known naiveRealtime, fresh bool) {
	s := rail.New((*fixedSource)(state), func() time.Time { return now })
	trains, err := s.GetCurrentTrainsXML(context.Background())
	if err != nil {
		c.t.Fatal(err)
	}
	agencies := map[string]string{} // by code of the train
	for _, train := range c.feed.trains {
		agencies[train.code] = train.agency
	}
	for _, train := range trains {
		for _, alert := range known.alerts[agencies[*train.TrainCode]] {
			c.records++
			if words := strings.Join(strings.Fields(alert), " "); !strings.Contains(*train.PublicMessage, words[:min(len(words), 100)]) {
				c.differ(now, "the message of "+*train.TrainCode, *train.PublicMessage)
			}
		}
		place, ok := known.places[*train.TrainCode]
		if !ok || !fresh || *train.TrainStatus == "T" {
			continue
		}
		c.records++
		if far := distance(*train.TrainLatitude, *train.TrainLongitude, formatDegrees(place.latitude), formatDegrees(place.longitude)); far > roundingError {
			c.differ(now, "the place of "+*train.TrainCode, fmt.Sprintf("%.0f m from its vehicle", far))
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
			if train := strings.Split(line, "|")[code]; !c.feed.loose[train] && !c.odd[train] {
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
		without := func(lines, others []string) string {
			return strings.Join(slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) }), "\n     ")
		}
		c.differ(now, what, fmt.Sprintf("%d records, want %d:\n got %s\nwant %s", len(got), len(want), without(got, want), without(want, got)))
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

// samePosition compares vendor positions.
func (c *comparison) samePosition(a, b []string) bool {
	const latitude, longitude = 1, 2
	far := distance(a[latitude], a[longitude], b[latitude], b[longitude])
	c.farthest = max(c.farthest, far)
	limit := roundingError
	if len(c.feed.shapes.points) > 0 {
		limit = shapeError
	}
	a, b = slices.Clone(a), slices.Clone(b)
	a[latitude], a[longitude], b[latitude], b[longitude] = "", "", "", ""
	return slices.Equal(a, b) && far <= limit
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
