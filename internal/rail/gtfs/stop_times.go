package gtfs

import (
	"encoding/binary"
	"math"
)

// A stopTime is a row of stop_times.txt.
type stopTime struct {
	stop           int32
	arrive, depart int32 // seconds; both are unset if the row has neither
	sequence       uint32
	line           int32
	distance       float64 // shape_dist_traveled; may be unset
	passes         bool
}

// stopTimes are the rows of a trip. They make up most of a feed, and all of them are needed until the last one is read.
// Therefore each row is stored as its differences from the previous row, in about ten bytes.
type stopTimes []byte

// The flags of a row in stopTimes.
const (
	flagFirst    = 1 << iota // the row is not relative to the previous one
	flagTime                 // the row has times
	flagStands               // the departure differs from the arrival
	flagDistance             // the row has a distance
	flagDecimal              // the distance is a number of thousandths
	flagPasses
)

// add appends a row. before is the row that was added last, or nil if that is not known.
func (p stopTimes) add(s, before *stopTime) stopTimes {
	var base stopTime
	flags := byte(0)
	if before != nil {
		base = *before
	} else {
		flags = flagFirst
	}
	if s.arrive != unset {
		flags |= flagTime
		if s.depart != s.arrive {
			flags |= flagStands
		}
	}
	if s.distance != unset {
		flags |= flagDistance
	}
	thousandths := math.Round(s.distance * 1000)
	if thousandths >= 0 && thousandths < 1<<40 && thousandths/1000 == s.distance {
		flags |= flagDecimal
	}
	if s.passes {
		flags |= flagPasses
	}
	p = append(p, flags)
	p = binary.AppendUvarint(p, uint64(s.stop))
	p = binary.AppendVarint(p, int64(s.sequence)-int64(base.sequence))
	p = binary.AppendVarint(p, int64(s.line)-int64(base.line))
	if flags&flagTime != 0 {
		p = binary.AppendVarint(p, int64(s.arrive)-int64(base.depart))
	}
	if flags&flagStands != 0 {
		p = binary.AppendVarint(p, int64(s.depart)-int64(s.arrive))
	}
	switch flags & (flagDistance | flagDecimal) {
	case flagDistance | flagDecimal:
		p = binary.AppendUvarint(p, uint64(thousandths))
	case flagDistance:
		p = binary.LittleEndian.AppendUint64(p, math.Float64bits(s.distance))
	}
	return p
}

// appendTo appends the rows to a slice.
func (p stopTimes) appendTo(rows []stopTime) []stopTime {
	var s stopTime
	for len(p) > 0 {
		flags := p[0]
		p = p[1:]
		if flags&flagFirst != 0 {
			s = stopTime{}
		}
		s.stop = int32(p.unsigned())
		s.sequence += uint32(p.signed())
		s.line += int32(p.signed())
		before := s.depart
		s.arrive, s.depart, s.distance = unset, unset, unset
		if flags&flagTime != 0 {
			s.arrive = before + int32(p.signed())
			s.depart = s.arrive
		}
		if flags&flagStands != 0 {
			s.depart += int32(p.signed())
		}
		switch flags & (flagDistance | flagDecimal) {
		case flagDistance | flagDecimal:
			s.distance = float64(p.unsigned()) / 1000
		case flagDistance:
			s.distance = math.Float64frombits(binary.LittleEndian.Uint64(p))
			p = p[8:]
		}
		s.passes = flags&flagPasses != 0
		rows = append(rows, s)
	}
	return rows
}

func (p *stopTimes) unsigned() uint64 {
	n, size := binary.Uvarint(*p)
	*p = (*p)[size:]
	return n
}

func (p *stopTimes) signed() int64 {
	n, size := binary.Varint(*p)
	*p = (*p)[size:]
	return n
}

// packed returns the rows as stopTimes.
func packed(rows []stopTime) stopTimes {
	var p stopTimes
	var before *stopTime
	for i := range rows {
		p = p.add(&rows[i], before)
		before = &rows[i]
	}
	return p
}

// A run collects successive rows of one trip. In most feeds that is the whole trip.
type run struct {
	trip   int32
	rows   int32
	times  stopTimes
	before stopTime
	slab   []byte // free memory for the stopTimes of trips
}

// add adds a row of the trip.
func (r *run) add(s *stopTime) {
	var before *stopTime
	if r.rows > 0 {
		before = &r.before
	}
	r.times = r.times.add(s, before)
	r.before = *s
	r.rows++
}

// end gives the rows to their trip. The rows of most trips are copied to a large block of memory, so that the garbage
// collector has few objects to visit.
func (r *run) end(trips []trip) {
	if r.rows == 0 {
		return
	}
	t := &trips[r.trip]
	t.rows += r.rows
	if n := len(r.times); t.times == nil && n <= slabSize {
		if len(r.slab) < n {
			r.slab = make([]byte, slabSize)
		}
		t.times = r.slab[:n:n]
		copy(t.times, r.times)
		r.slab = r.slab[n:]
	} else {
		t.times = append(t.times, r.times...)
	}
	r.times, r.rows = r.times[:0], 0
}

const slabSize = 1 << 16 // bytes
