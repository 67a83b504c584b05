package timetable

import (
	"cmp"
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

// indexAgencies counts the trips of each agency and sets when they run. It returns what the timetable has, as one feed.
func (t *Timetable) indexAgencies() *Feed {
	f := &Feed{Info: t.info, Zone: t.zone, Stations: len(t.stations), Trips: len(t.trips)}
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
	known := map[*Agency]bool{}
	for s, end := range ends {
		period := s.Calendar.period(s.Zone, end)
		if !known[s.Agency] {
			known[s.Agency] = true
			f.Agencies = append(f.Agencies, s.Agency)
			s.Period = period
		}
		s.Period = s.Period.union(period)
	}
	for i, a := range f.Agencies {
		if i == 0 {
			f.Period = a.Period
		}
		f.Period = f.Period.union(a.Period)
	}
	slices.SortFunc(f.Agencies, func(a, b *Agency) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return f
}

// period returns the period of trips that end at a time of the service dates. Without dates, or without an end of them, it has no
// limits.
func (c *Calendar) period(zone *time.Location, end time.Duration) Period {
	first, last, ok := c.ends()
	if !ok {
		return Period{}
	}
	epoch := Date{1970, time.January, 1}
	p := Period{First: epoch.AddDays(first), Last: epoch.AddDays(last)}
	p.Start, p.End = p.First.Start(zone), p.Last.Start(zone).Add(end)
	return p
}

// Feeds returns what the timetable has from each feed, by the numbers of the feeds. It is nil for a feed of which it has nothing.
// The caller must not change the slice.
func (t *Timetable) Feeds() []*Feed { return t.feeds }
