package fiction

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"example.com/quartet/internal/rail/timetable"
)

// A feedTrip is a trip of the feed. A train is one trip or, if it is a through train, several.
type feedTrip struct {
	id    string
	first int // the index of its first call in the train's calls
	stops []stopTime
}

// A stopTime identifies a call in the feed.
type stopTime struct {
	stop     string
	sequence uint32
}

// last returns the index of the trip's last call in the train's calls. It is also the first call of the next trip.
func (ft feedTrip) last() int { return ft.first + len(ft.stops) - 1 }

// feedTrips returns the trips of the feed of which a train consists.
func (r *Railway) feedTrips(j timetable.Journey) []feedTrip {
	if j.Members == nil {
		ft := feedTrip{id: j.ID, stops: make([]stopTime, len(j.Calls))}
		for i, call := range j.Calls {
			ft.stops[i] = stopTime{call.StopID(), call.Sequence}
		}
		return []feedTrip{ft}
	}
	trips := make([]feedTrip, len(j.Members))
	first := 0
	for i, id := range j.Members {
		trips[i] = feedTrip{id: id, first: first, stops: r.memberStopTimes[id]}
		first = trips[i].last()
	}
	return trips
}

// readMemberStopTimes reads the stop times of the trips of through trains. The timetable has only the calls of the
// whole train.
func readMemberStopTimes(plan *timetable.Timetable) (map[string][]stopTime, error) {
	members := map[string][]stopTime{}
	for _, trip := range plan.Trips() {
		for _, id := range trip.Members {
			members[id] = nil
		}
	}
	file, err := Feed().Open("stop_times.txt")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	trip, stop, number := slices.Index(rows[0], "trip_id"), slices.Index(rows[0], "stop_id"), slices.Index(rows[0], "stop_sequence")
	for _, row := range rows[1:] {
		if _, ok := members[row[trip]]; !ok {
			continue
		}
		sequence, err := strconv.ParseUint(row[number], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("trip %s: %w", row[trip], err)
		}
		members[row[trip]] = append(members[row[trip]], stopTime{row[stop], uint32(sequence)})
	}
	return members, nil
}
