package gtfs

import (
	"fmt"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// Values of location_type. 2 is an entrance, 3 a generic node.
const (
	platform = 0 // or a stop without a station
	station  = 1
	boarding = 4 // boarding area of a platform
)

type stop struct {
	id, code, name string
	platform       string // platform_code
	parentID       string
	parent         int32 // the station, or unset
	place          timetable.Point
	zone           *time.Location // stop_timezone, or nil
	kind           int8           // location_type
	line           int
	used           bool // a train calls there
}

func (c *checker) readStops() error {
	columns := []string{"stop_id", "stop_code", "stop_name", "parent_station", "location_type", "stop_lat", "stop_lon", "stop_timezone", "platform_code"}
	var unknown tally
	err := c.each("stops.txt", columns, 1, func(t *table) {
		id, ok := t.newID(c.stopIndex, "stop")
		if !ok {
			return
		}
		s := stop{id: id, code: t.text(1), name: t.text(2), parentID: t.text(3), parent: unset, line: t.line, platform: t.text(8)}
		if n, ok := number(t.field(4)); ok && n <= boarding {
			s.kind = int8(n)
		} else if len(t.field(4)) > 0 {
			t.warn(4, "invalid location type %s; taken as 0 (stop or platform)", Quote(t.field(4)))
		}
		s.place = t.place(5, 6)
		if zone := t.field(7); len(zone) > 0 {
			if s.zone = c.zoneNamed(string(zone)); s.zone == nil {
				unknown.add(Warning{"stops.txt", t.line, "stop_timezone", fmt.Sprintf("unknown time zone %s; taken as missing", Quote(zone))})
			}
		}
		c.stopIndex[s.id] = int32(len(c.stops))
		c.stops = append(c.stops, s)
		c.keep(1, sizeOfStop)
	})
	if err != nil {
		return err
	}
	if len(c.stops) == 0 {
		return Warning{File: "stops.txt", Message: "the file has no stops"}
	}
	unknown.warn(c.report, "stop")
	c.findParents()
	return nil
}

// place reads the coordinates of a stop. It returns the zero Point if they are missing or invalid.
func (t *table) place(latitude, longitude int) timetable.Point {
	if len(t.field(latitude)) == 0 && len(t.field(longitude)) == 0 {
		return timetable.Point{}
	}
	p, ok := place(t.field(latitude), t.field(longitude))
	if !ok {
		t.warn(latitude, "invalid coordinates %s, %s; the stop has no position", Quote(t.field(latitude)), Quote(t.field(longitude)))
	} else if p == (timetable.Point{}) {
		t.warn(latitude, "coordinates 0, 0 are taken as missing; the stop has no position")
	}
	return p
}

// findParents sets the station of each platform and boarding area. The parent of a boarding area is a platform, whose
// parent is the station.
func (c *checker) findParents() {
	for i := range c.stops {
		s := &c.stops[i]
		if s.parentID == "" || s.kind != platform && s.kind != boarding {
			continue
		}
		parent, ok := c.stopIndex[s.parentID]
		if ok && s.kind == boarding && c.stops[parent].kind == platform {
			if up := c.stops[parent].parentID; up != "" {
				parent, ok = c.stopIndex[up]
			}
		}
		if !ok || c.stops[parent].kind != station || int(parent) == i {
			c.report.warn(Warning{File: "stops.txt", Line: s.line, Field: "parent_station",
				Message: Quote(s.parentID) + " is not a station; parent_station ignored"})
			continue
		}
		s.parent = parent
	}
}

// root returns the index of the stop's station. If the stop has no station, root returns i.
func (c *checker) root(i int32) int32 {
	if p := c.stops[i].parent; p != unset {
		return p
	}
	return i
}
