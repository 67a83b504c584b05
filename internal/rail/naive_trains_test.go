package rail_test

import (
	"fmt"
	"slices"
	"time"

	"example.com/quartet/internal/rail/running"
)

// A naiveTrain is a train read directly from the feed's files.
type naiveTrain struct {
	code, kind, direction string
	agency                string
	runs                  func(day time.Time) bool
	calls                 []naiveCall
}

type naiveCall struct {
	station                    []string // a row of naiveFeed.stations
	arrive, depart             time.Duration
	passes                     bool
	arrivalStop, departureStop stopReference  // differ where a through train changes from one trip to the next
	stop                       string         // stop_id
	zone                       *time.Location // of the station; nil: its agency's
}

// A stopReference identifies a call in realtime data.
type stopReference struct {
	trip, start string
	sequence    uint32
}

func offset(s string) time.Duration {
	var h, m, sec int
	if _, err := fmt.Sscanf(s, "%d:%d:%d", &h, &m, &sec); err != nil {
		panic(err)
	}
	return time.Duration(h*3600+m*60+sec) * time.Second
}

// departingAt returns the trip of a frequency that departs at start.
func (p naiveTrain) departingAt(start time.Duration) naiveTrain {
	first := p.calls[0].depart
	p.code = fmt.Sprintf("%s-%02d%02d", p.code, int(start.Hours()), int(start.Minutes())%60)
	p.calls = slices.Clone(p.calls)
	for i := range p.calls {
		p.calls[i].arrive += start - first
		p.calls[i].depart += start - first
		p.calls[i].arrivalStop.start = fmt.Sprintf("%02d:%02d:%02d", int(start.Hours()), int(start.Minutes())%60, int(start.Seconds())%60)
		p.calls[i].departureStop = p.calls[i].arrivalStop
	}
	return p
}

// A naiveRun is a naiveTrain on a service date.
type naiveRun struct {
	naiveTrain
	start time.Time
	times []running.Times // expected times of all calls; nil without realtime data
}

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
