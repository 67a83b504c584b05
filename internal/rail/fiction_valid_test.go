package rail_test

import (
	"encoding/csv"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/timetable"
)

// A table is a file of the feed, with rows keyed by column name.
type table []map[string]string

func read(t *testing.T, name string) (s table) {
	t.Helper()
	file, err := fiction.Feed().Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		fields := map[string]string{}
		for i, name := range rows[0] {
			fields[name] = row[i]
		}
		s = append(s, fields)
	}
	return s
}

// ids returns the values of a column, which must be unique.
func (s table) ids(t *testing.T, column string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	for _, row := range s {
		if id := row[column]; id == "" || ids[id] {
			t.Errorf("%s %q is empty or not unique", column, id)
		}
		ids[row[column]] = true
	}
	return ids
}

// references checks that the values of a column are among the IDs or, if optional is set, empty.
func (s table) references(t *testing.T, column string, ids map[string]bool, optional bool) {
	t.Helper()
	for _, row := range s {
		if id := row[column]; !ids[id] && !(optional && id == "") {
			t.Errorf("%s %q is not defined", column, id)
		}
	}
}

// matches checks that the values of a column match the pattern.
func (s table) matches(t *testing.T, column, pattern string) {
	t.Helper()
	expression := regexp.MustCompile("^(" + pattern + ")$")
	for _, row := range s {
		if !expression.MatchString(row[column]) {
			t.Errorf("%s %q does not match %s", column, row[column], pattern)
		}
	}
}

const (
	datePattern       = `20[0-4]\d(0[1-9]|1[0-2])([0-2]\d|3[01])`
	timePattern       = `[0-3]\d:[0-5]\d:[0-5]\d`
	coordinatePattern = `-?\d{1,3}\.\d{5}`
	languagePattern   = `[a-z]{2}(-x-[a-z]{1,8})?`
	urlPattern        = `https://[a-z.]+/`
)

// The files satisfy the GTFS Schedule Reference: required fields, formats and references.
func TestFeedIsValid(t *testing.T) {
	agency, info, stops, routes := read(t, "agency.txt"), read(t, "feed_info.txt"), read(t, "stops.txt"), read(t, "routes.txt")
	agency.matches(t, "agency_url", urlPattern)
	agency.matches(t, "agency_lang", languagePattern)
	if _, err := time.LoadLocation(agency[0]["agency_timezone"]); err != nil || agency[0]["agency_name"] == "" || len(agency) != 1 {
		t.Errorf("agency %v: %v", agency, err)
	}
	info.matches(t, "feed_publisher_url", urlPattern)
	info.matches(t, "feed_lang", languagePattern)
	info.matches(t, "feed_start_date", datePattern)
	info.matches(t, "feed_end_date", datePattern)

	stopIDs := stops.ids(t, "stop_id")
	stops.references(t, "parent_station", stopIDs, true)
	stops.matches(t, "stop_lat", coordinatePattern)
	stops.matches(t, "stop_lon", coordinatePattern)
	stops.matches(t, "location_type", `0|1`)
	for _, stop := range stops {
		if stop["stop_name"] == "" || (stop["location_type"] == "1") != (stop["parent_station"] == "") {
			t.Errorf("stop %v", stop)
		}
	}

	routeIDs := routes.ids(t, "route_id")
	routes.references(t, "agency_id", agency.ids(t, "agency_id"), false)
	routes.matches(t, "route_type", `1|2`)
	routes.matches(t, "route_color", `[0-9A-F]{6}`)
	routes.matches(t, "route_text_color", `[0-9A-F]{6}`)

	calendar, exceptions := read(t, "calendar.txt"), read(t, "calendar_dates.txt")
	services := calendar.ids(t, "service_id")
	for _, column := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
		calendar.matches(t, column, `0|1`)
	}
	calendar.matches(t, "start_date", datePattern)
	calendar.matches(t, "end_date", datePattern)
	exceptions.matches(t, "date", datePattern)
	exceptions.matches(t, "exception_type", `1|2`)
	seen := map[string]bool{}
	for _, e := range exceptions {
		if key := e["service_id"] + e["date"]; seen[key] {
			t.Errorf("two exceptions of %s on %s", e["service_id"], e["date"])
		} else {
			seen[key] = true
		}
		services[e["service_id"]] = true
	}

	trips, translations, transfers := read(t, "trips.txt"), read(t, "translations.txt"), read(t, "transfers.txt")
	tripIDs := trips.ids(t, "trip_id")
	trips.references(t, "route_id", routeIDs, false)
	trips.references(t, "service_id", services, false)
	trips.matches(t, "direction_id", `0|1`)
	trips.references(t, "shape_id", checkShapes(t), false)
	translations.references(t, "record_id", stopIDs, false)
	translations.matches(t, "table_name", "stops")
	translations.matches(t, "field_name", "stop_name")
	translations.matches(t, "language", languagePattern)
	transfers.references(t, "from_trip_id", tripIDs, false)
	transfers.references(t, "to_trip_id", tripIDs, false)
	transfers.matches(t, "transfer_type", `4`)

	frequencies := read(t, "frequencies.txt")
	frequencies.references(t, "trip_id", tripIDs, false)
	frequencies.matches(t, "start_time", timePattern)
	frequencies.matches(t, "end_time", timePattern)
	frequencies.matches(t, "headway_secs", `[1-9]\d+`)
	frequencies.matches(t, "exact_times", `0|1`)
	checkStopTimes(t, tripIDs, stops)
}

