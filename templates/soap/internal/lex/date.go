package lex

import (
	"math"
)

// MaxZone is the largest difference between a zone and UTC, in minutes.
const MaxZone = 14 * 60

// MaxYear is the greatest year, before and after year 0: time.Time counts seconds in 64 bits.
const MaxYear = 200_000_000_000

// ParseYear reads the year at the start of a date (XML Schema part 2, section
// 3.2.7.1). The result is a year of package time, which has a year 0.
func ParseYear(b []byte) (year int, rest []byte, ok bool) {
	negative := len(b) > 0 && b[0] == '-'
	if negative {
		b = b[1:]
	}
	n := CountDigits(b)
	y, ok := ParseDigits(b[:n])
	if !ok || n < 4 || n > 4 && b[0] == '0' || y == 0 || y > min(MaxYear, math.MaxInt-1) {
		return 0, nil, false
	}
	if negative {
		return 1 - int(y), b[n:], true
	}
	return int(y), b[n:], true
}

// TwoDigits returns the number that the first two bytes of b represent, -1 if they
// are not digits.
func TwoDigits(b []byte) int {
	tens, ones := b[0]-'0', b[1]-'0'
	if tens > 9 || ones > 9 {
		return -1
	}
	return int(tens)*10 + int(ones)
}

// ParseClock reads hh:mm:ss. If the hour is 24, which is the end of the day, the others are 0, and the fraction of the second has to be, too.
func ParseClock(b []byte) (hour, minute, second int, rest []byte, ok bool) {
	const layout = "hh:mm:ss"
	if len(b) < len(layout) || b[2] != ':' || b[5] != ':' {
		return 0, 0, 0, nil, false
	}
	hour, minute, second = TwoDigits(b), TwoDigits(b[3:]), TwoDigits(b[6:])
	ok = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59 || hour == 24 && minute == 0 && second == 0
	return hour, minute, second, b[len(layout):], ok
}

// DaysIn returns the number of days of a month.
func DaysIn(month, year int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// ZoneMinutes reads the end of a date or time: nothing, Z, or the difference from
// UTC. minutes is positive east of UTC.
func ZoneMinutes(b []byte) (minutes int, none, ok bool) {
	switch {
	case len(b) == 0:
		return 0, true, true
	case len(b) == 1 && b[0] == 'Z':
		return 0, false, true
	case len(b) != 6 || b[0] != '+' && b[0] != '-' || b[3] != ':':
		return 0, false, false
	}
	h, m := TwoDigits(b[1:]), TwoDigits(b[4:])
	if h < 0 || m < 0 || m > 59 || h*60+m > MaxZone {
		return 0, false, false
	}
	if b[0] == '-' {
		return -(h*60 + m), false, true
	}
	return h*60 + m, false, true
}
