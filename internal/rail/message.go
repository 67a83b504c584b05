package rail

import (
	"strings"

	"example.com/quartet/internal/rail/running"
)

// newline separates the lines of a public message: a backslash and an n.
const newline = `\n`

// publicMessage returns the text of PublicMessage: the train's code; its schedule and delay; its last and next call;
// its alerts.
func publicMessage(run *running.Run) string {
	var b strings.Builder
	write := func(texts ...string) {
		for _, text := range texts {
			b.WriteString(text)
		}
	}
	b.Grow(200)
	write(run.PublicCode(), newline, *minute(starts(run)), " ", *name(run, run.FirstStop()), " to ",
		*name(run, run.LastStop()), " ", *minute(ends(run)), " (", delay(run), ")", newline)
	switch last := run.Reached(); run.Status() {
	case running.NotYetRunning:
		first := run.FirstStop()
		write("Leaves ", *name(run, first), " at ", *minute(at(run, first, run.Depart(first))), ", next ", *name(run, run.After(first)))
	case running.Terminated:
		write(lastCall(run), " at ", *minute(at(run, last, run.Arrive(last))), ", terminated")
	default:
		write(lastCall(run), ", next ", *name(run, run.Next()))
	}
	if update := run.TripUpdate(); update != nil {
		for _, alert := range update.Alerts {
			write(newline, alert.Header)
		}
	}
	return b.String()
}

// delay returns the train's delay at its next call as text.
func delay(run *running.Run) string {
	call := run.Call(run.Ahead())
	if due := call.Due(); due.Reported {
		return string(running.AppendLate(nil, due.Late()))
	}
	return "as scheduled"
}

// lastCall says where the train was last reported or, by the timetable, should be. The train must have started.
func lastCall(run *running.Run) string {
	call := run.Call(run.Reached())
	text, _ := call.Last()
	return text + call.Station.Name
}

// lastLocation says whether the train last arrived or departed, and where. The train must have started.
func lastLocation(run *running.Run) string {
	last := run.Reached()
	if run.Departed(last) {
		return "Departed " + *name(run, last)
	}
	return "Arrived " + *name(run, last)
}
