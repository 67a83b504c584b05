package validate

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// xsdMoment is a value of one of the eight types of dates and times. What a type leaves out is taken from a fixed day
// (part 2, sections 3.2.7 to 3.2.14), so that values of one type can be compared.
type xsdMoment struct {
	seconds  int64  // since the year 1, on a clock in UTC
	fraction string // fraction of a second, without zeros at the end
	local    bool   // no zone: seconds are those on a clock that may be anywhere
}

// momentLayouts say what each type is written like: Y year, M month, D day, T time of the day; other characters are
// themselves.
var momentLayouts = [...]string{
	dateTimePrimitive:   "Y-M-DTt",
	timePrimitive:       "t",
	datePrimitive:       "Y-M-D",
	gYearMonthPrimitive: "Y-M",
	gYearPrimitive:      "Y",
	gMonthDayPrimitive:  "--M-D",
	gDayPrimitive:       "---D",
	gMonthPrimitive:     "--M",
}

// parseMoment reads the lexical form of a type of dates and times.
func parseMoment(p xsdPrimitive, text string) (m xsdMoment, ok bool) {
	if int(p) >= len(momentLayouts) || momentLayouts[p] == "" {
		return m, false
	}
	year, month, day, clock := 1972, 1, 1, int64(0) // a leap year, for --02-29
	b := []byte(text)
	for _, c := range []byte(momentLayouts[p]) {
		ok = len(b) > 0
		switch {
		case !ok:
		case c == 'Y':
			year, b, ok = lex.ParseYear(b)
		case c == 'M':
			month, b, ok = parseTwo(b, 1, 12)
		case c == 'D':
			day, b, ok = parseTwo(b, 1, 31)
		case c == 't':
			clock, m.fraction, b, ok = parseClock(b)
		default:
			ok = b[0] == c
			b = b[1:]
		}
		if !ok {
			return xsdMoment{}, false
		}
	}
	loc, none, ok := lex.ParseZone(b)
	if !ok || day > lex.DaysIn(month, year) {
		return xsdMoment{}, false
	}
	m.local = none
	m.seconds = time.Date(year, time.Month(month), day, 0, 0, 0, 0, loc).Unix() + clock
	return m, true
}

func parseTwo(b []byte, low, high int) (n int, rest []byte, ok bool) {
	if len(b) < 2 {
		return 0, nil, false
	}
	n = lex.TwoDigits(b)
	return n, b[2:], n >= low && n <= high
}

// parseClock reads hh:mm:ss with a fraction; 24:00:00 is the end of the day.
func parseClock(b []byte) (seconds int64, fraction string, rest []byte, ok bool) {
	hour, minute, second, b, ok := lex.ParseClock(b)
	if !ok {
		return 0, "", nil, false
	}
	if len(b) > 0 && b[0] == '.' {
		n := 1
		for n < len(b) && '0' <= b[n] && b[n] <= '9' {
			n++
		}
		if n == 1 {
			return 0, "", nil, false
		}
		fraction, b = strings.TrimRight(string(b[1:n]), "0"), b[n:]
	}
	return int64(hour)*3600 + int64(minute)*60 + int64(second), fraction, b, hour < 24 || fraction == ""
}

func (m xsdMoment) String() string {
	text := strconv.FormatInt(m.seconds, 10) + "." + m.fraction
	if m.local {
		return text + " local"
	}
	return text
}

// compare is the order relation of part 2, section 3.2.7.4: a value without a zone may be up to 14 hours off either
// way. ok is false if that leaves the order open.
func (m xsdMoment) compare(other xsdMoment) (n int, ok bool) {
	const maxZone = 14 * 3600
	switch {
	case m.local == other.local:
		return m.order(other, 0), true
	case other.local:
		if m.order(other, -maxZone) < 0 {
			return -1, true
		}
		if m.order(other, maxZone) > 0 {
			return 1, true
		}
		return 0, false
	}
	n, ok = other.compare(m)
	return -n, ok
}

