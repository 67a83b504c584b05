package feed

import (
	"errors"
	"time"
)

const (
	fileInterval = 10 * time.Second // the maximum interval between polls of a file
	firstBackoff = 30 * time.Second // the maximum wait after the first failure; it doubles after each further one
	maxBackoff   = 5 * time.Minute  // the maximum wait after a failure, unless the interval is longer
)

// pollTiming determines when a feed is polled again.
type pollTiming struct {
	interval time.Duration // time between attempts that succeed
	random   func() float64
}

// wait returns the time until the next attempt. The arguments are the number of consecutive failures and the last
// error. The time varies at random, by a tenth after a success and by a quarter after a failure, so that replicas that
// were started together do not send their requests together.
func (p pollTiming) wait(failures int, err error) time.Duration {
	if failures == 0 {
		return p.jitter(p.interval, 0.1)
	}
	backoff, limit := min(p.interval, firstBackoff), max(p.interval, maxBackoff)
	for n := 1; n < failures && backoff < limit; n++ {
		backoff *= 2
	}
	backoff = p.jitter(min(backoff, limit), 0.25)
	if retry, ok := errors.AsType[*retryError](err); ok {
		return max(backoff, retry.after)
	}
	return backoff
}

// jitter returns d, shortened or lengthened at random by up to the given share of it.
func (p pollTiming) jitter(d time.Duration, share float64) time.Duration {
	return d + time.Duration((2*p.random()-1)*share*float64(d))
}
