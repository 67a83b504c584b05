package rail

import (
	"math"
	"strconv"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// The forms of dates and times in records.
const (
	dateForm   = "02 Jan 2006"
	minuteForm = "15:04"
	secondForm = "15:04:05"
	stampForm  = "02/01/2006 15:04:05"
)

// What stands for a time that does not apply.
const (
	noMinute = "00:00"
	noSecond = "00:00:00"
	noStamp  = "01/01/1900 00:00:00"
)

// trainDate returns the date on which the train starts.
func trainDate(j timetable.Journey) string { return j.Departure(0).Format(dateForm) }

// degrees returns a coordinate to five decimals, which is about a metre.
func degrees(d float64) string {
	return strconv.FormatFloat(math.Round(d*1e5)/1e5, 'f', -1, 64)
}

// minutesBetween returns the minutes from one time to another as clocks without seconds show them.
func minutesBetween(from, to time.Time) int {
	return int(to.Truncate(time.Minute).Sub(from.Truncate(time.Minute)) / time.Minute)
}

// locationType returns what call i is to the train.
func locationType(run *running.Run, i int) string {
	switch {
	case !run.Stops(i) && !run.Cancelled(), run.Calls[i].Passes:
		return "T"
	case i == run.First():
		return "O"
	case i == run.End():
		return "D"
	}
	return "S"
}
