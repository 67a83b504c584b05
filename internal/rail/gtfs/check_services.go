package gtfs

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/rail/timetable"
)

// A service is the set of dates on which trips run.
type service struct {
	id         string
	known      bool    // it is in calendar.txt or calendar_dates.txt
	days       [7]bool // by time.Weekday
	from, to   int     // first and last day of the weekly pattern; to is before from if there is no pattern
	exceptions []exception
	dates      *timetable.Calendar // set by resolveServices
}

// An exception is a row of calendar_dates.txt.
type exception struct {
	on    int // the day
	added bool
	line  int32
}

const maxDays = 1 << 29 // maximum number of days of all services together; their bitmaps take 64 MB

// readCalendar reads the weekly patterns of the services that trips refer to.
func (c *checker) readCalendar() error {
	columns := []string{
		"service_id", "start_date", "end_date", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	}
	return c.each("calendar.txt", columns, len(columns), func(t *table) {
		i, used := t.serviceIndex[string(t.key(0))]
		if !used {
			return
		}
		s := &c.services[i]
		if s.known {
			t.warn(0, "duplicate %s; row skipped", quote(s.id))
			return
		}
		from, ok1 := t.date(1)
		to, ok2 := t.date(2)
		if ok1 && ok2 && to < from {
			t.warn(2, "%s is before start_date; row skipped", quote(t.field(2)))
		}
		if !ok1 || !ok2 || to < from {
			return
		}
		s.known, s.from, s.to = true, from, to
		for i := range s.days {
			s.days[(i+1)%7] = t.oneOf(3+i, "0 or 1; taken as 0", "0", "1") == 1
		}
		c.keep(1, sizeOfService)
	})
}

// readCalendarDates reads the exceptions of the services that trips refer to.
func (c *checker) readCalendarDates() error {
	last, service := "", int32(unset)
	return c.each("calendar_dates.txt", []string{"service_id", "date", "exception_type"}, 3, func(t *table) {
		if key := t.key(0); string(key) != last || service == unset {
			i, used := t.serviceIndex[string(key)]
			if !used {
				return
			}
			last, service = string(key), i
		}
		on, ok := t.date(1)
		if !ok {
			return
		}
		if kind := t.oneOf(2, "1 or 2; row skipped", "1", "2"); kind >= 0 {
			s := &c.services[service]
			s.known = true
			s.exceptions = append(s.exceptions, exception{on, kind == 0, int32(t.line)})
			c.keep(1, sizeOfException)
		}
	})
}

func (t *table) date(column int) (day int, ok bool) {
	return parsed(t, column, date, "date", "YYYYMMDD; row skipped")
}

// resolveServices computes the dates of each service, and skips the trips without any.
func (c *checker) resolveServices() error {
	_, weekly := c.source.entries["calendar.txt"]
	_, daily := c.source.entries["calendar_dates.txt"]
	if !weekly && !daily {
		return Warning{File: "calendar.txt", Message: "the feed has neither this file nor calendar_dates.txt; want at least one of them"}
	}
	total := 0
	for i := range c.services {
		s := &c.services[i]
		c.mergeExceptions(s)
		s.dates = s.allDates()
		if total += s.dates.Size(); total > maxDays {
			return Warning{File: "calendar.txt", Message: "the services have too many days in total"}
		}
	}
	usable := 0
	for i := range c.trips {
		t := &c.trips[i]
		s := &c.services[t.service]
		switch {
		case !s.known:
			c.report.InvalidTrips++
			c.report.warn(Warning{"trips.txt", int(t.line), "service_id", "unknown service " + quote(s.id) + "; trip skipped"})
		case s.dates.Size() == 0:
			c.report.InactiveTrips++
		default:
			usable++
			continue
		}
		t.skipped = true
		c.tripIndex[t.id] = unset
	}
	if usable == 0 {
		return Warning{File: "trips.txt", Message: "no usable trips: " + c.report.tripCounts()}
	}
	return nil
}

// mergeExceptions keeps only the first exception for each day.
func (c *checker) mergeExceptions(s *service) {
	slices.SortStableFunc(s.exceptions, func(a, b exception) int { return cmp.Compare(a.on, b.on) })
	kept := s.exceptions[:0]
	for _, e := range s.exceptions {
		if n := len(kept); n > 0 && kept[n-1].on == e.on {
			if kept[n-1].added != e.added {
				c.report.warn(Warning{"calendar_dates.txt", int(e.line), "date",
					quote(strings.ReplaceAll(timetable.NumberedDate(e.on).String(), "-", "")) + " is both added and removed; row skipped"})
			}
			continue
		}
		kept = append(kept, e)
	}
	s.exceptions = kept
}

// allDates returns the days of the weekly pattern, with the exceptions applied.
func (s *service) allDates() *timetable.Calendar {
	all := new(timetable.Calendar)
	for on := s.from; on <= s.to; on++ {
		if s.days[(on+4)%7] { // 1 January 1970 was a Thursday
			all.Add(on)
		}
	}
	for _, e := range s.exceptions {
		if e.added {
			all.Add(e.on)
		} else {
			all.Remove(e.on)
		}
	}
	return all
}
