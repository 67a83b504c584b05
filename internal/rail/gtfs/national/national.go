// Package national makes up a railway of the size of a large country, to measure and to try things with: a static GTFS
// feed, and a GTFS-Realtime message for an instant at which all running trains are late. What it makes depends on
// nothing but the Config. No place in it exists.
package national

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Config says how large the railway is.
type Config struct {
	Seed     uint64
	Stations int // about so many
	Trips    int // on a working day
	Calls    int // of all trips, in stop_times.txt: a multiple of Trips
	Running  int // trains that are under way at Peak, about
	Peak     time.Duration
	From     timetable.Date // the first of the days
	Days     int
	Zone     *time.Location
}

// Default is the railway that the benchmarks are about. Its Zone must be set.
func Default(zone *time.Location) Config {
	return Config{
		Seed: 1, Stations: 5_000, Trips: 50_000, Calls: 700_000, Running: 10_000, Peak: 8*time.Hour + 15*time.Minute,
		From: timetable.Date{Year: 2026, Month: time.November, Day: 16}, Days: 364, Zone: zone,
	}
}

// A Network is a railway with its timetable.
type Network struct {
	config   Config
	dice     *rand.Rand
	stations []station
	edges    []edge
	lines    []line
	trips    []trip
}

type station struct {
	code, name string
	place      timetable.Point
}

// An edge is the track between two cities. Between two stations there are gaps of its points.
type edge struct {
	stations []int // from city to city, with both
	points   []timetable.Point
}

const gaps = 4 // points from one station to the next

// A line is a way through the country with the stations at which its trains stop.
type line struct {
	kind   kind
	stops  []int // numbers of stations
	points []timetable.Point
	at     []float64 // metres along the points, for each stop
	paces  []float64 // how long trains take to each stop from the one before, in seconds before they are stretched
}

type kind struct {
	name      string
	routeType int
	speed     float64 // metres a second
	wait      float64 // seconds at a stop
}

var (
	metro    = kind{"Metro", 1, 7, 30}
	suburban = kind{"Suburban", 109, 11, 45}
	regional = kind{"Regional", 106, 15, 60}
	express  = kind{"Express", 102, 28, 120}
)

// A trip is a line in one direction at a time.
type trip struct {
	line     int
	back     bool
	start    int // seconds
	weekdays bool
}

// New makes a network.
func New(config Config) *Network {
	n := &Network{config: config, dice: rand.New(rand.NewPCG(config.Seed, 0x9E3779B97F4A7C15))}
	cities := n.cities(max(config.Stations/70, 4))
	n.connect(cities)
	n.name()
	n.drawLines(max(config.Calls/config.Trips, 2))
	n.schedule()
	n.stretch()
	return n
}

// cities places cities apart from each other, in a country that is as large as its stations need.
func (n *Network) cities(count int) []timetable.Point {
	size := math.Sqrt(float64(n.config.Stations) / 5000)
	middle, height, width := timetable.Point{Latitude: 49, Longitude: -17}, 8*size, 10.5*size
	var cities []timetable.Point
	for len(cities) < count {
		var best timetable.Point
		far := -1.0
		for range 6 {
			p := timetable.Point{
				Latitude:  middle.Latitude + height*(n.dice.Float64()-0.5),
				Longitude: middle.Longitude + width*(n.dice.Float64()-0.5),
			}
			near := math.Inf(1)
			for _, c := range cities {
				near = min(near, p.Distance(c))
			}
			if near > far {
				best, far = p, near
			}
		}
		cities = append(cities, best)
	}
	return cities
}

