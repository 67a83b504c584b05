package gtfs

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/rail/timetable"
)

// clean writes the rows that passed the check as a ZIP archive for the GTFS library. The clean feed has no missing value
// that the library would misread and no dangling reference. The order of its rows depends only on their content. Rows
// that no train needs are not in it.
func (c *checker) clean(ctx context.Context) ([]byte, error) {
	var out bytes.Buffer
	out.Grow(64*len(c.times) + 64*len(c.points) + 1<<14)
	archive := zip.NewWriter(&out)
	for _, file := range []struct {
		name, columns string
		write         func(*csvWriter)
	}{
		{"agency.txt", "agency_id,agency_name,agency_url,agency_timezone", c.writeAgencies},
		{"routes.txt", "route_id,agency_id,route_type", c.writeRoutes},
		{"stops.txt", "stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station", c.writeStops},
		{"calendar.txt", "service_id,start_date,end_date,monday,tuesday,wednesday,thursday,friday,saturday,sunday", c.writeServices},
		{"shapes.txt", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled", c.writeShapes},
		{"trips.txt", "trip_id,route_id,service_id,trip_headsign,trip_short_name,direction_id,block_id,shape_id", c.writeTrips},
		{"frequencies.txt", "trip_id,start_time,end_time,headway_secs,exact_times", c.writeFrequencies},
		{"stop_times.txt", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,shape_dist_traveled,timepoint", c.writeTimes},
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f, err := archive.CreateHeader(&zip.FileHeader{Name: file.name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		w := &csvWriter{out: f, buf: []byte(file.columns + "\n")}
		file.write(w)
		if err := w.flush(); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// A csvWriter writes rows field by field.
type csvWriter struct {
	out   io.Writer
	buf   []byte
	err   error
	begun bool // the current row has a field
}

func (w *csvWriter) flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

func (w *csvWriter) separate() {
	if w.begun {
		w.buf = append(w.buf, ',')
	}
	w.begun = true
}

func (w *csvWriter) text(s string) *csvWriter {
	w.separate()
	if strings.ContainsAny(s, "\",\r\n") || s != strings.TrimSpace(s) {
		s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	w.buf = append(w.buf, s...)
	return w
}

func (w *csvWriter) number(n int) *csvWriter {
	w.separate()
	w.buf = strconv.AppendInt(w.buf, int64(n), 10)
	return w
}

func (w *csvWriter) decimal(x float64) *csvWriter {
	w.separate()
	w.buf = strconv.AppendFloat(w.buf, x, 'f', -1, 64)
	return w
}

func (w *csvWriter) time(seconds int32) *csvWriter {
	w.separate()
	two := func(n int32) { w.buf = append(w.buf, byte('0'+n/10), byte('0'+n%10)) }
	if hours := seconds / 3600; hours < 100 {
		two(hours)
	} else {
		w.buf = strconv.AppendInt(w.buf, int64(hours), 10)
	}
	w.buf = append(w.buf, ':')
	two(seconds / 60 % 60)
	w.buf = append(w.buf, ':')
	two(seconds % 60)
	return w
}

func (w *csvWriter) flag(is bool) *csvWriter {
	if is {
		return w.number(1)
	}
	return w.number(0)
}

func (w *csvWriter) end() {
	w.buf = append(w.buf, '\n')
	if w.begun = false; len(w.buf) > 32<<10 {
		w.flush()
	}
}

// byID returns the indexes of the used rows, in the order of their IDs.
func byID[T any](rows []T, used func(*T) bool, id func(*T) string) []int {
	var order []int
	for i := range rows {
		if used(&rows[i]) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(id(&rows[a]), id(&rows[b])) })
	return order
}

// agencyID is the only agency of the clean feed. The library searches the list of agencies for each route, but only the
// time zone of the result is needed.
const agencyID = "agency"

func (c *checker) writeAgencies(w *csvWriter) {
	w.text(agencyID).text("-").text("-").text(c.zone.String()).end()
}

func (c *checker) writeRoutes(w *csvWriter) {
	for _, i := range byID(c.routes, func(r *route) bool { return r.used }, func(r *route) string { return r.id }) {
		r := &c.routes[i]
		w.text(r.id).text(agencyID).number(r.number).end()
	}
}

// writeStops writes the stations at which trains call, with all their platforms.
func (c *checker) writeStops(w *csvWriter) {
	used := func(s *stop) bool {
		if s.parent != unset {
			return c.stops[s.parent].used
		}
		return s.used
	}
	for _, i := range byID(c.stops, used, func(s *stop) string { return s.id }) {
		s := &c.stops[i]
		w.text(s.id).text(s.code).text(s.name)
		if s.place != (timetable.Point{}) {
			w.decimal(s.place.Latitude).decimal(s.place.Longitude)
		} else {
			w.text("").text("")
		}
		if s.parent != unset {
			w.number(platform).text(c.stops[s.parent].id).end()
		} else {
			w.number(station).text("").end()
		}
	}
	c.report.UnservedStops = len(c.stops) - count(c.stops, used)
}

func (c *checker) writeServices(w *csvWriter) {
	for _, s := range c.services {
		if s.dates.empty() {
			continue
		}
		first, last := s.dates.ends()
		w.text(s.id).text(basic(first)).text(basic(last))
		for i := range s.days {
			w.flag(s.days[(i+1)%7])
		}
		w.end()
	}
}

// basic returns the date as YYYYMMDD.
func basic(d day) string { return strings.ReplaceAll(d.date().String(), "-", "") }

func (c *checker) writeShapes(w *csvWriter) {
	for _, i := range byID(c.shapes, func(s *shape) bool { return len(s.points) >= 2 }, func(s *shape) string { return s.id }) {
		for k, p := range c.shapes[i].points {
			w.text(c.shapes[i].id).decimal(p.place.Latitude).decimal(p.place.Longitude).number(k)
			w.distance(p.distance).end()
		}
	}
}

func (w *csvWriter) distance(d float64) *csvWriter {
	if d == unset {
		return w.text("")
	}
	return w.decimal(d)
}

func (c *checker) writeTrips(w *csvWriter) {
	for _, i := range c.order() {
		t := &c.trips[i]
		w.text(t.id).text(c.routes[t.route].id).text(c.services[t.service].id).text(t.headsign).text(t.shortName)
		if t.direction == unset {
			w.text("")
		} else {
			w.number(int(t.direction))
		}
		w.text(t.block)
		if t.shape == unset {
			w.text("").end()
		} else {
			w.text(c.shapes[t.shape].id).end()
		}
	}
}

// order returns the indexes of the usable trips, in the order of their IDs.
func (c *checker) order() []int {
	return byID(c.trips, func(t *trip) bool { return t.times != nil }, func(t *trip) string { return t.id })
}

func (c *checker) writeFrequencies(w *csvWriter) {
	slices.SortFunc(c.frequencies, func(a, b frequency) int {
		return cmp.Or(cmp.Compare(a.trip, b.trip), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.headway, b.headway))
	})
	for _, f := range c.frequencies {
		if t := &c.trips[f.trip]; t.times != nil {
			w.text(t.id).time(f.start).time(f.end).number(int(f.headway)).flag(f.exact).end()
		}
	}
}

// writeTimes writes the stop times. The library takes a missing time as 00:00:00 or interpolates it by its own rules.
// Therefore a missing time is written as a copy of the previous time with timepoint 0. All other times have timepoint 1.
func (c *checker) writeTimes(w *csvWriter) {
	for _, i := range c.order() {
		t := &c.trips[i]
		before := int32(0)
		for _, s := range t.times {
			hasTime := s.arrive != unset
			if !hasTime {
				s.arrive, s.depart = before, before
			}
			before = s.depart
			w.text(t.id).time(s.arrive).time(s.depart).text(c.stops[s.stop].id).number(int(s.sequence))
			w.flag(s.passes).flag(s.passes).distance(s.distance).flag(hasTime).end()
		}
	}
}
