package gtfs

import "example.com/quartet/internal/rail/timetable"

// The kinds of stops, as location_type has them.
const (
	platform = 0 // or a stop without a station
	station  = 1
	boarding = 4 // a part of a platform
)

type stop struct {
	id, code, name string
	parentID       string
	parent         int32 // the station; unset for one that stands alone
	place          timetable.Point
	kind           int8
	line           int
	used           bool // a train calls there
}

func (c *checker) readStops() error {
	columns := []string{"stop_id", "stop_code", "stop_name", "parent_station", "location_type", "stop_lat", "stop_lon"}
	err := c.each("stops.txt", columns, 1, func(t *table) {
		s := stop{id: t.text(0), code: t.text(1), name: t.text(2), parentID: t.text(3), parent: unset, line: t.line}
		if s.id == "" {
			t.wrong(0, "there is no id; the stop is left out")
			return
		}
		if _, twice := c.stopIndex[s.id]; twice {
			t.wrong(0, "%s is there twice; this row is left out", quote(s.id))
			return
		}
		if n, ok := number(t.field(4)); ok && n <= boarding {
			s.kind = int8(n)
		} else if len(t.field(4)) > 0 {
			t.wrong(4, "%s is not a type of location; the stop is taken as a platform", quote(t.field(4)))
		}
		s.place = t.place(5, 6)
		c.stopIndex[s.id] = int32(len(c.stops))
		c.stops = append(c.stops, s)
		c.keep(1)
	})
	if err != nil {
		return err
	}
	if len(c.stops) == 0 {
		return Complaint{File: "stops.txt", Message: "there is no stop"}
	}
	c.findParents()
	return nil
}

// place reads the place of a stop, which may lack.
func (t *table) place(latitude, longitude int) timetable.Point {
	if len(t.field(latitude)) == 0 && len(t.field(longitude)) == 0 {
		return timetable.Point{}
	}
	p, ok := place(t.field(latitude), t.field(longitude))
	if !ok {
		t.wrong(latitude, "%s, %s is not a place in degrees; the stop has none", quote(t.field(latitude)), quote(t.field(longitude)))
	} else if p == (timetable.Point{}) {
		t.wrong(latitude, "0, 0 is in the ocean; the stop has no place")
	}
	return p
}

// findParents sets the station of each platform. A boarding area belongs to a platform, which belongs to the station.
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
			c.report.complain(Complaint{File: "stops.txt", Line: s.line, Field: "parent_station",
				Message: quote(s.parentID) + " is not a station; the stop stands alone"})
			continue
		}
		s.parent = parent
	}
}

// root returns the place in stops of the station that a stop is or belongs to.
func (c *checker) root(i int32) int32 {
	if p := c.stops[i].parent; p != unset {
		return p
	}
	return i
}
