package xsd

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// Duration is an xs:duration (XML Schema part 2, section 3.2.6). Its parts are
// separate fields, as a month has no fixed length; none of them is negative.
// Its zero value is PT0S.
type Duration struct {
	Negative                bool
	Years, Months, Days     int64
	Hours, Minutes, Seconds int64
	Nanoseconds             int

	digits string // digits of the fraction of a second, beyond the ninth
}

// NewDuration returns d in hours, minutes and seconds.
func NewDuration(d time.Duration) Duration {
	v := Duration{Negative: d < 0}
	seconds, nanos := d/time.Second, d%time.Second
	if v.Negative { // the smallest duration has no opposite
		seconds, nanos = -seconds, -nanos
	}
	v.Hours, v.Minutes, v.Seconds = int64(seconds/3600), int64(seconds/60%60), int64(seconds%60)
	v.Nanoseconds = int(nanos)
	return v
}

// ParseDuration reads an xs:duration.
func ParseDuration(text string) (Duration, error) { return parse[Duration](text) }

// String returns the duration as XML Schema writes it, without parts that are
// zero.
func (d Duration) String() string { return string(d.append(nil)) }

// Std returns the duration for package time, a day as 24 hours. It reports
// false if there are years or months, or if it is too long. What is shorter
// than a nanosecond is left out.
func (d Duration) Std() (value time.Duration, ok bool) {
	const maxSeconds = int64(math.MaxInt64 / time.Second)
	if d.Years != 0 || d.Months != 0 || !d.valid() {
		return 0, false
	}
	seconds := int64(0)
	for _, part := range []struct{ n, seconds int64 }{{d.Days, daySeconds}, {d.Hours, 3600}, {d.Minutes, 60}, {d.Seconds, 1}} {
		if part.n > (maxSeconds-1-seconds)/part.seconds {
			return 0, false
		}
		seconds += part.n * part.seconds
	}
	value = time.Duration(seconds)*time.Second + time.Duration(d.Nanoseconds)
	if d.Negative {
		value = -value
	}
	return value, true
}

// AddTo returns the time that is the duration after t: years and months are
// counted first, and a day that the month does not have becomes its last (XML
// Schema part 2, appendix E). It reports false if a part is too large.
func (d Duration) AddTo(t time.Time) (after time.Time, ok bool) {
	rest := d
	rest.Years, rest.Months, rest.Days, rest.Negative = 0, 0, 0, false
	clock, ok := rest.Std()
	if !ok || !d.valid() || d.Years > lex.MaxYear || d.Months > lex.MaxYear || d.Days > lex.MaxYear {
		return t, false
	}
	months, days := int(d.Years*12+d.Months), int(d.Days)
	if d.Negative {
		months, days, clock = -months, -days, -clock
	}
	year, month, day := t.Date()
	first := time.Date(year, month+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	day = min(day, lex.DaysIn(int(first.Month()), first.Year()))
	hour, minute, second := t.Clock()
	return time.Date(first.Year(), first.Month(), day+days, hour, minute, second, t.Nanosecond(), t.Location()).Add(clock), true
}

// Compare returns -1, 0 or 1 if d is shorter than, as long as or longer than
// other. It reports false if that depends on the months that are meant: P1M is
// neither shorter nor longer than P30D (XML Schema part 2, section 3.2.6.2).
func (d Duration) Compare(other Duration) (order int, ok bool) {
	for i, start := range [...]struct{ year, month int }{{1696, 9}, {1697, 2}, {1903, 3}, {1903, 7}} {
		from := time.Date(start.year, time.Month(start.month), 1, 0, 0, 0, 0, time.UTC)
		o := d.nanosFrom(from).Cmp(other.nanosFrom(from))
		if o == 0 {
			o = d.compareDigits(other)
		}
		if i > 0 && o != order {
			return 0, false
		}
		order = o
	}
	return order, true
}

// Equal reports whether Compare returns 0 and true: PT60S equals PT1M.
func (d Duration) Equal(other Duration) bool { return equal(d.Compare(other)) }

// compareDigits compares what is shorter than a nanosecond.
func (d Duration) compareDigits(other Duration) int {
	signed := func(d Duration) string {
		if d.Negative && d.digits != "" {
			return "-0." + d.digits
		}
		return "0." + d.digits
	}
	return compareNumbers(signed(d), signed(other))
}

// nanosFrom returns how long the duration is if it starts with a month.
func (d Duration) nanosFrom(start time.Time) *big.Int {
	months := new(big.Int).Add(new(big.Int).Mul(big.NewInt(d.Years), big.NewInt(12)), big.NewInt(d.Months))
	if d.Negative {
		months.Neg(months)
	}
	const cycle, cycleDays = 400 * 12, 146097 // the calendar repeats itself
	cycles, rest := new(big.Int).DivMod(months, big.NewInt(cycle), new(big.Int))
	days := big.NewInt((start.AddDate(0, int(rest.Int64()), 0).Unix() - start.Unix()) / daySeconds)
	days.Add(days, cycles.Mul(cycles, big.NewInt(cycleDays)))

	clock := big.NewInt(0)
	for _, part := range []struct{ n, unit int64 }{{d.Days, 24}, {d.Hours, 60}, {d.Minutes, 60}, {d.Seconds, 1e9}, {int64(d.Nanoseconds), 1}} {
		clock.Add(clock, big.NewInt(part.n))
		clock.Mul(clock, big.NewInt(part.unit))
	}
	if d.Negative {
		clock.Neg(clock)
	}
	return clock.Add(clock, days.Mul(days, big.NewInt(daySeconds*1e9)))
}

func (d Duration) valid() bool {
	return min(d.Years, d.Months, d.Days, d.Hours, d.Minutes, d.Seconds) >= 0 && d.Nanoseconds >= 0 && d.Nanoseconds < 1e9
}

func (d Duration) isZero() bool {
	d.Negative = false
	return d == Duration{}
}

// AppendText appends the lexical form to b. It is an error if there is none.
func (d Duration) AppendText(b []byte) ([]byte, error) {
	if !d.valid() {
		return b, fmt.Errorf("%s is not an xs:duration", d)
	}
	return d.append(b), nil
}

// MarshalText returns the lexical form. It is an error if there is none.
func (d Duration) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// UnmarshalText reads an xs:duration.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	*d, err = unmarshal(*d, text, "xs:duration", parseDuration)
	return err
}

