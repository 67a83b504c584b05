package feed

import (
	"errors"
	"time"
)

// A pace says when a feed is asked again.
type pace struct {
	interval time.Duration // between attempts that succeed
	first    time.Duration // after the first failure; doubled with each further one
	most     time.Duration // the longest time between attempts that fail
	random   func() float64
}

// next returns the time until the next attempt, after so many failures in a row of which err was the last. Times vary
// at random, by a tenth between attempts that succeed and by a quarter after failures, so that replicas that started
// together do not ask together, least of all once a server that failed is back.
func (p pace) next(failures int, err error) time.Duration {
	if failures == 0 {
		return p.vary(p.interval, 0.1)
	}
	wait := p.first
	for range failures - 1 {
		if wait *= 2; wait >= p.most {
			break
		}
	}
	wait = p.vary(min(wait, p.most), 0.25)
	if retry := (*retryError)(nil); errors.As(err, &retry) {
		return max(wait, retry.after)
	}
	return wait
}

// vary returns d made shorter or longer by up to a share of it.
func (p pace) vary(d time.Duration, share float64) time.Duration {
	return d + time.Duration((2*p.random()-1)*share*float64(d))
}
