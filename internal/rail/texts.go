package rail

import (
	"math"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/running"
)

// texts writes the values of the records of one answer. An answer may have a hundred thousand of them, so they share a
// few large pieces of memory, times are written without the generality of package time, and what exists already (names,
// codes, letters, minutes) is pointed at where it is.
type texts struct {
	zone             *time.Location
	start            int64 // what times count from, in seconds since 1970
	from, to, offset int64 // from when until when, in seconds since 1970, the zone has which offset

	days    [4]day // by the day modulo 4: trains are of yesterday, today and tomorrow
	values  []string
	letters strings.Builder // its texts stay as they are while more are appended
	scratch []byte
}

// A day is a date as records have it.
type day struct {
	number int64   // since 1970
	date   *string // as in 21 Nov 2026
	stamp  string  // dd/MM/yyyy and a space
}

// newTexts returns a writer for about so many values.
func newTexts(zone *time.Location, values int) *texts {
	return &texts{zone: zone, values: make([]string, 0, values)}
}

// The capacity of what is allocated when more is needed: of letters twice as many as before.
const (
	moreValues   = 1 << 10
	firstLetters = 1 << 10
	mostLetters  = 1 << 16
)

// keep returns a copy of b.
func (t *texts) keep(b []byte) *string {
	if t.letters.Cap()-t.letters.Len() < len(b) {
		more := min(max(2*t.letters.Cap(), firstLetters), mostLetters)
		t.letters = strings.Builder{}
		t.letters.Grow(max(more, len(b)))
	}
	start := t.letters.Len()
	t.letters.Write(b)
	if len(t.values) == cap(t.values) {
		t.values = make([]string, 0, moreValues)
	}
	t.values = append(t.values, t.letters.String()[start:])
	return &t.values[len(t.values)-1]
}

// of makes times count from the start of the service date of the train, as those of its calls do.
func (t *texts) of(run *running.Run) { t.start = run.Start().Unix() }

// local returns what the clock shows at the time, in seconds since 1970.
func (t *texts) local(at time.Duration) int64 {
	unix := t.start + int64(at/time.Second)
	if unix < t.from || unix >= t.to {
		t.find(time.Unix(unix, 0))
	}
	return unix + t.offset
}

// find finds the offset of the zone at the instant.
func (t *texts) find(at time.Time) {
	at = at.In(t.zone)
	_, offset := at.Zone()
	t.offset = int64(offset)
	t.from, t.to = math.MinInt64, math.MaxInt64
	from, to := at.ZoneBounds()
	if !from.IsZero() {
		t.from = from.Unix()
	}
	if !to.IsZero() {
		t.to = to.Unix()
	}
}

const daySeconds = 24 * 60 * 60

// split returns the day since 1970 and the second of the day.
func split(local int64) (number, second int64) {
	number, second = local/daySeconds, local%daySeconds
	if second < 0 {
		number, second = number-1, second+daySeconds
	}
	return number, second
}

func (t *texts) day(number int64) *day {
	d := &t.days[number&3]
	if d.date == nil || d.number != number {
		noon := time.Unix(number*daySeconds+daySeconds/2, 0).UTC()
		date := noon.Format("02 Jan 2006")
		*d = day{number, &date, noon.Format("02/01/2006 ")}
	}
	return d
}

// date returns the date as in 21 Nov 2026.
func (t *texts) date(at time.Duration) *string {
	number, _ := split(t.local(at))
	return t.day(number).date
}

// minute returns the time as HH:MM.
func (t *texts) minute(at time.Duration) *string {
	_, second := split(t.local(at))
	return &minutes[second/60]
}

// second returns the time as HH:MM:SS.
func (t *texts) second(at time.Duration) *string {
	_, second := split(t.local(at))
	t.scratch = appendSecond(t.scratch[:0], second)
	return t.keep(t.scratch)
}

// stamp returns date and time as dd/MM/yyyy HH:mm:ss.
func (t *texts) stamp(at time.Duration) *string {
	number, second := split(t.local(at))
	t.scratch = appendSecond(append(t.scratch[:0], t.day(number).stamp...), second)
	return t.keep(t.scratch)
}

// appendMinute appends the time as HH:MM.
func (t *texts) appendMinute(b []byte, at time.Duration) []byte {
	_, second := split(t.local(at))
	return append(b, minutes[second/60]...)
}

func appendSecond(b []byte, second int64) []byte {
	b = append(b, minutes[second/60]...)
	second %= 60
	return append(b, ':', byte('0'+second/10), byte('0'+second%10))
}

// minutes holds the minutes of a day as HH:MM.
var minutes = func() (all [24 * 60]string) {
	for m := range all {
		all[m] = string([]byte{byte('0' + m/600), byte('0' + m/60%10), ':', byte('0' + m%60/10), byte('0' + m%10)})
	}
	return all
}()

// minutesBetween returns the minutes from one time to another as clocks without seconds show them.
func (t *texts) minutesBetween(from, to time.Duration) int32 {
	unix := func(at time.Duration) int64 { return t.start + int64(at/time.Second) }
	return int32(unix(to)/60 - unix(from)/60)
}

// degrees returns a coordinate to five decimals, which is about a metre.
func (t *texts) degrees(d float64) *string {
	t.scratch = appendDegrees(t.scratch[:0], d)
	return t.keep(t.scratch)
}

// appendDegrees appends a coordinate to five decimals, without zeros at the end. What is no coordinate is 0.
func appendDegrees(b []byte, d float64) []byte {
	if !(math.Abs(d) <= 360) {
		return append(b, '0')
	}
	n := int64(math.Round(d * 1e5))
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, n/1e5, 10)
	n %= 1e5
	if n == 0 {
		return b
	}
	b = append(b, '.')
	for unit := int64(1e4); n > 0; unit /= 10 {
		b = append(b, byte('0'+n/unit))
		n %= unit
	}
	return b
}

// number returns a number in decimal digits.
func (t *texts) number(n int) *string {
	t.scratch = strconv.AppendInt(t.scratch[:0], int64(n), 10)
	return t.keep(t.scratch)
}
