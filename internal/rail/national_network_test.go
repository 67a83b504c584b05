package rail_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	_ "time/tzdata"

	"example.com/quartet/internal/rail/timetable"
)

// A Config holds the size of the nationalConfig, and with it everything about the nationalConfig. All fields except Seed must be set.
type Config struct {
	Seed     uint64
	Stations int            // approximate
	Trips    int            // number of trips on a working day
	Calls    int            // rows of stop_times.txt; a multiple of Trips
	Running  int            // approximate number of trains under way at Peak
	Peak     time.Duration  // time of the peak since the start of the service date
	From     timetable.Date // first service date
	Days     int            // number of service dates
	Zone     *time.Location
}

// Default returns the configuration of the railway that the benchmarks use.
func Default() Config {
	zone, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		panic(err)
	}
	return Config{
		Seed: 1, Stations: 5_000, Trips: 50_000, Calls: 700_000, Running: 10_000, Peak: 8*time.Hour + 15*time.Minute,
		From: timetable.Date{Year: 2026, Month: time.November, Day: 16}, Days: 364, Zone: zone,
	}
}

// A Network is a railway with its timetable. Create one with New.
type Network struct {
	config   Config
	rand     *rand.Rand
	stations []nationalStation
	edges    []edge
	lines    []line
	trips    []nationalTrip
}

type nationalStation struct {
	code, name string
	place      timetable.Point
}

// An edge is the track between two cities. There are pointsPerStation points from one station to the next.
type edge struct {
	stations []int // indexes in Network.stations, including both cities
	points   []timetable.Point
}

const pointsPerStation = 4

// A line is a track through the country with the stations at which its trains stop.
type line struct {
	kind     kind
	stops    []int // indexes in Network.stations
	points   []timetable.Point
	at       []float64 // position of each stop along the points, in metres
	runTimes []float64 // seconds to each stop from the previous one
}

type kind struct {
	name      string
	routeType int
	speed     float64 // metres per second
	wait      float64 // seconds at a stop
}

var (
	metro    = kind{"Metro", 1, 7, 30}
	suburban = kind{"Suburban", 109, 11, 45}
	regional = kind{"Regional", 106, 15, 60}
	express  = kind{"Express", 102, 28, 120}
)

// A nationalTrip is a run of a train along a line.
type nationalTrip struct {
	line     int
	back     bool // whether the train runs in the opposite direction
	start    int  // seconds since the start of the service date
	weekdays bool // runs only on working days
}

// New generates a network.
func New(config Config) *Network {
	n := &Network{config: config, rand: rand.New(rand.NewPCG(config.Seed, 0x9E3779B97F4A7C15))}
	cities := n.cities(max(config.Stations/70, 4))
	n.connect(cities)
	n.nameStations()
	n.drawLines(max(config.Calls/config.Trips, 2))
	n.schedule()
	n.scaleRunTimes()
	return n
}

