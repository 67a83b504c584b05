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
	last, lastShape := "", int32(unset)
	err := c.each("shapes.txt", columns, 4, func(t *table) {
		if key := t.key(0); string(key) != last {
			last, lastShape = string(key), unset
			if i, known := c.shapeIndex[last]; known && used[i] {
				lastShape = i
			}
		}
		if lastShape == unset {
			return
		}
		sequence, ok := t.sequence(1)
		if !ok {
			return
		}
		p, ok := place(t.field(2), t.field(3))
		if !ok {
			t.warn(2, "invalid coordinates %s, %s; row skipped", quote(t.field(2)), quote(t.field(3)))
			return
		}
		c.points = append(c.points, shapePoint{lastShape, sequence, p, t.distance(4)})
		c.keep(1, sizeOfPoint)
	})
	if err != nil {
		return err
	}
	c.assignPoints()
	for i := range c.trips {
		t := &c.trips[i]
		if t.times == nil || t.shape == unset || len(c.shapes[t.shape].points) >= 2 {
			continue
		}
		c.report.warn(Warning{"trips.txt", int(t.line), "shape_id",
			fmt.Sprintf("shape %s has fewer than two points; using straight lines between the stops", quote(c.shapes[t.shape].id))})
		t.shape = unset
	}
	return nil
}

// assignPoints gives each shape its points in order.
func (c *checker) assignPoints() {
	order := func(a, b shapePoint) int {
		return cmp.Or(cmp.Compare(a.shape, b.shape), cmp.Compare(a.sequence, b.sequence),
			cmp.Compare(a.place.Latitude, b.place.Latitude), cmp.Compare(a.place.Longitude, b.place.Longitude))
	}
	if !slices.IsSortedFunc(c.points, order) {
		slices.SortStableFunc(c.points, order)
	}
	for rest := c.points; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].shape == rest[0].shape {
			n++
		}
		c.shapes[rest[0].shape].points = slices.CompactFunc(rest[:n:n], func(a, b shapePoint) bool { return a.sequence == b.sequence })
		rest = rest[n:]
	}
	for i := range c.shapes {
		points := c.shapes[i].points
		c.shapes[i].measured = len(points) > 0 && points[0].distance != unset &&
			slices.IsSortedFunc(points, func(a, b shapePoint) int { return cmp.Compare(a.distance, b.distance) })
	}
}
