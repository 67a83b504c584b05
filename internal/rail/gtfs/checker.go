package gtfs

import (
	"fmt"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A checker reads a feed row by row and keeps what is right and of use. Rows refer to each other by the places in the
// slices; unset stands for none.
type checker struct {
	source *source
	intake *intake
	report *Report
	types  Types
	limit  int // of kept rows
	kept   int
	texts  int // bytes of text that are kept
	err    error
	buf    []byte // to read rows

	interned map[string]string

	agencies    []agency
	agencyIndex map[string]int32
	zone        *time.Location

	routes     []route
	routeIndex map[string]int32

	stops     []stop
	stopIndex map[string]int32
	alias     aliases

	services     []service // of trips that are in use
	serviceIndex map[string]int32

	trips      []trip
	tripIndex  map[string]int32 // unset for those that are left out
	shapes     []shape
	shapeIndex map[string]int32

	frequencies []frequency
	transfers   map[transfer]bool // whether passengers may stay on board
	times       []stopTime
	points      []shapePoint
}

type agency struct {
	id, name, zone string
}

type route struct {
	id     string
	number int // route_type
	kind   timetable.Kind
	agency int32
	wrong  bool
	used   bool
}

type trip struct {
	id, headsign, shortName, block string
	route, service, shape          int32
	direction                      int8
	leftOut                        bool
	line                           int
	times                          []stopTime // in their order, once all are known
}

type stopTime struct {
	trip, stop     int32
	arrive, depart int32 // seconds
	sequence       uint32
	line           int32
	distance       float64 // unset where the feed gives none
	passes         bool
}

type frequency struct {
	trip                int32
	start, end, headway int32 // seconds
	exact               bool
}

type transfer struct{ from, to int32 }

type shape struct {
	id     string
	points []shapePoint // in their order, once all are known
}

type shapePoint struct {
	shape    int32
	sequence uint32
	place    timetable.Point
	distance float64 // unset where the feed gives none
}

func newChecker(source *source, intake *intake, report *Report, types Types, limit int) *checker {
	return &checker{
		source: source, intake: intake, report: report, types: types, limit: limit,
		interned:     map[string]string{},
		agencyIndex:  map[string]int32{},
		routeIndex:   map[string]int32{},
		stopIndex:    map[string]int32{},
		serviceIndex: map[string]int32{},
		tripIndex:    map[string]int32{},
		shapeIndex:   map[string]int32{},
		transfers:    map[transfer]bool{},
	}
}

// check reads all files.
func (c *checker) check() error {
	for _, read := range []func() error{
		c.feedInfo, c.readAgencies, c.readRoutes, c.readStops, c.translations, c.readTrips, c.calendar,
		c.calendarDates, c.settleServices, c.readFrequencies, c.readTransfers, c.stopTimes, c.readShapes,
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}

// keep counts rows that stay in memory.
func (c *checker) keep(n int) {
	if c.kept += n; c.kept > c.limit {
		c.fail("the feed has more than %d rows that are of use", c.limit)
	}
}

// fail ends the check.
func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}
