package gtfsrt

import (
	"cmp"
	"slices"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/running"
)

// live returns what is known of a train, or nil where that is nothing.
func (a *applier) live(t *train) *running.TripUpdate {
	if len(t.parts) > 0 && a.ownCalls(t) {
		return a.liveOfNew(t)
	}
	if t.journey.Trip == nil {
		return nil // a vehicle alone
	}
	c := &a.course
	c.reset(t.journey)
	slices.SortStableFunc(t.parts, func(p, q part) int {
		return cmp.Compare(slices.Index(t.journey.Members, p.id), slices.Index(t.journey.Members, q.id))
	})
	cancelled := 0
	for _, p := range t.parts {
		a.enter(p.feed, p.entity)
		if isCancelled(p) {
			cancelled++
			a.cancel(t, p)
			continue
		}
		c.take(p.TripUpdate, a.placer(t, p.id), p.at.Unix())
	}
	if cancelled > 0 && cancelled >= len(t.journey.Members) {
		return &running.TripUpdate{Journey: t.journey, Cancelled: true}
	}
	return a.finish(t)
}

func isCancelled(p part) bool {
	r := relation(p.Trip)
	return r == bindings.TripDescriptor_CANCELED || r == bindings.TripDescriptor_DELETED
}

// finish works out the times of a train from what its updates said, and adds its vehicle.
func (a *applier) finish(t *train) *running.TripUpdate {
	c := &a.course
	c.propagate()
	c.infer()
	if !c.sort() {
		a.enter(t.parts[0].feed, t.parts[0].entity)
		a.complain(BackwardsTimes, "trip %s", quote(t.parts[0].id))
	}
	vehicle := a.seen(t)
	c.settle()
	live := c.live(&a.memory)
	live.Vehicle = vehicle
	return live
}

// seen returns where the vehicle of a train is, and works in what that says of its times.
func (a *applier) seen(t *train) *running.Vehicle {
	if t.vehicle == nil {
		return nil
	}
	a.enter(t.vehicle.feed, t.vehicle.entity)
	out := vehicleOf(t.vehicle.VehiclePosition, t.vehicle.at, a.complain)
	out.Call = a.course.callOf(t.vehicle.VehiclePosition, a.placer(t, t.vehicle.id), out.Time.Unix())
	out.Status = status(t.vehicle.VehiclePosition)
	newer := !slices.ContainsFunc(t.parts, func(p part) bool { return !p.at.Before(out.Time) })
	a.course.witness(out, newer)
	return out
}

// enter goes back to an entity that was read before, for complaints.
func (a *applier) enter(feed int, entity string) { a.count, a.id = &a.report.Feeds[feed], entity }

func (a *applier) placer(t *train, id string) *placer {
	s := stretchOf(a.course.journey.Trip, id)
	return &placer{plan: a.plan, trip: a.course.journey.Trip, stretch: s, next: s.first, complain: a.complain}
}

// cancel takes out the calls that only a cancelled part of a through train makes.
func (a *applier) cancel(t *train, p part) {
	c := &a.course
	if len(t.journey.Members) < 2 {
		return // all of it
	}
	s := stretchOf(t.journey.Trip, p.id)
	if s.whole {
		a.complain(UnknownStop, "which calls of the through train %s are those of trip %s cannot be told", quote(t.journey.ID), quote(p.id))
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
	c.skips, c.known = true, true
}
