package gtfs

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A checker reads a feed row by row and keeps the valid rows that the timetable needs. Rows refer to each other by their
// index in the slices; unset means no reference.
type checker struct {
	source  *source
	input   *input
	report  *Report
	types   Types
	options Options
	memory  int64 // estimated by keep
	err     error
	buf     []byte // buffer for reading rows

	interned map[string]string

	agencies    []agency
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
	run         run
	scratch     []stopTime // buffer for the rows of one trip
	points      []shapePoint
}

// An agency is a row of agency.txt.
type agency struct {
	*timetable.Agency
	zone string // empty if it is not known
}

type route struct {
	id      string
	number  int // route_type
	kind    timetable.Kind
	line    *timetable.Line // nil if it has no name
	agency  int32
	invalid bool // its route_type is; it is skipped with its trips
	used    bool
}

type trip struct {
	id, headsign, shortName, block string
	route, service, shape          int32
	direction                      int8
	skipped                        bool
	line, rows                     int32
	times                          stopTimes // in order of stop_sequence after checkTrip; nil if the trip cannot be used
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
	shape    int32
	sequence uint32
	place    timetable.Point
	distance float64 // shape_dist_traveled; may be unset
}

func newChecker(source *source, input *input, report *Report, options Options) *checker {
	return &checker{
		source: source, input: input, report: report, types: options.Types, options: options,
		interned:     map[string]string{},
		agencyIndex:  map[string]int32{},
		zones:        map[string]*time.Location{},
		routeIndex:   map[string]int32{},
		stopIndex:    map[string]int32{},
		serviceIndex: map[string]int32{},
		tripIndex:    map[string]int32{},
		shapeIndex:   map[string]int32{},
		transfers:    map[transfer]bool{},
	}
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
