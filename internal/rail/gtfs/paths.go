package gtfs

import (
	"encoding/binary"
	"fmt"

	"example.com/quartet/internal/rail/timetable"
)

// travelled returns shape_dist_traveled of all calls, or nil if one is missing or they decrease. The result is valid until
// the next call of travelled.
func (b *builder) travelled(times []stopTime) []float64 {
	b.at = b.at[:0]
	for i, s := range times {
		if s.distance == unset || i > 0 && s.distance < b.at[i-1] {
			return nil
		}
		b.at = append(b.at, s.distance)
	}
	return b.at
}

// path returns the path of a trip and the positions of its calls along it, in metres. Both are nil if the trip has no
// shape or the shape does not match the stops. In the second case the trip loses its shape, so that one warning is enough.
func (b *builder) path(t *trip, times []stopTime) (*timetable.Path, []float64) {
	if t.shape == unset {
		return nil, nil
	}
	shape := &b.shapes[t.shape]
	path := b.paths[t.shape]
	if path == nil {
		points := make([]timetable.Point, len(shape.points))
		for i, p := range shape.points {
			points[i] = p.place
		}
		path = timetable.NewPath(points)
		b.paths[t.shape] = path
	}
	if along := b.byDistance(times, shape, path); along != nil {
		return path, along
	}
	along, why := b.nearest(t.shape, times, path)
	if along == nil {
		b.report.warn(Warning{"trips.txt", int(t.line), "shape_id",
			fmt.Sprintf("shape %s does not match the stops: %s; using straight lines between the stops", quote(shape.id), why)})
		t.shape = unset
		return nil, nil
	}
	return path, along
}

// byDistance returns the positions of the calls along the path, in metres, by shape_dist_traveled. It returns nil if a
// stop or a point of the shape has none. The result is valid until the next call of travelled.
func (b *builder) byDistance(times []stopTime, shape *shape, path *timetable.Path) []float64 {
	at := b.travelled(times)
	if at == nil {
		return nil
	}
	points := shape.points
	for i, p := range points {
		if p.distance == unset || i > 0 && p.distance < points[i-1].distance {
			return nil
		}
	}
	i := 0
	for k, d := range at {
		for i < len(points)-1 && points[i].distance < d {
			i++
		}
		switch before := max(i-1, 0); {
		case points[i].distance <= d:
			at[k] = path.Along[i]
		case d <= points[before].distance:
			at[k] = path.Along[before]
		default:
			share := (d - points[before].distance) / (points[i].distance - points[before].distance)
			at[k] = path.Along[before] + share*(path.Along[i]-path.Along[before])
		}
		if k > 0 {
			at[k] = max(at[k], at[k-1])
		}
	}
	return at
}

// maxWork bounds the time for matching stops to shapes, counted in pairs of a stop and a point of a shape. It takes about
// ten seconds. The largest known feeds need far less.
const maxWork = 1_000_000_000

// nearest returns the positions of the calls along the path, in metres, by the coordinates of their stops. If there are
// none, it returns the reason. Trips with the same stops along the same path share the result.
func (b *builder) nearest(shape int32, times []stopTime, path *timetable.Path) (along []float64, why string) {
	key := make([]byte, 0, 4+4*len(times))
	key = binary.LittleEndian.AppendUint32(key, uint32(shape))
	stops := make([]timetable.Point, len(times))
	for i, s := range times {
		key = binary.LittleEndian.AppendUint32(key, uint32(s.stop))
		stops[i] = b.byStop[s.stop].place
	}
	along, known := b.measured[string(key)]
	if !known {
		if b.work += len(stops) * len(path.Points); b.work > maxWork {
			return nil, "matching takes too long"
		}
		along = project(path, stops)
		b.measured[string(key)] = along
	}
	if along == nil {
		return nil, "it does not pass all of them in order"
	}
	return along, ""
}
