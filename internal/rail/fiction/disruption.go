package fiction

import (
	"slices"
	"strconv"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/timetable"
)

// A reason is why something does not go as planned.
type reason struct {
	text  string
	cause bindings.Alert_Cause
}

var cancelReasons = []reason{
	{"a shortage of train crew", bindings.Alert_OTHER_CAUSE},
	{"a defective train", bindings.Alert_TECHNICAL_PROBLEM},
	{"a train that came late from its service before", bindings.Alert_OTHER_CAUSE},
	{"a driver who was taken ill", bindings.Alert_MEDICAL_EMERGENCY},
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

// A disruption slows trains of a route down between two neighbouring stations for an hour or two.
type disruption struct {
	route       string
	a, b        *timetable.Station
	from, until time.Time
	reason      reason
	most        int // seconds that it costs a train
}

// delay returns what the disruption costs one train.
func (d *disruption) delay(dice *dice) time.Duration {
	return seconds(dice.between(d.most/3, d.most))
}

// slows reports whether the train meets the disruption on its way to call i. A through train is one of more than one
// route.
func (d *disruption) slows(j timetable.Journey, i int) bool {
	a, b := j.Calls[i-1].Station, j.Calls[i].Station
	if j.Route != d.route && j.Members == nil || (a != d.a || b != d.b) && (a != d.b || b != d.a) {
		return false
	}
	at := j.Departure(i - 1)
	return !at.Before(d.from) && at.Before(d.until)
}

// disruptions returns those of a service date, in the order of their routes.
func (r *Railway) disruptions(service timetable.Date) []*disruption {
	var all []*disruption
	for _, route := range r.routes {
		if d := r.disruption(route, service); d != nil {
			all = append(all, d)
		}
	}
	return all
}

// disruption returns the one of the route on the service date, or nil: some have one on two days of five.
func (r *Railway) disruption(route string, service timetable.Date) *disruption {
	legs := r.legs[route]
	d := newDice(r.seed, "disruption", route, service.String())
	if d.between(1, 5) > 2 {
		return nil
	}
	l := legs[d.between(0, len(legs)-1)]
	from := service.Start(r.plan.Zone()).Add(time.Duration(d.between(6*12, 20*12)) * 5 * time.Minute)
	return &disruption{
		route: route, a: l[0], b: l[1],
		from: from, until: from.Add(time.Duration(d.between(9, 24)) * 5 * time.Minute),
		reason: disruptionReasons[d.between(0, len(disruptionReasons)-1)],
		most:   60 * d.between(4, 9),
	}
}

// routeLegs returns the pairs of neighbouring stations on each route, in the order of its longest trip.
func routeLegs(plan *timetable.Timetable) map[string][][2]*timetable.Station {
	longest := map[string]*timetable.Trip{}
	for _, trip := range plan.Trips() {
		if l := longest[trip.Route]; trip.Members == nil && (l == nil || len(trip.Calls) > len(l.Calls)) {
			longest[trip.Route] = trip
		}
	}
	legs := map[string][][2]*timetable.Station{}
	for route, trip := range longest {
		for i, call := range trip.Calls[1:] {
			legs[route] = append(legs[route], [2]*timetable.Station{trip.Calls[i].Station, call.Station})
		}
	}
	return legs
}

// Works are at a station for some days: passengers are told, and trains run as ever.
type works struct {
	station     *timetable.Station
	from, until time.Time
	text        string
	effect      bindings.Alert_Effect
}

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

// worksAt returns the works at an instant: two at a time, for a week each, from Wednesday to Tuesday and from Saturday
// to Friday.
func (r *Railway) worksAt(now time.Time) []works {
	stations := slices.Collect(r.plan.Stations())
	day := timetable.DateOf(now.In(r.plan.Zone()))
	var all []works
	for _, first := range []time.Weekday{time.Wednesday, time.Saturday} {
		from := day.AddDays(-int(day.Weekday()-first+7) % 7)
		d := newDice(r.seed, "works", strconv.Itoa(int(first)), from.String())
		w := worksTexts[d.between(0, len(worksTexts)-1)]
		all = append(all, works{
			station: stations[d.between(0, len(stations)-1)],
			from:    midnight(from, r.plan.Zone()), until: midnight(from.AddDays(7), r.plan.Zone()),
			text: w.text, effect: w.effect,
		})
	}
	return all
}

func midnight(d timetable.Date, zone *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, zone)
}
