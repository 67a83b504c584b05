package rail_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

// A naiveFeed reads a feed by the rules of package gtfs that published feeds need. It uses nothing of the service.
type naiveFeed struct {
	zones    map[string]*time.Location // of stations that have one
	stations map[string][]string       // by stop_id, of platforms too; a row is id, code, name, latitude, longitude, zone
	trains   []naiveTrain
	loose    map[string]bool   // codes of trains with interpolated times
	through  map[string]string // by trip_id: the trip before it, of the same train, by transfers.txt
	shaped   bool              // trains may run on shapes, which the naive implementation does not know
}

// tableRows is the rows of a file, each by the names of its columns. A file that is missing has no rows.
type tableRows []map[string]string

func readTables(t *testing.T, files fs.FS) map[string]tableRows {
	t.Helper()
	tables := map[string]tableRows{}
	err := fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".txt") {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		name = filepath.Base(name)
		r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
		r.FieldsPerRecord, r.LazyQuotes = -1, true
		all, err := r.ReadAll()
		if err != nil || len(all) == 0 {
			return nil
		}
		for _, record := range all[1:] {
			row := map[string]string{}
			for i, value := range record {
				if i < len(all[0]) {
					row[strings.TrimSpace(all[0][i])] = strings.TrimSpace(value)
				}
			}
			tables[name] = append(tables[name], row)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// readNaively reads a feed. kinds are the names of the kinds of train by route_type, or by "route" and route_id.
func readNaively(t *testing.T, files fs.FS, kinds map[string]string) *naiveFeed {
	t.Helper()
	tables := readTables(t, files)
	f := &naiveFeed{stations: map[string][]string{}, loose: map[string]bool{}, through: map[string]string{}, zones: map[string]*time.Location{}}
	for _, row := range tables["stops.txt"] {
		if name := row["stop_timezone"]; name != "" {
			f.zones[name] = zone(t, name)
		}
	}
	f.readStations(tables["stops.txt"])
	f.shaped = len(tables["shapes.txt"]) > 0
	dates := naiveDates(tables)
	times := map[string]tableRows{}
	for _, row := range tables["stop_times.txt"] {
		times[row["trip_id"]] = append(times[row["trip_id"]], row)
	}
	kindOf, agencyOf := map[string]string{}, map[string]string{}
	for _, row := range tables["routes.txt"] {
		id := row["route_id"]
		kindOf[id], agencyOf[id] = cmp.Or(kinds["route "+id], kinds[row["route_type"]]), row["agency_id"]
	}
	var trips []naiveTrip
	for _, row := range tables["trips.txt"] {
		trip := naiveTrip{row: row, dates: dates[row["service_id"]]}
		trip.kind, trip.agency = kindOf[row["route_id"]], agencyOf[row["route_id"]]
		if trip.kind == "" || len(trip.dates) == 0 {
			continue
		}
		trip.calls, trip.loose = f.callsOf(times[row["trip_id"]])
		if len(trip.calls) >= 2 {
			trips = append(trips, trip)
		}
	}
	for _, row := range tables["transfers.txt"] {
		if row["transfer_type"] == "4" {
			f.through[row["to_trip_id"]] = row["from_trip_id"]
		}
	}
	f.addTrains(f.join(trips), tables["frequencies.txt"])
	return f
}

// days returns how many days the trains are under way at most, and one more.
func (f *naiveFeed) days() int {
	longest := time.Duration(0)
	for _, train := range f.trains {
		longest = max(longest, train.calls[len(train.calls)-1].arrive)
	}
	return int(longest/(24*time.Hour)) + 2
}

func (f *naiveFeed) readStations(stops tableRows) {
	byID := map[string]map[string]string{}
	for _, row := range stops {
		byID[row["stop_id"]] = row
	}
	root := func(row map[string]string) map[string]string {
		up := byID[row["parent_station"]]
		if row["location_type"] == "4" && up != nil && up["location_type"] != "1" {
			up = byID[up["parent_station"]]
		}
		if kind := row["location_type"]; up != nil && up["location_type"] == "1" && (kind == "" || kind == "0" || kind == "4") {
			return up
		}
		return row
	}
	codes := map[string]map[string]bool{} // codes of the platforms of each station
	for _, row := range stops {
		if id := root(row)["stop_id"]; id != row["stop_id"] && (row["location_type"] == "" || row["location_type"] == "0") {
			if codes[id] == nil {
				codes[id] = map[string]bool{}
			}
			codes[id][row["stop_code"]] = true
		}
	}
	code, carriers := map[string]string{}, map[string]int{}
	for _, row := range stops {
		if root(row)["stop_id"] != row["stop_id"] || row["location_type"] > "1" {
			continue
		}
		id := row["stop_id"]
		code[id] = row["stop_code"]
		if code[id] == "" && len(codes[id]) == 1 {
			code[id] = slices.Collect(maps.Keys(codes[id]))[0]
		}
		carriers[strings.ToLower(code[id])]++
	}
	for _, row := range stops {
		s := root(row)
		id := s["stop_id"]
		own := code[id]
		if own == "" || carriers[strings.ToLower(own)] > 1 {
			own = id
		}
		f.stations[row["stop_id"]] = []string{id, own, s["stop_name"], s["stop_lat"], s["stop_lon"], s["stop_timezone"]}
	}
}

// naiveDates returns the dates of each service.
func naiveDates(tables map[string]tableRows) map[string]map[string]bool {
	dates := map[string]map[string]bool{}
	set := func(service, date string, runs bool) {
		if dates[service] == nil {
			dates[service] = map[string]bool{}
		}
		if dates[service][date] = true; !runs {
			delete(dates[service], date)
		}
	}
	const layout = "20060102"
	for _, row := range tables["calendar.txt"] {
		day, _ := time.Parse(layout, row["start_date"])
		for ; day.Format(layout) <= row["end_date"]; day = day.AddDate(0, 0, 1) {
			set(row["service_id"], day.Format(layout), row[strings.ToLower(day.Weekday().String())] == "1")
		}
	}
	for _, row := range tables["calendar_dates.txt"] {
		set(row["service_id"], row["date"], row["exception_type"] == "1")
	}
	return dates
}

// A naiveTrip is a row of trips.txt with its stop times.
type naiveTrip struct {
	row    map[string]string
	kind   string
	agency string
	dates  map[string]bool
	calls  []naiveCall
	loose  bool // some times are interpolated
	last   map[string]string
}

func (f *naiveFeed) callsOf(rows tableRows) (calls []naiveCall, loose bool) {
	number := func(row map[string]string) int { n, _ := strconv.Atoi(row["stop_sequence"]); return n }
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b map[string]string) int { return cmp.Compare(number(a), number(b)) })
	for _, row := range rows {
		station := f.stations[row["stop_id"]]
		if station == nil {
			continue
		}
		arrival, departure := cmp.Or(row["arrival_time"], row["departure_time"]), cmp.Or(row["departure_time"], row["arrival_time"])
		ref := stopReference{trip: row["trip_id"], sequence: uint32(number(row))}
		call := naiveCall{station: station, zone: f.zones[station[5]], arrive: -1, depart: -1, passes: row["pickup_type"] == "1" && row["drop_off_type"] == "1",
			arrivalStop: ref, departureStop: ref, stop: row["stop_id"]}
		if arrival != "" {
			call.arrive, call.depart = offset(arrival), offset(departure)
		} else {
			loose = true
		}
		calls = append(calls, call)
	}
	unused := func(c naiveCall) bool { return c.passes || c.arrive < 0 }
	for len(calls) > 0 && unused(calls[0]) {
		calls = calls[1:]
	}
	for len(calls) > 0 && unused(calls[len(calls)-1]) {
		calls = calls[:len(calls)-1]
	}
	for i := 1; i < len(calls); i++ {
		if calls[i].arrive >= 0 {
			continue
		}
		next := i
		for calls[next].arrive < 0 {
			next++
		}
		step := (calls[next].arrive - calls[i-1].depart) / time.Duration(next-i+1)
		calls[i].arrive = calls[i-1].depart + step
		calls[i].depart = calls[i].arrive
	}
	return calls, loose
}

