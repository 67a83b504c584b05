package gtfsrt

import (
	"slices"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/timetable"
)

// stopUpdate is short for what a feed says of one call.
type stopUpdate = bindings.TripUpdate_StopTimeUpdate

// A stretch is the part of a trip that updates of one trip_id are about: all of it, unless a through train joins
// several trips.
type stretch struct {
	first, last int  // indexes of calls
	sequences   bool // each of the numbers of these calls is that of one of them
	whole       bool // it is all of a through train: which part the trip_id is cannot be told
}

// stretchOf returns the part of the trip that is the trip with the ID. Trips that are joined share the call where the
// one ends and the other starts.
func stretchOf(trip *timetable.Trip, id string) stretch {
	all := stretch{first: 0, last: len(trip.Calls) - 1, sequences: true}
	if len(trip.Members) < 2 {
		return all
	}
	if trip.MemberStarts != nil {
		return between(trip, slices.Index(trip.Members, id), all)
	}
	// The numbers of each trip begin anew.
	first, member := 0, 0
	for i := 1; i < len(trip.Calls); i++ {
		if i < all.last && trip.Calls[i+1].Sequence > trip.Calls[i].Sequence {
			continue
		}
		if member < len(trip.Members) && trip.Members[member] == id {
			return stretch{first: first, last: i, sequences: true}
		}
		first, member = i, member+1
	}
	all.sequences, all.whole = member == 1, true
	return all
}

// between returns the part of the trip between two joints.
func between(trip *timetable.Trip, member int, all stretch) stretch {
	if member < 0 {
		all.sequences, all.whole = false, true
		return all
	}
	if member > 0 {
		all.first = trip.MemberStarts[member-1]
	}
	if member < len(trip.MemberStarts) {
		all.last = trip.MemberStarts[member]
	}
	return all
}

// A placer finds the calls that the updates of one trip are about.
type placer struct {
	plan *timetable.Timetable
	trip *timetable.Trip
	stretch
	next     int // where the search goes on: behind the call found last
	complain func(problem Problem, format string, args ...any)
}

// find returns the index of the call that an update is about: by stop_sequence, else by stop_id in the order of the
// trip. Exact is false where the trip does not have the call, but the number says that it would be before the one at
// the index; delays hold from there on.
func (p *placer) find(u *stopUpdate) (call int, exact, ok bool) {
	if u.StopSequence != nil && p.sequences {
		call, exact = p.bySequence(u.GetStopSequence())
		if exact && !p.at(call, u) {
			p.complain(UnknownStop, "stop_sequence %d is not at stop %s", u.GetStopSequence(), quote(u.GetStopId()))
			exact = false
			if other, found := p.byStop(u.GetStopId()); found {
				call, exact = other, true
			}
			return p.found(call, exact, exact)
		}
		if exact || u.GetStopId() == "" {
			if !exact {
				p.complain(UnknownStop, "trip %s has no stop_sequence %d", quote(p.trip.ID), u.GetStopSequence())
			}
			return p.found(call, exact, call <= p.last)
		}
	}
	if u.GetStopId() == "" {
		p.complain(Malformed, "an update names neither stop_sequence nor stop_id")
		return 0, false, false
	}
	if call, ok = p.byStop(u.GetStopId()); !ok {
		p.complain(UnknownStop, "trip %s does not call at stop %s", quote(p.trip.ID), quote(u.GetStopId()))
	}
	return p.found(call, true, ok)
}

func (p *placer) found(call int, exact, ok bool) (int, bool, bool) {
	if ok && exact {
		p.next = call + 1
	}
	return call, exact, ok
}

// bySequence returns the call with the number, or the first one with a greater number.
func (p *placer) bySequence(sequence uint32) (call int, exact bool) {
	if p.first > 0 && sequence < p.trip.Calls[p.first+1].Sequence {
		return p.first, true // where the trip joins the one before, whose number the call has
	}
	i := p.next
	if i > p.last || i > p.first && p.trip.Calls[i-1].Sequence >= sequence {
		i = p.first
	}
	if i == p.first && p.first > 0 {
		i++
	}
	for i <= p.last && p.trip.Calls[i].Sequence < sequence {
		i++
	}
	return i, i <= p.last && p.trip.Calls[i].Sequence == sequence
}

// byStop returns the next call at the stop, or else at another platform of its station; before the calls that were
// found already only where there is none behind them.
func (p *placer) byStop(id string) (call int, ok bool) {
	if call, ok = p.search(id, p.next, p.last); ok {
		return call, true
	}
	return p.search(id, p.first, min(p.next-1, p.last))
}

func (p *placer) search(id string, first, last int) (call int, ok bool) {
	for i := max(first, p.first); i <= last; i++ {
		if p.trip.Calls[i].StopID == id {
			return i, true
		}
	}
	station := p.plan.StationByStop(id)
	if station == nil {
		return 0, false
	}
	for i := max(first, p.first); i <= last; i++ {
		if p.trip.Calls[i].Station == station {
			return i, true
		}
	}
	return 0, false
}

// at reports whether the call is where the update says, if it does; at whatever platform.
func (p *placer) at(call int, u *stopUpdate) bool {
	id := u.GetStopId()
	c := &p.trip.Calls[call]
	return id == "" || c.StopID == id || p.plan.StationByStop(id) == c.Station
}
