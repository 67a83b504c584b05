package timetable

import "time"

// A Period is the time in which the trains of a timetable run.
type Period struct {
	First, Last Date      // service dates
	Start, End  time.Time // start of the first service date, and end of the last train of the last one
}

// Period returns the time in which the trains run. It returns false if they run without an end.
func (t *Timetable) Period() (Period, bool) {
	first, last := 0, 0
	for i, c := range t.calendars {
		from, to, ok := c.ends()
		if !ok {
			return Period{}, false
		}
		if i == 0 {
			first, last = from, to
		}
		first, last = min(first, from), max(last, to)
	}
	if len(t.calendars) == 0 {
		return Period{}, false
	}
	end := int32(0) // in seconds
	for _, s := range t.latestEnds {
		end = max(end, s)
	}
	p := Period{First: (Date{1970, time.January, 1}).AddDays(first), Last: (Date{1970, time.January, 1}).AddDays(last)}
	p.Start, p.End = p.First.Start(t.zone), p.Last.Start(t.zone).Add(time.Duration(end)*time.Second)
	return p, true
}
