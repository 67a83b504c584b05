package gtfs

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sort"

	"example.com/quartet/internal/rail/timetable"
)

// A fit describes how the stops of a trip lie along a shape. The zero fit means that they do not.
type fit struct {
	path  *timetable.Path
	scale float64   // factor from the unit of shape_dist_traveled in stop times to its unit in the shape; 0 if it is not used
	along []float64 // positions of the stops in metres; only of the trip for which the fit was made if scale is not 0
	far   float64   // the maximum distance of a stop from its position, in metres
}

const (
	// maxOffset is the maximum distance from a stop to its position on a shape, in metres.
	maxOffset = 1000.0

	// goodOffset is the maximum distance at which no better position is searched for.
	goodOffset = 250.0
)

// units are the units of length of which shape_dist_traveled could be, in metres: metre and its multiples, mile, foot, yard
// and nautical mile.
var units = []float64{1, 10, 100, 1000, 1609.344, 0.3048, 0.9144, 1852}

// path returns the path of a trip and the positions of its calls along it, in metres. Both are nil if the trip has no
// shape or the shape does not fit the stops.
func (b *builder) path(t *trip) (*timetable.Path, []float64) {
	if t.shape == unset {
		return nil, nil
	}
	if stated, _ := b.byUnit(t, 1); stated.path != nil && stated.far <= goodOffset {
		return stated.path, stated.along
	}
	key := patternOf(t)
	f := b.cached(key, func() fit { return b.fit(t) })
	if f.scale == 0 {
		return f.path, f.along
	}
	if own, _ := b.byUnit(t, f.scale); own.path != nil && own.far <= maxOffset {
		return own.path, own.along
	}
	// Trips with the same stops can have different distances.
	f = b.cached(key+"\x00", func() fit { return b.fitStops(t, fit{}) })
	return f.path, f.along
}

// cached returns the fit with a key. It is found once.
func (b *builder) cached(key string, find func() fit) fit {
	f, known := b.fits[key]
	if !known {
		f = find()
		b.fits[key] = f
	}
	return f
}

// patternOf returns the key of all trips with the same shape and stops.
func patternOf(t *trip) string {
	key := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+4*len(t.times)), uint32(t.shape))
	for _, s := range t.times {
		key = binary.LittleEndian.AppendUint32(key, uint32(s.stop))
	}
	return string(key)
}

func (b *builder) pathOf(shape int32) *timetable.Path {
	path := b.paths[shape]
	if path == nil {
		points := make([]timetable.Point, len(b.shapes[shape].points))
		for i, p := range b.shapes[shape].points {
			points[i] = p.place
		}
		path = timetable.NewPath(points)
		b.paths[shape] = path
	}
	return path
}

// fit finds how the stops of a trip lie along its shape: as shape_dist_traveled says, in the unit that fits best, else at
// the points that are nearest to them, in their order, else so along the reversed shape.
func (b *builder) fit(t *trip) fit {
	path := b.pathOf(t.shape)
	stated, stop := b.byUnit(t, 1)
	if stated.path != nil && stated.far <= goodOffset {
		return stated
	}
	best := stated
	b.work += len(units) * len(units) * len(t.times)
	for _, u := range units {
		for _, v := range units {
			if b.work > maxWork {
				break
			}
			f, _ := b.byUnit(t, u/v)
			best = closer(best, f)
		}
	}
	if best.path == nil || best.far > goodOffset {
		best = b.fitStops(t, best)
	}
	switch {
	case best.path == nil:
	case stated.path != nil && stated.far > maxOffset:
		b.distances.add(b.shapeWarning(t, "puts %s %.1f km away according to shape_dist_traveled; %s", b.nameOf(t.times[stop].stop), stated.far/1000, best.remedy(path)))
	case best.path != path:
		b.directions.add(b.shapeWarning(t, "is drawn in the opposite direction; using it in reverse"))
	}
	return best
}

// fitStops returns the fit by the points that are nearest to the stops, or other if that is closer. If both are too far
// away, it warns, once for each shape, and returns the zero fit.
func (b *builder) fitStops(t *trip, other fit) fit {
	path := b.pathOf(t.shape)
	best, why := b.nearest(t, path)
	if best.path == nil || best.far > goodOffset {
		if b.reversed[t.shape] == nil {
			points := slices.Clone(path.Points)
			slices.Reverse(points)
			b.reversed[t.shape] = timetable.NewPath(points)
		}
		back, _ := b.nearest(t, b.reversed[t.shape])
		best = closer(closer(other, best), back)
	}
	if best.path != nil && best.far <= maxOffset {
		return best
	}
	if !b.warned[t.shape] {
		b.warned[t.shape] = true
		b.report.warn(b.shapeWarning(t, "does not fit the stops: %s; using straight lines between the stops", why))
	}
	return fit{}
}

