package makefeed

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// A trip is a trip of trips.txt with its stop times.
type trip struct {
	id, code  string
	service   string
	line      *line
	inward    bool
	headsign  string
	shape     string
	block     string
	calls     []call
	frequency []period
}

// A call is a stop time of a trip. Its times count from the start of the service date.
type call struct {
	station        string
	arrive, depart time.Duration
	passes         bool
	distance       float64
}

// A shape is the path of trips on the map, as in shapes.txt.
type shape struct {
	id     string
	points []point
}

// The distance between points of shapes, in metres.
const (
	metroSpacing = 150
	railSpacing  = 400
)

// A plan holds the trips and shapes that are generated from the tables.
type plan struct {
	trips  []*trip
	shapes []shape
}

// makePlan generates the trips of all lines and joins the through trains.
func makePlan() (*plan, error) {
	p := &plan{}
	for i := range lines {
		l := &lines[i]
		spacing := float64(railSpacing)
		if l.routeType == subway {
			spacing = metroSpacing
		}
		path, err := layout(l.tracks, spacing)
		if err != nil {
			return nil, fmt.Errorf("line %s: %w", l.route, err)
		}
		for _, pattern := range l.patterns {
			p.addPattern(l, pattern, path)
		}
	}
	return p, p.joinThroughTrains()
}

// addPattern adds the trips of a pattern in both directions.
func (p *plan) addPattern(l *line, pattern pattern, path path) {
	outward := l.calls(pattern, path)
	inward := reverse(outward)
	for direction, periods := range [][]period{pattern.outward, pattern.inward} {
		calls, number := outward, pattern.first
		if direction == 1 {
			calls, number = inward, pattern.first+1
		}
		if len(periods) == 0 {
			continue
		}
		t := trip{
			line: l, inward: direction == 1, headsign: byCode()[calls[len(calls)-1].station].name,
			shape: p.shape(l, calls, path, direction),
		}
		p.addTrips(t, calls, periods, pattern.frequency, number)
	}
}

// addTrips adds a trip for each departure of the periods or, if frequency is set, for each period. The numbers of each
// service start with the given one.
func (p *plan) addTrips(t trip, calls []call, periods []period, frequency bool, number int) {
	next := map[string]int{}
	for _, b := range periods {
		for start := b.from; start < b.until; start += b.every {
			t := t
			t.service = b.service
			t.code = fmt.Sprintf("%c%d", t.line.route[0], number+next[b.service])
			t.id = b.service + "-" + t.code
			t.calls = shift(calls, start)
			next[b.service] += 2
			p.trips = append(p.trips, &t)
			if frequency {
				t.frequency = []period{b}
				break
			}
		}
	}
}

// shape returns the ID of the shape of the calls, and adds the shape if there is none yet.
func (p *plan) shape(l *line, calls []call, path path, direction int) string {
	from, to := calls[0].station, calls[len(calls)-1].station
	id := fmt.Sprintf("%s-%s-%s", l.route, from, to)
	if !slices.ContainsFunc(p.shapes, func(s shape) bool { return s.id == id }) {
		p.shapes = append(p.shapes, shape{id, path.between(from, to)})
	}
	return id
}

// calls returns the calls of an outward train; its departure is at 0.
func (l *line) calls(p pattern, path path) []call {
	times := l.runTimes
	if p.from != "" {
		times = times[slices.IndexFunc(times, func(r runTime) bool { return r.code == p.from }):]
	}
	if p.to != "" {
		times = times[:1+slices.IndexFunc(times, func(r runTime) bool { return r.code == p.to })]
	}
	slow := max(p.slow, 1)
	start := path.points[path.stations[times[0].code]].distance
	var calls []call
	var now time.Duration
	for i, r := range times {
		wait, ok := p.waits[r.code]
		if !ok {
			wait = p.wait
		}
		if i == 0 || i == len(times)-1 {
			wait = 0
		}
		if i > 0 {
			now += time.Duration(float64(r.time) * slow).Round(10 * second)
			if !calls[i-1].passes {
				now += l.starting
			}
			if wait >= 0 {
				now += l.stopping
			}
		}
		calls = append(calls, call{
			station: r.code, arrive: now, depart: now + max(wait, 0), passes: wait < 0,
			distance: math.Abs(path.points[path.stations[r.code]].distance - start),
		})
		now += max(wait, 0)
	}
	return calls
}

// reverse returns the calls of a train in the other direction, with the same running and waiting times.
func reverse(calls []call) []call {
	last := calls[len(calls)-1]
	back := make([]call, len(calls))
	for i, c := range calls {
		c.arrive, c.depart, c.distance = last.arrive-c.depart, last.arrive-c.arrive, last.distance-c.distance
		back[len(calls)-1-i] = c
	}
	return back
}

// shift returns the calls, each later by the duration.
func shift(calls []call, by time.Duration) []call {
	later := slices.Clone(calls)
	for i := range later {
		later[i].arrive += by
		later[i].depart += by
	}
	return later
}

// joinThroughTrains puts the trips of each through train into a block.
func (p *plan) joinThroughTrains() error {
	for _, train := range throughTrains {
		first, second := p.find(train.service, train.first), p.find(train.service, train.second)
		if first == nil || second == nil {
			return fmt.Errorf("through train %s and %s: the service %s has no such trains", train.first, train.second, train.service)
		}
		arrives, leaves := first.calls[len(first.calls)-1], second.calls[0]
		if wait := leaves.depart - arrives.arrive; arrives.station != leaves.station || wait < minute || wait > 30*minute {
			return fmt.Errorf("through train %s and %s: %s at %v and %s at %v are not consecutive",
				train.first, train.second, arrives.station, arrives.arrive, leaves.station, leaves.depart)
		}
		for part, trip := range []*trip{first, second} {
			trip.code = train.code
			trip.id = fmt.Sprintf("%s-%s-%d", train.service, train.code, part+1)
			trip.block = fmt.Sprintf("%s-%s", train.service, train.code)
		}
	}
	return nil
}

func (p *plan) find(service, code string) *trip {
	for _, t := range p.trips {
		if t.service == service && t.code == code {
			return t
		}
	}
	return nil
}

func direction(inward bool) int {
	if inward {
		return 1
	}
	return 0
}
