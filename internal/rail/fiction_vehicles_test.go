package rail_test

import (
	"math"
	"slices"
	"testing"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/timetable"
)

// vehicles returns the vehicles of a message by ID.
func vehicles(m *bindings.FeedMessage) map[string]*bindings.VehiclePosition {
	all := map[string]*bindings.VehiclePosition{}
	for _, e := range m.GetEntity() {
		if v := e.GetVehicle(); v != nil {
			all[v.GetVehicle().GetId()] = v
		}
	}
	return all
}

func placeOf(v *bindings.VehiclePosition) timetable.Point {
	return timetable.Point{Latitude: float64(v.GetPosition().GetLatitude()), Longitude: float64(v.GetPosition().GetLongitude())}
}

// offPath returns how far a place is from the path of a trip, in metres.
func offPath(path *timetable.Path, p timetable.Point) float64 {
	off := math.Inf(1)
	for i, a := range path.Points[1:] {
		b := path.Points[i]
		// On such short segments the sum of the distances to both ends is a good approximation.
		off = min(off, a.Distance(p)+b.Distance(p)-a.Distance(b))
	}
	return off
}

// Vehicles stay on their paths, move forwards within the speed limit, and stand at the stop if their status says so.
func TestVehiclesFollowTheirPaths(t *testing.T) {
	r := railwayOfFiction(t, 1)
	from := wednesday.Add(3 * time.Hour)
	before := map[string]*bindings.VehiclePosition{}
	statuses := map[bindings.VehiclePosition_VehicleStopStatus]int{}
	for now := from; now.Before(from.Add(20 * time.Minute)); now = now.Add(fiction.Tick) {
		current := vehicles(r.Message(now))
		for id, v := range current {
			statuses[v.GetCurrentStatus()]++
			trip := r.Timetable().TripsByID(v.GetTrip().GetTripId())[0]
			place := placeOf(v)
			limit := limits[trip.Kind][1]
			if off := offPath(trip.Path, place); off > 2 {
				t.Errorf("%s is %.0f m off its path at %v", id, off, now)
			}
			stands := v.GetCurrentStatus() == bindings.VehiclePosition_STOPPED_AT
			if stands && !slices.ContainsFunc(trip.Calls, func(c timetable.Call) bool {
				return c.Sequence == v.GetCurrentStopSequence() && place.Distance(c.Station.Place) < 25
			}) {
				t.Errorf("%s stands, but not at call %d, at %v", id, v.GetCurrentStopSequence(), now)
			}
			was := before[id]
			if was == nil {
				continue
			}
			if step := place.Distance(placeOf(was)); step > limit*fiction.Tick.Seconds() {
				t.Errorf("%s jumps by %.0f m at %v", id, step, now)
			}
			if was.GetTrip().GetTripId() == v.GetTrip().GetTripId() && v.GetCurrentStopSequence() < was.GetCurrentStopSequence() {
				t.Errorf("%s goes back to call %d at %v", id, v.GetCurrentStopSequence(), now)
			}
		}
		before = current
	}
	for _, status := range []bindings.VehiclePosition_VehicleStopStatus{0, 1, 2} {
		if statuses[status] < 50 {
			t.Errorf("vehicles are %v %d times", status, statuses[status])
		}
	}
}

