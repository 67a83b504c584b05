package fiction

import "example.com/quartet/internal/rail/timetable"

// A feedTrip is a trip of the feed. A train is one trip or, if it is a through train, several: each begins at the call at which the
// one before it ends.
type feedTrip struct {
	id          string
	first, last int // indexes of its calls in the train's calls
}

// feedTrips returns the trips of the feed of which a train consists.
func feedTrips(j timetable.Journey) []feedTrip {
	if j.Members == nil {
		return []feedTrip{{j.ID, 0, j.Last()}}
	}
	starts := append(append([]int{0}, j.MemberStarts...), j.Last())
	trips := make([]feedTrip, len(j.Members))
	for i, id := range j.Members {
		trips[i] = feedTrip{id, starts[i], starts[i+1]}
	}
	return trips
}

// sequence returns the stop_sequence of the train's call i in the trip. The feed numbers the stops of a trip without gaps, and where
// the train changes from one trip to the next, the timetable has the number in the former.
func (ft feedTrip) sequence(j timetable.Journey, i int) uint32 {
	if i > 0 && i == ft.first {
		return j.Calls[i+1].Sequence - 1
	}
	return j.Calls[i].Sequence
}
