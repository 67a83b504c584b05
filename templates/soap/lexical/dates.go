package lexical

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

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

// parseDuration reads an xs:duration.
func parseDuration(text string) (xsd.Duration, bool) {
	d, err := xsd.ParseDuration(text)
	if err != nil {
		d, err = xsd.ParseDuration(shortDuration(text))
	}
	return d, err == nil
}

// shortDuration returns a duration with numbers that an [xsd.Duration] holds in place of larger ones.
func shortDuration(text string) string {
	const largest = "9223372036854775807"
	short, fraction, found := strings.Cut(text, ".")
	for _, number := range strings.FieldsFunc(short, func(r rune) bool { return r < '0' || r > '9' }) {
		if _, err := strconv.ParseInt(number, 10, 64); err != nil {
			short = strings.Replace(short, number, largest, 1)
		}
	}
	if found {
		short += "." + fraction
	}
	return short
}

// durationKey is the same for equal durations: it has the months and the seconds, which cannot be exchanged for each other
// (part 2, section 3.2.6).
func durationKey(d xsd.Duration) string {
	total := func(parts ...int64) *big.Int { // pairs: how many of a part are one of the part before, and how many there are
		sum := new(big.Int)
		for i := 0; i < len(parts); i += 2 {
			sum.Mul(sum, big.NewInt(parts[i])).Add(sum, big.NewInt(parts[i+1]))
		}
		return sum
	}
	_, fraction, _ := strings.Cut(d.String(), ".")
	months, seconds := total(1, d.Years, 12, d.Months), total(1, d.Days, 24, d.Hours, 60, d.Minutes, 60, d.Seconds)
	return fmt.Sprintf("%v %v %v.%s", d.Negative, months, seconds, fraction)
}
