package feed

import (
	"errors"
	"time"
)

// pollTiming determines when a feed is polled again.
type pollTiming struct {
	interval     time.Duration // time between attempts that succeed
	firstBackoff time.Duration // after the first failure; doubled after each further failure
	maxBackoff   time.Duration // the maximum wait after a failure, before jitter
	random       func() float64
}

// wait returns the time until the next attempt. The arguments are the number of consecutive failures and the last
// error. The time varies at random, by a tenth after a success and by a quarter after a failure, so that replicas that
// were started together do not send their requests together.
func (p pollTiming) wait(failures int, err error) time.Duration {
	if failures == 0 {
		return p.jitter(p.interval, 0.1)
	}
	backoff := p.firstBackoff
	for range failures - 1 {
		if backoff *= 2; backoff >= p.maxBackoff {
			break
		}
	}
	backoff = p.jitter(min(backoff, p.maxBackoff), 0.25)
	if retry := (*retryError)(nil); errors.As(err, &retry) {
		return max(backoff, retry.after)
	}
	return backoff
}

// jitter returns d, shortened or lengthened at random by up to the given share of it.
func (p pollTiming) jitter(d time.Duration, share float64) time.Duration {
	return d + time.Duration((2*p.random()-1)*share*float64(d))
}
