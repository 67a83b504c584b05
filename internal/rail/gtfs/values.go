package gtfs

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// unset is the value of a time, number or reference that is missing in a row.
const unset = -1

const maxHours = 240 // maximum hours in a time of day; the longest train journeys take a week

// clock parses a time such as 8:05:00 or 25:30:00, and returns it in seconds. It returns unset for an empty field.
func clock(field []byte) (seconds int32, ok bool) {
	if len(field) == 0 {
		return unset, true
	}
	hours, rest, _ := bytes.Cut(field, []byte(":"))
	h, ok := number(hours)
	if !ok || h > maxHours || len(rest) != 5 || rest[2] != ':' {
		return unset, false
	}
	m, ok1 := number(rest[:2])
	s, ok2 := number(rest[3:])
	if !ok1 || !ok2 || m > 59 || s > 59 {
		return unset, false
	}
	return int32(h*3600 + m*60 + s), true
}

// number parses a non-negative integer of at most nine digits.
func number(field []byte) (n int, ok bool) {
	if len(field) == 0 || len(field) > 9 {
		return 0, false
	}
	for _, b := range field {
		if b < '0' || b > '9' {
			return 0, false
		}
		n = n*10 + int(b-'0')
	}
	return n, true
}

// decimal parses a finite number.
func decimal(field []byte) (x float64, ok bool) {
	x, err := strconv.ParseFloat(string(field), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// place parses a latitude and a longitude in degrees.
func place(latitude, longitude []byte) (p timetable.Point, ok bool) {
	lat, ok1 := decimal(latitude)
	lon, ok2 := decimal(longitude)
	if !ok1 || !ok2 || math.Abs(lat) > 90 || math.Abs(lon) > 180 {
		return timetable.Point{}, false
	}
	return timetable.Point{Latitude: lat, Longitude: lon}, true
}

// A day is a date, as the number of days since 1 January 1970.
type day int32

var lastDay = dayOf(time.Date(2199, time.December, 31, 0, 0, 0, 0, time.UTC))

func dayOf(t time.Time) day { return day(t.Unix() / (24 * 3600)) }

func (d day) date() timetable.Date { return timetable.DateOf(time.Unix(int64(d)*24*3600, 0).UTC()) }

// basic returns the date as YYYYMMDD.
func basic(d day) string { return strings.ReplaceAll(d.date().String(), "-", "") }

func (d day) weekday() time.Weekday { return time.Weekday((d + 4) % 7) } // 1 January 1970 was a Thursday

// date parses a date of the form YYYYMMDD.
func date(field []byte) (day, bool) {
	n, ok := number(field)
	if !ok || len(field) != 8 {
		return 0, false
	}
	year, month, dayOfMonth := n/10000, time.Month(n/100%100), n%100
	t := time.Date(year, month, dayOfMonth, 0, 0, 0, 0, time.UTC)
	d := dayOf(t)
	return d, t.Month() == month && t.Day() == dayOfMonth && year >= 1970 && d <= lastDay
}
