package gtfs

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	library "github.com/OneBusAway/go-gtfs"

	"example.com/quartet/internal/rail/timetable"
)

// calls returns the path of a trip and its calls, from the first to the last where passengers can get on or off.
func (b *builder) calls(t *library.ScheduledTrip, row *trip) (*timetable.Path, []timetable.Call) {
	calls := b.newCalls(len(t.StopTimes))
	for i := range t.StopTimes {
		s := &t.StopTimes[i]
		calls[i] = timetable.Call{
			Station: b.byStop[s.Stop].station, StopID: s.Stop.Id, Sequence: uint32(s.StopSequence),
			Arrive: s.ArrivalTime, Depart: s.DepartureTime,
			Passes: s.PickupType == library.PickupDropOffPolicy_No && s.DropOffType == library.PickupDropOffPolicy_No,
		}
	}
	path, along := b.path(t, row)
	for i := range along {
		calls[i].Along = along[i]
	}
	b.interpolate(t, calls, along)
	for len(calls) > 0 && calls[0].Passes {
		calls = calls[1:]
	}
	for len(calls) > 0 && calls[len(calls)-1].Passes {
		calls = calls[:len(calls)-1]
	}
	for i := range calls {
		if calls[i].Passes {
			calls[i].Arrive = calls[i].Depart
		}
	}
	if n := len(calls); n > 0 {
		calls[0].Arrive, calls[n-1].Depart = calls[0].Depart, calls[n-1].Arrive
	}
	return path, calls
}

// newCalls returns n zero calls. It allocates large blocks, so that the garbage collector has few objects to visit.
func (b *builder) newCalls(n int) []timetable.Call {
	if len(b.slab) < n {
		b.slab = make([]timetable.Call, max(n, 8192))
	}
	calls := b.slab[:n:n]
	b.slab = b.slab[n:]
	return calls
}

// interpolate sets the times that are missing in the feed. The first and the last call have times.
func (b *builder) interpolate(t *library.ScheduledTrip, calls []timetable.Call, along []float64) {
	hasTime := func(i int) bool { return t.StopTimes[i].ExactTimes }
	var at []float64
	for i := 1; i < len(calls); i++ {
		if hasTime(i) {
			continue
		}
		if at == nil {
			at = b.positions(t, along)
		}
		next := i + 1
		for !hasTime(next) {
			next++
		}
		spread(calls[i-1:next+1], at[i-1:next+1])
		i = next
	}
}

// spread sets the times of all calls but the first and the last, in proportion to their positions.
func spread(calls []timetable.Call, at []float64) {
	last := len(calls) - 1
	from, to := calls[0].Depart, calls[last].Arrive
	for i := 1; i < last; i++ {
		share := float64(i) / float64(last)
		if at[last] > at[0] {
			share = min(max((at[i]-at[0])/(at[last]-at[0]), 0), 1)
		}
		t := from + (time.Duration(share * float64(to-from))).Truncate(time.Second)
		t = max(t, calls[i-1].Depart)
		calls[i].Arrive, calls[i].Depart = t, t
	}
}

// positions returns the positions of the calls, for interpolation: shape_dist_traveled in the feed's unit, else metres
// along the path, else metres along straight lines. If no positions are known, it returns the index of each call.
func (b *builder) positions(t *library.ScheduledTrip, along []float64) []float64 {
	if at := travelled(t); at != nil {
		return at
	}
	if along != nil {
		return along
	}
	at := make([]float64, len(t.StopTimes))
	for i := 1; i < len(at); i++ {
		before, here := b.byStop[t.StopTimes[i-1].Stop].place, b.byStop[t.StopTimes[i].Stop].place
		if before == (timetable.Point{}) || here == (timetable.Point{}) {
			for k := range at {
				at[k] = float64(k)
			}
			return at
		}
		at[i] = at[i-1] + before.Distance(here)
	}
	return at
}

// travelled returns shape_dist_traveled of all calls, or nil if one is missing or they decrease.
func travelled(t *library.ScheduledTrip) []float64 {
	at := make([]float64, len(t.StopTimes))
	for i := range at {
		d := t.StopTimes[i].ShapeDistanceTraveled
		if d == nil || i > 0 && *d < at[i-1] {
			return nil
		}
		at[i] = *d
	}
	return at
}

// path returns the path of a trip and the positions of its calls along it, in metres. Both are nil if the trip has no
// shape or the shape does not match the stops.
func (b *builder) path(t *library.ScheduledTrip, row *trip) (*timetable.Path, []float64) {
	if t.Shape == nil {
		return nil, nil
	}
	path := b.paths[t.Shape]
	if path == nil {
		points := make([]timetable.Point, len(t.Shape.Points))
		for i, p := range t.Shape.Points {
			points[i] = timetable.Point{Latitude: p.Latitude, Longitude: p.Longitude}
		}
		path = timetable.NewPath(points)
		b.paths[t.Shape] = path
	}
	if along := byDistance(t, path); along != nil {
		return path, along
	}
	along, why := b.nearest(t, path)
	if along == nil {
		b.report.warn(Warning{"trips.txt", row.line, "shape_id",
			fmt.Sprintf("shape %s does not match the stops: %s; using straight lines between the stops", quote(t.Shape.ID), why)})
		return nil, nil
	}
	return path, along
}

// byDistance returns the positions of the calls along the path, in metres, by shape_dist_traveled. It returns nil if a
// stop or a point of the shape has none.
func byDistance(t *library.ScheduledTrip, path *timetable.Path) []float64 {
	at := travelled(t)
	if at == nil {
		return nil
	}
	points := t.Shape.Points
	for i, p := range points {
		if p.Distance == nil || i > 0 && *p.Distance < *points[i-1].Distance {
			return nil
		}
	}
	i := 0
	for k, d := range at {
		for i < len(points)-1 && *points[i].Distance < d {
			i++
		}
		switch before := max(i-1, 0); {
		case *points[i].Distance <= d:
			at[k] = path.Along[i]
		case d <= *points[before].Distance:
			at[k] = path.Along[before]
		default:
			share := (d - *points[before].Distance) / (*points[i].Distance - *points[before].Distance)
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
func (b *builder) nearest(t *library.ScheduledTrip, path *timetable.Path) (along []float64, why string) {
	key := make([]byte, 0, 8+4*len(t.StopTimes))
	key = append(key, t.Shape.ID...)
	key = append(key, 0)
	stops := make([]timetable.Point, len(t.StopTimes))
	for i := range t.StopTimes {
		s := b.byStop[t.StopTimes[i].Stop]
		key = binary.LittleEndian.AppendUint32(key, uint32(s.number))
		stops[i] = s.place
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
	return slices.Clone(along), ""
}
