package fiction

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/timetable"
)

// addTrainAlert adds an alert for one train.
func (m *message) addTrainAlert(s *simulatedTrain, trips []feedTrip, what string, cause bindings.Alert_Cause, effect bindings.Alert_Effect, text string) {
	alert := newAlert(cause, effect, text, "")
	for _, ft := range trips {
		trip := descriptor(s.Journey, ft.id)
		trip.ScheduleRelationship = nil // not used in alerts
		alert.InformedEntity = append(alert.InformedEntity, &bindings.EntitySelector{Trip: trip})
	}
	m.add(what + "-" + entityName(s.Journey, s.ID)).Alert = alert
}

// addDisruptions adds alerts for the disruptions that are active.
func (m *message) addDisruptions(all []*disruption) {
	for _, d := range all {
		if m.now.Before(d.from) || !m.now.Before(d.until) {
			continue
		}
		alert := newAlert(d.reason.cause, bindings.Alert_SIGNIFICANT_DELAYS,
			fmt.Sprintf("Delays between %s and %s because of %s", d.a.Name, d.b.Name, d.reason.text),
			fmt.Sprintf("Trains may lose up to %d minutes. This is expected to last until %s.", d.maxDelay/60, d.until.In(m.now.Location()).Format("15:04")))
		alert.ActivePeriod = period(d.from, d.until)
		alert.InformedEntity = []*bindings.EntitySelector{{RouteId: new(d.route)}}
		m.add("route-" + d.route + "-" + d.from.Format("20060102-1504")).Alert = alert
	}
}

// addWorks adds alerts for the works at stations, which do not affect trains. There are always two, each for a week: from Wednesday to
// Tuesday and from Saturday to Friday.
func (m *message) addWorks(r *Railway) {
	stations := slices.Collect(r.plan.Stations())
	day := timetable.DateOf(m.now)
	for _, first := range []time.Weekday{time.Wednesday, time.Saturday} {
		start := day.AddDays(-int(day.Weekday()-first+7) % 7)
		random := newRandomSource(r.seed, "works", strconv.Itoa(int(first)), start.String())
		w := worksTexts[random.between(0, len(worksTexts)-1)]
		station := stations[random.between(0, len(stations)-1)]
		from := time.Date(start.Year, start.Month, start.Day, 0, 0, 0, 0, m.now.Location())
		alert := newAlert(bindings.Alert_MAINTENANCE, w.effect, station.Name+": "+strings.ToLower(w.text[:1])+w.text[1:],
			fmt.Sprintf("This is expected to last until %s.", from.AddDate(0, 0, 6).Format("Monday 2 January")))
		alert.ActivePeriod = period(from, from.AddDate(0, 0, 7))
		alert.InformedEntity = []*bindings.EntitySelector{{StopId: new(station.ID)}}
		m.add("station-" + station.ID + "-" + from.Format("20060102")).Alert = alert
	}
}

func newAlert(cause bindings.Alert_Cause, effect bindings.Alert_Effect, header, description string) *bindings.Alert {
	alert := &bindings.Alert{Cause: cause.Enum(), Effect: effect.Enum(), HeaderText: english(header)}
	if description != "" {
		alert.DescriptionText = english(description)
	}
	return alert
}

func english(text string) *bindings.TranslatedString {
	return &bindings.TranslatedString{Translation: []*bindings.TranslatedString_Translation{
		{Text: &text, Language: new("en")},
	}}
}

func period(from, until time.Time) []*bindings.TimeRange {
	return []*bindings.TimeRange{{Start: new(uint64(from.Unix())), End: new(uint64(until.Unix()))}}
}
