package gtfsrt

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A Problem is a kind of thing that is wrong in a message.
type Problem byte

// What can be wrong in a message.
const (
	UnknownTrip    Problem = iota // a trip that the timetable does not have, or not on that date
	UnknownStop                   // a stop that the timetable or the trip does not have
	UnknownRoute                  // a route that the timetable does not have
	BackwardsTimes                // times of one train that run backwards; the later ones are raised
	AbsurdTime                    // a time that cannot be; it is left out
	AbsurdPlace                   // coordinates that cannot be; they are left out
	Malformed                     // something that GTFS Realtime requires is missing or not of its form
	Twice                         // a second entity about the same train from the same feed; the newest counts
	Useless                       // an entity that says nothing of use
	problems
)

var problemNames = [problems]string{
	"unknown trip", "unknown stop", "unknown route", "times run backwards", "absurd time", "absurd place", "malformed",
	"given twice", "of no use",
}

// String names the problem.
func (p Problem) String() string {
	if int(p) < len(problemNames) {
		return problemNames[p]
	}
	return "Problem(" + strconv.Itoa(int(p)) + ")"
}

// maxComplaints is how many complaints a Count keeps of each problem. It counts all of them.
const maxComplaints = 5

// A Complaint says what is wrong in a message, and where. Texts of the message are quoted in it, cut, and without
// control characters.
type Complaint struct {
	Problem Problem
	Entity  string // the id of the entity, or empty
	Message string
}

// String returns the complaint with its place.
func (c Complaint) String() string {
	if c.Entity == "" {
		return c.Problem.String() + ": " + c.Message
	}
	return fmt.Sprintf("entity %s: %v: %s", quote(c.Entity), c.Problem, c.Message)
}

// A Count says what the message of one feed held, and what of it was of use.
type Count struct {
	Entities                  int // all of them
	Updates, Vehicles, Alerts int // by what they hold
	Applied                   int // trip updates and vehicle positions that say something of a train of the timetable

	Wrong      [problems]int // by Problem
	Complaints []Complaint   // the first five of each problem
}

// Complain adds a complaint. The message is made only if it is kept.
func (c *Count) complain(problem Problem, entity string, format string, args ...any) {
	if c.Wrong[problem]++; c.Wrong[problem] <= maxComplaints {
		c.Complaints = append(c.Complaints, Complaint{problem, entity, fmt.Sprintf(format, args...)})
	}
}

// Total returns the number of complaints, with those that are not kept.
func (c *Count) Total() int {
	total := 0
	for _, n := range c.Wrong {
		total += n
	}
	return total
}

// Summary says how many complaints there are of each problem, such as "3 unknown trip, 1 absurd time"; it is empty
// where there are none.
func (c *Count) Summary() string {
	var parts []string
	for p, n := range c.Wrong {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+Problem(p).String())
		}
	}
	return strings.Join(parts, ", ")
}

// A Report says what came of applying messages.
type Report struct {
	Time   time.Time // when the data were made: the newest of the times of the feeds
	Feeds  []Count   // one for each feed, in their order
	Trains int       // of which more than the timetable is known

	// Next is when the same messages make another snapshot at the earliest: an alert begins or ends, a report of a
	// vehicle gets too old. It is zero where that never happens.
	Next time.Time
}

// quote returns a text of a message for a complaint.
func quote(text string) string {
	const most = 60
	cut := text
	if len(cut) > most {
		cut = cut[:most]
		for len(cut) > 0 && !utf8.RuneStart(text[len(cut)]) {
			cut = cut[:len(cut)-1]
		}
	}
	if len(cut) < len(text) {
		return strconv.QuoteToGraphic(cut) + "..."
	}
	return strconv.QuoteToGraphic(cut)
}