// checkShapes checks shapes.txt and returns the IDs of the shapes.
func checkShapes(t *testing.T) map[string]bool {
	t.Helper()
	shapes := read(t, "shapes.txt")
	shapes.matches(t, "shape_pt_lat", coordinatePattern)
	shapes.matches(t, "shape_pt_lon", coordinatePattern)
	ids := map[string]bool{}
	for i, row := range shapes {
		id := row["shape_id"]
		if i > 0 && shapes[i-1]["shape_id"] == id {
			if number(t, row["shape_pt_sequence"]) <= number(t, shapes[i-1]["shape_pt_sequence"]) ||
				number(t, row["shape_dist_traveled"]) <= number(t, shapes[i-1]["shape_dist_traveled"]) {
				t.Errorf("the distances of shape %s decrease at %v", id, row)
			}
		} else if ids[id] {
			t.Errorf("the rows of shape %s are not contiguous", id)
		}
		ids[id] = true
	}
	return ids
}

func checkStopTimes(t *testing.T, trips map[string]bool, stops table) {
	t.Helper()
	platforms := map[string]bool{}
	for _, stop := range stops {
		platforms[stop["stop_id"]] = stop["location_type"] == "0"
	}
	times := read(t, "stop_times.txt")
	times.references(t, "trip_id", trips, false)
	times.references(t, "stop_id", platforms, false)
	times.matches(t, "arrival_time", timePattern)
	times.matches(t, "departure_time", timePattern)
	times.matches(t, "pickup_type", `0|1`)
	times.matches(t, "drop_off_type", `0|1`)
	used, calls := map[string]bool{}, map[string]int{}
	for i, row := range times {
		used[row["stop_id"]] = true
		calls[row["trip_id"]]++
		if row["departure_time"] < row["arrival_time"] {
			t.Errorf("departure before arrival: %v", row)
		}
		if i == 0 || times[i-1]["trip_id"] != row["trip_id"] {
			continue
		}
		before := times[i-1]
		if row["arrival_time"] <= before["departure_time"] ||
			number(t, row["stop_sequence"]) <= number(t, before["stop_sequence"]) ||
			number(t, row["shape_dist_traveled"]) <= number(t, before["shape_dist_traveled"]) {
			t.Errorf("%v comes after %v", row, before)
		}
	}
	for trip := range trips {
		if calls[trip] < 2 {
			t.Errorf("trip %s has %d calls", trip, calls[trip])
		}
	}
	for stop, isPlatform := range platforms {
		if isPlatform && !used[stop] {
			t.Errorf("no train uses the platform %s", stop)
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Error(err)
	}
	return n
}

// The feed has the expected files, each at most 1 MiB, so that changes can be reviewed.
func TestFeedFiles(t *testing.T) {
	names, err := fs.Glob(fiction.Feed(), "*")
	if err != nil || len(names) != 12 {
		t.Errorf("files %v: %v", names, err)
	}
	for _, name := range names {
		content, err := fs.ReadFile(fiction.Feed(), name)
		if err != nil {
			t.Error(err)
		}
		if !strings.HasSuffix(name, ".txt") || len(content) > 1<<20 || strings.Contains(string(content), "\r") {
			t.Errorf("%s has %d bytes", name, len(content))
		}
	}
}

// Trains run by local time, which changes twice a year.
func TestZone(t *testing.T) {
	plan := network(t)
	if name := plan.Zone().String(); name != "Atlantic/Madeira" {
		t.Errorf("zone %s", name)
	}
	winter, ok1 := plan.Journey("M101", timetable.Date{Year: 2026, Month: time.January, Day: 6})
	summer, ok2 := plan.Journey("M101", timetable.Date{Year: 2026, Month: time.July, Day: 7})
	if !ok1 || !ok2 || winter.Departure(0).UTC().Hour() != 5 || summer.Departure(0).UTC().Hour() != 4 {
		t.Errorf("M101 leaves at %v in winter and at %v in summer", winter.Departure(0).UTC(), summer.Departure(0).UTC())
	}
}