// A train that is held at a signal stands between two stations for a minute or more, its delay grows, and there is an
// alert.
func TestHeldTrains(t *testing.T) {
	r := railwayOfFiction(t, 1)
	type hold struct {
		since   time.Time
		place   timetable.Point
		arrives int64 // time of arrival at the next call, as expected when the hold began
	}
	holds := map[string]*hold{}
	longest, n := time.Duration(0), 0
	for now := wednesday.Add(3 * time.Hour); now.Before(wednesday.Add(6 * time.Hour)); now = now.Add(4 * fiction.Tick) {
		m := r.Message(now)
		held := map[string]bool{}
		for _, e := range m.GetEntity() {
			if a := e.GetAlert(); a != nil && a.GetEffect() == bindings.Alert_SIGNIFICANT_DELAYS && a.InformedEntity[0].Trip != nil {
				for _, informed := range a.GetInformedEntity() {
					held[informed.GetTrip().GetTripId()+informed.GetTrip().GetStartTime()] = true
				}
			}
		}
		arrivals := map[event]int64{}
		events(m, func(e event, at int64, _ *bindings.TripUpdate_StopTimeUpdate) {
			if !e.departs {
				arrivals[e] = at
			}
		})
		for id, v := range vehicles(m) {
			d := v.GetTrip()
			if !held[d.GetTripId()+d.GetStartTime()] {
				if h := holds[id]; h != nil {
					longest = max(longest, now.Sub(h.since))
					n++
					delete(holds, id)
				}
				continue
			}
			arrives := arrivals[event{d.GetTripId(), d.GetStartDate(), d.GetStartTime(), v.GetCurrentStopSequence(), false}]
			h := holds[id]
			if h == nil {
				holds[id] = &hold{now, placeOf(v), arrives}
				continue
			}
			if v.GetCurrentStatus() == bindings.VehiclePosition_STOPPED_AT || placeOf(v) != h.place {
				t.Errorf("%s is held and moves at %v: %v", id, now, v)
			}
			if grown := time.Duration(arrives-h.arrives) * time.Second; grown < now.Sub(h.since)-4*fiction.Tick {
				t.Errorf("%s is held for %v, and is expected %v later at %v", id, now.Sub(h.since), grown, now)
			}
		}
	}
	if n < 3 || longest < 2*time.Minute || longest > 8*time.Minute {
		t.Errorf("%d trains were held, the longest for %v", n, longest)
	}
}

// A through train has an update for each of its two trips in the feed, and its vehicle changes from one to the other.
func TestThroughTrainHasUpdateForEachTrip(t *testing.T) {
	r := railwayOfFiction(t, 1)
	j, ok := r.Timetable().Journey("M701", date(2026, time.November, 18))
	if !ok {
		t.Fatal("there is no train M701")
	}
	trips := map[string]bool{}
	for now := j.Departure(0).Add(-10 * time.Minute); now.Before(j.Arrival(j.Last()).Add(10 * time.Minute)); now = now.Add(4 * time.Minute) {
		m := r.Message(now)
		updates := map[string][]*bindings.TripUpdate_StopTimeUpdate{}
		for _, e := range m.GetEntity() {
			updates[e.GetTripUpdate().GetTrip().GetTripId()] = e.GetTripUpdate().GetStopTimeUpdate()
		}
		first, second := updates["WD-M701-1"], updates["WD-M701-2"]
		if len(first)+len(second) != len(j.Calls)+1 {
			t.Fatalf("at %v: %d and %d calls, want %d and one more", now, len(first), len(second), len(j.Calls))
		}
		end, start := first[len(first)-1], second[0]
		if end.GetStopSequence() != 10 || start.GetStopSequence() != 1 || end.Departure != nil || start.Arrival != nil ||
			end.GetArrival().GetTime() > start.GetDeparture().GetTime() {
			t.Errorf("at %v: %v then %v", now, end, start)
		}
		if v := vehicles(m)["M701-20261118"]; v != nil {
			trips[v.GetTrip().GetTripId()] = true
			if trips["WD-M701-2"] && v.GetTrip().GetTripId() == "WD-M701-1" {
				t.Errorf("the vehicle goes back to the first trip at %v", now)
			}
		}
		update := r.State(now).Realtime.TripUpdate(j)
		if update == nil || len(update.Times) != len(j.Calls) {
			t.Fatalf("at %v: %+v", now, update)
		}
		for i, times := range update.Times {
			if i > 0 && times.Arrive.Before(update.Times[i-1].Depart) {
				t.Errorf("at %v: call %d is before the one before it", now, i)
			}
		}
	}
	if len(trips) != 2 {
		t.Errorf("the vehicle was on the trips %v", trips)
	}
}
