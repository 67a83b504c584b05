package passenger

import (
	"slices"
	"strings"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A Time is an instant.
type Time struct {
	At    int64  `json:"at"`    // seconds since 1970
	Clock string `json:"clock"` // 08:15:00 in the zone of the station that it is about, else of the timetable
	Date  string `json:"date"`  // 2026-11-21
}

// An Event is an arrival or a departure of the timetable.
type Event struct {
	Scheduled Time   `json:"scheduled"`
	Expected  *Time  `json:"expected,omitempty"` // nil if nothing is reported about it, or it does not take place
	Late      int    `json:"late"`               // minutes between the two as they are shown, without seconds
	Actual    bool   `json:"actual,omitempty"`   // it has happened at the expected time, which the feed itself gave
	Omitted   bool   `json:"omitted,omitempty"`  // it does not take place
	Place     string `json:"place"`              // where the train comes from or goes to, by the timetable if it does not take place
	Status    string `json:"status"`             // in words: "5 min late", "Not reported", "Ends here"
	Mood      string `json:"mood"`               // how that is shown: late, early, calm, here, silent (nothing is reported) or off
}

// An Alert is an alert about something that is shown.
type Alert struct {
	Header      string `json:"header"`
	Description string `json:"description,omitempty"`
	URL         string `json:"url,omitempty"` // http or https
	From        *Time  `json:"from,omitempty"`
	Until       *Time  `json:"until,omitempty"`
	OfTrains    bool   `json:"ofTrains,omitempty"` // it is about trains or lines, and not about stations or the railway
}

// A Train identifies a train and says how it runs.
type Train struct {
	Code        string `json:"code"`
	Shown       string `json:"shown,omitempty"` // as in Stop
	Named       bool   `json:"named,omitempty"` // passengers know the code; else the line and the destination
	Line        *Line  `json:"line,omitempty"`
	Date        string `json:"date"` // of its start: 2026-11-21
	Kind        string `json:"kind"`
	Direction   string `json:"direction"`
	Origin      string `json:"origin"`
	Destination string `json:"destination"`
	Start       Time   `json:"start"` // scheduled

	Reported  bool   `json:"reported"`            // something is reported about its next call, or the last one of a train that has terminated
	Delay     int    `json:"delay"`               // minutes at that call; 0 if nothing is reported
	Lateness  string `json:"lateness"`            // the same in words: "5 min late at Osier Park", "Not reported"
	Mood      string `json:"mood"`                // the same
	Vehicle   bool   `json:"vehicle,omitempty"`   // its vehicle has reported its place, which else is computed from the times
	Source    string `json:"source"`              // of its place: vehicle; times, of which some are reported; or timetable
	Status    string `json:"status"`              // N, R or T, as in TrainStatus
	Cancelled bool   `json:"cancelled,omitempty"` // it does not run
	Seen      bool   `json:"seen,omitempty"`      // the time of the last call that it reached is reported
	Last      string `json:"last,omitempty"`      // "Departed Osier Park", or "Should have left Osier Park" by the timetable; empty before it starts
	Alerts    []int  `json:"alerts,omitempty"`    // indexes in the list of alerts of the answer
}

// A Problem is the answer for something that is not known.
type Problem struct {
	Error string `json:"error"`
}

// An answer makes the values of one answer.
type answer struct {
	*running.State
	now    time.Time // in the zone of the answer's times, whole seconds
	alerts []*running.Alert
}

// in sets the zone of the times that are made next.
func (a *answer) in(zone *time.Location) { a.now = a.now.In(zone) }

func (a *answer) time(at time.Time) Time { return timeOf(at.In(a.now.Location())) }

func timeOf(at time.Time) Time {
	const clock = len(time.TimeOnly)
	text := at.Format(time.TimeOnly + time.DateOnly)
	return Time{at.Unix(), text[:clock], text[clock:]}
}

// timeAt returns a time of a train at a station.
func timeAt(s *timetable.Station, run *running.Run, at time.Duration) Time {
	return timeOf(run.Start().Add(at).In(s.Zone))
}

func (a *answer) timeOrNil(at time.Time) *Time {
	if at.IsZero() {
		return nil
	}
	return new(a.time(at))
}

// event returns the arrival or the departure of a call, or nil if the timetable does not have it.
func (a *answer) event(run *running.Run, c *running.Call, e *running.Event) *Event {
	if !e.Planned {
		return nil
	}
	event := &Event{Scheduled: timeAt(c.Station, run, e.Scheduled), Omitted: c.Omitted || !e.Happens, Actual: e.Actual}
	from, to := run.FirstStop(), run.LastStop()
	if event.Omitted {
		from, to = 0, run.Last()
	}
	if event.Place = run.Calls[to].Station.Name; e == &c.Arrival {
		event.Place = run.Calls[from].Station.Name
	}
	event.Status, event.Mood = inWords(e)
	switch {
	case run.Cancelled():
		event.Status, event.Mood = "Cancelled", "off"
	case c.Omitted:
		event.Status, event.Mood = "Does not stop here", "off"
	case event.Omitted && c.Ends:
		event.Status, event.Mood = "Ends here", "off"
	case event.Omitted:
		event.Status, event.Mood = "Starts here", "off"
	case e.Reported:
		event.Expected, event.Late = new(timeAt(c.Station, run, e.Expected)), e.Late()
	}
	return event
}

// inWords says how late an event is, and how that is shown.
func inWords(e *running.Event) (status, mood string) {
	switch late := e.Late(); {
	case !e.Reported:
		return "Not reported", "silent"
	case late == 0:
		return "On time", "calm"
	case late < 0:
		return string(running.AppendLate(nil, late)), "early"
	default:
		return string(running.AppendLate(nil, late)), "late"
	}
}

func (a *answer) train(run *running.Run) Train {
	t := Train{
		Code: run.Code, Shown: shown(run.Code, run.PublicCode()), Named: run.Named, Line: lineOf(run.Line), Date: run.Date().String(), Kind: run.Kind.String(), Direction: run.Direction,
		Origin: run.Calls[run.FirstStop()].Station.Name, Destination: run.Calls[run.LastStop()].Station.Name,
		Start:   timeAt(run.Calls[run.FirstStop()].Station, run, run.Calls[run.FirstStop()].Depart),
		Vehicle: run.HasVehicle(), Status: run.Status().String(), Cancelled: run.Cancelled(),
		Alerts: a.about(a.Realtime.Alerts().About(run.Journey)), Source: "timetable",
	}
	if i := run.Reached(); i >= 0 {
		last := run.Call(i)
		t.Last, t.Seen = last.Last()
		t.Last += last.Station.Name
	}
	next := run.Call(run.Ahead())
	due := next.Due()
	t.Reported, t.Delay = due.Reported, due.Late()
	switch t.Lateness, t.Mood = inWords(due); {
	case t.Cancelled:
		t.Lateness, t.Mood = "Cancelled", "off"
	case t.Reported && run.Status() == running.Terminated:
		t.Lateness = "Arrived " + strings.ToLower(t.Lateness)
	case t.Reported:
		t.Lateness += " at " + next.Station.Name
	case t.Vehicle:
		t.Lateness = "No times reported"
	}
	switch {
	case t.Vehicle:
		t.Source = "vehicle"
	case t.Reported || t.Seen:
		t.Source = "times"
	}
	return t
}

// about returns the indexes of alerts in the list of the answer, to which it adds them.
func (a *answer) about(alerts []*running.Alert) (indexes []int) {
	for _, alert := range alerts {
		i := slices.Index(a.alerts, alert)
		if i < 0 {
			i, a.alerts = len(a.alerts), append(a.alerts, alert)
		}
		indexes = append(indexes, i)
	}
	return indexes
}

// outOfDate returns an alert for each realtime feed that is too old to be used.
func (a *answer) outOfDate() (alerts []*running.Alert) {
	for _, feed := range a.Stale {
		alerts = append(alerts, &running.Alert{Header: "The realtime data of " + feed + " are out of date. Where nothing is reported, times are those of the timetable."})
	}
	return alerts
}

// listed returns all alerts of the answer.
func (a *answer) listed() []Alert {
	list := make([]Alert, len(a.alerts))
	for i, alert := range a.alerts {
		list[i] = Alert{alert.Header, alert.Description, alert.URL, a.timeOrNil(alert.From), a.timeOrNil(alert.Until), alert.OfTrains}
	}
	return list
}

// period says that the timetables of all feeds have ended or not begun; it is "" while trains of one of them run.
func (a *answer) period() string {
	var periods []timetable.Period
	for _, f := range a.Timetable.Feeds() {
		if f != nil {
			periods = append(periods, f.Period)
		}
	}
	return a.outOf("The timetable", periods)
}

// periodAt says the same of the agencies whose trains stop at a station.
func (a *answer) periodAt(station *timetable.Station) string {
	subject := "The timetable of this station"
	if len(a.Timetable.Whole().Agencies) == 1 {
		subject = "The timetable"
	}
	var periods []timetable.Period
	for _, agency := range station.Agencies() {
		periods = append(periods, agency.Period)
	}
	return a.outOf(subject, periods)
}

func (a *answer) outOf(subject string, periods []timetable.Period) string {
	switch p := timetable.Nearest(a.now, periods); p.At(a.now) {
	case timetable.NotBegun:
		return subject + " begins on " + longDate(p.First) + "."
	case timetable.Ended:
		return subject + " ended on " + longDate(p.Last) + "."
	}
	return ""
}

func longDate(d timetable.Date) string { return d.Start(time.UTC).Format("2 January 2006") }
