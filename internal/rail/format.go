package rail

import (
	"time"

	"example.com/quartet/internal/rail/running"
)

// What stands for a time that does not apply.
const (
	noMinute = "00:00"
	noSecond = "00:00:00"
	noStamp  = "01/01/1900 00:00:00"
)

// minutesBetween returns the minutes from one time to another as clocks without seconds show them.
func minutesBetween(from, to time.Time) int32 {
	return int32(to.Unix()/60 - from.Unix()/60)
}

// locationType returns what call i is to the train.
func locationType(run *running.Run, i int) string {
	switch {
	case run.Calls[i].Passes || run.Skipped(i) && !run.Cancelled():
		return "T"
	case i == run.First():
		return "O"
	case i == run.End():
		return "D"
	}
	return "S"
}
