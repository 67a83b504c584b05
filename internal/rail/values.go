package rail

import (
	"math"
	"strconv"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// Values that many records share. They must not be changed.
var (
	empty         = new("")
	enRoute       = new("En Route")
	noInformation = new("No Information")
	cancelled     = new("Cancelled")

	// The values for a time that does not apply.
	noMinute   = new("00:00")
	noSecond   = new("00:00:00")
	noDateTime = new("01/01/1900 00:00:00")

	kindNames = map[timetable.Kind]*string{
		timetable.Mainline: new(timetable.Mainline.String()),
		timetable.Suburban: new(timetable.Suburban.String()),
		timetable.Metro:    new(timetable.Metro.String()),
	}
)

// letter returns the string that consists of the character.
func letter(c byte) *string { return new(string(rune(c))) }

// minutes holds the minutes of a day as HH:MM.
var minutes = func() (all [24 * 60]string) {
	for m := range all {
		all[m] = time.Unix(int64(60*m), 0).UTC().Format("15:04")
	}
	return all
}()

// minute returns a time of day as HH:MM.
func minute(t time.Time) *string { return &minutes[60*t.Hour()+t.Minute()] }

// second returns a time of day as HH:MM:SS.
func second(t time.Time) *string { return new(t.Format(time.TimeOnly)) }

// dateTime returns a time as dd/MM/yyyy HH:mm:ss.
func dateTime(t time.Time) *string { return new(t.Format("02/01/2006 15:04:05")) }

// startDate returns the date on which a train starts, in the form 21 Nov 2026.
func startDate(run *running.Run) *string { return new(run.Departure(0).Format("02 Jan 2006")) }

// at returns the time at call i that counts from the start of the train's service date, in the zone of the station.
func at(run *running.Run, i int, time time.Duration) time.Time {
	return run.Start().Add(time).In(run.Calls[i].Station.Zone)
}

// starts and ends return the scheduled times at the origin and at the destination.
func starts(run *running.Run) time.Time {
	return at(run, run.FirstStop(), run.Calls[run.FirstStop()].Depart)
}

func ends(run *running.Run) time.Time {
	return at(run, run.LastStop(), run.Calls[run.LastStop()].Arrive)
}

// name returns the name of the station of call i.
func name(run *running.Run, i int) *string { return &run.Calls[i].Station.Name }

// degrees returns the latitude and the longitude of a place to five decimals (about a metre), without trailing zeros. Invalid
// coordinates are 0.
func degrees(p timetable.Point) (latitude, longitude *string) {
	texts := new([2]string)
	for i, d := range [2]float64{p.Latitude, p.Longitude} {
		if !(math.Abs(d) <= 360) {
			d = 0
		}
		texts[i] = strconv.FormatFloat(math.Round(d*1e5)/1e5+0, 'f', -1, 64) // + 0 makes 0 of -0
	}
	return &texts[0], &texts[1]
}
