package rail_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Where a feed gives no time for a stop, the service and the naive implementation interpolate by different measures. Their
// times differ by at most so much.
const interpolationError = 5 * time.Minute

// The maximum difference of places on a straight line, in metres.
const roundingError = 2.0

const metresPerDegree = 111_195

// A comparison counts the records of a feed that were compared.
type comparison struct {
	t                    *testing.T
	thorough             bool // boards for 25 minutes and by name, too
	plan                 *timetable.Timetable
	feed                 *naiveFeed
	records, differences int
	messages             string // warnings about the realtime messages
}

// ask returns a function that calls an operation at a moment.
func (c *comparison) ask(now time.Time, state *running.State) func(name string, a arguments) []string {
	s := rail.New((*fixedSource)(state), func() time.Time { return now })
	return func(name string, a arguments) []string {
		lines, err := operations[name](context.Background(), s, a)
		if err != nil {
			c.t.Errorf("%v: %s: %v", now, name, err)
		}
		return lines
	}
}

// at compares the current trains, all boards and movements at a moment.
func (c *comparison) at(now time.Time, state *running.State, runs []naiveRun) {
	ask := c.ask(now, state)
	vendor := ask("getVendorTrainsXML", nil)
	c.compare(now, "getVendorTrainsXML", vendor, naiveVendorPositions(runs, now), 3, c.samePosition)
	c.currentTrains(now, ask, vendor, runs)
	codes, names := map[string]bool{}, map[string][]string{}
	for _, train := range c.feed.trains {
		for _, call := range train.calls {
			if code, name := call.station[1], call.station[2]; !codes[code] {
				codes[code], names[name] = true, append(names[name], code)
			}
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
	short := "25"
	for code := range codes {
		c.compare(now, "the board of "+code, ask("getStationDataByCodeXML", arguments{"StationCode": &code}),
			naiveBoard(boards[code], code, now, 90*time.Minute), 1, nil)
		if c.thorough {
			c.compare(now, "the short board of "+code, ask("getStationDataByCodeXML_WithNumMins", arguments{"StationCode": &code, "NumMins": &short}),
				naiveBoard(boards[code], code, now, 25*time.Minute), 1, nil)
		}
	}
	for name, codes := range names {
		if !c.thorough {
			break
		}
		var want []string
		for _, code := range codes {
			want = append(want, naiveBoard(boards[code], code, now, 90*time.Minute)...)
		}
		slices.SortStableFunc(want, compareBoardLines)
		c.compare(now, "the board of "+name, ask("getStationDataByNameXML", arguments{"StationDesc": &name}), want, 1, nil)
	}
	asked := map[string]bool{}
	for _, r := range runs {
		date := r.date()
		if key := r.code + " " + date; !asked[key] && (len(asked) < 300 || r.times != nil) {
			asked[key] = true
			same := func(a, b []string) bool { return slices.Equal(a, b) }
			if c.feed.loose[r.code] {
				same = sameMovement
			}
			c.compareAll(now, "the movements of "+key, ask("getTrainMovementsXML", arguments{"TrainId": &r.code, "TrainDate": &date}), naiveMovements(r, now), same)
		}
	}
}

// compareBoardLines orders boards by direction, minutes and code.
func compareBoardLines(a, b string) int {
	const code, minutes, direction = 1, 12, 18
	x, y := strings.Split(a, "|"), strings.Split(b, "|")
	dueX, _ := strconv.Atoi(x[minutes])
	dueY, _ := strconv.Atoi(y[minutes])
	return cmp.Or(cmp.Compare(x[direction], y[direction]), cmp.Compare(dueX, dueY), strings.Compare(strings.ToLower(x[code]), strings.ToLower(y[code])))
}

// currentTrains compares the current trains of all types and of each type with the vendor positions.
func (c *comparison) currentTrains(now time.Time, ask func(string, arguments) []string, vendor []string, runs []naiveRun) {
	kinds := map[string]string{} // by code
	for _, r := range runs {
		kinds[r.code] = r.kind
	}
	const code, message, direction = 3, 5, 6
	for letter, kind := range map[string]string{"": "", "M": "Mainline", "S": "Suburban", "D": "Metro"} {
		var want []string
		for _, line := range vendor {
			if f := strings.Split(line, "|"); kind == "" || kinds[f[code]] == kind {
				want = append(want, strings.Join(append(f[:message:message], f[direction]), "|"))
			}
		}
		got := ask("getCurrentTrainsXML_WithTrainType", arguments{"TrainType": &letter})
		for i, line := range got {
			f := strings.Split(line, "|")
			got[i] = strings.Join(append(f[:message:message], f[direction]), "|")
		}
		c.compare(now, "the current trains "+letter, got, want, code, nil)
	}
}

// withRealtime compares what is said about each call in different places, at the time of the latest message and after it.
func (c *comparison) withRealtime(encoded [][]byte) {
	if len(encoded) == 0 {
		return
	}
	at := time.Time{}
	for _, feed := range decodeAll(c.t, encoded) {
		if feed.Message.Time().After(at) {
			at = feed.Message.Time()
		}
	}
	reported := 0 // rows of boards with reported times
	for _, later := range []time.Duration{0, 80 * time.Second, 10 * time.Minute} {
		now := at.Add(later).In(c.plan.Zone())
		snapshot, report := gtfsrt.Apply(c.plan, now, decodeAll(c.t, encoded), gtfsrt.Options{})
		reported += agree(c.t, &running.State{Timetable: c.plan, Realtime: snapshot}, now).reported
		if later == 0 {
			c.messages = fmt.Sprintf("; %d warnings", warnings(report))
		}
	}
	if c.messages += fmt.Sprintf(", %d rows of boards agree with the pages", reported); reported == 0 {
		c.t.Error("no row has reported times")
	}
}

func warnings(report *gtfsrt.Report) (n int) {
	for _, feed := range report.Feeds {
		n += feed.WarningCount()
	}
	return n
}

// compare compares lists, without the trains that have interpolated times. The field of the code is its index.
func (c *comparison) compare(now time.Time, what string, got, want []string, code int, same func(a, b []string) bool) {
	if same == nil {
		same = func(a, b []string) bool { return slices.Equal(a, b) }
	}
	exact := func(lines []string) (kept []string) {
		for _, line := range lines {
			if train := strings.Split(line, "|")[code]; !c.feed.loose[train] {
				kept = append(kept, line)
			}
		}
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
	near := c.feed.shaped || distance(a[latitude], a[longitude], b[latitude], b[longitude]) <= roundingError
	a, b = slices.Clone(a), slices.Clone(b)
	a[latitude], a[longitude], b[latitude], b[longitude] = "", "", "", ""
	return slices.Equal(a, b) && near
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
