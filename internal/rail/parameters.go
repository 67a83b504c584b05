package rail

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/timetable"
)

// text returns the value of a parameter; an omitted one is empty.
func text(parameter *string) string {
	if parameter == nil {
		return ""
	}
	return *parameter
}

// kind reads StationType and TrainType. It returns false where the parameter asks for all kinds.
func kind(parameter *string) (timetable.Kind, bool) {
	switch strings.ToUpper(strings.TrimSpace(text(parameter))) {
	case "M":
		return timetable.Mainline, true
	case "S":
		return timetable.Suburban, true
	case "D":
		return timetable.Metro, true
	}
	return 0, false
}

// The window of a board, in minutes.
const (
	leastMinutes = 5
	mostMinutes  = 90
)

// window reads NumMins. The error is a client's fault that tells the bounds.
func window(numMins *string) (time.Duration, error) {
	value := strings.TrimSpace(text(numMins))
	if value == "" { // as clients send null that know no omission
		return mostMinutes * time.Minute, nil
	}
	minutes, err := strconv.Atoi(value)
	if err != nil || minutes < leastMinutes || minutes > mostMinutes {
		return 0, &realtime.Fault{
			Code: realtime.FaultClient,
			Reason: fmt.Sprintf("NumMins must be a whole number of minutes from %d to %d, not %s",
				leastMinutes, mostMinutes, quote(value)),
		}
	}
	return time.Duration(minutes) * time.Minute, nil
}

// quote returns the text in quotes, on one line and shortened to what identifies it.
func quote(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "..."
	}
	return strconv.QuoteToGraphic(s)
}

// dateForms are the forms in which clients write dates. Go reads a day of one digit and months in any case too.
var dateForms = []string{"2 Jan 2006", "2-Jan-2006", "2 January 2006", "2006-01-02", "2/1/2006"}

// date reads TrainDate. It returns false for what is no date.
func date(parameter *string) (timetable.Date, bool) {
	value := strings.Join(strings.Fields(text(parameter)), " ")
	for _, form := range dateForms {
		if t, err := time.Parse(form, value); err == nil {
			return timetable.DateOf(t), true
		}
	}
	return timetable.Date{}, false
}
