package gtfsrt

import (
	"net/url"
	"slices"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

const (
	// Alerts are added to the trains that are under way between alertBefore ago and alertAfter from now.
	alertBefore = 10 * time.Minute
	alertAfter  = 20 * time.Minute

	// alertRefresh is the interval at which alerts are added to further trains. It is shorter than alertAfter.
	alertRefresh = 5 * time.Minute

	// maxMessages is the maximum number of alerts of one train.
	maxMessages = 10
)

// A rule is an entity selector of an alert (EntitySelector). It matches the trains to which all of its fields apply.
type rule struct {
	number    int // number of the alert
	trip      *descriptor
	route     string
	agency    string
	direction int8           // direction_id, or -1
	kind      timetable.Kind // 0: any
	station   *timetable.Station
	stop      string // a platform of the station; empty: any
	feed      int    // the part of the timetable
}

// maxRules is the maximum number of rules of all alerts. It bounds the memory that they take.
const maxRules = 100_000

// rules holds the rules of all alerts.
type rules struct {
	count  int
	alerts []*running.Alert // by number
	index  map[target][]rule
}

// A target is the most specific field of a rule: the ID of a trip or of a route, or a station. It is zero without these.
type target struct {
	trip, route string
	station     *timetable.Station
}

// addAlerts adds the active alerts to the trains to which they apply. Trains about which nothing else is
// known are appended to the results.
func (a *applier) addAlerts(r *rules, results []*running.TripUpdate) []*running.TripUpdate {
	if len(r.alerts) == 0 {
		return results
	}
	a.changesAt(a.now.Add(alertRefresh))
	known := make(map[key]bool, len(results))
	for _, result := range results {
		result.Alerts = r.About(result.Journey)
		if result.Journey.Number >= 0 {
			known[key{result.Journey.Number, result.Journey.Service}] = true
		}
	}
	for journey := range a.plan.Between(a.now.Add(-alertBefore), a.now.Add(alertAfter)) {
		if known[key{journey.Number, journey.Service}] {
			continue
		}
		if alerts := r.About(journey); alerts != nil {
			results = append(results, &running.TripUpdate{Journey: journey, Alerts: alerts})
		}
	}
	return results
}

func (a *applier) rules(feeds []Feed) *rules {
	r := &rules{index: map[target][]rule{}}
	for i, feed := range feeds {
		a.startFeed(i, feed)
		for _, ref := range feed.Message.alerts {
			e := feed.Message.open(ref)
			alert := e.Alert
			a.id = e.GetId()
			from, until, active := a.activePeriod(alert)
			if !active {
				continue
			}
			text := func(texts *translations, limit int) string {
				return cleaned(inLanguage(texts, a.options.Language), limit)
			}
			shown := &running.Alert{
				Header: text(alert.GetHeaderText(), maxMessage), Description: text(alert.GetDescriptionText(), maxDescription),
				URL: webAddress(text(alert.GetUrl(), maxDescription)), From: from, Until: until,
			}
			if shown.Header == "" {
				shown.Header, shown.Description = text(alert.GetDescriptionText(), maxMessage), ""
			}
			if shown.Header == "" {
				a.warn(Malformed, "the alert has no text")
				continue
			}
			a.addRules(r, alert, shown)
		}
	}
	return r
}

// activePeriod returns the first of the alert's active periods that now is in, and whether there is one. A period includes
// its start and excludes its end. An alert without periods is active as long as it is in the feed.
func (a *applier) activePeriod(alert *alertMessage) (from, until time.Time, active bool) {
	if len(alert.GetActivePeriod()) == 0 {
		return from, until, true
	}
	for _, p := range alert.GetActivePeriod() {
		var start, end time.Time
		if p.Start != nil {
			start = time.Unix(int64(p.GetStart()), 0)
			a.changesAt(start)
		}
		ends := p.GetEnd() != 0
		if p.End != nil && !ends {
			a.malformed("active_period has the end 0; it is read as a period without end")
		}
		if ends {
			end = time.Unix(int64(p.GetEnd()), 0)
			a.changesAt(end)
		}
		if !active && (p.Start == nil || !a.now.Before(start)) && (!ends || a.now.Before(end)) {
			from, until, active = start, end, true
		}
	}
	return from, until, active
}

// webAddress returns an absolute address of the web, or "" for anything else.
func webAddress(text string) string {
	if u, err := url.Parse(text); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil {
		return u.String()
	}
	return ""
}

func (a *applier) addRules(r *rules, alert *alertMessage, shown *running.Alert) {
	number := len(r.alerts)
	useful := false
	for _, e := range informed(alert) {
		if r.count >= maxRules {
			a.warn(Unused, "the alerts have more than %d entity selectors", maxRules)
			break
		}
		rule, ok := a.rule(e)
		if !ok {
			continue
		}
		shown.OfTrains = shown.OfTrains || rule.trip != nil || rule.route != "" || rule.kind != 0
		rule.number = number
		r.count++
		useful = true
		var to target
		switch {
		case rule.trip != nil && rule.trip.id != "":
			to.trip = rule.trip.id
		case rule.trip != nil:
			to.route = rule.trip.route
		case rule.route != "":
			to.route = rule.route
		default:
			to.station = rule.station
		}
		r.index[to] = append(r.index[to], rule)
	}
	if !useful {
		a.warn(Unused, "the alert selects nothing in the timetable")
		return
	}
	r.alerts = append(r.alerts, shown)
	a.feedReport.Applied++
}

// informed returns the selectors that select something. A trip descriptor that does not identify a trip, but has a route,
// selects that route, unless another selector does.
func informed(alert *alertMessage) []*selector {
	var out, routes []*selector
	named := map[string]bool{}
	for _, s := range alert.GetInformedEntity() {
		if s.RouteId != nil {
			named[s.GetRouteId()] = true
		}
		if d := descriptorOf(s.Trip, func(string, ...any) {}); s.Trip != nil && !d.identifies() {
			if d.route != "" {
				routes = append(routes, &selector{RouteId: s.Trip.RouteId, DirectionId: s.Trip.DirectionId})
			}
			s.Trip = nil
		}
		if s.AgencyId != nil || s.RouteId != nil || s.RouteType != nil || s.StopId != nil || s.Trip != nil {
			out = append(out, s)
		}
	}
	for _, s := range routes {
		if !named[s.GetRouteId()] {
			out = append(out, s)
		}
	}
	return out
}

// rule converts an entity selector. It returns false if the selector refers to something that is not in the timetable.
func (a *applier) rule(e *selector) (rule, bool) {
	r := rule{direction: -1, feed: a.part, agency: e.GetAgencyId()}
	if e.DirectionId != nil {
		r.direction = int8(min(e.GetDirectionId(), 1))
	}
	if e.Trip != nil {
		d := descriptorOf(e.Trip, a.malformed)
		r.trip = &d
		if d.id != "" && len(a.plan.TripsByID(d.id)) == 0 && a.added[d.id] == nil {
			a.warn(UnknownTrip, "trip %s in informed_entity is not in the timetable", gtfs.Quote(d.id))
			return r, false
		}
	}
	if e.RouteId != nil {
		if r.route = e.GetRouteId(); len(a.byRoute(r.route)) == 0 {
			a.warn(UnknownRoute, "route %s in informed_entity is not in the timetable", gtfs.Quote(r.route))
			return r, false
		}
	}
	if e.StopId != nil {
		if r.station = a.plan.StationByStop(e.GetStopId()); r.station == nil {
			a.warn(UnknownStop, "stop %s in informed_entity is not in the timetable", gtfs.Quote(e.GetStopId()))
			return r, false
		}
		if e.GetStopId() != r.station.ID {
			r.stop = e.GetStopId()
		}
	}
	if e.RouteType != nil {
		if a.options.Kind == nil {
			return r, false
		}
		var ok bool
		if r.kind, ok = a.options.Kind(int(e.GetRouteType())); !ok {
			return r, false
		}
	}
	return r, r.agency == "" || slices.ContainsFunc(a.feedOf().Agencies, func(one *timetable.Agency) bool {
		return one.ID == r.agency || one.ID == ""
	})
}

// All returns all active alerts.
func (r *rules) All() []*running.Alert { return r.alerts }

// About returns the alerts about a journey, in the order of feeds and alerts.
func (r *rules) About(j timetable.Journey) []*running.Alert {
	var numbers []int
	collect := func(to target) {
		for _, rule := range r.index[to] {
			if rule.appliesTo(j) {
				numbers = append(numbers, rule.number)
			}
		}
	}
	collect(target{})
	collect(target{trip: j.ID})
	for _, id := range j.Members {
		collect(target{trip: id})
	}
	collect(target{route: j.Route})
	for i := range j.Calls {
		collect(target{station: j.Calls[i].Station})
	}
	return r.numbered(numbers)
}

// At returns the alerts about a station, and those about all trains of an agency that serves it.
func (r *rules) At(station *timetable.Station) []*running.Alert {
	var numbers []int
	for _, rule := range r.index[target{}] {
		if rule.kind == 0 && station.ServedBy(rule.feed, rule.agency) {
			numbers = append(numbers, rule.number)
		}
	}
	for _, rule := range r.index[target{station: station}] {
		numbers = append(numbers, rule.number)
	}
	return r.numbered(numbers)
}

// numbered returns the alerts with the numbers, in order, each text once.
func (r *rules) numbered(numbers []int) (alerts []*running.Alert) {
	slices.Sort(numbers)
	for _, number := range slices.Compact(numbers) {
		alert := r.alerts[number]
		same := func(other *running.Alert) bool { return other.Header == alert.Header }
		if len(alerts) < maxMessages && !slices.ContainsFunc(alerts, same) {
			alerts = append(alerts, alert)
		}
	}
	return alerts
}

// appliesTo reports whether the rule is about a journey.
func (r *rule) appliesTo(j timetable.Journey) bool {
	if r.feed != j.Agency.Feed || r.trip != nil && !r.trip.matches(j) || r.route != "" && r.route != j.Route || r.kind != 0 && r.kind != j.Kind {
		return false
	}
	if r.agency != "" && j.Agency.ID != "" && r.agency != j.Agency.ID {
		return false
	}
	if r.direction >= 0 && j.DirectionID >= 0 && r.direction != j.DirectionID {
		return false
	}
	return r.station == nil || slices.ContainsFunc(j.Calls, func(c timetable.Call) bool {
		return c.Station == r.station && !c.Passes && (r.stop == "" || r.stop == c.StopID())
	})
}

// matches reports whether the trip descriptor of an alert matches the journey. Without a date it matches any date.
func (d *descriptor) matches(j timetable.Journey) bool {
	if d.date != (timetable.Date{}) && d.date != j.Service {
		return false
	}
	if d.start >= 0 && (j.Frequency || d.id == "") && d.start != j.Calls[0].Depart {
		return false
	}
	if d.id != "" {
		return d.id == j.ID || slices.Contains(j.Members, d.id)
	}
	return d.route == j.Route && (j.DirectionID < 0 || d.direction == j.DirectionID)
}
