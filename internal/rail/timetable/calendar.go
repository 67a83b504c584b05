package timetable

import "math/bits"

// A Calendar is a set of service dates. It does not change and is safe for concurrent use, so trips can share one. The
// nil Calendar contains every date.
type Calendar struct {
	first int // the day number of bit 0
	days  []uint64
}

// The years that a Calendar can hold. They limit the memory that a feed with absurd dates can take.
const (
	firstYear = 1970
	lastYear  = 2199
)

// NewCalendar returns the calendar of the dates, in any order. Dates before 1970 or after 2199 are left out.
func NewCalendar(dates ...Date) *Calendar {
	numbers := make([]int, 0, len(dates))
	c := &Calendar{}
	for _, d := range dates {
		if d.Year < firstYear || d.Year > lastYear {
			continue
		}
		n := d.number()
		if len(numbers) == 0 || n < c.first {
			c.first = n
		}
		numbers = append(numbers, n)
	}
	for _, n := range numbers {
		bit := n - c.first
		for len(c.days) <= bit/64 {
			c.days = append(c.days, 0)
		}
		c.days[bit/64] |= 1 << (bit % 64)
	}
	return c
}

// ends returns the numbers of the first and the last date. A calendar without an end, or without dates, has none.
func (c *Calendar) ends() (first, last int, ok bool) {
	if c == nil || len(c.days) == 0 {
		return 0, 0, false
	}
	end := len(c.days) - 1
	return c.first, c.first + 64*end + bits.Len64(c.days[end]) - 1, true
}

// Runs reports whether the calendar contains the date.
func (c *Calendar) Runs(d Date) bool { return c.runs(d.number()) }

func (c *Calendar) runs(number int) bool {
	if c == nil {
		return true
	}
	bit := number - c.first
	return bit >= 0 && bit/64 < len(c.days) && c.days[bit/64]&(1<<(bit%64)) != 0
}
