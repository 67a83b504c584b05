package rail

import (
	"math"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A formatter formats the field values of one response. A response may have a hundred thousand values, so the formatter
// stores them in a few large allocations and formats times without package time. Values that exist already (names,
// codes, letters, minutes) are not copied.
type formatter struct {
	zone             *time.Location
	start            int64 // the instant from which times count, in seconds since 1970
	from, to, offset int64 // the zone has the offset from from (included) to to, in seconds since 1970

	days    [4]day // cache, indexed by the day number modulo 4; trains run yesterday, today and tomorrow
	values  []string
	buffer  strings.Builder // strings taken from it remain valid when more is appended
	scratch []byte
	own     ownTexts
}

// A day is a formatted date.
type day struct {
	number   int64   // days since 1 January 1970
	date     *string // for example "21 Nov 2026"
	dateTime string  // for example "21/11/2026 ", with the space
}

// newFormatter returns a formatter of times in a zone, until another one is set, with capacity for the number of values.
func newFormatter(zone *time.Location, values int) *formatter {
	return &formatter{zone: zone, values: make([]string, 0, values)}
}

// The sizes of further allocations. The buffer's size doubles up to maxBuffer.
const (
	valuesCapacity = 1 << 10
	minBuffer      = 1 << 10
	maxBuffer      = 1 << 16
)

// store returns a pointer to a copy of b.
func (t *formatter) store(b []byte) *string {
	if t.buffer.Cap()-t.buffer.Len() < len(b) {
		more := min(max(2*t.buffer.Cap(), minBuffer), maxBuffer)
		t.buffer = strings.Builder{}
		t.buffer.Grow(max(more, len(b)))
	}
	start := t.buffer.Len()
	t.buffer.Write(b)
	if len(t.values) == cap(t.values) {
		t.values = make([]string, 0, valuesCapacity)
	}
	t.values = append(t.values, t.buffer.String()[start:])
	return &t.values[len(t.values)-1]
}

// setServiceDate makes times count from the start of the train's service date, as the times of its calls do.
func (t *formatter) setServiceDate(run *running.Run) { t.start = run.Start().Unix() }

// in sets the zone of the times that are formatted next.
func (t *formatter) in(zone *time.Location) *formatter {
	if zone != t.zone {
		t.zone, t.from, t.to = zone, 0, 0
	}
	return t
}

// at sets the zone of a station.
func (t *formatter) at(s *timetable.Station) *formatter { return t.in(s.Zone) }

// localTime returns the local time as if it were UTC, in seconds since 1970.
func (t *formatter) localTime(at time.Duration) int64 {
	unix := t.start + int64(at/time.Second)
	if unix < t.from || unix >= t.to {
		t.findOffset(time.Unix(unix, 0))
	}
	return unix + t.offset
}

// findOffset sets the offset of the zone at the instant and the interval in which it is valid.
func (t *formatter) findOffset(at time.Time) {
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

// splitDay returns the number of days since 1970 and the second of the day.
func splitDay(local int64) (number, second int64) {
	number, second = local/daySeconds, local%daySeconds
	if second < 0 {
		number, second = number-1, second+daySeconds
	}
	return number, second
}

func (t *formatter) day(number int64) *day {
	d := &t.days[number&3]
	if d.date == nil || d.number != number {
		noon := time.Unix(number*daySeconds+daySeconds/2, 0).UTC()
		date := noon.Format("02 Jan 2006")
		*d = day{number, &date, noon.Format("02/01/2006 ")}
	}
	return d
}

// date returns the date in the form 21 Nov 2026.
func (t *formatter) date(at time.Duration) *string {
	number, _ := splitDay(t.localTime(at))
	return t.day(number).date
}

// minute returns the time as HH:MM.
func (t *formatter) minute(at time.Duration) *string {
	_, second := splitDay(t.localTime(at))
	return &minutes[second/60]
}

// second returns the time as HH:MM:SS.
func (t *formatter) second(at time.Duration) *string {
	_, second := splitDay(t.localTime(at))
	t.scratch = appendSecond(t.scratch[:0], second)
	return t.store(t.scratch)
}

// appendMinute appends the time as HH:MM.
func (t *formatter) appendMinute(b []byte, at time.Duration) []byte {
	_, second := splitDay(t.localTime(at))
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

// degrees returns a coordinate to five decimals (about a metre).
func (t *formatter) degrees(d float64) *string {
	t.scratch = appendDegrees(t.scratch[:0], d)
	return t.store(t.scratch)
}

// appendDegrees appends a coordinate to five decimals, without trailing zeros. An invalid coordinate is 0.
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
func (t *formatter) number(n int) *string {
	t.scratch = strconv.AppendInt(t.scratch[:0], int64(n), 10)
	return t.store(t.scratch)
}
