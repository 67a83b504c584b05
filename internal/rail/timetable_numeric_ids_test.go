package rail_test

import (
	"slices"
	"strconv"
	"testing"

	"example.com/quartet/internal/rail/timetable"
)

// A number stays the same whatever other stations there are, in any order, and is a positive number of 32 bits.
func TestNumericIDs(t *testing.T) {
	stations := func(ids ...string) (all []*timetable.Station) {
		for _, id := range ids {
			all = append(all, &timetable.Station{ID: id})
		}
		timetable.SetNumericIDs(all)
		return all
	}
	numbers := map[string]string{}
	for _, s := range stations("8727", "08727", "StopArea:OCE87271007", "", "4294967296", "1000000000") {
		if n, err := strconv.ParseInt(s.NumericID, 10, 32); err != nil || n < 1 {
			t.Errorf("%q has the number %q", s.ID, s.NumericID)
		}
		numbers[s.ID] = s.NumericID
	}
	if numbers["8727"] != "8727" || numbers["08727"] == "8727" {
		t.Errorf("the numbers are %v", numbers)
	}
	for _, s := range stations("1000000000", "x", "StopArea:OCE87271007", "08727") {
		if want, known := numbers[s.ID]; known && s.NumericID != want {
			t.Errorf("%q has the number %s with other stations, want %s", s.ID, s.NumericID, want)
		}
	}
	var ids, got []string
	for i := range 100_000 { // some of these have the same hash
		ids = append(ids, "stop-"+strconv.Itoa(i))
	}
	for _, s := range stations(ids...) {
		got = append(got, s.NumericID)
	}
	slices.Sort(got)
	if n := len(slices.Compact(got)); n != len(ids) {
		t.Errorf("%d different numbers of %d stations", n, len(ids))
	}
}
