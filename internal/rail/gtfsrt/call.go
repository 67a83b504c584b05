package gtfsrt

import (
	"slices"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// A segment is the part of a train that belongs to one trip_id. It is the whole train, unless a through train consists of
// several trips.
type segment struct {
	first, last int  // indexes of calls
	sequences   bool // each stop_sequence is unique within the segment
	whole       bool // the segment is a whole through train, because the calls of the trip are not known
}

// segmentOf returns the segment of the trip with the ID. Two successive trips of a through train share one call, which is
// the end of one and the start of the other.
func segmentOf(trip *timetable.Trip, id string) segment {
	all := segment{first: 0, last: len(trip.Calls) - 1, sequences: true}
	if len(trip.Members) < 2 {
		return all
	}
	member := slices.Index(trip.Members, id)
	if member < 0 || trip.MemberStarts == nil {
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

// A callFinder finds the calls to which the stop time updates of one trip apply.
type callFinder struct {
	plan *timetable.Timetable
	trip *timetable.Trip
	segment
	next int // where the search continues: after the call that was found last
	warn func(problem Problem, format string, args ...any)

	contradicted bool // there was a warning that stop_sequence and stop_id contradict each other
}

// find returns the index of the call to which an update applies: by stop_sequence, else by stop_id in the order of the
// trip. If the trip does not have the stop_sequence, find returns the index of the next call and exact is false; a delay
// applies from there on.
func (p *callFinder) find(u *stopUpdate) (call int, exact, ok bool) {
	if u.StopSequence != nil && p.sequences {
		call, exact = p.bySequence(u.GetStopSequence())
		if exact && !p.at(call, u) {
			other, found := p.byStop(u.GetStopId())
			p.contradiction(call, found, u)
			return p.found(other, found, found)
		}
		if exact || u.GetStopId() == "" {
			if !exact {
				p.warn(UnknownStop, "trip %s has no stop_sequence %d", gtfs.Quote(p.trip.ID), u.GetStopSequence())
			}
			return p.found(call, exact, call <= p.last)
		}
	}
	if u.GetStopId() == "" {
		p.warn(Malformed, "a stop time update has neither stop_sequence nor stop_id")
		return 0, false, false
	}
	if call, ok = p.byStop(u.GetStopId()); !ok {
		p.warn(UnknownStop, "trip %s does not call at stop %s", gtfs.Quote(p.trip.ID), gtfs.Quote(u.GetStopId()))
	}
	return p.found(call, true, ok)
}

// contradiction warns if the call that an update's stop_sequence names is not at its stop_id. It warns once for a trip
// update, as feeds that number the stops in another way do so throughout.
func (p *callFinder) contradiction(call int, found bool, u *stopUpdate) {
	at := p.trip.Calls[call].StopID()
	switch {
	case !found:
		p.warn(UnknownStop, "stop_sequence %d is at stop %s, and trip %s does not call at stop %s", u.GetStopSequence(), gtfs.Quote(at), gtfs.Quote(p.trip.ID), gtfs.Quote(u.GetStopId()))
	case !p.contradicted:
		p.contradicted = true
		p.warn(UnknownStop, "stop_sequence %d is at stop %s, not at stop %s; where they contradict each other, stop_id is used", u.GetStopSequence(), gtfs.Quote(at), gtfs.Quote(u.GetStopId()))
	}
}

func (p *callFinder) found(call int, exact, ok bool) (int, bool, bool) {
	if ok && exact {
		p.next = call + 1
	}
	return call, exact, ok
}

// bySequence returns the call with the stop_sequence, or else the first call with a greater one.
func (p *callFinder) bySequence(sequence uint32) (call int, exact bool) {
	if p.first > 0 && sequence < p.trip.Calls[p.first+1].Sequence {
		return p.first, true // the call shared with the previous trip, which has the stop_sequence of that trip
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

// byStop returns the next call at the stop, or else at another platform of its station. It searches earlier calls only if
// there is none after the call found last.
func (p *callFinder) byStop(id string) (call int, ok bool) {
	if call, ok = p.search(id, p.next, p.last); ok {
		return call, true
	}
	return p.search(id, p.first, min(p.next-1, p.last))
}

func (p *callFinder) search(id string, first, last int) (call int, ok bool) {
	for i := max(first, p.first); i <= last; i++ {
		if p.trip.Calls[i].StopID() == id {
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

// at reports whether the call is at the station of the update's stop_id, at any platform. It is true without a stop_id.
func (p *callFinder) at(call int, u *stopUpdate) bool {
	id := u.GetStopId()
	c := &p.trip.Calls[call]
	return id == "" || c.StopID() == id || p.plan.StationByStop(id) == c.Station
}
