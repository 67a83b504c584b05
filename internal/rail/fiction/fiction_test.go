package fiction_test

import (
	"slices"
	"testing"
	"time"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/timetable"
)

func network(t *testing.T) *timetable.Timetable {
	t.Helper()
	plan, err := fiction.Timetable()
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// The clocks change twice a year; trains keep their intervals all the same.
func TestIntervalsHoldWhenTheClocksChange(t *testing.T) {
	plan := network(t)
	most := map[timetable.Kind]time.Duration{
		timetable.Mainline: time.Hour, timetable.Suburban: 30 * time.Minute, timetable.Metro: 20 * time.Minute,
	}
	for _, day := range []timetable.Date{
		{Year: 2026, Month: time.March, Day: 28},
		{Year: 2026, Month: time.October, Day: 24},
		{Year: 2026, Month: time.November, Day: 21},
		{Year: 2027, Month: time.December, Day: 31},
	} {
		from := day.Start(plan.Zone())
		lines := map[string][]timetable.Journey{}
		seen := map[string]bool{}
		for j := range plan.Between(from, from.Add(72*time.Hour)) {
			if key := j.Code + j.Date().String(); seen[key] {
				t.Errorf("two trains %s on %s", j.Code, j.Date())
			} else {
				seen[key] = true
			}
			line := j.Origin().Code + j.Destination().Code
			lines[line] = append(lines[line], j)
		}
		for line, journeys := range lines {
			slices.SortFunc(journeys, func(a, b timetable.Journey) int { return a.Departure(0).Compare(b.Departure(0)) })
			for i, j := range journeys[1:] {
				gap := j.Departure(0).Sub(journeys[i].Departure(0))
				if gap <= 0 || gap > most[j.Kind] {
					t.Errorf("%s: %s leaves at %v, %v after the train before", line, j.Code, j.Departure(0), gap)
				}
			}
		}
		if len(lines) != 6 {
			t.Errorf("%d lines and directions, want 6", len(lines))
		}
	}
}

func TestDelays(t *testing.T) {
	plan := network(t)
	from := time.Date(2026, 11, 20, 0, 0, 0, 0, plan.Zone())
	var late, early, onTime int
	for j := range plan.Between(from, from.AddDate(0, 0, 7)) {
		starts := j.Departure(0)
		var forecast fiction.Delays
		if forecast.Times(j, starts.Add(-11*time.Minute)) != nil {
			t.Fatalf("%s: known too early", j.Code)
		}
		times := forecast.Times(j, starts.Add(-10*time.Minute))
		again := forecast.Times(j, starts.Add(time.Hour))
		if len(times) != len(j.Calls) {
			t.Fatalf("%s: %d times for %d calls", j.Code, len(times), len(j.Calls))
		}
		before := starts
		for i, at := range times {
			if at != again[i] {
				t.Errorf("%s: another time at another instant", j.Code)
			}
			if at.Arrive.Before(before) || at.Depart.Before(at.Arrive) || i > 0 && !at.Arrive.After(before) {
				t.Errorf("%s: times run backwards at call %d", j.Code, i)
			}
			if !j.Calls[i].Passes && i < j.Last() && at.Depart.Before(j.Departure(i)) {
				t.Errorf("%s: leaves call %d early", j.Code, i)
			}
			before = at.Depart
		}
		switch delay := times[j.Last()].Arrive.Sub(j.Arrival(j.Last())); {
		case delay >= time.Minute:
			late++
		case delay < 0:
			early++
		default:
			onTime++
		}
		if delay := times[j.Last()].Arrive.Sub(j.Arrival(j.Last())); delay > 12*time.Minute || delay < -3*time.Minute {
			t.Errorf("%s on %s: %v late", j.Code, j.Date(), delay)
		}
	}
	t.Logf("%d late, %d early, %d on time", late, early, onTime)
	if total := late + early + onTime; late < total/5 || early < total/10 || onTime < total/5 {
		t.Errorf("%d late, %d early, %d on time: want all three in fair number", late, early, onTime)
	}
}