func (d Duration) append(b []byte) []byte {
	if d.isZero() {
		return append(b, "PT0S"...)
	}
	if d.Negative {
		b = append(b, '-')
	}
	b = append(b, 'P')
	b = appendPart(b, d.Years, 'Y')
	b = appendPart(b, d.Months, 'M')
	b = appendPart(b, d.Days, 'D')
	seconds := d.Seconds != 0 || d.Nanoseconds != 0 || d.digits != ""
	if d.Hours == 0 && d.Minutes == 0 && !seconds {
		return b
	}
	b = append(b, 'T')
	b = appendPart(b, d.Hours, 'H')
	b = appendPart(b, d.Minutes, 'M')
	if seconds {
		b = append(appendFraction(strconv.AppendInt(b, d.Seconds, 10), d.Nanoseconds, d.digits), 'S')
	}
	return b
}

func appendPart(b []byte, n int64, unit byte) []byte {
	if n == 0 {
		return b
	}
	return append(strconv.AppendInt(b, n, 10), unit)
}

func parseDuration(b []byte) (d Duration, ok bool) {
	if len(b) > 0 && b[0] == '-' {
		d.Negative, b = true, b[1:]
	}
	if len(b) < len("P0Y") || b[0] != 'P' {
		return d, false
	}
	b, ok = durationParts(b[1:], "YMD", &d.Years, &d.Months, &d.Days)
	if !ok {
		return d, false
	}
	if len(b) > 0 && !d.parseClock(b) {
		return d, false
	}
	d.Negative = d.Negative && !d.isZero()
	return d, true
}

// parseClock reads what starts with a T.
func (d *Duration) parseClock(b []byte) bool {
	if b[0] != 'T' || len(b) < len("T0S") {
		return false
	}
	b, ok := durationParts(b[1:], "HM", &d.Hours, &d.Minutes)
	if !ok || len(b) == 0 {
		return ok
	}
	n := lex.CountDigits(b)
	seconds, ok := lex.ParseDigits(b[:n])
	if !ok || seconds > math.MaxInt64 {
		return false
	}
	d.Seconds = int64(seconds)
	d.Nanoseconds, d.digits, b, ok = parseFraction(b[n:])
	return ok && len(b) == 1 && b[0] == 'S'
}

// durationParts reads numbers that are followed by the units, which have an
// order and may be absent, and returns the rest.
func durationParts(b []byte, units string, parts ...*int64) (rest []byte, ok bool) {
	for i, part := range parts {
		n := lex.CountDigits(b)
		if n == len(b) && n > 0 {
			return b, false
		}
		if n == 0 || b[n] != units[i] {
			continue
		}
		value, ok := lex.ParseDigits(b[:n])
		if !ok || value > math.MaxInt64 {
			return b, false
		}
		*part, b = int64(value), b[n+1:]
	}
	return b, true
}
