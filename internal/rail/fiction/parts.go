package fiction

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
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

// memberStopTimes reads the rows of the trips that are members of through trains. A timetable has the calls of the whole
// train only.
func memberStopTimes(plan *timetable.Timetable) (map[string][]stopTime, error) {
	rows := map[string][]stopTime{}
	for _, trip := range plan.Trips() {
		for _, id := range trip.Members {
			rows[id] = nil
		}
	}
	file, err := Feed().Open("stop_times.txt")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.ReuseRecord = true
	columns := map[string]int{}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if len(columns) == 0 {
			for i, name := range row {
				columns[name] = i
			}
			continue
		}
		id := row[columns["trip_id"]]
		if _, ok := rows[id]; !ok {
			continue
		}
		sequence, err := strconv.ParseUint(row[columns["stop_sequence"]], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("trip %s: %w", id, err)
		}
		rows[id] = append(rows[id], stopTime{row[columns["stop_id"]], uint32(sequence)})
	}
}
