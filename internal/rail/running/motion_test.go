package running_test

import (
	"fmt"
	"testing"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// steadyState is what stays the same in the period that Steady returns, and the place if the train does not move.
func steadyState(run *running.Run) string {
	next := run.Call(run.Ahead())
	text := fmt.Sprint(run.Status(), run.Reached(), run.Departed(max(run.Reached(), run.FirstStop())), next.Due().Delay())
	motion := run.Motion()
	if !motion.Moves() {
		text += fmt.Sprint(motion.At(0))
	}
	return text
}

// A period of Steady begins and ends where the state changes, to the second: within it the state is the same, and the place
// follows from the motion at its start.
func TestSteadyPeriodsAreExact(t *testing.T) {
	known := []running.Times{{at(1), at(1)}, {at(12), at(13)}, {at(19.5), at(19.5)}, {at(30), at(30)}}
	vehicle := func(minute float64, fraction time.Duration) *running.Vehicle {
		return &running.Vehicle{Place: timetable.Point{Latitude: 1, Longitude: 11}, Time: at(minute).Add(fraction)}
	}
	j := journey(t)
	for name, update := range map[string]*running.TripUpdate{
		"timetable only":            nil,
		"late":                      {Journey: j, Times: known},
		"vehicle":                   {Journey: j, Times: known, Vehicle: vehicle(5, 0)},
		"vehicle, part of a second": {Journey: j, Times: known, Vehicle: vehicle(5, 400*time.Millisecond)},
		"vehicle before the start":  {Journey: j, Vehicle: vehicle(-1, 999_999_999)},
		"skipped start":             {Journey: j, Times: known, Skipped: []bool{true, false, false, false}},
		"cancelled":                 {Journey: j, Cancelled: true},
	} {
		t.Run(name, func(t *testing.T) {
			run := running.At(j, update, at(-20))
			period, motion, state := run.Steady(), run.Motion(), steadyState(&run)
			for now := at(-20); now.Before(at(50)); now = now.Add(time.Second) {
				run := running.At(j, update, now)
				if !period.Contains(now.Unix()) {
					if now.Unix() != period.Until || run.Steady().From != now.Unix() {
						t.Fatalf("at %v: %v, after %v", now, run.Steady(), period)
					}
					if run.Motion() == motion && steadyState(&run) == state && update == nil {
						t.Errorf("at %v: nothing has changed", now)
					}
					period, motion, state = run.Steady(), run.Motion(), steadyState(&run)
				}
				if got := run.Steady(); got != period || run.Motion() != motion || steadyState(&run) != state {
					t.Fatalf("at %v: %v, %s; want %v, %s", now, got, steadyState(&run), period, state)
				}
			}
		})
	}
}
