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