// join joins trips of a block with the same number to through trains, and trips that transfers.txt joins.
func (f *naiveFeed) join(trips []naiveTrip) []naiveTrip {
	overlaps := func(a, b naiveTrip) bool {
		return a.calls[0].depart < b.calls[len(b.calls)-1].arrive && b.calls[0].depart < a.calls[len(a.calls)-1].arrive && shareDates(a, b)
	}
	slices.SortStableFunc(trips, func(a, b naiveTrip) int { return cmp.Compare(a.calls[0].depart, b.calls[0].depart) })
	word := map[string]bool{}
	for i, a := range trips {
		for _, b := range trips[i+1:] {
			name := a.row["trip_short_name"]
			if b.calls[0].depart >= a.calls[len(a.calls)-1].arrive || word[name] {
				break
			}
			if name == b.row["trip_short_name"] && overlaps(a, b) {
				word[name] = true
			}
		}
	}
	var joined []naiveTrip
	before := map[string]int{} // index in joined of the last train of a block
	last := map[string]int{}   // and of the train that ends with a trip
	for _, trip := range trips {
		name, block := trip.row["trip_short_name"], trip.row["block_id"]
		key := block + "\x00" + name + "\x00" + trip.row["service_id"]
		i, ok := before[key]
		ok = ok && name != "" && block != "" && !word[name] && canFollow(joined[i], trip)
		if from := f.through[trip.row["trip_id"]]; from != "" {
			i, ok = last[from]
		}
		if ok {
			train := &joined[i]
			n := len(train.calls) - 1
			train.calls = slices.Clone(train.calls)
			train.calls[n].depart, train.calls[n].departureStop = trip.calls[0].depart, trip.calls[0].departureStop
			train.calls = append(train.calls, trip.calls[1:]...)
			train.last = trip.row
			continue
		}
		before[key], last[trip.row["trip_id"]] = len(joined), len(joined)
		joined = append(joined, trip)
	}
	return joined
}

