package gtfs

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The times that remain never go back, and as many remain as can. An arrival and a departure are lost separately.
func TestDropTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		times := make([]stopTime, 2+random.IntN(9))
		for i := range times {
			times[i].arrive, times[i].depart = unset, unset
			if i == 0 || i == len(times)-1 || random.IntN(4) > 0 {
				times[i].arrive = random.Int32N(12)
				times[i].depart = times[i].arrive + max(0, random.Int32N(8)-4)
				if random.IntN(6) == 0 {
					times[i].depart = random.Int32N(12)
				}
			}
		}
		want := mostTimes(times)
		got := slices.Clone(times)
		c := &checker{report: &Report{}}
		if ok := c.dropTimes(got); ok != (want > 0) {
			t.Fatalf("%v: %v, want %d times", times, ok, want)
		} else if kept := keptTimes(times, got); ok && (firstBack(got) >= 0 || kept != want) {
			t.Fatalf("%v: %v has %d times, want %d", times, got, kept, want)
		}
	}
}

// keptTimes returns how many arrivals and departures are the same as before.
func keptTimes(before, after []stopTime) (n int) {
	for e := range 2 * len(before) {
		if was := before[e/2].event(e); was != unset && was == after[e/2].event(e) {
			n++
		}
	}
	return n
}

// mostTimes returns how many arrivals and departures can remain if one at the first and one at the last stop does, 0 if that
// cannot be.
func mostTimes(times []stopTime) int {
	n, best := 2*len(times), 0
	most := make([]int, n)
	for e := range n {
		at := times[e/2].event(e)
		if at == unset {
			continue
		}
		if e < 2 {
			most[e] = 1
		}
		for before := range e {
			if most[before] > 0 && times[before/2].event(before) <= at {
				most[e] = max(most[e], most[before]+1)
			}
		}
		if e >= n-2 {
			best = max(best, most[e])
		}
	}
	return best
}
