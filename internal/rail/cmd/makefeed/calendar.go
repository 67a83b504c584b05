package main

import (
	"slices"
	"time"
)

// The services: on which days trains run. The service date of a train after midnight is the day before.
const (
	weekdays   = "WD" // Monday to Friday but holidays
	weekends   = "WE" // Saturdays, Sundays and holidays
	daily      = "NT" // every night
	longNights = "LN" // the nights from Saturday to Sunday in which the clocks go back and an hour comes twice
)

// The years for which the timetable is made.
const (
	firstYear = 2020
	lastYear  = 2040
)

// holidays returns the public holidays of the island in a year. On these the trains run as on a weekend.
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

// An exception is a date on which a service runs that does not by the days of the week, or the other way round.
type exception struct {
	service string
	date    time.Time
	added   bool
}

// exceptions returns the exceptions of all years in the order of their dates.
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
