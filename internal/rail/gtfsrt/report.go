package gtfsrt

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/gtfs"
)

// A Problem is a kind of problem in a message.
type Problem byte

// The kinds of problems.
const (
	UnknownTrip     Problem = iota // a trip that is not in the timetable, or not on that date
	UnknownStop                    // a stop that is not in the timetable or not in the trip
	UnknownRoute                   // a route that is not in the timetable
	DecreasingTimes                // times that decrease along a trip; the later ones are raised
	ImplausibleTime                // a time or delay that cannot be right; it is ignored
	InvalidPosition                // coordinates that are not valid; they are ignored
	Malformed                      // a required value is missing or has the wrong form
	Duplicate                      // a second entity for the same train in the same feed; the newest is used
	Unused                         // an entity without any usable content
	problemCount
)

var problemNames = [problemCount]string{
	"unknown trip", "unknown stop", "unknown route", "decreasing times", "implausible time", "invalid position", "malformed",
	"duplicate", "unused entity",
}

// String returns the name of the problem, such as "unknown trip".
func (p Problem) String() string { return problemNames[p] }

// maxWarnings is the number of warnings that a FeedReport keeps for each problem. It counts all of them.
const maxWarnings = 5

// A Warning describes a problem in a message. Texts from the message are quoted, shortened, and free of control
// characters.
type Warning struct {
	Problem Problem
	Entity  string // the id of the entity, or empty
	Message string
}

// String returns the warning with entity and problem.
func (w Warning) String() string {
	if w.Entity == "" {
		return w.Problem.String() + ": " + w.Message
	}
	return fmt.Sprintf("entity %s: %v: %s", gtfs.Quote(w.Entity), w.Problem, w.Message)
}

// A FeedReport describes the message of one feed and how much of it was used.
type FeedReport struct {
	Entities                  int // all entities
	Updates, Vehicles, Alerts int // entities by content
	Applied                   int // trip updates and vehicle positions that were matched to a train, and active alerts about something in the timetable

	Problems [problemCount]int // number of warnings by Problem
	Warnings []Warning         // the first five of each problem
}

// warn adds a warning. The message is formatted only if the warning is kept, but its arguments are allocated in any case: problems
// that can occur every few bytes of a message have none.
func (r *FeedReport) warn(problem Problem, entity string, format string, args ...any) {
	if r.keeps(problem) {
		r.Warnings = append(r.Warnings, Warning{problem, entity, fmt.Sprintf(format, args...)})
	}
	r.Problems[problem]++
}

// keeps reports whether the next warning of a problem is kept.
func (r *FeedReport) keeps(problem Problem) bool { return r.Problems[problem] < maxWarnings }

// WarningCount returns the number of warnings, including those that are not kept in Warnings.
func (r *FeedReport) WarningCount() int {
	total := 0
	for _, n := range r.Problems {
		total += n
	}
	return total
}

// Summary returns the number of warnings for each problem, such as "3 unknown trip, 1 implausible time". It is empty if
// there are no warnings.
func (r *FeedReport) Summary() string {
	var counts []string
	for p, n := range r.Problems {
		if n > 0 {
			counts = append(counts, strconv.Itoa(n)+" "+Problem(p).String())
		}
	}
	return strings.Join(counts, ", ")
}

// A Report describes the result of applying messages.
type Report struct {
	Time   time.Time    // when the data were made: the latest time of all feeds
	Feeds  []FeedReport // one for each feed, in the same order
	Trains int          // number of trains for which the messages have information

	// Next is the earliest time at which the same messages give a different snapshot, because an alert begins or ends or a
	// vehicle position becomes too old. It is zero if there is no such time.
	Next time.Time
}
