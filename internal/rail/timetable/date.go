package timetable

import (
	"cmp"
	"fmt"
	"time"
)

// A Date is a day of the Gregorian calendar, without a time zone. Dates are comparable with ==.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the date of t in t's location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// AddDays returns the date n days later, or earlier if n is negative.
func (d Date) AddDays(n int) Date {
	return DateOf(time.Date(d.Year, d.Month, d.Day+n, 12, 0, 0, 0, time.UTC))
}

// Compare returns -1 if d is before e, 0 if they are equal, and 1 if d is after e.
func (d Date) Compare(e Date) int {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day))
}

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday {
	return time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, time.UTC).Weekday()
}

// Start returns the instant from which trip times on this service date count: noon minus twelve hours. It is midnight
// except on the two days a year when the clocks change.
func (d Date) Start(zone *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, zone).Add(-12 * time.Hour)
}

// String returns the date in the format of ISO 8601.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

const daySeconds = 24 * 60 * 60

// NumberedDate returns the date with a number.
func NumberedDate(number int) Date { return Date{1970, time.January, 1}.AddDays(number) }

// Number returns the number of days since 1 January 1970.
func (d Date) Number() int {
	noon := time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, time.UTC).Unix() - daySeconds/2
	return int(noon / daySeconds) // exact, so that it need not be rounded
}
