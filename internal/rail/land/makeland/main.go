// Makeland writes the file of package land. Its input is land-10m.json of the npm package world-atlas 2.0.2, which is the land
// of Natural Earth, 1:10 million, in TopoJSON:
//
//	npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz && go run ./internal/rail/land/makeland package/land-10m.json
package main

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
)

const (
	perDegree = 200  // steps of a coordinate in a degree: half a kilometer
	tolerance = 1.2  // how far a line may be from the points that are left out, in steps
	minArea   = 20.0 // the area of the smallest island or lake, in steps by steps: about 5 square kilometers
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("makeland: ")
	if len(os.Args) != 2 {
		log.Fatal("the argument must be the path of land-10m.json")
	}
	if err := write(os.Args[1], filepath.Join("internal", "rail", "land", "land.bin")); err != nil {
		log.Fatal(err)
	}
}

// A topology is a TopoJSON file with polygons.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]float64
	Objects   struct {
		Land struct {
			Geometries []struct {
				Type string
				Arcs json.RawMessage
			}
		}
	}
}

type point [2]float64

func write(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var t topology
	if err := json.Unmarshal(text, &t); err != nil {
		return fmt.Errorf("reading %s: %w", from, err)
	}
	var rings [][]int32
	for _, g := range t.Objects.Land.Geometries {
		var polygons [][][]int
		if g.Type != "MultiPolygon" {
			return errors.New("a geometry is not a MultiPolygon")
		}
		if err := json.Unmarshal(g.Arcs, &polygons); err != nil {
			return fmt.Errorf("reading %s: %w", from, err)
		}
		for _, polygon := range polygons {
			for _, arcs := range polygon {
				if ring := simplified(t.ring(arcs)); area(ring) >= minArea {
					rings = append(rings, steps(ring))
				}
			}
		}
	}
	var out bytes.Buffer
	compressed, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
	if err := errors.Join(gob.NewEncoder(compressed).Encode(rings), compressed.Close()); err != nil {
		return err
	}
	return os.WriteFile(to, out.Bytes(), 0o644)
}

// ring returns the points of a ring, in steps, without the last, which is the first.
func (t *topology) ring(arcs []int) []point {
	var ring []point
	for _, n := range arcs {
		points := t.points(max(n, ^n))
		if n < 0 {
			slices.Reverse(points)
		}
		ring = append(ring, points[:len(points)-1]...)
	}
	return ring
}

func (t *topology) points(arc int) []point {
	points := make([]point, len(t.Arcs[arc]))
	x, y := 0.0, 0.0
	for i, d := range t.Arcs[arc] {
		x, y = x+d[0], y+d[1]
		points[i] = point{(x*t.Transform.Scale[0] + t.Transform.Translate[0]) * perDegree, (y*t.Transform.Scale[1] + t.Transform.Translate[1]) * perDegree}
	}
	return points
}

// simplified leaves out points of a ring by the method of Douglas and Peucker.
func simplified(ring []point) []point {
	if len(ring) < 4 {
		return ring
	}
	far := 0
	for i := range ring {
		if distance(ring[i], ring[0], ring[0]) > distance(ring[far], ring[0], ring[0]) {
			far = i
		}
	}
	kept := line(nil, ring[:far+1])
	return line(kept, append(ring[far:len(ring):len(ring)], ring[0]))
}

// line appends the points of a line that remain, without its last.
func line(kept, points []point) []point {
	last, worst, most := len(points)-1, 0, tolerance
	for i := 1; i < last; i++ {
		if d := distance(points[i], points[0], points[last]); d > most {
			worst, most = i, d
		}
	}
	if worst == 0 {
		return append(kept, points[0])
	}
	return line(line(kept, points[:worst+1]), points[worst:])
}

// distance returns the distance of p from the line from a to b.
func distance(p, a, b point) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	share := 0.0
	if square := dx*dx + dy*dy; square > 0 {
		share = max(0, min(1, ((p[0]-a[0])*dx+(p[1]-a[1])*dy)/square))
	}
	return math.Hypot(p[0]-a[0]-share*dx, p[1]-a[1]-share*dy)
}

func area(ring []point) float64 {
	sum := 0.0
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		sum += p[0]*q[1] - p[1]*q[0]
	}
	return math.Abs(sum) / 2
}

// steps returns a ring as package land reads it.
func steps(ring []point) (all []int32) {
	var before [2]int32
	for _, p := range ring {
		for k := range p {
			at := int32(math.Round(p[k]))
			all = append(all, at-before[k])
			before[k] = at
		}
	}
	return all
}
