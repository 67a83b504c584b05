package reference_test

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/running"
)

// A naiveTrain is a train read directly from the feed's files.
type naiveTrain struct {
	code, kind, direction string
	agency                string // of a published feed
	runs                  func(day time.Time) bool
	calls                 []naiveCall
	path                  *naivePath // nil: straight lines
}

type naiveCall struct {
	station                    []string // its row of stops.txt
	arrive, depart             time.Duration
	passes                     bool
	arrivalStop, departureStop stopReference  // differ where a through train changes from one trip to the next
	stop                       string         // stop_id of a published feed
	zone                       *time.Location // of the station of a published feed; nil: that of its agency
}

// A stopReference identifies a call in realtime data.
type stopReference struct {
	trip, start string
	sequence    uint32
}

// rows returns the rows of a file of the feed, without the header.
func rows(t *testing.T, feed fs.FS, name string) [][]string {
	t.Helper()
	f, err := feed.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[1:]
}

// find returns the row that starts with the key.
func find(rows [][]string, key string) []string {
	i := slices.IndexFunc(rows, func(r []string) bool { return r[0] == key })
	if i < 0 {
		return nil
	}
	return rows[i]
}

func offset(s string) time.Duration {
	var h, m, sec int
	if _, err := fmt.Sscanf(s, "%d:%d:%d", &h, &m, &sec); err != nil {
		panic(err)
	}
	return time.Duration(h*3600+m*60+sec) * time.Second
}

