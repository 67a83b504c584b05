package gtfs

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A checker reads a feed row by row and keeps the valid rows that the timetable needs. Rows refer to each other by their
// index in the slices; unset means no reference.
type checker struct {
	ctx      context.Context
	source   *source
	report   *Report
	options  Options
	progress *progress
	sum      hash.Hash // checksum of the options and of the content of all files
	read     int64     // bytes read so far
	memory   int64     // estimated by keep
	err      error
	rows     rows

	agencies    []*timetable.Agency
	agencyIndex map[string]int32
	zone        *time.Location            // of most agencies
	zones       map[string]*time.Location // by name; nil if it is not known

	routes     []route
	routeIndex map[string]int32

	stops     []stop
	stopIndex map[string]int32
	alias     aliases

	services     []service // services that trips refer to
	serviceIndex map[string]int32

	trips      []trip
	tripIndex  map[string]int32 // unset for skipped trips
	shapes     []shape
	shapeIndex map[string]int32

	frequencies []frequency
	transfers   map[transfer]bool // true for transfer_type 4 (in-seat transfer), false for 5
}

type route struct {
	id      string
	number  int // route_type
	kind    timetable.Kind
	line    *timetable.Line // nil if it has no name
	agency  int32
	invalid bool // its route_type is; it is skipped with its trips
}

type trip struct {
	id, headsign, shortName, block string
	route, service, shape          int32
	direction                      int8
	skipped                        bool
	line                           int32
	times                          []stopTime // in order of stop_sequence after checkTrip; nil if the trip cannot be used
}

// A stopTime is a row of stop_times.txt.
type stopTime struct {
	stop           int32
	arrive, depart int32 // seconds; both are unset if the row has neither
	sequence       uint32
	line           int32
	passes         bool
	distance       float64 // shape_dist_traveled; may be unset
}

type frequency struct {
	trip                int32
	start, end, headway int32 // seconds
}

type transfer struct{ from, to int32 }

type shape struct {
	id       string
	points   []shapePoint // in order of shape_pt_sequence; set after all rows were read
	measured bool         // all points have a shape_dist_traveled, and they do not decrease
}

type shapePoint struct {
	sequence uint32
	place    timetable.Point
	distance float64 // shape_dist_traveled; may be unset
}

func newChecker(ctx context.Context, source *source, report *Report, options Options) *checker {
	c := &checker{
		ctx: ctx, source: source, report: report, options: options, sum: sha256.New(),
		progress:     &progress{size: max(source.size, 1), report: options.Progress},
		alias:        aliases{},
		agencyIndex:  map[string]int32{},
		zones:        map[string]*time.Location{},
		routeIndex:   map[string]int32{},
		stopIndex:    map[string]int32{},
		serviceIndex: map[string]int32{},
		tripIndex:    map[string]int32{},
		shapeIndex:   map[string]int32{},
		transfers:    map[transfer]bool{},
	}
	fmt.Fprintf(c.sum, "%s\n", options.Types)
	if options.NumericIDs {
		fmt.Fprintln(c.sum, "numeric ids")
	}
	if options.Codes != CodeFields()[0] {
		fmt.Fprintf(c.sum, "codes %s\n", options.Codes)
	}
	if options.Merge > 0 {
		fmt.Fprintf(c.sum, "merge %g\n", options.Merge)
	}
	return c
}

// check reads and checks all files.
func (c *checker) check() error {
	for _, read := range []func() error{
		c.readFeedInfo, c.readAgencies, c.readRoutes, c.readStops, c.readTranslations, c.readTrips, c.readCalendar,
		c.readCalendarDates, c.resolveServices, c.readFrequencies, c.readTransfers, c.readStopTimes, c.readShapes,
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}
