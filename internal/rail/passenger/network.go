package passenger

import (
	"cmp"
	"maps"
	"slices"

	"example.com/quartet/internal/rail/timetable"
)

// A Network is where trains run by the timetable.
type Network struct {
	Stations []Place `json:"stations"` // by name
	Lines    []Route `json:"lines"`    // the ones with the most trips first
	Shapes   bool    `json:"shapes"`   // the feed has shapes, see Shapes
}

// A Place is a station, and where it is.
type Place struct {
	Stop
	Alias string      `json:"alias,omitempty"`
	Place *[2]float64 `json:"place,omitempty"` // as in Position
}

// A Route is where the trains of a line run.
type Route struct {
	Line      *Line    `json:"line,omitempty"` // nil for the trains without a line
	Stretches [][2]int `json:"stretches"`      // indexes of stations at which trains call one after the other, in one order
}

// maxStretches limits the size of an answer for the buses of a country.
const maxStretches = 20_000

// A stretch is what trains of a line run between two stations.
type stretch struct {
	line     timetable.Line
	from, to *timetable.Station
}

// network returns the network of a timetable, without the stretches with the fewest trips if there are more than max.
func network(plan *timetable.Timetable, max int) *Network {
	trips := make(map[stretch]int)
	ofLine := make(map[timetable.Line]int)
	for _, trip := range plan.Trips() {
		var line timetable.Line
		if trip.Line != nil {
			line = *trip.Line
		}
		ofLine[line]++
		for i := 1; i < len(trip.Calls); i++ {
			from, to := trip.Calls[i-1].Station, trip.Calls[i].Station
			if from.Number > to.Number {
				from, to = to, from
			}
			if from != to {
				trips[stretch{line, from, to}]++
			}
		}
	}
	most := func(a, b stretch) int {
		return cmp.Or(cmp.Compare(trips[b], trips[a]), cmp.Compare(a.from.Number, b.from.Number), cmp.Compare(a.to.Number, b.to.Number),
			cmp.Compare(a.line.Name, b.line.Name), cmp.Compare(a.line.Color, b.line.Color), cmp.Compare(a.line.Text, b.line.Text))
	}
	all := slices.SortedFunc(maps.Keys(trips), most)
	all = all[:min(len(all), max)]
	slices.SortStableFunc(all, func(a, b stretch) int { return cmp.Compare(ofLine[b.line], ofLine[a.line]) })
	return routes(plan, all)
}

// routes returns a network of the stretches, whose lines are in the order of their first stretches.
func routes(plan *timetable.Timetable, stretches []stretch) *Network {
	n := &Network{Stations: make([]Place, 0, plan.StationCount()), Lines: []Route{}}
	for s := range plan.Stations() { // in the order of their numbers
		place := Place{Stop: stopOf(s), Alias: s.Alias}
		if s.Place != (timetable.Point{}) {
			place.Place = &[2]float64{rounded(s.Place.Latitude), rounded(s.Place.Longitude)}
		}
		n.Stations = append(n.Stations, place)
	}
	numbers := make(map[timetable.Line]int)
	for _, s := range stretches {
		number, ok := numbers[s.line]
		if !ok {
			number = len(n.Lines)
			numbers[s.line] = number
			n.Lines = append(n.Lines, Route{})
			if s.line != (timetable.Line{}) {
				n.Lines[number].Line = lineOf(&s.line)
			}
		}
		n.Lines[number].Stretches = append(n.Lines[number].Stretches, [2]int{s.from.Number, s.to.Number})
	}
	return n
}

// LinesAt returns the names of the lines at each station of a timetable by its number, the lines with the most trips first. The caller
// must not change them.
func (d *Data) LinesAt(plan *timetable.Timetable) [][]string { return d.still(plan).lines() }

func linesAt(n *Network) [][]string {
	at := make([][]string, len(n.Stations))
	for _, route := range n.Lines {
		for _, stretch := range route.Stretches {
			for _, station := range stretch {
				if names := at[station]; route.Line != nil && !slices.Contains(names, route.Line.Name) {
					at[station] = append(names, route.Line.Name)
				}
			}
		}
	}
	return at
}
