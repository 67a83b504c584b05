// Package land has the coasts of the world, for maps of networks that are large enough: lines are within about a kilometer of
// where they are. Lakes are those of Natural Earth's land, such as the Caspian Sea.
//
// Made with Natural Earth (https://www.naturalearthdata.com), which is in the public domain; makeland writes the file.
package land

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/gob"
	"io"
	"sync"
)

// Detail is how exact the coasts are, in kilometers.
const Detail = 1.0

// A Point is a place: its longitude and latitude in degrees.
type Point [2]float64

// A Box is a part of the world, which does not cross the meridian of 180 degrees.
type Box struct{ Min, Max Point }

// A Ring is the coast of an island or of a lake, without its last point, which is the first. What is inside an odd number of rings
// is land.
type Ring []Point

//go:embed land.bin
var file []byte

// perDegree is the number of steps of a coordinate in a degree.
const perDegree = 200

// world returns the rings of the file, with the box around each. A test reads all of it.
var world = sync.OnceValue(func() []ringInBox {
	all, err := Read(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		panic("land: the embedded file is damaged: " + err.Error())
	}
	return all
})

type ringInBox struct {
	Ring
	Box
}

// In returns the coasts in a box. Rings are cut off along its edges.
func In(box Box) []Ring {
	var found []Ring
	for _, r := range world() {
		if r.Min[0] > box.Max[0] || r.Max[0] < box.Min[0] || r.Min[1] > box.Max[1] || r.Max[1] < box.Min[1] {
			continue
		}
		if ring := box.clip(r.Ring); len(ring) > 2 {
			found = append(found, ring)
		}
	}
	return found
}

// Read reads a gob of [][]int32: for each ring the steps from each point to the next one, beginning at 0, as longitude, latitude,
// longitude, and so on.
func Read(from io.Reader) (all []ringInBox, err error) {
	var rings [][]int32
	if err := gob.NewDecoder(from).Decode(&rings); err != nil {
		return nil, err
	}
	for _, steps := range rings {
		r := ringInBox{Box: Box{Point{180, 90}, Point{-180, -90}}}
		var at [2]int32
		for i, step := range steps {
			if at[i%2] += step; i%2 == 0 {
				continue
			}
			p := Point{float64(at[0]) / perDegree, float64(at[1]) / perDegree}
			for k := range p {
				r.Min[k], r.Max[k] = min(r.Min[k], p[k]), max(r.Max[k], p[k])
			}
			r.Ring = append(r.Ring, p)
		}
		all = append(all, r)
	}
	return all, nil
}

// clip returns the part of a ring in the box, by the method of Sutherland and Hodgman: cut off at one edge after the other.
func (b Box) clip(ring Ring) Ring {
	for k := range b.Min {
		ring = ring.cut(k, b.Min[k], 1)
		ring = ring.cut(k, b.Max[k], -1)
	}
	return ring
}

// cut returns the part of a ring whose coordinate k is at least the limit, or at most if sign is -1.
func (r Ring) cut(k int, limit, sign float64) Ring {
	var out Ring
	for i, p := range r {
		before := r[(i+len(r)-1)%len(r)]
		inside, wasInside := sign*p[k] >= sign*limit, sign*before[k] >= sign*limit
		if inside != wasInside {
			share := (limit - before[k]) / (p[k] - before[k])
			crossing := Point{before[0] + share*(p[0]-before[0]), before[1] + share*(p[1]-before[1])}
			crossing[k] = limit
			out = append(out, crossing)
		}
		if inside {
			out = append(out, p)
		}
	}
	return out
}
