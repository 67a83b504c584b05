package timetable

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// An Agency is a company whose trains a timetable has: a row of agency.txt. It does not change once it is part of a Timetable.
type Agency struct {
	ID, Name string         // agency_id and agency_name; may be empty
	Zone     *time.Location // in which the times of its trips count; nil means the zone of the timetable, which New sets

	Feed   int    // the feed of a merged timetable, see Merge
	Trips  int    // set by New
	Period Period // set by New
}

// A Feed is what a timetable has from one feed. It does not change.
type Feed struct {
	Info
	Zone            *time.Location // of most agencies
	Stations, Trips int
	Agencies        []*Agency // those that have trips, by name
	Period          Period
}

// indexAgencies lists the agencies, counts the trips of each, and sets when they run.
func (t *Timetable) indexAgencies() {
	f := t.whole
	type service struct {
		*Agency
		*Calendar
	}
	ends := map[service]time.Duration{} // of the last trip on a day
	for _, trip := range t.trips {
		trip.Agency.Trips++
		s := service{trip.Agency, trip.Calendar}
		ends[s] = max(ends[s], trip.Calls[len(trip.Calls)-1].Arrive)
	}
	periods := map[*Agency][]Period{}
	for s, end := range ends {
		periods[s.Agency] = append(periods[s.Agency], s.Calendar.period(s.Zone, end))
	}
	var all []Period
	for a, own := range periods {
		a.Period = union(own)
		f.Agencies, all = append(f.Agencies, a), append(all, a.Period)
	}
	f.Period = union(all)
	slices.SortFunc(f.Agencies, func(a, b *Agency) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
}

// period returns the period of trips that end at a time of the service dates. Without dates, or without an end of them, it has no
// limits.
func (c *Calendar) period(zone *time.Location, end time.Duration) Period {
	first, last, ok := c.Ends()
	if !ok {
		return Period{}
	}
	p := Period{First: NumberedDate(first), Last: NumberedDate(last)}
	p.Start, p.End = p.First.Start(zone), p.Last.Start(zone).Add(end)
	return p
}

// Whole returns what the timetable has from all feeds together. A merged timetable has no agencies in it, and is not modified at a known
// time: it changes when a feed is added, whenever that was made.
func (t *Timetable) Whole() *Feed { return t.whole }

// Feeds returns what the timetable has from each feed, by the numbers of the feeds. It is nil for a feed of which it has nothing.
// The caller must not change the slice.
func (t *Timetable) Feeds() []*Feed { return t.feeds }

// OutOfPeriod returns a message if no train of the feed runs any more at a time, or if none runs yet, or if that is so for an agency.
// It returns "" if all have trains.
func (f *Feed) OutOfPeriod(now time.Time) string {
	if v := f.Period.At(now); v != Current {
		return fmt.Sprintf("the timetable has %s: it covers the dates from %v to %v", v, f.Period.First, f.Period.Last)
	}
	var idle []*Agency
	for _, a := range f.Agencies {
		if a.Period.At(now) != Current {
			idle = append(idle, a)
		}
	}
	if len(idle) == 0 {
		return ""
	}
	return fmt.Sprintf("the timetables of %d of %d agencies have ended or not begun, such as that of %q", len(idle), len(f.Agencies), cmp.Or(idle[0].Name, idle[0].ID))
}
