package fiction

import (
	"fmt"
	"strings"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
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

// addWorks adds alerts for the works at stations.
func (m *message) addWorks(all []works) {
	for _, w := range all {
		last := w.until.AddDate(0, 0, -1).Format("Monday 2 January")
		alert := newAlert(bindings.Alert_MAINTENANCE, w.effect, fmt.Sprintf("%s: %s", w.station.Name, lowerFirst(w.text)),
			fmt.Sprintf("This is expected to last until %s.", last))
		alert.ActivePeriod = period(w.from, w.until)
		alert.InformedEntity = []*bindings.EntitySelector{{StopId: new(w.station.ID)}}
		m.add("station-" + w.station.ID + "-" + w.from.Format("20060102")).Alert = alert
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

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
