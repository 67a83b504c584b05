package rail_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	_ "time/tzdata"

	"example.com/quartet/internal/rail/timetable"
)

// A Config holds the size of a network, and with it everything about the network. All fields except Seed must be set.
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
	lines    []line
	trips    []nationalTrip
}

type nationalStation struct {
	code, name string
	place      timetable.Point
}

// pointsPerStation is the number of points of a line from one station of its track to the next.
const pointsPerStation = 4

// A line is a straight track through the country with the stations at which its trains stop.
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
	side := int(math.Sqrt(float64(config.Stations)))
	for i := range side * side {
		place := timetable.Point{Latitude: 45 + 0.1*float64(i/side), Longitude: -22 + 0.15*float64(i%side)}
		n.stations = append(n.stations, nationalStation{fmt.Sprintf("S%d", i), fmt.Sprintf("Station %d", i), place})
	}
	n.drawLines(side)
	n.schedule()
	n.scaleRunTimes()
	return n
}

// drawLines makes lines along the rows and columns of the stations: local lines that serve every station, regional lines that stop at
// every third, and express lines across the country.
func (n *Network) drawLines(side int) {
	stops := max(n.config.Calls/n.config.Trips, 2)
	for track := range 2 * side {
		first, step := track*side, 1
		if track >= side {
			first, step = track-side, side
		}
		for _, service := range []struct {
			kind  kind
			every int
		}{{[]kind{metro, suburban}[track%2], 1}, {regional, 3}, {express, max(side/stops, 1)}} {
			reach := (side + service.every - 1) / service.every // stations of the track where its trains stop
			for from := 0; from < reach-1; from += stops - 1 {
				start := max(min(from, reach-stops), 0)
				n.addLine(service.kind, first+start*service.every*step, service.every*step, min(stops, reach-start))
			}
		}
	}
}

// addLine adds a line from a station with a number of stops, whose indexes are a step apart.
func (n *Network) addLine(k kind, first, step, stops int) {
	l := line{kind: k}
	for i := range stops {
		l.stops = append(l.stops, first+i*step)
		place := n.stations[l.stops[i]].place
		if i > 0 {
			before := n.stations[l.stops[i-1]].place
			for part := 1; part < pointsPerStation; part++ {
				l.points = append(l.points, before.Towards(place, float64(part)/pointsPerStation))
			}
		}
		l.points = append(l.points, place)
	}
	path := timetable.NewPath(l.points)
	for i := range stops {
		l.at = append(l.at, path.Along[i*pointsPerStation])
		l.runTimes = append(l.runTimes, 0)
		if i > 0 {
			l.runTimes[i] = (l.at[i]-l.at[i-1])/k.speed + 20
		}
	}
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
