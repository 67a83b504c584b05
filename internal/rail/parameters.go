package rail

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/templates/soap"
)

// text returns the value of a parameter, or "" if it is omitted.
func text(parameter *string) string { return soap.Or(parameter, "") }

// kind parses StationType or TrainType. It returns 0 if the parameter selects all kinds.
func kind(parameter *string) timetable.Kind {
	letters := map[string]timetable.Kind{"M": timetable.Mainline, "S": timetable.Suburban, "D": timetable.Metro}
	return letters[strings.ToUpper(strings.TrimSpace(text(parameter)))]
}

// The bounds of NumMins.
const (
	minMinutes = 5
	maxMinutes = 90
)

// window parses NumMins. If it is invalid, the error is a client fault that states the bounds.
func window(numMins *string) (time.Duration, error) {
	value := strings.TrimSpace(text(numMins))
	if value == "" { // some clients cannot omit it
		return maxMinutes * time.Minute, nil
	}
	minutes, err := strconv.Atoi(value)
	if err != nil || minutes < minMinutes || minutes > maxMinutes {
		return 0, &soap.Fault{
			Code: soap.FaultClient,
			Reason: fmt.Sprintf("NumMins must be a whole number of minutes from %d to %d, not %s",
				minMinutes, maxMinutes, quote(value)),
		}
	}
	return time.Duration(minutes) * time.Minute, nil
}

// quote returns the text in quotes, on one line and truncated.
func quote(s string) string {
	const maxRunes = 40
	if runes := []rune(s); len(runes) > maxRunes {
		s = string(runes[:maxRunes]) + "..."
	}
	return strconv.QuoteToGraphic(s)
}

// dateLayouts are the accepted layouts of dates. time.Parse accepts days with one or two digits and months in any case.
// With slashes the day comes first, as in the records of the service.
var dateLayouts = []string{"2 Jan 2006", "2-Jan-2006", "2 January 2006", "2006-01-02", "2/1/2006", "20060102", "2006-01-02T15:04:05"}

// numericLayouts are layouts in which some write the day first and others the month.
var numericLayouts = []string{"2 1 2006", "2.1.2006", "2-1-2006"}

// date parses TrainDate. It returns false if it is not a date, or could be two.
func date(parameter *string) (timetable.Date, bool) {
	value := strings.Join(strings.Fields(text(parameter)), " ")
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, value); err == nil {
			return timetable.DateOf(t), true
		}
	}
	for _, layout := range numericLayouts {
		if t, err := time.Parse(layout, value); err == nil && (t.Day() > 12 || t.Day() == int(t.Month())) {
			return timetable.DateOf(t), true
		}
	}
	return timetable.Date{}, false
}
