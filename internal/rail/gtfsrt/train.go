package gtfsrt

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
)

// result returns the result for a train, or nil if nothing is known about it.
func (a *applier) result(t *train) *running.TripUpdate {
	if len(t.updates) > 0 && a.ownCalls(t) {
		return a.addedResult(t)
	}
	if t.journey.Trip == nil {
		return nil // only a vehicle is known
	}
	c := newStopTimes(t.journey)
	slices.SortStableFunc(t.updates, func(u, v source) int {
		return cmp.Compare(slices.Index(t.journey.Members, u.id), slices.Index(t.journey.Members, v.id))
	})
	cancelled, shown := 0, false
	for _, u := range t.updates {
		update := a.open(u).TripUpdate
		shown = shown || !u.deleted
		if u.cancelled {
			cancelled++
			a.cancel(c, u)
			continue
		}
		c.addUpdate(update, a.callFinder(c, u.id), u.at.Unix())
	}
	if cancelled > 0 && cancelled >= len(t.journey.Members) {
		return &running.TripUpdate{Journey: t.journey, Cancelled: true, Deleted: !shown}
	}
	if ignored := c.separate(); ignored > 0 {
		a.open(t.updates[0])
		a.warn(DecreasingTimes, "trip %s: the times at %d calls belong to another train and are ignored", gtfs.Quote(t.updates[0].id), ignored)
	}
	c.propagate()
	c.inferPast()
	return a.finish(t, c)
}

// finish puts the times of a train in order, and adds its vehicle.
func (a *applier) finish(t *train, c *stopTimes) *running.TripUpdate {
	if !c.raiseReported() {
		a.open(t.updates[0])
		a.warn(DecreasingTimes, "trip %s", gtfs.Quote(t.updates[0].id))
	}
	vehicle := a.applyVehicle(t, c)
	c.smooth()
	result := c.result()
	result.Vehicle = vehicle
	return result
}

// applyVehicle returns the vehicle of a train, or nil, and adjusts the times of the train to it.
func (a *applier) applyVehicle(t *train, c *stopTimes) *running.Vehicle {
	if t.vehicle == nil {
		return nil
	}
	v := a.open(*t.vehicle).Vehicle
	out := vehicleOf(v, t.vehicle.at, a.warn)
	newer := !slices.ContainsFunc(t.updates, func(u source) bool { return !u.at.Before(out.Time) })
	c.addVehicle(v, a.callFinder(c, t.vehicle.id), out.Time.Unix(), newer)
	return out
}

func (a *applier) callFinder(c *stopTimes, id string) *callFinder {
	s := segmentOf(c.journey.Trip, id)
	return &callFinder{plan: a.plan, trip: c.journey.Trip, segment: s, next: s.first, warn: a.warn}
}

// cancel marks the calls that only the cancelled trip of a through train makes as skipped.
func (a *applier) cancel(c *stopTimes, u source) {
	if len(c.journey.Members) < 2 {
		return // the whole train is cancelled
	}
	s := segmentOf(c.journey.Trip, u.id)
	if s.whole {
		a.warn(UnknownStop, "the calls of trip %[2]s within the through train %[1]s are not known", gtfs.Quote(c.journey.ID), gtfs.Quote(u.id))
		return
	}
	first, last := s.first, s.last
	if first > 0 {
		first++
	}
	if last < len(c.calls)-1 {
		last--
	}
	for i := first; i <= last; i++ {
		c.calls[i].skipped = true
	}
	c.known = true
}
