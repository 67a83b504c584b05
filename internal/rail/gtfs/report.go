package gtfs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/rail/timetable"
)

// The maximum number of warnings that a Report keeps, in all and for each file. It counts all of them.
const (
	maxWarnings     = 500
	maxFileWarnings = 50
)

// A Warning describes a problem at a place in a feed and how it was handled. If the problem makes the feed unusable, the
// Warning is the error that [Load] returns. Texts from the feed are quoted, shortened, and free of control characters.
type Warning struct {
	File    string // such as "stops.txt"; may be empty
	Line    int    // starts at 1; 0 if the warning is about the whole file
	Field   string // such as "stop_lat"; may be empty
	Message string
}

// Error returns the warning in the form "file:line: field: message".
func (w Warning) Error() string {
	place := w.File
	if w.File != "" && w.Line > 0 {
		place += ":" + strconv.Itoa(w.Line)
	}
	return strings.Join(slices.DeleteFunc([]string{place, w.Field, w.Message}, func(s string) bool { return s == "" }), ": ")
}

// A Report describes what was read from a feed, what was skipped, and the problems that were found.
type Report struct {
	Warnings []Warning      // in the order in which they were found; at most 50 for each file and 500 in all
	found    map[string]int // all warnings by file

	Version     string         // hash of the content that was read and of the Types; Version of the timetable
	FeedVersion string         // feed_version of feed_info.txt; may be empty
	Publisher   string         // feed_publisher_name of feed_info.txt; may be empty
	From, To    timetable.Date // the first and last date on which a train runs

	Stations, Trips, Calls, Paths int // numbers in the timetable

	Codes string // the field that has the codes of trains; see Options.Codes
	Named int    // trains whose code is from it, and not trip_id for want of a unique one

	ExcludedRoutes int // routes skipped because Types gives them no kind
	ExcludedTrips  int // trips of these routes
	InvalidTrips   int // trips skipped because they, or all that they refer to, are invalid
	InactiveTrips  int // trips skipped because they run on no date
	UnservedStops  int // stops skipped because no train calls there
	MergedStops    int // stops that became platforms of another stop; see Options.Merge
	JoinedTrips    int // trips that were joined to the trip before them, as part of a through train
	FrequencyTrips int // trips made from frequencies.txt
}

// WarningCount returns the number of warnings, including those that are not kept in Warnings.
func (r *Report) WarningCount() int {
	n := 0
	for _, found := range r.found {
		n += found
	}
	return n
}

// String returns a summary in one line, without the warnings.
func (r *Report) String() string {
	return fmt.Sprintf("%d stations, %d trips with %d calls and %d paths from %v to %v; %d have their code from %s; "+
		"skipped: %d routes excluded by --types with %d trips, %d trips without service dates, %d invalid trips, %d stops without trains; "+
		"%d warnings", r.Stations, r.Trips, r.Calls, r.Paths, r.From, r.To, r.Named, r.Codes,
		r.ExcludedRoutes, r.ExcludedTrips, r.InactiveTrips, r.InvalidTrips, r.UnservedStops, r.WarningCount())
}

// keeps counts a warning about a file, and reports whether it is to be kept.
func (r *Report) keeps(file string) bool {
	if r.found == nil {
		r.found = map[string]int{}
	}
	r.found[file]++
	return r.found[file] <= maxFileWarnings && len(r.Warnings) < maxWarnings
}

func (r *Report) warn(w Warning) {
	if r.keeps(w.File) {
		r.Warnings = append(r.Warnings, w)
	}
}

// Quote returns a text from a feed for use in a message: quoted, and cut if it is long.
func Quote[T string | []byte](text T) string {
	const maxBytes = 60
	s := string(text[:min(len(text), maxBytes)])
	if len(text) == len(s) {
		return strconv.Quote(s)
	}
	for len(s) > 0 && !utf8.RuneStart(text[len(s)]) {
		s = s[:len(s)-1]
	}
	return strconv.Quote(s) + "..."
}