// order compares with a value that is shifted.
func (m xsdMoment) order(other xsdMoment, shift int64) int {
	switch d := m.seconds - (other.seconds + shift); {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return strings.Compare(m.fraction, other.fraction)
}

// xsdDuration is an xs:duration: months and seconds, which cannot be exchanged for each other (part 2, section
// 3.2.6).
type xsdDuration struct {
	negative bool
	months   *big.Int
	seconds  *big.Int
	fraction string
}

// maxDurationDigits is how many digits of a number count: more are as many nines.
const maxDurationDigits = 30

func parseXSDDuration(text string) (d xsdDuration, ok bool) {
	d.months, d.seconds = new(big.Int), new(big.Int)
	if strings.HasPrefix(text, "-") {
		d.negative, text = true, text[1:]
	}
	if !strings.HasPrefix(text, "P") || len(text) == 1 {
		return d, false
	}
	date, clock, hasClock := strings.Cut(text[1:], "T")
	if hasClock && clock == "" {
		return d, false
	}
	date, ok = d.component(date, 'Y', d.months, 12, true)
	date, ok = d.component(date, 'M', d.months, 1, ok)
	date, ok = d.component(date, 'D', d.seconds, 86400, ok)
	clock, ok = d.component(clock, 'H', d.seconds, 3600, ok)
	clock, ok = d.component(clock, 'M', d.seconds, 60, ok)
	if n := strings.IndexByte(clock, '.'); n >= 0 && ok {
		fraction, found := strings.CutSuffix(clock[n+1:], "S")
		ok = found && fraction != "" && allDigits(fraction) && n > 0
		d.fraction = strings.TrimRight(fraction, "0")
		clock = clock[:n] + "S"
	}
	clock, ok = d.component(clock, 'S', d.seconds, 1, ok)
	if date+clock != "" {
		ok = false
	}
	if d.months.Sign() == 0 && d.seconds.Sign() == 0 && d.fraction == "" {
		d.negative = false
	}
	return d, ok
}

// component adds a number in front of a letter to a sum, in units, and returns what follows it.
func (d *xsdDuration) component(text string, letter byte, sum *big.Int, unit int64, ok bool) (string, bool) {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	if !ok || n >= len(text) || text[n] != letter {
		return text, ok // not there; what it is instead shows at the end
	}
	if n == 0 {
		return text, false
	}
	digits := strings.TrimLeft(text[:n], "0")
	if len(digits) > maxDurationDigits {
		digits = strings.Repeat("9", maxDurationDigits)
	}
	value := new(big.Int)
	value.SetString("0"+digits, 10)
	sum.Add(sum, value.Mul(value, big.NewInt(unit)))
	return text[n+1:], true
}

func (d xsdDuration) String() string {
	return fmt.Sprint(d.negative, d.months, " ", d.seconds, ".", d.fraction)
}

// durationStarts are the days from which durations are compared (part 2, section 3.2.6.2): the first of September 1696,
// February 1697, March 1903 and July 1903, in months since the year 0.
var durationStarts = [...]int64{1696*12 + 8, 1697*12 + 1, 1903*12 + 2, 1903*12 + 6}

// compare is the order relation of part 2, section 3.2.6.2. ok is false if it depends on the day.
func (d xsdDuration) compare(other xsdDuration) (n int, ok bool) {
	for i, start := range durationStarts {
		a, aFraction := d.after(start)
		b, bFraction := other.after(start)
		order := a.Cmp(b)
		if order == 0 {
			order = compareFractions(aFraction, d.negative, bFraction, other.negative)
		}
		if i > 0 && order != n {
			return 0, false
		}
		n = order
	}
	return n, true
}

// compareFractions compares fractions that are added or, where negative, taken away, of durations whose whole seconds end at
// the same time. If only one is negative, it has a fraction and is less: a duration of no time is not negative.
func compareFractions(a string, aNegative bool, b string, bNegative bool) int {
	switch {
	case aNegative && bNegative:
		return strings.Compare(b, a)
	case !aNegative && !bNegative:
		return strings.Compare(a, b)
	case aNegative:
		return -1
	}
	return 1
}

// after returns the second at which the duration ends that begins with a month.
func (d xsdDuration) after(start int64) (seconds *big.Int, fraction string) {
	months, more := new(big.Int).Set(d.months), new(big.Int).Set(d.seconds)
	if d.negative {
		months.Neg(months)
		more.Neg(more)
	}
	months.Add(months, big.NewInt(start))
	// The calendar repeats after 400 years of 146097 days.
	cycles, rest := new(big.Int).DivMod(months, big.NewInt(4800), new(big.Int))
	first := time.Date(int(rest.Int64()/12), time.Month(rest.Int64()%12+1), 1, 0, 0, 0, 0, time.UTC)
	seconds = cycles.Mul(cycles, big.NewInt(146097*86400))
	seconds.Add(seconds, big.NewInt(first.Unix()))
	return seconds.Add(seconds, more), d.fraction
}
