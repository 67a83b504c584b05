package fiction

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"example.com/quartet/internal/rail/timetable"
)

// A part is a trip of the feed: all calls of a train, or those that it makes as one of the trips that it joins.
type part struct {
	trip  string
	first int // the first call of the train that is one of the part
	stops []stopTime
}

// A stopTime is a call as the feed numbers it.
type stopTime struct {
	stop     string
	sequence uint32
}

// last returns the last call of the train that is one of the part. The next part has it as its first one.
func (p part) last() int { return p.first + len(p.stops) - 1 }

// partsOf returns the trips of the feed that a train consists of.
func (r *Railway) partsOf(j timetable.Journey) []part {
	if j.Members == nil {
		p := part{trip: j.ID, stops: make([]stopTime, len(j.Calls))}
		for i, call := range j.Calls {
			p.stops[i] = stopTime{call.StopID, call.Sequence}
		}
		return []part{p}
	}
	parts := make([]part, len(j.Members))
	first := 0
	for i, id := range j.Members {
		parts[i] = part{trip: id, first: first, stops: r.parts[id]}
		first = parts[i].last()
	}
	return parts
}

// memberStopTimes reads the rows of the trips that are members of through trains. A timetable has the calls of the
// whole train only.
func memberStopTimes(plan *timetable.Timetable) (map[string][]stopTime, error) {
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
