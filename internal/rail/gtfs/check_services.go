package gtfs

import (
	"cmp"
	"math/bits"
	"slices"
)

// A service is the dates on which trips run. The library's are not used: it stretches the weekly pattern to exceptions
// that lie outside of it, and counts in instants, which not every date has at midnight.
type service struct {
	id       string
	known    bool    // the feed has it
	days     [7]bool // by time.Weekday
	from, to day     // of the weekly pattern; to is before from where there is none
	changes  []change
	dates    dates // once all is read
}

// A change is an exception to the weekly pattern.
type change struct {
	on    day
	added bool
	line  int32
}

// dates is a set of days.
type dates struct {
	first day // of bits
	bits  []uint64
}

func (d dates) has(x day) bool {
	i := int(x - d.first)
	return i >= 0 && i < 64*len(d.bits) && d.bits[i/64]>>(i%64)&1 == 1
}

func (d dates) empty() bool {
	for _, word := range d.bits {
		if word != 0 {
			return false
		}
	}
	return true
}

// each yields the days in their order.
func (d dates) each(yield func(day) bool) {
	for i, word := range d.bits {
		for ; word != 0; word &= word - 1 {
			if !yield(d.first + day(64*i+bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// ends returns the first and the last day of a set that is not empty.
func (d dates) ends() (first, last day) {
	for i, word := range d.bits {
		if word != 0 {
			first = d.first + day(64*i+bits.TrailingZeros64(word))
			break
		}
	}
	for i := len(d.bits) - 1; i >= 0; i-- {
		if word := d.bits[i]; word != 0 {
			last = d.first + day(64*i+63-bits.LeadingZeros64(word))
			break
		}
	}
	return first, last
}

const maxDays = 1 << 29 // of all services together, so 64 MB

// calendar reads the weekly patterns of the services that trips refer to.
func (c *checker) calendar() error {
	columns := []string{
		"service_id", "start_date", "end_date", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	}
	return c.each("calendar.txt", columns, len(columns), func(t *table) {
		i, used := t.serviceIndex[string(t.key(0))]
		if !used {
			return
		}
		s := &c.services[i]
		from, ok1 := date(t.field(1))
		to, ok2 := date(t.field(2))
		switch {
		case s.known:
			t.wrong(0, "%s is there twice; this row is left out", quote(s.id))
			return
		case !ok1:
			t.wrong(1, "%s is not a date such as 20261121; the row is left out", quote(t.field(1)))
			return
		case !ok2:
			t.wrong(2, "%s is not a date such as 20261121; the row is left out", quote(t.field(2)))
			return
		case to < from:
			t.wrong(2, "%s is before start_date; the row is left out", quote(t.field(2)))
			return
		}
		s.known, s.from, s.to = true, from, to
		for i := range s.days {
			switch value := string(t.field(3 + i)); value {
			case "1":
				s.days[(i+1)%7] = true
			case "0":
			default:
				t.wrong(3+i, "%s is neither 0 nor 1; no train runs on this day of the week", quote(value))
			}
		}
		c.keep(1)
	})
}

// calendarDates reads the exceptions of these services.
func (c *checker) calendarDates() error {
	last, service := "", int32(unset)
	return c.each("calendar_dates.txt", []string{"service_id", "date", "exception_type"}, 3, func(t *table) {
		if key := t.key(0); string(key) != last || service == unset {
			i, used := t.serviceIndex[string(key)]
			if !used {
				return
			}
			last, service = string(key), i
		}
		on, ok := date(t.field(1))
		kind := string(t.field(2))
		switch {
		case !ok:
			t.wrong(1, "%s is not a date such as 20261121; the row is left out", quote(t.field(1)))
		case kind != "1" && kind != "2":
			t.wrong(2, "%s is neither 1 nor 2; the row is left out", quote(kind))
		default:
			s := &c.services[service]
			s.known = true
			s.changes = append(s.changes, change{on, kind == "1", int32(t.line)})
			c.keep(1)
		}
	})
}

// settleServices finds the dates of each service, and leaves out the trips that run on none.
func (c *checker) settleServices() error {
	_, weekly := c.source.entries["calendar.txt"]
	_, daily := c.source.entries["calendar_dates.txt"]
	if !weekly && !daily {
		return Complaint{File: "calendar.txt", Message: "neither this file nor calendar_dates.txt says when trains run"}
	}
	total := 0
	for i := range c.services {
		s := &c.services[i]
		c.settleChanges(s)
		s.dates = s.all()
		if total += 64 * len(s.dates.bits); total > maxDays {
			return Complaint{File: "calendar.txt", Message: "the services take too many days together"}
		}
	}
	left := 0
	for i := range c.trips {
		t := &c.trips[i]
		s := &c.services[t.service]
		switch {
		case !s.known:
			c.report.WrongTrips++
			c.report.complain(Complaint{"trips.txt", t.line, "service_id", "there is no service " + quote(s.id) + "; the trip is left out"})
		case s.dates.empty():
			c.report.IdleTrips++
		default:
			left++
			continue
		}
		t.leftOut = true
		c.tripIndex[t.id] = unset
	}
	if left == 0 {
		return Complaint{File: "trips.txt", Message: "no trip is left: " + c.report.lost()}
	}
	return nil
}

// settleChanges makes the exceptions one for each day.
func (c *checker) settleChanges(s *service) {
	slices.SortStableFunc(s.changes, func(a, b change) int { return cmp.Compare(a.on, b.on) })
	kept := s.changes[:0]
	for _, ch := range s.changes {
		if n := len(kept); n > 0 && kept[n-1].on == ch.on {
			if kept[n-1].added != ch.added {
				c.report.complain(Complaint{"calendar_dates.txt", int(ch.line), "date",
					quote(basic(ch.on)) + " is added and removed; this row is left out"})
			}
			continue
		}
		kept = append(kept, ch)
	}
	s.changes = kept
}

// all returns the days of the weekly pattern with its exceptions.
func (s *service) all() dates {
	first, last := s.from, s.to
	for _, c := range s.changes {
		if !c.added {
			continue
		}
		if last < first {
			first, last = c.on, c.on
		}
		first, last = min(first, c.on), max(last, c.on)
	}
	if last < first {
		return dates{}
	}
	d := dates{first, make([]uint64, (last-first)/64+1)}
	for on := s.from; on <= s.to; on++ {
		if s.days[on.weekday()] {
			d.set(on, true)
		}
	}
	for _, c := range s.changes {
		if c.on >= first && c.on <= last {
			d.set(c.on, c.added)
		}
	}
	return d.trim()
}

// trim returns the same set from its first day to its last, so that sets are equal if what they are made of is.
func (d dates) trim() dates {
	if d.empty() {
		return dates{}
	}
	first, last := d.ends()
	if first == d.first && int(last-first)/64+1 == len(d.bits) {
		return d
	}
	trimmed := dates{first, make([]uint64, (last-first)/64+1)}
	for on := range d.each {
		trimmed.set(on, true)
	}
	return trimmed
}

func (d dates) set(x day, in bool) {
	i := int(x - d.first)
	if in {
		d.bits[i/64] |= 1 << (i % 64)
	} else {
		d.bits[i/64] &^= 1 << (i % 64)
	}
}