func naiveTrains(t *testing.T) []naiveTrain {
	feed := files(t)
	stops, times := rows(t, feed, "stops.txt"), rows(t, feed, "stop_times.txt")
	calendar, exceptions := rows(t, feed, "calendar.txt"), rows(t, feed, "calendar_dates.txt")
	var trains []naiveTrain
	blocks := map[string]int{}
	for _, trip := range rows(t, feed, "trips.txt") {
		train := naiveTrain{
			code: trip[4],
			kind: map[string]string{"coast": "Mainline", "valley": "Suburban", "loop": "Metro"}[trip[0]],
			runs: func(day time.Time) bool {
				date := day.Format("20060102")
				for _, e := range exceptions {
					if e[0] == trip[1] && e[1] == date {
						return e[2] == "1"
					}
				}
				row := find(calendar, trip[1])
				return row != nil && row[1+(int(day.Weekday())+6)%7] == "1" && row[8] <= date && date <= row[9]
			},
		}
		if train.kind == "" {
			continue
		}
		for _, row := range times {
			if row[0] != trip[2] {
				continue
			}
			station := find(stops, row[3])
			if station[6] != "" {
				station = find(stops, station[6])
			}
			sequence, err := strconv.ParseUint(row[4], 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			ref := stopReference{trip: trip[2], sequence: uint32(sequence)}
			train.calls = append(train.calls, naiveCall{station, offset(row[1]), offset(row[2]), row[5] == "1" && row[6] == "1", ref, ref, row[3], nil})
		}
		switch headsign := trip[3]; {
		case headsign == "":
			train.direction = "To " + train.calls[len(train.calls)-1].station[2]
		case strings.HasSuffix(headsign, "bound"):
			train.direction = headsign
		default:
			train.direction = "To " + headsign
		}
		if before, ok := blocks[trip[6]]; ok && trip[6] != "" { // a further trip of a through train
			through := &trains[before]
			change := &through.calls[len(through.calls)-1]
			change.depart, change.departureStop = train.calls[0].depart, train.calls[0].departureStop
			through.calls = append(through.calls, train.calls[1:]...)
			through.direction = train.direction
			continue
		}
		blocks[trip[6]] = len(trains)
		if f := find(rows(t, feed, "frequencies.txt"), trip[2]); f != nil {
			headway, err := strconv.Atoi(f[3])
			if err != nil {
				t.Fatal(err)
			}
			for start := offset(f[1]); start < offset(f[2]); start += time.Duration(headway) * time.Second {
				trains = append(trains, train.departingAt(trip[2], start))
			}
			continue
		}
		trains = append(trains, train)
	}
	return trains
}

// departingAt returns the trip of a frequency that departs at start.
func (p naiveTrain) departingAt(id string, start time.Duration) naiveTrain {
	p.code = fmt.Sprintf("%s-%02d%02d", id, int(start.Hours()), int(start.Minutes())%60)
	p.calls = slices.Clone(p.calls)
	for i := range p.calls {
		p.calls[i].arrive += start
		p.calls[i].depart += start
		p.calls[i].arrivalStop.start = fmt.Sprintf("%02d:%02d:%02d", int(start.Hours()), int(start.Minutes())%60, int(start.Seconds())%60)
		p.calls[i].departureStop = p.calls[i].arrivalStop
	}
	return p
}

// A naiveRun is a naiveTrain on a service date.
type naiveRun struct {
	naiveTrain
	start time.Time
	times []running.Times // expected times; nil without realtime data

	reported, skipped []bool // calls with times from the feed, nil means all; calls that are left out, nil means none
	unmentioned       []bool // calls before the first time of the feed, from which the train has yet to depart; nil means none
}

// isKnown reports whether the messages say when the train is at a call, or its time follows from others.
func (r naiveRun) isKnown(i int) bool {
	asScheduled := i > 0 && r.expectedArrival(i).Equal(r.arrive(i)) || i == 0 && r.expectedDeparture(0).Equal(r.depart(0))
	return r.times != nil && (r.unmentioned == nil || !r.unmentioned[i] || !asScheduled)
}

func (r naiveRun) isReported(i int) bool {
	return r.times != nil && (r.reported == nil || r.reported[i])
}

func (r naiveRun) isSkipped(i int) bool { return r.skipped != nil && r.skipped[i] }

func (r naiveRun) last() int { return len(r.calls) - 1 }

func (r naiveRun) arrive(i int) time.Time { return r.at(i, r.start.Add(r.calls[i].arrive)) }

func (r naiveRun) depart(i int) time.Time { return r.at(i, r.start.Add(r.calls[i].depart)) }

// date returns the date of the train, in the zone of its agency.
func (r naiveRun) date() string { return r.start.Add(r.calls[0].depart).Format("02 Jan 2006") }

// at returns a time in the zone of the station of a call.
func (r naiveRun) at(i int, t time.Time) time.Time {
	if zone := r.calls[i].zone; zone != nil {
		return t.In(zone)
	}
	return t
}

func (r naiveRun) name(i int) string { return r.calls[i].station[2] }

func (r naiveRun) expectedArrival(i int) time.Time {
	if r.times != nil {
		return r.at(i, r.times[i].Arrive)
	}
	return r.arrive(i)
}

func (r naiveRun) expectedDeparture(i int) time.Time {
	if r.times != nil {
		return r.at(i, r.times[i].Depart)
	}
	return r.depart(i)
}

// reached returns the index of the last call that the train reached, or -1.
func (r naiveRun) reached(now time.Time) int {
	at := -1
	for i := range r.calls {
		if i == 0 && !r.expectedDeparture(0).After(now) || i > 0 && !r.expectedArrival(i).After(now) {
			at = i
		}
	}
	return at
}

func (r naiveRun) departed(i int, now time.Time) bool {
	return i < r.last() && !r.expectedDeparture(i).After(now)
}

// runsAround returns all trains of the service dates around an instant.
func runsAround(trains []naiveTrain, now time.Time) []naiveRun { return runsSince(trains, now, 2) }

// runsSince returns all trains of the service dates from some days before an instant to the day after it.
func runsSince(trains []naiveTrain, now time.Time, days int) (runs []naiveRun) {
	for d := -days; d <= 1; d++ {
		noon := time.Date(now.Year(), now.Month(), now.Day()+d, 12, 0, 0, 0, now.Location())
		for _, train := range trains {
			if train.runs(noon) {
				runs = append(runs, naiveRun{naiveTrain: train, start: noon.Add(-12 * time.Hour)})
			}
		}
	}
	return runs
}
