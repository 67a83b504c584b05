package passenger

import "example.com/quartet/internal/rail/running"

// A TrainRun is the run of a train.
type TrainRun struct {
	Now     Time    `json:"now"`
	Train   Train   `json:"train"`
	Calls   []Call  `json:"calls"`
	Reached int     `json:"reached"` // index of the call that it last reached, or -1
	Next    int     `json:"next"`    // index of the call that it reaches next, or -1
	Alerts  []Alert `json:"alerts"`
}

// A Call is a call of a train.
type Call struct {
	Stop
	Platform  string     `json:"platform,omitempty"` // as scheduled
	Passes    bool       `json:"passes,omitempty"`   // the timetable has no stop here
	Omitted   bool       `json:"omitted,omitempty"`  // the train is cancelled, or leaves the stop out
	Arrival   *CallEvent `json:"arrival,omitempty"`
	Departure *CallEvent `json:"departure,omitempty"`
}

// A CallEvent is an event of a run.
type CallEvent struct {
	Event
	Actual bool `json:"actual,omitempty"` // it has happened at the expected time, which the feed itself gave
}

func (a *answer) run(run *running.Run) *TrainRun {
	r := &TrainRun{Now: a.time(a.now), Train: a.train(run), Reached: run.Reached(), Next: run.Next(), Calls: make([]Call, len(run.Calls))}
	for i := range run.Calls {
		c := Call{Stop: stopOf(run.Calls[i].Station), Platform: run.Calls[i].PlatformCode(), Passes: run.Calls[i].Passes, Omitted: run.Cancelled() || run.Skipped(i) || i < run.FirstStop() || i > run.LastStop()}
		if i > 0 {
			c.Arrival = a.callEvent(a.event(run, run.Calls[i].Arrive, run.Arrive(i)), c.Omitted || i == run.FirstStop(), run.Reported(i) && run.Arrived(i))
		}
		if i < run.Last() {
			c.Departure = a.callEvent(a.event(run, run.Calls[i].Depart, run.Depart(i)), c.Omitted || i == run.LastStop(), run.Reported(i) && run.Departed(i))
		}
		r.Calls[i] = c
	}
	r.Alerts = a.listed()
	return r
}

// callEvent returns an event of a run. Without it, there is no expected time.
func (a *answer) callEvent(e *Event, without, actual bool) *CallEvent {
	if without {
		e.Expected, e.Late, actual = nil, 0, false
	}
	return &CallEvent{*e, actual}
}
