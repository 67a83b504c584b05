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
	Kind      string `json:"kind"` // O, S, D or T, as in LocationType
	Platform  string `json:"platform,omitempty"`
	Planned   string `json:"planned,omitempty"` // the platform of the timetable, if another one is reported
	Passes    bool   `json:"passes,omitempty"`  // the timetable has no stop here
	Omitted   bool   `json:"omitted,omitempty"` // the train is cancelled, or leaves the stop out
	Seen      bool   `json:"seen,omitempty"`    // it has been here, and a time of that is reported
	Note      string `json:"note,omitempty"`    // "the train does not stop here", "the train ends here"
	Arrival   *Event `json:"arrival,omitempty"`
	Departure *Event `json:"departure,omitempty"`
}

func (a *answer) run(run *running.Run) *TrainRun {
	a.in(run.Zone())
	r := &TrainRun{Now: a.time(a.now), Train: a.train(run), Reached: run.Reached(), Next: run.Next(), Calls: make([]Call, len(run.Calls))}
	for i := range run.Calls {
		c := run.Call(i)
		r.Calls[i] = Call{
			Stop: stopOf(c.Station), Kind: string(rune(c.Kind)), Platform: c.PlatformCode(), Planned: c.PlannedPlatform(),
			Passes: c.Passes, Omitted: c.Omitted, Seen: c.Arrival.Over && c.Arrival.Reported || c.Departure.Over && c.Departure.Reported,
			Note: note(&c, run.Cancelled()), Arrival: a.event(run, &c, &c.Arrival), Departure: a.event(run, &c, &c.Departure),
		}
	}
	r.Train.Alerts = append(r.Train.Alerts, a.about(a.outOfDate())...)
	r.Alerts = a.listed()
	return r
}

// note says what is special about a call.
func note(c *running.Call, cancelled bool) string {
	switch {
	case cancelled:
		return ""
	case c.Passes:
		return "no stop"
	case c.Omitted:
		return "the train does not stop here"
	case c.Begins:
		return "the train starts here"
	case c.Ends:
		return "the train ends here"
	}
	return ""
}
