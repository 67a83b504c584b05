package rail

import (
	"example.com/quartet/internal/rail/running"
)

// newline separates the lines of a public message: a backslash and an n.
const newline = `\n`

// appendPublicMessage appends the text of PublicMessage: the train's code; its schedule and delay; its last and next call;
// its alerts.
func (t *formatter) appendPublicMessage(b []byte, run *running.Run) []byte {
	b = append(b, run.PublicCode()...)
	b = append(b, newline...)
	b = t.at(run.Calls[run.FirstStop()].Station).appendMinute(b, run.Calls[run.FirstStop()].Depart)
	b = append(b, ' ')
	b = append(b, run.Calls[run.FirstStop()].Station.Name...)
	b = append(b, " to "...)
	b = append(b, run.Calls[run.LastStop()].Station.Name...)
	b = append(b, ' ')
	b = t.at(run.Calls[run.LastStop()].Station).appendMinute(b, run.Calls[run.LastStop()].Arrive)
	b = append(b, " ("...)
	b = appendDelay(b, run)
	b = append(b, ")"+newline...)
	b = t.appendPosition(b, run)
	if update := run.TripUpdate(); update != nil {
		for _, alert := range update.Alerts {
			b = append(b, newline...)
			b = append(b, alert.Header...)
		}
	}
	return b
}

// appendDelay appends the train's delay at its next call as text.
func appendDelay(b []byte, run *running.Run) []byte {
	call := run.Call(run.Ahead())
	if due := call.Due(); due.Reported {
		return running.AppendLate(b, due.Late())
	}
	return append(b, "as scheduled"...)
}

// appendPosition appends the train's last and next call.
func (t *formatter) appendPosition(b []byte, run *running.Run) []byte {
	switch last := run.Reached(); {
	case run.Status() == running.NotYetRunning:
		first := run.FirstStop()
		b = append(b, "Leaves "...)
		b = append(b, run.Calls[first].Station.Name...)
		b = append(b, " at "...)
		b = t.at(run.Calls[first].Station).appendMinute(b, run.Depart(first))
		b = append(b, ", next "...)
		return append(b, run.Calls[run.After(first)].Station.Name...)
	case run.Status() == running.Terminated:
		b = appendLast(b, run)
		b = append(b, " at "...)
		b = t.at(run.Calls[last].Station).appendMinute(b, run.Arrive(last))
		return append(b, ", terminated"...)
	default:
		b = appendLast(b, run)
		b = append(b, ", next "...)
		return append(b, run.Calls[run.Next()].Station.Name...)
	}
}

// appendLast appends where the train was last reported or, by the timetable, should be. The train must have started.
func appendLast(b []byte, run *running.Run) []byte {
	call := run.Call(run.Reached())
	text, _ := call.Last()
	b = append(b, text...)
	return append(b, call.Station.Name...)
}

// appendLastLocation appends whether the train last arrived or departed, and where. The train must have started.
func appendLastLocation(b []byte, run *running.Run) []byte {
	last := run.Reached()
	if run.Departed(last) {
		b = append(b, "Departed "...)
	} else {
		b = append(b, "Arrived "...)
	}
	return append(b, run.Calls[last].Station.Name...)
}
