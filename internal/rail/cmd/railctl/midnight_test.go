package main

import (
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

// TestMidnight marks the first stop of each day after the first, also one at midnight.
func TestMidnight(t *testing.T) {
	stop := func(kind, arrives, departs string) realtime.ObjTrainMovements {
		date := "21 Nov 2026"
		return realtime.ObjTrainMovements{TrainDate: &date, LocationType: &kind, ScheduledArrival: &arrives, ScheduledDeparture: &departs}
	}
	m := movements([]realtime.ObjTrainMovements{
		stop("O", noTime, "23:30:00"), stop("S", "23:55:00", "23:58:00"), stop("S", noTime, "00:01:00"), stop("T", "10:00:00", "10:00:00"), stop("D", "00:30:00", noTime),
	})
	var notes []string
	for _, row := range m.table.rows {
		notes = append(notes, row[len(row)-1])
	}
	if got := strings.Join(notes, "|"); got != "||22 Nov|passes|23 Nov" {
		t.Errorf("notes %s", got)
	}
}
