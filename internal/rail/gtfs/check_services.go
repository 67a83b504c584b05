package gtfs

import "math/bits"

// A service is the dates on which trips run. The library's are not used: it stretches the weekly pattern to exceptions
// that lie outside of it, and counts in instants, which not every date has at midnight.
type service struct {
	id       string
	days     [7]bool // by time.Weekday
	from, to day     // of the weekly pattern; to is before from where there is none
	changes  map[day]bool
	dates    dates // once all is read
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

const maxDays = 1 << 30 // of all services together, so 128 MB

func (c *checker) calendar() error {
	columns := []string{
		"service_id", "start_date", "end_date", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	}
	return c.each("calendar.txt", columns, len(columns), func(t *table) {
		id := t.text(0)
		from, ok1 := date(t.field(1))
		to, ok2 := date(t.field(2))
		_, twice := c.serviceIndex[id]
		switch {
		case id == "":
			t.wrong(0, "there is no id; the row is left out")
			return
		case twice:
			t.wrong(0, "%s is there twice; this row is left out", quote(id))
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
		s := c.service(id)
		s.from, s.to = from, to
		for i := range s.days {
			switch value := string(t.field(3 + i)); value {
			case "1":
				s.days[(i+1)%7] = true
			case "0":
			default:
				t.wrong(3+i, "%s is neither 0 nor 1; no train runs on this day of the week", quote(value))
			}
		}
	})
}

func (c *checker) calendarDates() error {
	err := c.each("calendar_dates.txt", []string{"service_id", "date", "exception_type"}, 3, func(t *table) {
		on, ok := date(t.field(1))
		change := string(t.field(2))
		switch {
		case len(t.key(0)) == 0:
			t.wrong(0, "there is no id; the row is left out")
			return
		case !ok:
			t.wrong(1, "%s is not a date such as 20261121; the row is left out", quote(t.field(1)))
			return
		case change != "1" && change != "2":
			t.wrong(2, "%s is neither 1 nor 2; the row is left out", quote(change))
			return
		}
		i, ok := c.serviceIndex[string(t.key(0))]
		if !ok {
			c.service(t.text(0))
			i = int32(len(c.services) - 1)
		}
		s := c.services[i]
		if before, twice := s.changes[on]; twice && before != (change == "1") {
			t.wrong(1, "%s is added and removed; this row is left out", quote(t.field(1)))
			return
		}
		if s.changes == nil {
			s.changes = map[day]bool{}
		}
		s.changes[on] = change == "1"
		c.keep(1)
	})
	if err != nil {
		return err
	}
	if len(c.services) == 0 {
		return Complaint{File: "calendar.txt", Message: "neither this file nor calendar_dates.txt says when trains run"}
	}
	total := 0
	for _, s := range c.services {
		s.dates = s.all()
		if total += 64 * len(s.dates.bits); total > maxDays {
			return Complaint{File: "calendar.txt", Message: "the services take too many days together"}
		}
	}
	return nil
}

// service adds a service.
func (c *checker) service(id string) *service {
	s := &service{id: id, to: -1}
	c.serviceIndex[id] = int32(len(c.services))
	c.services = append(c.services, s)
	c.keep(1)
	return s
}

// all returns the days of the weekly pattern with its exceptions.
func (s *service) all() dates {
	first, last := s.from, s.to
	for on, added := range s.changes {
		if !added {
			continue
		}
		if last < first {
			first, last = on, on
		}
		first, last = min(first, on), max(last, on)
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
	for on, added := range s.changes {
		if on >= first && on <= last {
			d.set(on, added)
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
