package main

import "time"

// newClock returns the service's clock: it starts at a time, or at the present if that is zero, and runs at a
// multiple of the speed of real time; at speed 0 it stands still. It is safe for concurrent use.
func newClock(start time.Time, speed float64, now func() time.Time) func() time.Time {
	began := now()
	switch {
	case start.IsZero() && speed == 1:
		return now
	case start.IsZero():
		start = began.Round(0)
	}
	if speed == 0 {
		return func() time.Time { return start }
	}
	return func() time.Time {
		return start.Add(time.Duration(float64(now().Sub(began)) * speed))
	}
}
