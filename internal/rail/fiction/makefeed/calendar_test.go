package makefeed

import (
	"slices"
	"time"
)

// The services: on which days trains run. The service date of a train after midnight is the day before.
const (
	weekdays   = "WD" // Monday to Friday except holidays
	weekends   = "WE" // Saturdays, Sundays and holidays
	daily      = "NT" // every night
	longNights = "LN" // the nights from Saturday to Sunday in which the clocks go back, so that an hour occurs twice
)

// The years that the timetable covers.
const (
	firstYear = 2020
	lastYear  = 2040
)

// holidays returns the public holidays of the island in a year. Trains run as on a weekend on these days.
func holidays(year int) []time.Time {
	return []time.Time{
		day(year, time.January, 1),   // New Year's Day
		day(year, time.May, 12),      // Landing Day
		day(year, time.June, 24),     // Midsummer
		day(year, time.November, 2),  // Lamplighters' Day
		day(year, time.December, 25), // Christmas
		day(year, time.December, 26),
	}
}

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// An exception is a date on which a service is added or removed, as in calendar_dates.txt.
type exception struct {
	service string
	date    time.Time
	added   bool
}

// exceptions returns the exceptions of all years, sorted by date.
func exceptions() []exception {
	var all []exception
	for year := firstYear; year <= lastYear; year++ {
		all = append(all, exception{longNights, longNight(year), true})
		for _, holiday := range holidays(year) {
			if weekday := holiday.Weekday(); weekday != time.Saturday && weekday != time.Sunday {
				all = append(all, exception{weekdays, holiday, false}, exception{weekends, holiday, true})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b exception) int { return a.date.Compare(b.date) })
	return all
}

// longNight returns the Saturday before the last Sunday of October: European clocks go back in the night after it.
func longNight(year int) time.Time {
	last := day(year, time.October, 31)
	return last.AddDate(0, 0, -int(last.Weekday())-1)
}
