package timetable

import (
	"fmt"
	"math/bits"
)

// A Calendar is a set of service dates. Once it is complete it does not change and is safe for concurrent use, so trips can share
// one. The nil Calendar contains every date, and the zero Calendar none. Days are numbered from 1 January 1970.
type Calendar struct {
	first int      // bit 0 of days[0] is the day 64*first
	days  []uint64 // the first and the last are not 0
}

// Add adds a day to a calendar that is not complete yet.
func (c *Calendar) Add(day int) {
	word := day / 64
	if len(c.days) == 0 {
		c.first = word
	}
	if word < c.first {
		c.days = append(make([]uint64, c.first-word), c.days...)
		c.first = word
	}
	for len(c.days) <= word-c.first {
		c.days = append(c.days, 0)
	}
	c.days[word-c.first] |= 1 << (day % 64)
}

// Remove removes a day from a calendar that is not complete yet.
func (c *Calendar) Remove(day int) {
	if c.Has(day) {
		c.days[day/64-c.first] &^= 1 << (day % 64)
	}
	for len(c.days) > 0 && c.days[0] == 0 {
		c.first, c.days = c.first+1, c.days[1:]
	}
	for n := len(c.days); n > 0 && c.days[n-1] == 0; n-- {
		c.days = c.days[:n-1]
	}
}

// Has reports whether the calendar contains a day.
func (c *Calendar) Has(day int) bool {
	if c == nil {
		return true
	}
	word := day/64 - c.first
	return word >= 0 && word < len(c.days) && c.days[word]&(1<<(day%64)) != 0
}

// Size returns the number of days that the calendar takes memory for. It is 0 if there are none.
func (c *Calendar) Size() int { return 64 * len(c.days) }

// Ends returns the first and the last day. A calendar without an end, or without days, has none.
func (c *Calendar) Ends() (first, last int, ok bool) {
	if c == nil || len(c.days) == 0 {
		return 0, 0, false
	}
	end := len(c.days) - 1
	return 64*c.first + bits.TrailingZeros64(c.days[0]), 64*(c.first+end) + bits.Len64(c.days[end]) - 1, true
}

// Days yields the days in order. It is an iter.Seq. The calendar must not be nil.
func (c *Calendar) Days(yield func(int) bool) {
	for i, word := range c.days {
		for ; word != 0; word &= word - 1 {
			if !yield(64*(c.first+i) + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// Key returns a text that only calendars with the same days have.
func (c *Calendar) Key() string { return fmt.Sprintf("%d %x", c.first, c.days) }

// Runs reports whether the calendar contains the date.
func (c *Calendar) Runs(d Date) bool { return c.Has(d.Number()) }
