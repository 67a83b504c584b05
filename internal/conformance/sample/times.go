package sample

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// timeForms are the lexical forms of the date and time types (part 2, sections
// 3.2.7 to 3.2.14), each with the fields that its groups match.
var timeForms = map[string]struct {
	form   *regexp.Regexp
	fields string // Y year, M month, D day, h hour, m minute, s second
}{
	"dateTime":   {timeForm(`(-?(?:[1-9][0-9]{3,}|0[0-9]{3}))-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\.[0-9]+)?)`), "YMDhms"},
	"date":       {timeForm(`(-?(?:[1-9][0-9]{3,}|0[0-9]{3}))-([0-9]{2})-([0-9]{2})`), "YMD"},
	"time":       {timeForm(`([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\.[0-9]+)?)`), "hms"},
	"gYearMonth": {timeForm(`(-?(?:[1-9][0-9]{3,}|0[0-9]{3}))-([0-9]{2})`), "YM"},
	"gYear":      {timeForm(`(-?(?:[1-9][0-9]{3,}|0[0-9]{3}))`), "Y"},
	"gMonthDay":  {timeForm(`--([0-9]{2})-([0-9]{2})`), "MD"},
	"gDay":       {timeForm(`---([0-9]{2})`), "D"},
	"gMonth":     {timeForm(`--([0-9]{2})`), "M"},
}

func timeForm(form string) *regexp.Regexp {
	return regexp.MustCompile(`^` + form + `(Z|[+-][0-9]{2}:[0-9]{2})?$`)
}

// timeValue parses a date or time. Values without a time zone are ordered as if
// they were in UTC, but are never equal to values with one.
func timeValue(primitive, text string) (value, error) {
	form, ok := timeForms[primitive]
	if !ok {
		return value{}, fmt.Errorf("%s is not a primitive type", primitive)
	}
	m := form.form.FindStringSubmatch(text)
	if m == nil {
		return value{}, errLexical
	}
	year, month, day, hour, minute := 2000, 1, 1, 0, 0
	second := new(big.Rat)
	for i, field := range form.fields {
		n, _ := strconv.Atoi(m[i+1])
		switch field {
		case 'Y':
			year = n
			if n == 0 || n > 9_999_999 || n < -9_999_999 {
				return value{}, errLexical
			}
		case 'M':
			month = n
		case 'D':
			day = n
		case 'h':
			hour = n
		case 'm':
			minute = n
		case 's':
			second.SetString(m[i+1])
		}
	}
	if !inRange(year, month, day, hour, minute, second) {
		return value{}, errLexical
	}
	zone := m[len(m)-1]
	offset, err := zoneOffset(zone)
	if err != nil {
		return value{}, err
	}
	seconds := time.Date(year, time.Month(month), day, hour, minute, 0, 0, time.UTC).Unix() - offset
	v := value{number: new(big.Rat).Add(second, big.NewRat(seconds, 1))}
	v.key = v.number.RatString()
	if zone != "" {
		v.key += "Z"
	}
	return v, nil
}

func inRange(year, month, day, hour, minute int, second *big.Rat) bool {
	if month < 1 || month > 12 || day < 1 || minute > 59 || second.Cmp(big.NewRat(60, 1)) >= 0 {
		return false
	}
	if year < 0 {
		year++ // there is no year 0
	}
	last := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	midnight := hour == 24 && minute == 0 && second.Sign() == 0
	return day <= last && (hour < 24 || midnight)
}

func zoneOffset(zone string) (seconds int64, err error) {
	if zone == "" || zone == "Z" {
		return 0, nil
	}
	hours, _ := strconv.ParseInt(zone[1:3], 10, 64)
	minutes, _ := strconv.ParseInt(zone[4:6], 10, 64)
	if minutes > 59 || hours > 14 || hours == 14 && minutes > 0 {
		return 0, errLexical
	}
	seconds = hours*3600 + minutes*60
	if strings.HasPrefix(zone, "-") {
		return -seconds, nil
	}
	return seconds, nil
}
