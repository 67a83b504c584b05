package rail_test

import (
	"testing"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/fiction"
)

// An event is an arrival or a departure.
type event struct {
	trip, date, start string
	sequence          uint32
	departs           bool
}

// events calls f with the events of a message and their times in seconds since 1970.
func events(m *bindings.FeedMessage, f func(e event, at int64, u *bindings.TripUpdate_StopTimeUpdate)) {
	for _, entity := range m.GetEntity() {
		u := entity.GetTripUpdate()
		d := u.GetTrip()
		for _, stop := range u.GetStopTimeUpdate() {
			e := event{d.GetTripId(), d.GetStartDate(), d.GetStartTime(), stop.GetStopSequence(), false}
			if stop.Arrival != nil {
				f(e, stop.GetArrival().GetTime(), stop)
			}
			if e.departs = true; stop.Departure != nil {
				f(e, stop.GetDeparture().GetTime(), stop)
			}
		}
	}
}

// The times of past events never change, and an expected event does not become past before the next message.
func TestPastEventsDoNotChange(t *testing.T) {
	r := railwayOfFiction(t, 1)
	happened, ahead := map[event]int64{}, map[event]int64{}
	from := wednesday.Add(3 * time.Hour)
	for now := from; now.Before(from.Add(30 * time.Minute)); now = now.Add(fiction.Tick) {
		next := now.Add(fiction.Tick).Unix()
		events(r.Message(now), func(e event, at int64, u *bindings.TripUpdate_StopTimeUpdate) {
			if was, ok := happened[e]; ok {
				if at != was {
					t.Errorf("at %v: %+v was at %d and is at %d", now, e, was, at)
				}
				return
			}
			if at < next {
				if minimum := ahead[e]; at < minimum {
					t.Errorf("at %v: %+v is at %d, want not before %d", now, e, at, minimum)
				}
				happened[e] = at
				return
			}
			ahead[e] = next
		})
	}
	if len(happened) < 500 {
		t.Errorf("only %d events", len(happened))
	}
}

// Each kind of incident occurs on a day, and not too often.
func TestIncidentCounts(t *testing.T) {
	r := railwayOfFiction(t, 1)
	cancelled, skipping, held, routes, stations := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	late, early, punctual := map[event]bool{}, map[event]bool{}, map[event]bool{}
	for now := wednesday; now.Before(wednesday.Add(24 * time.Hour)); now = now.Add(4 * time.Minute) {
		m := r.Message(now)
		for _, e := range m.GetEntity() {
			if u := e.GetTripUpdate(); u != nil {
				key := u.GetTrip().GetTripId() + u.GetTrip().GetStartTime()
				if u.GetTrip().GetScheduleRelationship() == bindings.TripDescriptor_CANCELED {
					cancelled[key] = true
				}
				for _, s := range u.GetStopTimeUpdate() {
					if s.GetScheduleRelationship() == bindings.TripUpdate_StopTimeUpdate_SKIPPED {
						skipping[key] = true
					}
				}
			}
			for _, informed := range e.GetAlert().GetInformedEntity() {
				switch {
				case informed.RouteId != nil:
					routes[informed.GetRouteId()] = true
				case informed.StopId != nil:
					stations[informed.GetStopId()] = true
				case e.GetAlert().GetEffect() == bindings.Alert_SIGNIFICANT_DELAYS:
					held[informed.GetTrip().GetTripId()] = true
				}
			}
		}
		events(m, func(e event, at int64, u *bindings.TripUpdate_StopTimeUpdate) {
			if e.departs || at > now.Unix() {
				return
			}
			switch delay := u.GetArrival().GetDelay(); {
			case delay >= 120:
				late[e] = true
			case delay <= -30:
				early[e] = true
			default:
				punctual[e] = true
			}
		})
	}
	all := len(late) + len(early) + len(punctual)
	for what, n := range map[string][3]int{
		"cancelled trains": {len(cancelled), 3, 25}, "trains that skip a stop": {len(skipping), 2, 20},
		"trains held at a signal": {len(held), 10, 60}, "disrupted lines": {len(routes), 1, 6}, "stations with works": {len(stations), 2, 4},
		"late arrivals": {len(late), all / 10, all / 2}, "early arrivals": {len(early), all / 50, all / 3}, "punctual arrivals": {len(punctual), all / 3, all},
	} {
		if n[0] < n[1] || n[0] > n[2] {
			t.Errorf("%d %s, want from %d to %d", n[0], what, n[1], n[2])
		}
	}
}
