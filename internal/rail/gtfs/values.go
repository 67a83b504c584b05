package gtfs

import (
	"math"
	"strconv"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// unset is the value of a time, number or reference that is missing in a row.
const unset = -1

const maxHours = 240 // maximum hours in a time of day; the longest train journeys take a week

// clock parses a time, and returns it in seconds.
func clock(field []byte) (seconds int32, ok bool) {
	d, ok := ParseTime(field)
	return int32(d / time.Second), ok
}

// ParseTime parses a time such as 8:05:00 or 25:30:00.
func ParseTime[T string | []byte](text T) (time.Duration, bool) {
	n := len(text)
	if n < 7 || text[n-6] != ':' || text[n-3] != ':' {
		return 0, false
	}
	h, ok1 := number(text[:n-6])
	m, ok2 := number(text[n-5 : n-3])
	s, ok3 := number(text[n-2:])
	return time.Duration(h*3600+m*60+s) * time.Second, ok1 && ok2 && ok3 && h <= maxHours && m <= 59 && s <= 59
}

// ParseDate parses a date of the form YYYYMMDD.
func ParseDate[T string | []byte](text T) (timetable.Date, bool) {
	n, ok := number(text)
	d := timetable.Date{Year: n / 10000, Month: time.Month(n / 100 % 100), Day: n % 100}
	return d, ok && len(text) == 8 && d == d.AddDays(0)
}

// date parses a date from 1970 to 2199, and returns it as the number of days since 1 January 1970.
func date(field []byte) (day int, ok bool) {
	d, ok := ParseDate(field)
	return d.Number(), ok && d.Year >= 1970 && d.Year <= 2199
}

// number parses a non-negative integer of at most nine digits.
func number[T string | []byte](field T) (n int, ok bool) {
	if len(field) == 0 || len(field) > 9 {
		return 0, false
	}
	for i := range len(field) {
		if field[i] < '0' || field[i] > '9' {
			return 0, false
		}
		n = n*10 + int(field[i]-'0')
	}
	return n, true
}

// decimal parses a finite number.
func decimal(field []byte) (x float64, ok bool) {
	x, err := strconv.ParseFloat(string(field), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// length parses a number that is not negative.
func length(field []byte) (float64, bool) {
	x, ok := decimal(field)
	return x, ok && x >= 0
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
