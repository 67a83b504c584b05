package gtfs

import (
	"cmp"
	"fmt"
	"slices"
)

// readShapes reads the shapes that usable trips refer to. Trips whose shape has fewer than two points lose it.
func (c *checker) readShapes() error {
	used := make([]bool, len(c.shapes))
	for _, t := range c.trips {
		if t.times != nil && t.shape != unset {
			used[t.shape] = true
		}
	}
	columns := []string{"shape_id", "shape_pt_sequence", "shape_pt_lat", "shape_pt_lon", "shape_dist_traveled"}
	err := c.each("shapes.txt", columns, 4, func(t *table) {
		i, known := c.shapeIndex[string(t.key(0))]
		if !known || !used[i] {
			return
		}
		sequence, ok := t.sequence(1)
		if !ok {
			return
		}
		p, ok := place(t.field(2), t.field(3))
		if !ok {
			t.warn(2, "invalid coordinates %s, %s; row skipped", Quote(t.field(2)), Quote(t.field(3)))
			return
		}
		points := &c.shapes[i].points
		*points = append(*points, shapePoint{sequence, p, t.distance(4)})
		c.keep(1, sizeOfPoint)
	})
	if err != nil {
		return err
	}
	for i := range c.shapes {
		c.shapes[i].sort()
	}
	for i := range c.trips {
		t := &c.trips[i]
		if t.times == nil || t.shape == unset || len(c.shapes[t.shape].points) >= 2 {
			continue
		}
		c.report.warn(Warning{"trips.txt", int(t.line), "shape_id",
			fmt.Sprintf("shape %s has fewer than two points; using straight lines between the stops", Quote(c.shapes[t.shape].id))})
		t.shape = unset
	}
	return nil
}

// sort puts the points in order. Of points with one shape_pt_sequence it keeps one.
func (s *shape) sort() {
	slices.SortStableFunc(s.points, func(a, b shapePoint) int {
		return cmp.Or(cmp.Compare(a.sequence, b.sequence),
			cmp.Compare(a.place.Latitude, b.place.Latitude), cmp.Compare(a.place.Longitude, b.place.Longitude))
	})
	s.points = slices.CompactFunc(s.points, func(a, b shapePoint) bool { return a.sequence == b.sequence })
	s.measured = len(s.points) > 0 && s.points[0].distance != unset &&
		slices.IsSortedFunc(s.points, func(a, b shapePoint) int { return cmp.Compare(a.distance, b.distance) })
}
