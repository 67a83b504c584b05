package passenger

import (
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Time is an instant.
type Time struct {
	At    int64  `json:"at"`    // seconds since 1970
	Clock string `json:"clock"` // 08:15:00 in the railway's zone
	Date  string `json:"date"`  // 2026-11-21
}

// An Event is an arrival or a departure.
type Event struct {
	Scheduled Time  `json:"scheduled"`
	Expected  *Time `json:"expected,omitempty"` // nil if nothing was reported about the train, or it does not take place
	Late      int   `json:"late"`               // minutes between the two as they are shown, without seconds
}

// An Alert is an alert about something that is shown.
type Alert struct {
	Header      string `json:"header"`
	Description string `json:"description,omitempty"`
	URL         string `json:"url,omitempty"` // http or https
	From        *Time  `json:"from,omitempty"`
	Until       *Time  `json:"until,omitempty"`
}

// A Train identifies a train and says how it runs.
type Train struct {
	Code        string `json:"code"`
	Named       bool   `json:"named,omitempty"` // passengers know the code; else the line and the destination
	Line        *Line  `json:"line,omitempty"`
	Date        string `json:"date"` // of its start: 2026-11-21
	Kind        string `json:"kind"`
	Direction   string `json:"direction"`
	Origin      string `json:"origin"`
	Destination string `json:"destination"`
	Start       Time   `json:"start"` // scheduled

	Reported  bool   `json:"reported"`            // the feeds have times for it
	Vehicle   bool   `json:"vehicle,omitempty"`   // its vehicle has reported its place, which else is computed from the times
	Delay     int    `json:"delay"`               // minutes, the same wherever the train is shown; 0 if nothing was reported
	Status    string `json:"status"`              // N, R or T, as in TrainStatus
	Cancelled bool   `json:"cancelled,omitempty"` // it does not run
	Last      string `json:"last,omitempty"`      // "Departed Osier Park"; empty before it starts
	Alerts    []int  `json:"alerts,omitempty"`    // indexes in the list of alerts of the answer
}

// A Problem is the answer for something that is not known.
type Problem struct {
	Error string `json:"error"`
}

// An answer makes the values of one answer.
type answer struct {
	*running.State
	now    time.Time // in the railway's zone, whole seconds
	alerts []*running.Alert
}

func (a *answer) time(at time.Time) Time {
	at = at.In(a.now.Location())
	return Time{at.Unix(), at.Format(time.TimeOnly), at.Format(time.DateOnly)}
}

func (a *answer) timeOrNil(at time.Time) *Time {
	if at.IsZero() {
		return nil
	}
	t := a.time(at)
	return &t
}

// event returns an event of a train. Both times count from the start of its service date.
func (a *answer) event(run *running.Run, scheduled, expected time.Duration) *Event {
	e := &Event{Scheduled: a.time(run.Start().Add(scheduled))}
	if run.HasRealtime() {
		e.Expected, e.Late = a.timeOrNil(run.Start().Add(expected)), running.MinutesBetween(scheduled, expected)
	}
	return e
}

func (a *answer) train(run *running.Run) Train {
	t := Train{
		Code: run.Code, Named: run.Named, Line: lineOf(run.Line), Date: run.Date().String(), Kind: run.Kind.String(), Direction: run.Direction,
		Origin: run.Calls[run.FirstStop()].Station.Name, Destination: run.Calls[run.LastStop()].Station.Name,
		Start:    a.time(run.Start().Add(run.Calls[run.FirstStop()].Depart)),
		Reported: run.HasRealtime(), Vehicle: run.HasVehicle(), Status: run.Status().String(), Cancelled: run.Cancelled(),
		Alerts: a.about(a.Realtime.AlertsAbout(run.Journey)),
	}
	if t.Reported {
		t.Delay = run.DelayMinutes()
	}
	if last := run.Reached(); last >= 0 {
		t.Last = "Arrived " + run.Calls[last].Station.Name
		if run.Departed(last) {
			t.Last = "Departed " + run.Calls[last].Station.Name
		}
	}
	return t
}

// about returns the indexes of alerts in the list of the answer, to which it adds them.
func (a *answer) about(alerts []*running.Alert) (indexes []int) {
	for _, alert := range alerts {
		i := 0
		for i < len(a.alerts) && a.alerts[i] != alert {
			i++
		}
		if i == len(a.alerts) {
			a.alerts = append(a.alerts, alert)
		}
		indexes = append(indexes, i)
	}
	return indexes
}

// listed returns all alerts of the answer.
func (a *answer) listed() []Alert {
	list := make([]Alert, len(a.alerts))
	for i, alert := range a.alerts {
		list[i] = Alert{alert.Header, alert.Description, alert.URL, a.timeOrNil(alert.From), a.timeOrNil(alert.Until)}
	}
	return list
}

// period says that the timetable has ended or not begun; it is "" while trains run.
func (a *answer) period() string {
	period, limited := a.Timetable.Period()
	switch {
	case !limited:
	case a.now.After(period.End):
		return "The timetable ended on " + longDate(period.Last) + "."
	case a.now.Before(period.Start):
		return "The timetable begins on " + longDate(period.First) + "."
	}
	return ""
}

func longDate(d timetable.Date) string { return d.Start(time.UTC).Format("2 January 2006") }
