package gtfs

import "example.com/quartet/internal/rail/timetable"

// A service is the set of dates on which trips run.
type service struct {
	id      string
	known   bool // it is in calendar.txt or calendar_dates.txt
	dates   timetable.Calendar
	changed timetable.Calendar // the dates with an exception
}

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
			t.warn(0, "duplicate %s; row skipped", Quote(s.id))
			return
		}
		from, ok1 := t.date(1)
		to, ok2 := t.date(2)
		if ok1 && ok2 && to < from {
			t.warn(2, "%s is before start_date; row skipped", Quote(t.field(2)))
		}
		if !ok1 || !ok2 || to < from {
			return
		}
		var days [7]bool
		for i := range days {
			days[i] = t.oneOf(3+i, "0 or 1; taken as 0", "0", "1") == 1
		}
		for on := from; on <= to; on++ {
			if days[(on+3)%7] { // 1 January 1970 was a Thursday
				s.dates.Add(on)
			}
		}
		s.known = true
		c.keep(1, sizeOfService+sizeOfDay*s.dates.Size())
	})
}

// readCalendarDates reads the exceptions of the services that trips refer to. The first exception for each day counts.
func (c *checker) readCalendarDates() error {
	return c.each("calendar_dates.txt", []string{"service_id", "date", "exception_type"}, 3, func(t *table) {
		i, used := t.serviceIndex[string(t.key(0))]
		if !used {
			return
		}
		on, ok := t.date(1)
		kind := t.oneOf(2, "1 or 2; row skipped", "1", "2")
		if !ok || kind < 0 {
			return
		}
		s := &c.services[i]
		s.known = true
		added, before := kind == 0, s.dates.Size()+s.changed.Size()
		switch {
		case !s.changed.Has(on) && added:
			s.dates.Add(on)
		case !s.changed.Has(on):
			s.dates.Remove(on)
		case s.dates.Has(on) != added:
			t.warn(1, "%s is both added and removed; row skipped", Quote(t.field(1)))
		}
		s.changed.Add(on)
		c.keep(max(0, s.dates.Size()+s.changed.Size()-before), sizeOfDay)
	})
}

func (t *table) date(column int) (day int, ok bool) {
	return parsed(t, column, date, "date", "YYYYMMDD; row skipped")
}

// resolveServices skips the trips without dates.
func (c *checker) resolveServices() error {
	_, weekly := c.source.entries["calendar.txt"]
	_, daily := c.source.entries["calendar_dates.txt"]
	if !weekly && !daily {
		return Warning{File: "calendar.txt", Message: "the feed has neither this file nor calendar_dates.txt; want at least one of them"}
	}
	usable := 0
	for i := range c.trips {
		t := &c.trips[i]
		s := &c.services[t.service]
		switch {
		case !s.known:
			c.report.InvalidTrips++
			c.report.warn(Warning{"trips.txt", int(t.line), "service_id", "unknown service " + Quote(s.id) + "; trip skipped"})
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
