package gtfsrt

import (
	"slices"
	"time"

	"github.com/OneBusAway/go-gtfs"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

type alert struct {
	entity string
	gtfs.Alert
}

const (
	// Alerts are shown with the trains that are under way from a time before now to a time after it.
	shownBefore = 10 * time.Minute
	shownAfter  = 20 * time.Minute

	// again is how soon they are given to the trains that have come into that time. It is shorter than the time.
	again = 5 * time.Minute

	// maxMessages is how many alerts one train shows.
	maxMessages = 10
)

// A rule says which trains an alert informs: those to which all of it applies (EntitySelector).
type rule struct {
	number  int // of the alert
	trip    *selector
	route   string
	heading int8           // direction_id, or -1
	kind    timetable.Kind // 0: any
	station *timetable.Station
	stop    string // a platform of the station; empty: any
}

// A said is a rule without references, so that equal ones are equal.
type said struct {
	rule
	trip selector
}

func (r rule) said() said {
	s := said{rule: r}
	if r.trip != nil {
		s.trip, s.rule.trip = *r.trip, nil
	}
	return s
}

// rules finds the rules that may apply to a journey by the first of what they ask for.
type rules struct {
	messages  []string // by the number of the alert
	byTrip    map[string][]rule
	byRoute   map[string][]rule
	byStation map[*timetable.Station][]rule
	others    []rule
}

// inform gives the alerts that are in force to the trains that they are about, those that are known already and those
// of the timetable alone. It returns all of them.
func (a *applier) inform(lives []*running.TripUpdate, feeds []Feed) []*running.TripUpdate {
	r := a.rules(feeds)
	if len(r.messages) == 0 {
		return lives
	}
	a.changes(a.now.Add(again))
	known := make(map[key]bool, len(lives))
	for _, live := range lives {
		live.Messages = r.about(live.Journey)
		if live.Journey.Number >= 0 {
			known[key{live.Journey.Number, live.Journey.Service}] = true
		}
	}
	for journey := range a.plan.Between(a.now.Add(-shownBefore), a.now.Add(shownAfter)) {
		if known[key{journey.Number, journey.Service}] {
			continue
		}
		if messages := r.about(journey); messages != nil {
			lives = append(lives, &running.TripUpdate{Journey: journey, Messages: messages})
		}
	}
	return lives
}

func (a *applier) rules(feeds []Feed) *rules {
	r := &rules{
		byTrip:    map[string][]rule{},
		byRoute:   map[string][]rule{},
		byStation: map[*timetable.Station][]rule{},
	}
	for i, feed := range feeds {
		a.read(i, feed)
		for _, alert := range feed.Message.alerts {
			a.id = alert.entity
			if !a.inForce(alert) {
				continue
			}
			text := cleaned(inLanguage(alert.Header, a.options.Language), mostMessage)
			if text == "" {
				text = cleaned(inLanguage(alert.Description, a.options.Language), mostMessage)
			}
			if text == "" {
				a.complain(Malformed, "the alert has no text")
				continue
			}
			a.addRules(r, alert, text)
		}
	}
	return r
}

// inForce reports whether now is in one of the alert's periods, each with its start and without its end; an alert
// without periods is in force while it is in the feed.
func (a *applier) inForce(alert alert) bool {
	in := len(alert.ActivePeriods) == 0
	for _, p := range alert.ActivePeriods {
		if p.StartsAt != nil {
			a.changes(*p.StartsAt)
		}
		if p.EndsAt != nil {
			a.changes(*p.EndsAt)
		}
		if (p.StartsAt == nil || !a.now.Before(*p.StartsAt)) && (p.EndsAt == nil || a.now.Before(*p.EndsAt)) {
			in = true
		}
	}
	return in
}

func (a *applier) addRules(r *rules, alert alert, text string) {
	number := len(r.messages)
	useful := false
	seen := map[said]bool{}
	for _, e := range alert.InformedEntities {
		rule, ok := a.rule(e)
		if !ok || seen[rule.said()] {
			continue
		}
		seen[rule.said()] = true
		rule.number = number
		useful = true
		switch {
		case rule.trip != nil && rule.trip.id != "":
			r.byTrip[rule.trip.id] = append(r.byTrip[rule.trip.id], rule)
		case rule.trip != nil:
			r.byRoute[rule.trip.route] = append(r.byRoute[rule.trip.route], rule)
		case rule.route != "":
			r.byRoute[rule.route] = append(r.byRoute[rule.route], rule)
		case rule.station != nil:
			r.byStation[rule.station] = append(r.byStation[rule.station], rule)
		default:
			r.others = append(r.others, rule)
		}
	}
	if !useful {
		a.complain(Useless, "the alert informs nothing that the timetable has")
		return
	}
	r.messages = append(r.messages, text)
}

// rule reads whom an alert informs. It returns false for what the timetable does not have.
func (a *applier) rule(e gtfs.AlertInformedEntity) (rule, bool) {
	r := rule{heading: direction(e.DirectionID)}
	if e.TripID != nil {
		s := selectorOfAlert(e.TripID)
		r.trip = &s
		if s.id != "" && len(a.plan.TripsByID(s.id)) == 0 && a.added[s.id] == nil {
			a.complain(UnknownTrip, "the trip %s, which an alert informs, is not in the timetable", quote(s.id))
			return r, false
		}
	}
	if e.RouteID != nil {
		if r.route = *e.RouteID; len(a.byRoute(r.route)) == 0 {
			a.complain(UnknownRoute, "the route %s, which an alert informs, is not in the timetable", quote(r.route))
			return r, false
		}
	}
	if e.StopID != nil {
		if r.station = a.plan.StationByStop(*e.StopID); r.station == nil {
			a.complain(UnknownStop, "the stop %s, which an alert informs, is not in the timetable", quote(*e.StopID))
			return r, false
		}
		if *e.StopID != r.station.ID {
			r.stop = *e.StopID
		}
	}
	if e.RouteType != gtfs.RouteType_Unknown {
		if a.options.Kind == nil {
			return r, false
		}
		var ok bool
		if r.kind, ok = a.options.Kind(int(e.RouteType)); !ok {
			return r, false
		}
	}
	// What remains is the agency. A timetable does not tell whose trains are whose, so an alert of an agency informs
	// all of them.
	return r, true
}

// about returns the messages for a journey, in the order of feeds and alerts.
func (r *rules) about(j timetable.Journey) []string {
	var numbers []int
	offer := func(rules []rule) {
		for i := range rules {
			if rules[i].appliesTo(j) {
				numbers = append(numbers, rules[i].number)
			}
		}
	}
	offer(r.others)
	offer(r.byTrip[j.ID])
	for _, id := range j.Members {
		if id != j.ID {
			offer(r.byTrip[id])
		}
	}
	offer(r.byRoute[j.Route])
	if len(r.byStation) > 0 {
		for i := range j.Calls {
			offer(r.byStation[j.Calls[i].Station])
		}
	}
	slices.Sort(numbers)
	var messages []string
	for _, number := range slices.Compact(numbers) {
		if text := r.messages[number]; !slices.Contains(messages, text) && len(messages) < maxMessages {
			messages = append(messages, text)
		}
	}
	return messages
}

func (r *rule) appliesTo(j timetable.Journey) bool {
	if r.trip != nil && !r.trip.names(j) || r.route != "" && r.route != j.Route || r.kind != 0 && r.kind != j.Kind {
		return false
	}
	if r.heading >= 0 && j.DirectionID >= 0 && r.heading != j.DirectionID {
		return false
	}
	return r.station == nil || slices.ContainsFunc(j.Calls, func(c timetable.Call) bool {
		return c.Station == r.station && !c.Passes && (r.stop == "" || r.stop == c.StopID)
	})
}

// names reports whether the selector of an alert means the journey; without a date, on whatever date.
func (s *selector) names(j timetable.Journey) bool {
	if s.date != (timetable.Date{}) && s.date != j.Service {
		return false
	}
	if s.start >= 0 && (j.Frequency || s.id == "") && s.start != j.Calls[0].Depart {
		return false
	}
	if s.id != "" {
		return s.id == j.ID || slices.Contains(j.Members, s.id)
	}
	return s.route == j.Route && (j.DirectionID < 0 || s.direction == j.DirectionID)
}
