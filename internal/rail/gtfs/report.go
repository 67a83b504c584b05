package gtfs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/rail/timetable"
)

// How many complaints a report keeps. It counts all of them.
const (
	maxComplaints     = 500
	maxFileComplaints = 50
)

// A Complaint says what is wrong at a place of a feed, and what became of it. Texts of the feed are quoted in it, cut,
// and without control characters.
type Complaint struct {
	File    string // such as "stops.txt", or empty
	Line    int    // from 1, or 0 where it is about the whole file
	Field   string // such as "stop_lat", or empty
	Message string
}

// Error returns the complaint with its place.
func (c Complaint) Error() string {
	var b strings.Builder
	if c.File != "" {
		b.WriteString(c.File)
		if c.Line > 0 {
			fmt.Fprintf(&b, ":%d", c.Line)
		}
		b.WriteString(": ")
	}
	if c.Field != "" {
		b.WriteString(c.Field)
		b.WriteString(": ")
	}
	b.WriteString(c.Message)
	return b.String()
}

// String is Error.
func (c Complaint) String() string { return c.Error() }

// A FileCount says how much of a file was read, and how much was wrong with it.
type FileCount struct {
	File       string
	Rows       int
	Complaints int
}

// A Report says what was read from a feed, what is wrong with it and what was left out.
type Report struct {
	Complaints []Complaint // the first 50 of each file, up to 500, in the order in which they were found
	Files      []FileCount // in the order in which they were read

	Version     string         // hash of what was read and of the types; Version of the timetable
	FeedVersion string         // of feed_info.txt, or empty
	Publisher   string         // of feed_info.txt, or empty
	From, To    timetable.Date // the first and the last date on which a train runs
	Agencies    []string       // names

	Stations, Trips, Calls, Paths int // of the timetable

	OtherRoutes  int // left out because --types gives them no kind
	OtherTrips   int // left out with them
	OtherStops   int // left out because no train calls there
	WrongTrips   int // left out because something is wrong with them, or with all that they refer to
	IdleTrips    int // left out because they run on no date
	ThroughTrips int // trips that became a part of the through train before them
	Departures   int // trips made from frequencies.txt
}

// Wrong returns the number of complaints, with those that are not kept.
func (r *Report) Wrong() int {
	n := 0
	for _, f := range r.Files {
		n += f.Complaints
	}
	return n
}

// String says it all in one line, without the complaints.
func (r *Report) String() string {
	return fmt.Sprintf("%d stations, %d trips with %d calls and %d paths from %v to %v; "+
		"left out: %d routes of other kinds with %d trips, %d trips that run on no date, %d trips that are wrong, %d stops without trains; "+
		"%d complaints", r.Stations, r.Trips, r.Calls, r.Paths, r.From, r.To,
		r.OtherRoutes, r.OtherTrips, r.IdleTrips, r.WrongTrips, r.OtherStops, r.Wrong())
}

func (r *Report) file(name string) *FileCount {
	i := slices.IndexFunc(r.Files, func(f FileCount) bool { return f.File == name })
	if i < 0 {
		i = len(r.Files)
		r.Files = append(r.Files, FileCount{File: name})
	}
	return &r.Files[i]
}

func (r *Report) complain(c Complaint) {
	count := r.file(c.File)
	count.Complaints++
	if count.Complaints <= maxFileComplaints && len(r.Complaints) < maxComplaints {
		r.Complaints = append(r.Complaints, c)
	}
}

// quote returns the text of a feed for a complaint.
func quote[T string | []byte](text T) string {
	const most = 60
	s := string(text[:min(len(text), most)])
	if len(text) == len(s) {
		return strconv.Quote(s)
	}
	for len(s) > 0 && !utf8.RuneStart(text[len(s)]) {
		s = s[:len(s)-1]
	}
	return strconv.Quote(s) + "..."
}
