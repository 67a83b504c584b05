package lexical

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"example.com/quartet/templates/soap/xsd"
)

// momentForms complete the types of dates and times to xs:dateTime, so that values of one type can be compared: what a type
// leaves out is taken from a fixed day of a leap year (part 2, sections 3.2.7 to 3.2.14).
var momentForms = map[Primitive]struct{ dashes, before, after string }{
	DateTime:   {},
	Time:       {"", "1972-01-01T", ""},
	Date:       {"", "", "T00:00:00"},
	GYearMonth: {"", "", "-01T00:00:00"},
	GYear:      {"", "", "-01-01T00:00:00"},
	GMonthDay:  {"--", "1972-", "T00:00:00"},
	GDay:       {"---", "1972-01-", "T00:00:00"},
	GMonth:     {"--", "1972-", "-01T00:00:00"},
}

// parseMoment reads the lexical form of a type of dates and times. The result is in UTC if it has a zone.
func parseMoment(p Primitive, text string) (m xsd.DateTime, ok bool) {
	form, known := momentForms[p]
	text, ok = strings.CutPrefix(text, form.dashes)
	if !known || !ok {
		return m, false
	}
	zone := len(text)
	if strings.HasSuffix(text, "Z") {
		zone--
	} else if zone > len("+00:00") && text[zone-3] == ':' && strings.IndexByte("+-", text[zone-6]) >= 0 {
		zone -= len("+00:00")
	}
	m, err := xsd.ParseDateTime(form.before + text[:zone] + form.after + text[zone:])
	m.Time = m.Time.UTC()
	return m, err == nil
}

// duration is an xs:duration: months and seconds, which cannot be exchanged for each other (part 2, section
// 3.2.6).
type duration struct {
	negative bool
	months   *big.Int
	seconds  *big.Int
	fraction string
}

// maxDurationDigits is how many digits of a number count: more are as many nines.
const maxDurationDigits = 30

func parseDuration(text string) (d duration, ok bool) {
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
		ok = found && IsDigits(fraction) && n > 0
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
func (d *duration) component(text string, letter byte, sum *big.Int, unit int64, ok bool) (string, bool) {
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

func (d duration) String() string {
	return fmt.Sprint(d.negative, d.months, " ", d.seconds, ".", d.fraction)
}

// durationStarts are the days from which durations are compared (part 2, section 3.2.6.2): the first of September 1696,
// February 1697, March 1903 and July 1903, in months since the year 0.
var durationStarts = [...]int64{1696*12 + 8, 1697*12 + 1, 1903*12 + 2, 1903*12 + 6}

// compare is the order relation of part 2, section 3.2.6.2. ok is false if it depends on the day.
func (d duration) compare(other duration) (n int, ok bool) {
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
func (d duration) after(start int64) (seconds *big.Int, fraction string) {
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