// cities returns the coordinates of random cities that are not close to each other. The size of the country follows from
// the number of stations.
func (n *Network) cities(count int) []timetable.Point {
	size := math.Sqrt(float64(n.config.Stations) / 5000)
	middle, height, width := timetable.Point{Latitude: 49, Longitude: -17}, 8*size, 10.5*size
	var cities []timetable.Point
	for len(cities) < count {
		var best timetable.Point
		far := -1.0
		for range 6 {
			p := timetable.Point{
				Latitude:  middle.Latitude + height*(n.rand.Float64()-0.5),
				Longitude: middle.Longitude + width*(n.rand.Float64()-0.5),
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

// connect lays track from each city to the nearest ones, and from each city to an earlier one, so that the network is
// connected. It places stations along the tracks.
func (n *Network) connect(cities []timetable.Point) {
	for _, c := range cities {
		n.stations = append(n.stations, nationalStation{place: c})
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

// lay makes an edge with the given number of stations between its cities. The track is a wave around the straight line.
func (n *Network) lay(a, b, between int) {
	from, to := n.stations[a].place, n.stations[b].place
	swing, waves := 0.06*(n.rand.Float64()-0.5), float64(1+n.rand.IntN(3))
	e := edge{stations: []int{a}}
	count := (between + 1) * pointsPerStation
	for i := range count + 1 {
		t := float64(i) / float64(count)
		p := from.Towards(to, t)
		side := swing * math.Sin(math.Pi*waves*t)
		p.Latitude += side * (to.Longitude - from.Longitude)
		p.Longitude -= side * (to.Latitude - from.Latitude)
		p = timetable.Point{Latitude: math.Round(p.Latitude*1e5) / 1e5, Longitude: math.Round(p.Longitude*1e5) / 1e5}
		e.points = append(e.points, p)
		if i%pointsPerStation == 0 && i > 0 && i < count {
			e.stations = append(e.stations, len(n.stations))
			n.stations = append(n.stations, nationalStation{place: p})
		}
	}
	e.stations = append(e.stations, b)
	n.edges = append(n.edges, e)
}

// drawLines makes lines with the given number of stops: local lines that serve every station, regional lines that stop at
// every second to fourth station, and express lines across the country.
func (n *Network) drawLines(stops int) {
	for e := range n.edges {
		track := n.extend(e, stops)
		reach := len(n.edges[e].stations)
		for first := 0; first < reach-1; first += stops - 1 {
			first := max(min(first, len(track.stations)-stops), 0)
			end := min(first+stops, len(track.stations))
			n.addLine([]kind{metro, suburban}[n.rand.IntN(2)], track.cut(first, end-1), 1)
		}
		for range 2 {
			every := 2 + n.rand.IntN(3)
			n.addLine(regional, n.extend(e, every*stops), every)
		}
		track = n.extend(n.rand.IntN(len(n.edges)), 12*stops)
		n.addLine(express, track, max((len(track.stations)-1)/(stops-1), 1))
	}
}

// extend returns the edge extended by random other edges, until the track has the given number of stations or cannot be
// extended. It visits each city at most once.
func (n *Network) extend(e, stations int) edge {
	track := n.edges[e]
	seen := map[int]bool{track.stations[0]: true, track.last(): true}
	for len(track.stations) < stations {
		var candidates []edge
		for _, e := range n.edges {
			for _, next := range []edge{e, e.reversed()} {
				if next.stations[0] == track.last() && !seen[next.last()] {
					candidates = append(candidates, next)
				}
			}
		}
		if len(candidates) == 0 {
			break
		}
		next := candidates[n.rand.IntN(len(candidates))]
		seen[next.last()] = true
		track = edge{
			append(slices.Clone(track.stations), next.stations[1:]...),
			append(slices.Clone(track.points), next.points[1:]...),
		}
	}
	return track
}

func (e edge) last() int { return e.stations[len(e.stations)-1] }

func (e edge) cut(first, last int) edge {
	return edge{e.stations[first : last+1], e.points[first*pointsPerStation : last*pointsPerStation+1]}
}

func (e edge) reversed() edge {
	r := edge{slices.Clone(e.stations), slices.Clone(e.points)}
	slices.Reverse(r.stations)
	slices.Reverse(r.points)
	return r
}

// addLine adds a line that stops at every station of the track whose index is a multiple of every, up to the number of
// stops of a trip.
func (n *Network) addLine(k kind, track edge, every int) {
	stops := max(n.config.Calls/n.config.Trips, 2)
	l := line{kind: k}
	path := timetable.NewPath(track.points)
	for i := 0; i < len(track.stations) && len(l.stops) < stops; i += every {
		l.stops = append(l.stops, track.stations[i])
		l.at = append(l.at, path.Along[i*pointsPerStation])
		if k := len(l.at) - 1; k > 0 {
			l.runTimes = append(l.runTimes, (l.at[k]-l.at[k-1])/l.kind.speed+20)
		} else {
			l.runTimes = append(l.runTimes, 0)
		}
	}
	l.points = track.points[:(len(l.stops)-1)*every*pointsPerStation+1]
	n.lines = append(n.lines, l)
}

// density is the relative number of trains that start in each hour of a service date.
var density = [25]float64{0.1, 0, 0, 0.1, 0.5, 2, 4.5, 6, 5.5, 4, 3, 3, 3.2, 3.4, 3.6, 4.4, 5.6, 5.8, 4.6, 3.2, 2.4, 2, 1.6, 1.2, 0.5}

// schedule makes the trips.
func (n *Network) schedule() {
	sum := 0.0
	for _, d := range density {
		sum += d
	}
	for i := range n.config.Trips {
		l := (i / 2) % len(n.lines)
		x, hour := n.rand.Float64()*sum, 0
		for x > density[hour] {
			x -= density[hour]
			hour++
		}
		start := hour*3600 + n.rand.IntN(60)*60
		n.trips = append(n.trips, nationalTrip{l, i%2 == 1, start, n.rand.IntN(10) < 3})
	}
	slices.SortStableFunc(n.trips, func(a, b nationalTrip) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.start, b.start)) })
}

// scaleRunTimes makes all trains slower or faster, so that Config.Running trains are under way at the peak.
func (n *Network) scaleRunTimes() {
	low, high := 0.2, 10.0
	for range 40 {
		middle := (low + high) / 2
		if n.countRunning(middle) < n.config.Running {
			low = middle
		} else {
			high = middle
		}
	}
	for i := range n.lines {
		for k := range n.lines[i].runTimes {
			n.lines[i].runTimes[k] *= high
		}
	}
}

func (n *Network) countRunning(factor float64) int {
	lengths := make([]float64, len(n.lines))
	for i, l := range n.lines {
		for k, runTime := range l.runTimes {
			lengths[i] += math.Round(runTime*factor) + l.waits(k)
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

// waits returns the seconds that a train waits at a stop, which is 0 at the first and last stop.
func (l *line) waits(stop int) float64 {
	if stop == 0 || stop == len(l.stops)-1 {
		return 0
	}
	return l.kind.wait
}

// A call is a stop of a trip.
type call struct {
	station        int
	arrive, depart int     // seconds since the start of the service date
	at             float64 // metres along the trip's shape
}

// calls appends the calls of a trip.
func (n *Network) calls(t nationalTrip, calls []call) []call {
	l := &n.lines[t.line]
	last := len(l.stops) - 1
	now := t.start
	for i := range l.stops {
		k, at := i, l.at[i]
		if t.back {
			k, at = last-i, l.at[last]-l.at[last-i]
		}
		if i > 0 {
			runTime := l.runTimes[i]
			if t.back {
				runTime = l.runTimes[k+1]
			}
			now += int(math.Round(runTime))
		}
		c := call{l.stops[k], now, now + int(l.waits(i)), at}
		now = c.depart
		calls = append(calls, c)
	}
	return calls
}