// connect lays track from each city to those next to it, and from each to one before it so that all hang together. It
// places stations along the tracks.
func (n *Network) connect(cities []timetable.Point) {
	for _, c := range cities {
		n.stations = append(n.stations, station{place: c})
	}
	type pair struct{ a, b int }
	var pairs []pair
	total := 0.0
	add := func(a, b int) {
		p := pair{min(a, b), max(a, b)}
		if a != b && !slices.Contains(pairs, p) {
			pairs = append(pairs, p)
			total += cities[a].Distance(cities[b])
		}
	}
	for a := range cities {
		near := make([]int, len(cities))
		for i := range near {
			near[i] = i
		}
		slices.SortFunc(near, func(x, y int) int {
			return cmp.Compare(cities[a].Distance(cities[x]), cities[a].Distance(cities[y]))
		})
		for _, b := range near[1:min(4, len(near))] {
			add(a, b)
		}
		for _, b := range near {
			if b < a {
				add(a, b)
				break
			}
		}
	}
	for _, p := range pairs {
		share := cities[p.a].Distance(cities[p.b]) / total
		n.lay(p.a, p.b, max(int(share*float64(n.config.Stations-len(cities))+0.5), 1))
	}
}

// lay makes an edge with so many stations between its cities. It swings to both sides of the straight line.
func (n *Network) lay(a, b, between int) {
	from, to := n.stations[a].place, n.stations[b].place
	swing, waves := 0.06*(n.dice.Float64()-0.5), float64(1+n.dice.IntN(3))
	e := edge{stations: []int{a}}
	count := (between + 1) * gaps
	for i := range count + 1 {
		t := float64(i) / float64(count)
		p := from.Towards(to, t)
		side := swing * math.Sin(math.Pi*waves*t)
		p.Latitude += side * (to.Longitude - from.Longitude)
		p.Longitude -= side * (to.Latitude - from.Latitude)
		p = timetable.Point{Latitude: math.Round(p.Latitude*1e5) / 1e5, Longitude: math.Round(p.Longitude*1e5) / 1e5}
		e.points = append(e.points, p)
		if i%gaps == 0 && i > 0 && i < count {
			e.stations = append(e.stations, len(n.stations))
			n.stations = append(n.stations, station{place: p})
		}
	}
	e.stations = append(e.stations, b)
	n.edges = append(n.edges, e)
}

// drawLines makes lines of so many stops: local ones that serve each station, regional ones that stop at every third or
// so, and express ones across the country.
func (n *Network) drawLines(stops int) {
	for e := range n.edges {
		track := n.wander(e, stops)
		reach := len(n.edges[e].stations)
		for first := 0; first < reach-1; first += stops - 1 {
			first := max(min(first, len(track.stations)-stops), 0)
			end := min(first+stops, len(track.stations))
			n.addLine([]kind{metro, suburban}[n.dice.IntN(2)], track.cut(first, end-1), 1)
		}
		for range 2 {
			every := 2 + n.dice.IntN(3)
			n.addLine(regional, n.wander(e, every*stops), every)
		}
		track = n.wander(n.dice.IntN(len(n.edges)), 12*stops)
		n.addLine(express, track, max((len(track.stations)-1)/(stops-1), 1))
	}
}

// wander goes along the edge and then along others, and not back, until it has seen so many stations.
func (n *Network) wander(e, stations int) edge {
	track := n.edges[e]
	seen := map[int]bool{track.stations[0]: true, track.last(): true}
	for len(track.stations) < stations {
		var ways []edge
		for _, next := range n.edges {
			for _, way := range []edge{next, next.reversed()} {
				if way.stations[0] == track.last() && !seen[way.last()] {
					ways = append(ways, way)
				}
			}
		}
		if len(ways) == 0 {
			break
		}
		way := ways[n.dice.IntN(len(ways))]
		seen[way.last()] = true
		track = edge{
			append(slices.Clone(track.stations), way.stations[1:]...),
			append(slices.Clone(track.points), way.points[1:]...),
		}
	}
	return track
}

func (e edge) last() int { return e.stations[len(e.stations)-1] }

func (e edge) cut(first, last int) edge {
	return edge{e.stations[first : last+1], e.points[first*gaps : last*gaps+1]}
}

