package gtfs

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The times that remain never go back, and as many remain as can.
func TestDropTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		times := make([]stopTime, 2+random.IntN(9))
		for i := range times {
			times[i].arrive, times[i].depart = unset, unset
			if i == 0 || i == len(times)-1 || random.IntN(4) > 0 {
				times[i].arrive = random.Int32N(12)
				times[i].depart = times[i].arrive + random.Int32N(3)
			}
		}
		want := mostTimes(times)
		got := slices.Clone(times)
		c := &checker{report: &Report{}}
		if ok := c.dropTimes(got); ok != (want > 0) {
			t.Fatalf("%v: %v, want %d times", times, ok, want)
		} else if kept := count(got, func(s *stopTime) bool { return s.arrive != unset }); ok && (firstBack(got) >= 0 || kept != want) {
			t.Fatalf("%v: %v, want %d times", times, got, want)
		}
	}
}

// mostTimes returns how many times of a trip can remain with its first and its last, 0 if these do not fit.
func mostTimes(times []stopTime) int {
	most := make([]int, len(times))
	most[0] = 1
	for i := range times {
		for j := range i {
			if most[j] > 0 && times[i].arrive != unset && times[i].arrive >= times[j].depart {
				most[i] = max(most[i], most[j]+1)
			}
		}
	}
	return most[len(times)-1]
}
