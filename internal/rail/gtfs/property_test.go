package gtfs_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// TestRandomTimetableReadsBack generates random timetables, writes them as GTFS with random formatting that has no
// meaning, and compares the timetable that is read with the generated one.
func TestRandomTimetableReadsBack(t *testing.T) {
	for seed := range uint64(150) {
		r := &railway{Rand: rand.New(rand.NewPCG(seed, 3))}
		r.generate()
		plan, report, err := load(t, r.files(), gtfs.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(report.Warnings) > 0 {
			t.Fatalf("seed %d: %v", seed, report.Warnings)
		}
		if got, want := readBack(plan), r.want(); !slices.Equal(got, want) {
			t.Fatalf("seed %d: read:\n%s\nwritten:\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A railway is a random timetable.
type railway struct {
	*rand.Rand
	stations  []randomStation
	calendars []map[int]bool // by number of days since firstDay
	trips     []randomTrip
}

type randomStation struct {
	id, code, name string
	platforms      []string
	lat, lon       int // in ten thousandths of a degree
}

type randomTrip struct {
	id, shortName, headsign string
	calendar                int
	calls                   []randomCall
	starts                  []int       // departures of frequencies.txt
	windows                 [][3]string // start_time, end_time and headway_secs
}

type randomCall struct {
	station        int
	stop           string
	arrive, depart int
	passes         bool
	sequence       int
}

var firstDay = timetable.Date{Year: 2026, Month: time.February, Day: 25}

func (r *railway) generate() {
	for i := range 2 + r.IntN(6) {
		s := randomStation{id: fmt.Sprintf("st%d", i), code: fmt.Sprintf("C%d", i), name: r.text("Station"), lat: 500000 + r.IntN(9999), lon: -10000 + r.IntN(9999)}
		for p := range r.IntN(3) {
			s.platforms = append(s.platforms, fmt.Sprintf("%s_%d", s.id, p))
		}
		r.stations = append(r.stations, s)
	}
	for range 1 + r.IntN(3) {
		days := map[int]bool{r.IntN(20): true}
		for range r.IntN(15) {
			days[r.IntN(20)] = true
		}
		r.calendars = append(r.calendars, days)
	}
	for i := range 1 + r.IntN(6) {
		trip := randomTrip{id: fmt.Sprintf("T%d", i), calendar: r.IntN(len(r.calendars))}
		if r.IntN(2) == 0 {
			trip.shortName = fmt.Sprintf("%d", 100+i)
		}
		if r.IntN(2) == 0 {
			trip.headsign = r.text("Way")
		}
		now, sequence := r.IntN(26*3600), r.IntN(3)
		count := 2 + r.IntN(5)
		for k := range count {
			station := r.IntN(len(r.stations))
			call := randomCall{station: station, stop: r.stations[station].id, sequence: sequence, arrive: now}
			if platforms := r.stations[station].platforms; len(platforms) > 0 {
				call.stop = platforms[r.IntN(len(platforms))]
			}
			if k > 0 && k < count-1 {
				call.passes = r.IntN(5) == 0
				if !call.passes {
					now += r.IntN(200)
				}
			}
			call.depart = now
			trip.calls = append(trip.calls, call)
			now, sequence = now+r.IntN(3000), sequence+1+r.IntN(3)
		}
		for range max(0, r.IntN(6)-3) {
			start, headway, count := r.IntN(20*3600), 1+r.IntN(4000), 1+r.IntN(5)
			for i := range count {
				trip.starts = append(trip.starts, start+i*headway)
			}
			trip.windows = append(trip.windows, [3]string{r.clock(start), r.clock(start + (count-1)*headway + 1 + r.IntN(headway)), fmt.Sprint(headway)})
		}
		slices.Sort(trip.starts)
		trip.starts = slices.Compact(trip.starts)
		r.trips = append(r.trips, trip)
	}
}

// text returns a random name, often with characters that need quotes in CSV.
func (r *railway) text(prefix string) string {
	return prefix + []string{"", " 1", `, "Great"`, " Ünder", " - 日本", `"`}[r.IntN(6)] + fmt.Sprint(r.IntN(1000))
}

// want describes the stations and trains that are to be read.
func (r *railway) want() []string {
	var want []string
	used := map[int]bool{}
	for _, trip := range r.trips {
		code, headsign := trip.shortName, trip.headsign
		if code == "" {
			code = trip.id
		}
		if headsign == "" {
			headsign = r.stations[trip.calls[len(trip.calls)-1].station].name
		}
		days := ""
		for on := range 20 {
			if r.calendars[trip.calendar][on] {
				days += " " + firstDay.AddDays(on).String()
			}
		}
		starts, suffix := trip.starts, gtfs.StartSuffix
		if starts == nil {
			starts, suffix = []int{trip.calls[0].depart}, func(time.Duration) string { return "" }
		}
		for _, start := range starts {
			line := fmt.Sprintf("train %s %s to %s%s", trip.id, code+suffix(time.Duration(start)*time.Second), headsign, days)
			for _, c := range trip.calls {
				later := start - trip.calls[0].depart
				line += fmt.Sprintf(" | %s %s #%d %d %d %v", r.stations[c.station].code, c.stop, c.sequence, c.arrive+later, c.depart+later, c.passes)
				used[c.station] = true
			}
			want = append(want, line)
		}
	}
	for i, s := range r.stations {
		if used[i] {
			want = append(want, fmt.Sprintf("station %s %s %s %d %d %v", s.id, s.code, s.name, s.lat, s.lon, s.platforms))
		}
	}
	slices.Sort(want)
	return want
}

func readBack(plan *timetable.Timetable) []string {
	var got []string
	for s := range plan.Stations() {
		got = append(got, fmt.Sprintf("station %s %s %s %.0f %.0f %v", s.ID, s.Code, s.Name, s.Place.Latitude*1e4, s.Place.Longitude*1e4, s.Stops))
	}
	for _, trip := range plan.Trips() {
		line := fmt.Sprintf("train %s %s to %s", trip.ID, trip.Code, strings.TrimPrefix(trip.Direction, "To "))
		for on := range 20 {
			if trip.Calendar.Runs(firstDay.AddDays(on)) {
				line += " " + firstDay.AddDays(on).String()
			}
		}
		for _, c := range trip.Calls {
			line += fmt.Sprintf(" | %s %s #%d %d %d %v", c.Station.Code, c.StopID(), c.Sequence, c.Arrive/time.Second, c.Depart/time.Second, c.Passes)
		}
		got = append(got, line)
	}
	slices.Sort(got)
	return got
}

// files writes the timetable as GTFS.
func (r *railway) files() map[string]string {
	files := map[string]string{
		"agency.txt": r.file([]string{"agency_name", "agency_timezone", "agency_url"}, [][]string{{"Rail", "Europe/Lisbon", "-"}}),
		"routes.txt": r.file([]string{"route_id", "route_type"}, [][]string{{"R", "2"}}),
	}
	var stops, weeks, changes, trips, times, frequencies [][]string
	for _, s := range r.stations {
		lat, lon := fmt.Sprintf("%.4f", float64(s.lat)/1e4), fmt.Sprintf("%.4f", float64(s.lon)/1e4)
		stops = append(stops, []string{s.id, s.code, s.name, lat, lon, []string{"", "1"}[min(len(s.platforms), 1)], ""})
		for _, p := range s.platforms {
			stops = append(stops, []string{p, "", s.name, lat, lon, "", s.id})
		}
	}
	for i, days := range r.calendars {
		weekly := r.IntN(2) == 0
		pattern := [7]bool{}
		id := fmt.Sprintf("S%d", i)
		if weekly {
			row := []string{id, basic(firstDay), basic(firstDay.AddDays(13))}
			for k := range pattern {
				pattern[k] = r.IntN(2) == 0
				row = append(row, map[bool]string{true: "1", false: "0"}[pattern[k]])
			}
			weeks = append(weeks, row)
		}
		for on := range 20 {
			weekday := (2 + on) % 7 // the first day is a Wednesday
			if planned := weekly && on < 14 && pattern[weekday]; planned != days[on] {
				changes = append(changes, []string{id, basic(firstDay.AddDays(on)), map[bool]string{true: "1", false: "2"}[days[on]]})
			}
		}
	}
	for _, trip := range r.trips {
		trips = append(trips, []string{trip.id, "R", fmt.Sprintf("S%d", trip.calendar), trip.shortName, trip.headsign})
		for _, w := range trip.windows {
			frequencies = append(frequencies, append([]string{trip.id}, w[:]...))
		}
		for _, c := range trip.calls {
			passes := map[bool]string{true: "1", false: []string{"", "0"}[r.IntN(2)]}[c.passes]
			row := []string{trip.id, c.stop, fmt.Sprint(c.sequence), r.clock(c.arrive), r.clock(c.depart), passes, passes}
			if c.arrive == c.depart {
				row[3+r.IntN(2)] = ""
			}
			times = append(times, row)
		}
	}
	files["stops.txt"] = r.file([]string{"stop_id", "stop_code", "stop_name", "stop_lat", "stop_lon", "location_type", "parent_station"}, stops)
	if len(weeks) > 0 {
		files["calendar.txt"] = r.file([]string{"service_id", "start_date", "end_date", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}, weeks)
	}
	files["calendar_dates.txt"] = r.file([]string{"service_id", "date", "exception_type"}, changes)
	if len(frequencies) > 0 {
		files["frequencies.txt"] = r.file([]string{"trip_id", "start_time", "end_time", "headway_secs"}, frequencies)
	}
	files["trips.txt"] = r.file([]string{"trip_id", "route_id", "service_id", "trip_short_name", "trip_headsign"}, trips)
	files["stop_times.txt"] = r.file([]string{"trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time", "pickup_type", "drop_off_type"}, times)
	return files
}

func basic(d timetable.Date) string { return strings.ReplaceAll(d.String(), "-", "") }

func (r *railway) clock(s int) string {
	return fmt.Sprintf([]string{"%d:%02d:%02d", "%02d:%02d:%02d"}[r.IntN(2)], s/3600, s/60%60, s%60)
}

// file writes a CSV file with rows and columns in random order, and with quotes where needed and in random other places.
func (r *railway) file(columns []string, rows [][]string) string {
	r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	order := r.Perm(len(columns))
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	var b strings.Builder
	if r.IntN(3) == 0 {
		b.WriteString("\uFEFF")
	}
	for n, row := range append([][]string{columns}, rows...) {
		for k, column := range order {
			if k > 0 {
				b.WriteByte(',')
			}
			value := row[column]
			if strings.ContainsAny(value, `",`) || r.IntN(4) == 0 && (n > 0 || value != "") {
				value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
			}
			if r.IntN(6) == 0 {
				value = " " + value + " "
			}
			b.WriteString(value)
		}
		if n < len(rows) || r.IntN(2) == 0 {
			b.WriteString(end)
		}
	}
	return b.String()
}
