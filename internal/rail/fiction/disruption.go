package fiction

import (
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/timetable"
)

// A reason is the cause of a cancellation or disruption.
type reason struct {
	text  string
	cause bindings.Alert_Cause
}

var cancelReasons = []reason{
	{"a shortage of train crew", bindings.Alert_OTHER_CAUSE},
	{"a defective train", bindings.Alert_TECHNICAL_PROBLEM},
	{"the late arrival of a train from its previous service", bindings.Alert_OTHER_CAUSE},
	{"the illness of a driver", bindings.Alert_MEDICAL_EMERGENCY},
}

var disruptionReasons = []reason{
	{"a signal failure", bindings.Alert_TECHNICAL_PROBLEM},
	{"a points failure", bindings.Alert_TECHNICAL_PROBLEM},
	{"a fallen tree", bindings.Alert_WEATHER},
	{"sheep on the line", bindings.Alert_OTHER_CAUSE},
	{"a police operation", bindings.Alert_POLICE_ACTIVITY},
	{"urgent work on the track", bindings.Alert_MAINTENANCE},
	{"fog", bindings.Alert_WEATHER},
}

// A disruption delays the trains of a route between two neighbouring stations for an hour or two.
type disruption struct {
	route       string
	a, b        *timetable.Station
	from, until time.Time
	reason      reason
	maxDelay    int // maximum delay of a train in seconds
}

// delay returns a random delay that the disruption causes for one train.
func (d *disruption) delay(random *randomSource) time.Duration {
	return seconds(random.between(d.maxDelay/3, d.maxDelay))
}

// slows reports whether the disruption affects the train before call i. A through train can belong to several routes.
func (d *disruption) slows(j timetable.Journey, i int) bool {
	a, b := j.Calls[i-1].Station, j.Calls[i].Station
	if j.Route != d.route && j.Members == nil || (a != d.a || b != d.b) && (a != d.b || b != d.a) {
		return false
	}
	at := j.Departure(i - 1)
	return !at.Before(d.from) && at.Before(d.until)
}

// disruptions returns the disruptions of a service date, ordered by route.
func (r *Railway) disruptions(service timetable.Date) []*disruption {
	var all []*disruption
	for _, route := range r.routes {
		if d := r.disruption(route, service); d != nil {
			all = append(all, d)
		}
	}
	return all
}

// disruption returns the route's disruption on the service date, or nil. A route has one on two days of five.
func (r *Railway) disruption(route string, service timetable.Date) *disruption {
	segments := r.segments[route]
	random := newRandomSource(r.seed, "disruption", route, service.String())
	if random.between(1, 5) > 2 {
		return nil
	}
	l := segments[random.between(0, len(segments)-1)]
	from := service.Start(r.plan.Zone()).Add(time.Duration(random.between(6*12, 20*12)) * 5 * time.Minute)
	return &disruption{
		route: route, a: l[0], b: l[1],
		from: from, until: from.Add(time.Duration(random.between(9, 24)) * 5 * time.Minute),
		reason:   disruptionReasons[random.between(0, len(disruptionReasons)-1)],
		maxDelay: 60 * random.between(4, 9),
	}
}

// routeSegments returns the pairs of neighbouring stations on each route, in the order of its longest trip.
func routeSegments(plan *timetable.Timetable) map[string][][2]*timetable.Station {
	longest := map[string]*timetable.Trip{}
	for _, trip := range plan.Trips() {
		if l := longest[trip.Route]; trip.Members == nil && (l == nil || len(trip.Calls) > len(l.Calls)) {
			longest[trip.Route] = trip
		}
	}
	segments := map[string][][2]*timetable.Station{}
	for route, trip := range longest {
		for i, call := range trip.Calls[1:] {
			segments[route] = append(segments[route], [2]*timetable.Station{trip.Calls[i].Station, call.Station})
		}
	}
	return segments
}

// worksTexts are the works that take place at stations.
var worksTexts = []struct {
	text   string
	effect bindings.Alert_Effect
}{
	{"The lift is out of order", bindings.Alert_ACCESSIBILITY_ISSUE},
	{"The footbridge is closed; please use the subway", bindings.Alert_ACCESSIBILITY_ISSUE},
	{"The waiting room is closed for painting", bindings.Alert_OTHER_EFFECT},
	{"The ticket office is closed; tickets are sold on the train", bindings.Alert_OTHER_EFFECT},
	{"Work on the platforms; please allow more time", bindings.Alert_OTHER_EFFECT},
}
