package passenger

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/quartet/internal/rail/timetable"
)

// A box is a part of the earth in degrees: west, south, east and north. East is more than 180 if it crosses that meridian;
// in a request it may also be less than west, if the box is at most half of the earth.
type box [4]float64

const (
	parts  = 4         // the maximum number of steps of a box in each direction
	finest = 1.0 / 256 // the smallest step in degrees
)

// parseBox reads a box and extends it to whole steps. A step is a power of two that depends on the size of the box, so that clients
// that look at similar parts ask for the same box. An extended box stays as it is.
func parseBox(text string) (*box, error) {
	b, limits := box{}, box{180, 90, 540, 90}
	fields := strings.Split(text, ",")
	for i, limit := range limits {
		err := errors.New("not four numbers")
		if len(fields) == len(b) {
			b[i], err = strconv.ParseFloat(fields[i], 64)
		}
		inside := b[i] >= -min(limit, 180) && b[i] <= limit
		if i == 2 && b[0]-b[2] >= 180 {
			b[2] += 360
		}
		if err != nil || !inside || i > 1 && !(b[i] >= b[i-2] && b[i] <= b[i-2]+360) {
			return nil, errors.New("box must be west, south, east and north in degrees, as in 13.5,50,14.5,50.75")
		}
	}
	whole, step := b, finest
	for {
		for i := range 2 {
			b[i], b[i+2] = math.Floor(whole[i]/step)*step, math.Ceil(whole[i+2]/step)*step
		}
		if b[0], b[1], b[3] = max(b[0], -180), max(b[1], -90), min(b[3], 90); max(b[2]-b[0], b[3]-b[1]) <= parts*step {
			b[2] = min(b[2], b[0]+360)
			return &b, nil
		}
		step *= 2
	}
}

// String returns the box as it is in a request.
func (b *box) String() string { return fmt.Sprintf("%g,%g,%g,%g", b[0], b[1], b[2], b[3]) }

// contains reports whether a place is known and in the box.
func (b *box) contains(p timetable.Point) bool {
	east := p.Longitude
	if east < b[0] {
		east += 360
	}
	return p != (timetable.Point{}) && p.Latitude >= b[1] && p.Latitude <= b[3] && east >= b[0] && east <= b[2]
}

// crossedBy reports whether a line can cross the box: whether the box around a part between two of its points does.
func (b *box) crossedBy(line []timetable.Point) bool {
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		east := p.Longitude + math.Remainder(q.Longitude-p.Longitude, 360) // the short way
		west := min(p.Longitude, east)
		east = max(p.Longitude, east)
		turn := 360 * math.Ceil((b[0]-east)/360)
		if max(p.Latitude, q.Latitude) >= b[1] && min(p.Latitude, q.Latitude) <= b[3] && west+turn <= b[2] {
			return true
		}
	}
	return false
}
