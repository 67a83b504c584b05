package fiction

import (
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// known is how long before a train starts it becomes known how it will run.
const known = 10 * time.Minute

// Delays is how late the island's trains run: a third of them about as planned, half of them late, the rest early. A
// train waits for its time at every stop, so it is early only where it arrives or passes. The zero value is ready to
// use.
type Delays struct{}

// Times returns the times of each call of the journey, as known at now: nil where nothing is. A train's times are the same at every instant from ten minutes before it starts.
func (Delays) Times(j timetable.Journey, now time.Time) []running.Times {
	if now.Before(j.Departure(0).Add(-known)) {
		return nil
	}
	d := newDice(j.Code + " " + j.Departure(0).Format(time.DateOnly))
	habit := habits[d.between(0, len(habits)-1)]

	times := make([]running.Times, len(j.Calls))
	leave := j.Departure(0).Add(seconds(d.between(0, habit.start)))
	times[0] = running.Times{Arrive: leave, Depart: leave}
	for i := 1; i < len(times); i++ {
		late := leave.Sub(j.Departure(i - 1))
		late = min(late+seconds(d.between(habit.least, habit.most)), limit(j.Kind))
		run := j.Arrival(i).Sub(j.Departure(i - 1))
		arrive := later(j.Arrival(i).Add(late), leave.Add(fastest(run)))
		leave = arrive
		if call := j.Calls[i]; !call.Passes {
			leave = later(j.Departure(i), arrive.Add((call.Depart-call.Arrive)/2))
		}
		if i == j.Last() {
			leave = arrive
		}
		times[i] = running.Times{Arrive: arrive, Depart: leave}
	}
	return times
}

// A habit is how a train tends to run, in seconds.
type habit struct {
	start       int // most that it leaves its origin late
	least, most int // what it loses from one call to the next
}

var habits = [...]habit{
	{0, 0, 0}, {0, 0, 0}, {10, -10, 10},
	{90, -20, 40}, {120, -20, 60}, {180, -30, 90}, {120, 20, 120}, {60, 0, 45},
	{0, -75, -15}, {0, -90, -30},
}

// limit is the most that a train of the kind is late.
func limit(kind timetable.Kind) time.Duration {
	switch kind {
	case timetable.Mainline:
		return 12 * time.Minute
	case timetable.Suburban:
		return 7 * time.Minute
	}
	return 4 * time.Minute
}

// fastest is the least time in which a train can run what is planned to take so long.
func fastest(run time.Duration) time.Duration { return (run * 3 / 4).Round(time.Second) }

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
