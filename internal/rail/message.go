package rail

import (
	"strconv"
	"time"

	"example.com/quartet/internal/rail/running"
)

// newline separates the lines of a public message: these two characters.
const newline = `\n`

// publicMessage returns the lines for the public: the code; the schedule and how late the train is; where it was last
// and what comes next; and what the feed has to say.
func (t *texts) publicMessage(run *running.Run) *string {
	b := append(t.scratch[:0], run.Code...)
	b = append(b, newline...)
	b = t.appendMinute(b, run.Calls[run.FirstStop()].Depart)
	b = append(b, ' ')
	b = append(b, run.Calls[run.FirstStop()].Station.Name...)
	b = append(b, " to "...)
	b = append(b, run.Calls[run.LastStop()].Station.Name...)
	b = append(b, ' ')
	b = t.appendMinute(b, run.Calls[run.LastStop()].Arrive)
	b = append(b, " ("...)
	b = appendLateness(b, run)
	b = append(b, ")"+newline...)
	b = t.appendWhereabouts(b, run)
	if live := run.TripUpdate(); live != nil {
		for _, message := range live.Messages {
			b = append(b, newline...)
			b = append(b, message...)
		}
	}
	t.scratch = b
	return t.keep(b)
}

// appendLateness appends how late the train is in words.
func appendLateness(b []byte, run *running.Run) []byte {
	if !run.HasRealtime() {
		return append(b, "as scheduled"...)
	}
	switch minutes := floorMinutes(run.LastDelay()); {
	case minutes < 0:
		return append(strconv.AppendInt(b, -minutes, 10), " min early"...)
	case minutes > 0:
		return append(strconv.AppendInt(b, minutes, 10), " min late"...)
	}
	return append(b, "on time"...)
}

func floorMinutes(d time.Duration) int64 {
	if d < 0 {
		return -int64((time.Minute - 1 - d) / time.Minute)
	}
	return int64(d / time.Minute)
}

// appendWhereabouts appends where the train was last and what comes next.
func (t *texts) appendWhereabouts(b []byte, run *running.Run) []byte {
	switch last := run.Reached(); {
	case run.Status() == running.NotYetRunning:
		first := run.FirstStop()
		b = append(b, "Leaves "...)
		b = append(b, run.Calls[first].Station.Name...)
		b = append(b, " at "...)
		b = t.appendMinute(b, run.Depart(first))
		b = append(b, ", next "...)
		return append(b, run.Calls[first+1].Station.Name...)
	case run.Status() == running.Terminated:
		b = append(b, "Arrived "...)
		b = append(b, run.Calls[last].Station.Name...)
		b = append(b, " at "...)
		b = t.appendMinute(b, run.Arrive(last))
		return append(b, ", terminated"...)
	default:
		b = appendLastLocation(b, run)
		b = append(b, ", next "...)
		return append(b, run.Calls[last+1].Station.Name...)
	}
}

// appendLastLocation appends what the train did last, and where. It must have started.
func appendLastLocation(b []byte, run *running.Run) []byte {
	last := run.Reached()
	if run.Departed(last) {
		b = append(b, "Departed "...)
	} else {
		b = append(b, "Arrived "...)
	}
	return append(b, run.Calls[last].Station.Name...)
}
