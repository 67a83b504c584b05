package gtfsrt

import "math"

// Costs of a choice of calls in separate, in seconds. A train's delay changes little from call to call, so a change costs
// its amount.
const (
	costOfIgnoring = 5 * 60
	maxIgnored     = 40 // calls in succession
)

// separate ignores the times at calls that belong to another train, and returns the number of these calls. Times that
// decrease once are a mistake at that call. If they decrease again and again along the trip, the update has mixed the calls
// of two trains that follow each other on the line. The calls at which times increase and the delay changes least belong to
// the trip.
func (c *stopTimes) separate() (ignored int) {
	var reported []int // calls
	descents := 0
	for i := range c.calls {
		if !c.isReported(i) {
			continue
		}
		if n := len(reported); n > 0 && c.first(i) < c.first(reported[n-1]) {
			descents++
		}
		reported = append(reported, i)
	}
	if descents < 2 {
		return 0
	}
	own := c.ownCalls(reported)
	for _, i := range reported {
		if own[i] {
			continue
		}
		c.reported[2*i], c.reported[2*i+1] = false, false
		c.at[2*i], c.at[2*i+1] = c.scheduled[2*i], c.scheduled[2*i+1]
		ignored++
	}
	return ignored
}

// ownCalls returns the calls with the lowest cost: the changes of the delay, and the calls that are ignored.
func (c *stopTimes) ownCalls(reported []int) map[int]bool {
	type choice struct {
		cost   int64
		before int // index in reported, or -1
	}
	choices := make([]choice, len(reported))
	best, total := -1, int64(math.MaxInt64)
	for n, i := range reported {
		choices[n] = choice{int64(n) * costOfIgnoring, -1}
		for b := n - 1; b >= max(0, n-1-maxIgnored); b-- {
			if c.last(reported[b]) > c.first(i) {
				continue
			}
			cost := choices[b].cost + int64(n-1-b)*costOfIgnoring + abs(c.delay(i)-c.delay(reported[b]))
			if cost < choices[n].cost || choices[n].before < 0 && cost == choices[n].cost {
				choices[n] = choice{cost, b}
			}
		}
		if cost := choices[n].cost + int64(len(reported)-1-n)*costOfIgnoring; cost < total {
			best, total = n, cost
		}
	}
	own := map[int]bool{}
	for n := best; n >= 0; n = choices[n].before {
		own[reported[n]] = true
	}
	return own
}

// first returns the first time of call i from the feed, last the last one. The call must have one.
func (c *stopTimes) first(i int) int64 { return c.at[c.event(i)] }

func (c *stopTimes) last(i int) int64 {
	if c.reported[2*i+1] {
		return c.at[2*i+1]
	}
	return c.at[2*i]
}

// delay returns the delay at call i.
func (c *stopTimes) delay(i int) int64 { return c.at[c.event(i)] - c.scheduled[c.event(i)] }

// event returns the first event of call i with a time from the feed.
func (c *stopTimes) event(i int) int {
	if c.reported[2*i] {
		return 2 * i
	}
	return 2*i + 1
}
