package rail_test

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// WriteGTFS writes the static feed as a ZIP archive.
func (n *Network) WriteGTFS(out io.Writer) error {
	archive := zip.NewWriter(out)
	modified := time.Date(n.config.From.Year, n.config.From.Month, n.config.From.Day, 0, 0, 0, 0, time.UTC)
	for _, file := range []struct {
		name, columns string
		write         func(io.Writer)
	}{
		{"feed_info.txt", "feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nNational Railway,https://rail.example,en,1", nil},
		{"agency.txt", "agency_id,agency_name,agency_url,agency_timezone\nN,National,https://rail.example," + n.config.Zone.String(), nil},
		{"stops.txt", "stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code", n.writeStops},
		{"routes.txt", "route_id,agency_id,route_short_name,route_long_name,route_type", n.writeRoutes},
		{"calendar.txt", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date", n.writeCalendar},
		{"calendar_dates.txt", "service_id,date,exception_type", n.writeExceptions},
		{"shapes.txt", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled", n.writeShapes},
		{"trips.txt", "route_id,service_id,trip_id,trip_headsign,trip_short_name,direction_id,shape_id", n.writeTrips},
		{"stop_times.txt", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,shape_dist_traveled", n.writeTimes},
	} {
		f, err := archive.CreateHeader(&zip.FileHeader{Name: file.name, Method: zip.Deflate, Modified: modified})
		if err != nil {
			return fmt.Errorf("writing %s: %w", file.name, err)
		}
		w := bufio.NewWriterSize(f, 1<<16)
		fmt.Fprintln(w, file.columns)
		if file.write != nil {
			file.write(w)
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("writing %s: %w", file.name, err)
		}
	}
	return archive.Close()
}

// platform returns the stop_id of a station's platform for one direction.
func platform(station int, back bool) string {
	if back {
		return fmt.Sprintf("%d-2", station)
	}
	return fmt.Sprintf("%d-1", station)
}

func (n *Network) writeStops(w io.Writer) {
	for i, s := range n.stations {
		fmt.Fprintf(w, "%d,%s,%s,%.5f,%.5f,1,,\n", i, s.code, s.name, s.place.Latitude, s.place.Longitude)
		for _, back := range []bool{false, true} {
			id := platform(i, back)
			fmt.Fprintf(w, "%s,,%s,%.5f,%.5f,0,%d,%s\n", id, s.name, s.place.Latitude+0.0002, s.place.Longitude, i, id[len(id)-1:])
		}
	}
}

func (n *Network) writeRoutes(w io.Writer) {
	for i, l := range n.lines {
		from, to := n.stations[l.stops[0]].name, n.stations[l.stops[len(l.stops)-1]].name
		fmt.Fprintf(w, "R%d,N,%s %d,%s - %s,%d\n", i, l.kind.name, i, from, to, l.kind.routeType)
	}
}

func basic(d timetable.Date) string { return strings.ReplaceAll(d.String(), "-", "") }

func (n *Network) writeCalendar(w io.Writer) {
	from, to := basic(n.config.From), basic(n.config.From.AddDays(n.config.Days-1))
	fmt.Fprintf(w, "daily,1,1,1,1,1,1,1,%s,%s\nweekdays,1,1,1,1,1,0,0,%s,%s\n", from, to, from, to)
}

// writeExceptions makes every thirtieth day a holiday.
func (n *Network) writeExceptions(w io.Writer) {
	for i := 29; i < n.config.Days; i += 30 {
		fmt.Fprintf(w, "weekdays,%s,2\n", basic(n.config.From.AddDays(i)))
	}
}

// hasDistances reports whether the stop times of a line have shape_dist_traveled, as they have for every other line.
func hasDistances(line int) bool { return line%2 == 0 }

func (n *Network) writeShapes(w io.Writer) {
	for i, l := range n.lines {
		back := slices.Clone(l.points)
		slices.Reverse(back)
		for direction, points := range [][]timetable.Point{l.points, back} {
			path := timetable.NewPath(points)
			for k, p := range path.Points {
				fmt.Fprintf(w, "S%d-%d,%.5f,%.5f,%d,", i, direction, p.Latitude, p.Longitude, k+1)
				if hasDistances(i) {
					fmt.Fprintf(w, "%.1f", path.Along[k])
				}
				fmt.Fprintln(w)
			}
		}
	}
}

func digit(is bool) int {
	if is {
		return 1
	}
	return 0
}

func tripID(i int) string { return fmt.Sprintf("N%06d", i) }

func (n *Network) writeTrips(w io.Writer) {
	for i, t := range n.trips {
		l := n.lines[t.line]
		to, service := l.stops[len(l.stops)-1], "daily"
		if t.back {
			to = l.stops[0]
		}
		if t.weekdays {
			service = "weekdays"
		}
		fmt.Fprintf(w, "R%d,%s,%s,%s,%c%d,%d,S%d-%d\n", t.line, service, tripID(i), n.stations[to].name,
			l.kind.name[0], 10_000+i, digit(t.back), t.line, digit(t.back))
	}
}

func (n *Network) writeTimes(w io.Writer) {
	var calls []call
	clock := func(s int) string { return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60) }
	for i, t := range n.trips {
		calls = n.calls(t, calls[:0])
		for k, c := range calls {
			fmt.Fprintf(w, "%s,%s,%s,%s,%d,%d,%d,", tripID(i), clock(c.arrive), clock(c.depart), platform(c.station, t.back),
				k+1, digit(k == len(calls)-1), digit(k == 0))
			if hasDistances(t.line) {
				fmt.Fprintf(w, "%.1f", c.at)
			}
			fmt.Fprintln(w)
		}
	}
}