func (e edge) reversed() edge {
	r := edge{slices.Clone(e.stations), slices.Clone(e.points)}
	slices.Reverse(r.stations)
	slices.Reverse(r.points)
	return r
}

// addLine adds a line that stops at each station of the track that is a multiple of every, and no more than it must.
func (n *Network) addLine(k kind, track edge, every int) {
	stops := max(n.config.Calls/n.config.Trips, 2)
	l := line{kind: k}
	path := timetable.NewPath(track.points)
	for i := 0; i < len(track.stations) && len(l.stops) < stops; i += every {
		l.stops = append(l.stops, track.stations[i])
		l.at = append(l.at, path.Along[i*gaps])
		if k := len(l.at) - 1; k > 0 {
			l.paces = append(l.paces, (l.at[k]-l.at[k-1])/l.kind.speed+20)
		} else {
			l.paces = append(l.paces, 0)
		}
	}
	l.points = track.points[:(len(l.stops)-1)*every*gaps+1]
	n.lines = append(n.lines, l)
}

// density is how many trains start in each hour of a service day, more or less.
var density = [25]float64{0.1, 0, 0, 0.1, 0.5, 2, 4.5, 6, 5.5, 4, 3, 3, 3.2, 3.4, 3.6, 4.4, 5.6, 5.8, 4.6, 3.2, 2.4, 2, 1.6, 1.2, 0.5}

// schedule gives the lines their trips.
func (n *Network) schedule() {
	sum := 0.0
	for _, d := range density {
		sum += d
	}
	for i := range n.config.Trips {
		l := (i / 2) % len(n.lines)
		x, hour := n.dice.Float64()*sum, 0
		for x > density[hour] {
			x -= density[hour]
			hour++
		}
		start := hour*3600 + n.dice.IntN(60)*60
		n.trips = append(n.trips, trip{l, i%2 == 1, start, n.dice.IntN(10) < 3})
	}
	slices.SortStableFunc(n.trips, func(a, b trip) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.start, b.start)) })
}

// stretch slows all trains down or speeds them up until as many as wanted are under way at the peak.
func (n *Network) stretch() {
	low, high := 0.2, 10.0
	for range 40 {
		middle := (low + high) / 2
		if n.underWay(middle) < n.config.Running {
			low = middle
		} else {
			high = middle
		}
	}
	for i := range n.lines {
		for k := range n.lines[i].paces {
			n.lines[i].paces[k] *= high
		}
	}
}

func (n *Network) underWay(stretch float64) int {
	lengths := make([]float64, len(n.lines))
	for i, l := range n.lines {
		for k, pace := range l.paces {
			lengths[i] += math.Round(pace*stretch) + l.waits(k)
		}
	}
	count := 0
	for _, t := range n.trips {
		if at := int(n.config.Peak / time.Second); t.start <= at && float64(t.start)+lengths[t.line] >= float64(at) {
			count++
		}
	}
	return count
}

// waits returns how long a train stands at a stop, which is not at all at its ends.
func (l *line) waits(stop int) float64 {
	if stop == 0 || stop == len(l.stops)-1 {
		return 0
	}
	return l.kind.wait
}

// A call is a stop of a trip, in seconds of its service date.
type call struct {
	station        int
	arrive, depart int
	at             float64 // metres along the trip's shape
}

// calls appends the calls of a trip.
func (n *Network) calls(t trip, calls []call) []call {
	l := &n.lines[t.line]
	last := len(l.stops) - 1
	now := t.start
	for i := range l.stops {
		k, at := i, l.at[i]
		if t.back {
			k, at = last-i, l.at[last]-l.at[last-i]
		}
		if i > 0 {
			pace := l.paces[i]
			if t.back {
				pace = l.paces[k+1]
			}
			now += int(math.Round(pace))
		}
		c := call{l.stops[k], now, now + int(l.waits(i)), at}
		now = c.depart
		calls = append(calls, c)
	}
	return calls
}