// remedy says what is done where shape_dist_traveled is wrong. path is the path of the shape.
func (f fit) remedy(path *timetable.Path) string {
	switch {
	case f.scale != 0:
		return fmt.Sprintf("multiplying it by %.5g, as it seems to be in another unit", f.scale)
	case f.path != path:
		return "using the nearest points of the shape, reversed"
	}
	return "using the nearest points of the shape"
}

// closer returns the fit with the smaller distance, a if they are equal.
func closer(a, b fit) fit {
	if a.path == nil || b.path != nil && b.far < a.far {
		return b
	}
	return a
}

// byUnit returns the fit by shape_dist_traveled with a scale, and the stop that is farthest from its position. The fit is
// zero if shape_dist_traveled is missing.
func (b *builder) byUnit(t *trip, scale float64) (f fit, stop int) {
	f = fit{path: b.pathOf(t.shape), scale: scale}
	if f.along = b.byDistance(t, f); f.along == nil {
		return fit{}, 0
	}
	f.far, stop = b.farthest(t.times, f)
	return f, stop
}

// farthest returns the maximum distance of a stop from its position, in metres, and the index of the stop.
func (b *builder) farthest(times []stopTime, f fit) (far float64, stop int) {
	for i, along := range f.along {
		place := b.byStop[times[i].stop].place
		if place == (timetable.Point{}) {
			continue
		}
		if d := f.path.At(along).Distance(place); d > far {
			far, stop = d, i
		}
	}
	return far, stop
}

// travelled returns shape_dist_traveled of all calls, or nil if one is missing or they decrease.
func travelled(times []stopTime) []float64 {
	at := make([]float64, len(times))
	for i, s := range times {
		if at[i] = s.distance; s.distance == unset || i > 0 && s.distance < at[i-1] {
			return nil
		}
	}
	return at
}

// byDistance returns the positions of the calls along the path, in metres, by shape_dist_traveled. It returns nil if
// shape_dist_traveled is missing for a stop or a point of the shape.
func (b *builder) byDistance(t *trip, f fit) []float64 {
	if !b.shapes[t.shape].measured {
		return nil
	}
	at := travelled(t.times)
	points, path := b.shapes[t.shape].points, f.path
	i := 0
	for k, d := range at {
		d *= f.scale
		i += sort.Search(len(points)-1-i, func(n int) bool { return points[i+n].distance >= d })
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

// nearest returns the fit by the points of the path that are nearest to the stops. If there is none, it returns the reason.
func (b *builder) nearest(t *trip, path *timetable.Path) (f fit, why string) {
	if b.work += len(t.times) * len(path.Points); b.work > maxWork {
		return fit{}, "matching takes too long"
	}
	stops := make([]timetable.Point, len(t.times))
	for i, s := range t.times {
		stops[i] = b.byStop[s.stop].place
	}
	along, missed := project(path, stops)
	if along == nil && missed < 0 {
		return fit{}, "no stop has coordinates"
	}
	if along == nil {
		name := b.nameOf(t.times[missed].stop)
		if far := distanceTo(path, stops[missed]); far > maxOffset {
			return fit{}, fmt.Sprintf("%s is %.1f km from it", name, far/1000)
		}
		return fit{}, name + " is not on it after the previous stop"
	}
	f = fit{path: path, along: along}
	f.far, _ = b.farthest(t.times, f)
	return f, ""
}

// nameOf returns the name and the ID of a stop, for warnings.
func (b *builder) nameOf(stop int32) string {
	s := &b.stops[stop]
	if s.name == "" {
		return "stop " + Quote(s.id)
	}
	return fmt.Sprintf("stop %s (%s)", Quote(s.id), Quote(s.name))
}

func (b *builder) shapeWarning(t *trip, format string, args ...any) Warning {
	return Warning{"trips.txt", int(t.line), "shape_id", "shape " + Quote(b.shapes[t.shape].id) + " " + fmt.Sprintf(format, args...)}
}

// A tally counts warnings of one kind. Often all shapes of a feed have the same fault.
type tally struct {
	first Warning
	count int
}

func (t *tally) add(w Warning) {
	if t.count++; t.count == 1 {
		t.first = w
	}
}

// warn adds one warning for all that were counted. what names, in the singular, what each is about.
func (t *tally) warn(r *Report, what string) {
	if t.count > 2 {
		what += "s"
	}
	if t.count > 1 {
		t.first.Message += fmt.Sprintf(" (the same for %d more %s)", t.count-1, what)
	}
	if t.count > 0 {
		r.warn(t.first)
	}
}

// distanceTo returns the distance from a path to a point, in metres.
func distanceTo(path *timetable.Path, place timetable.Point) float64 {
	local := localTo(place)
	far := math.Inf(1)
	x, y := local(path.Points[0])
	for _, p := range path.Points {
		x2, y2 := local(p)
		far = min(far, math.Sqrt(nearestOnLine(x, y, x2, y2).cost))
		x, y = x2, y2
	}
	return far
}