func canFollow(a, b naiveTrip) bool {
	end, start := a.calls[len(a.calls)-1], b.calls[0]
	if end.station[0] != start.station[0] || start.depart < end.arrive || start.depart-end.arrive > time.Hour || a.kind != b.kind {
		return false
	}
	for _, c := range b.calls[1:] {
		if slices.ContainsFunc(a.calls, func(d naiveCall) bool { return d.station[0] == c.station[0] }) {
			return false
		}
	}
	return true
}

func shareDates(a, b naiveTrip) bool {
	for date := range a.dates {
		if b.dates[date] {
			return true
		}
	}
	return false
}

// addTrains gives the trips their codes and directions. A number that two trips have on a date identifies neither.
func (f *naiveFeed) addTrains(trips []naiveTrip, frequencies tableRows) {
	carriers := map[string][]naiveTrip{}
	for _, trip := range trips {
		name := strings.ToLower(trip.row["trip_short_name"])
		carriers[name] = append(carriers[name], trip)
	}
	for _, trip := range trips {
		code := trip.row["trip_short_name"]
		for _, other := range carriers[strings.ToLower(code)] {
			if other.row["trip_id"] != trip.row["trip_id"] && shareDates(trip, other) {
				code = ""
				break
			}
		}
		code = cmp.Or(code, trip.row["trip_id"])
		headsign := trip.row["trip_headsign"]
		if trip.last != nil {
			headsign = trip.last["trip_headsign"]
		}
		if strings.IndexFunc(headsign, unicode.IsLetter) < 0 {
			headsign = trip.calls[len(trip.calls)-1].station[2]
		}
		direction := "To " + headsign
		if lower := strings.ToLower(headsign); strings.Contains(" "+lower, " to ") || strings.Contains(lower+" ", "bound ") || strings.Contains(lower, "bound)") {
			direction = headsign
		}
		dates := trip.dates
		f.loose[code] = f.loose[code] || trip.loose
		train := naiveTrain{code: code, kind: trip.kind, agency: trip.agency, direction: direction, calls: trip.calls,
			runs: func(day time.Time) bool { return dates[day.Format("20060102")] }}
		repeated := false
		for _, row := range frequencies {
			if row["trip_id"] != trip.row["trip_id"] {
				continue
			}
			headway, _ := strconv.Atoi(row["headway_secs"])
			for start := offset(row["start_time"]); start < offset(row["end_time"]); start += time.Duration(headway) * time.Second {
				f.trains = append(f.trains, train.departingAt(start))
			}
			repeated = true
		}
		if !repeated {
			f.trains = append(f.trains, train)
		}
	}
}
