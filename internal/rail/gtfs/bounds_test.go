package gtfs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// TestFirstAndLastValues has values at the bounds of what a feed may have, and the next ones.
func TestFirstAndLastValues(t *testing.T) {
	for _, zone := range []string{"Etc/GMT+10", "Etc/GMT-9", "Europe/Zurich", "America/Belize", "America/Port-au-Prince", "Africa/Abidjan", "America/Argentina/Rio_Gallegos"} {
		plan, report, err := load(t, feed(t, "smallest", map[string]string{"agency.txt": "agency_id,agency_name,agency_timezone\nA,Rail," + zone + "\n"}), gtfs.Options{})
		if err != nil || plan.Zone().String() != zone || len(report.Warnings) > 0 {
			t.Errorf("%s: %v", zone, err)
		}
	}
	stops := func(lines ...string) map[string]string {
		return map[string]string{"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n" + strings.Join(lines, "\n") + "\n"}
	}
	for place, known := range map[string]bool{"90,180": true, "-90,-180": true, "90.01,0": false, "-90.01,0": false, "1,180.01": false, "1,-180.01": false} {
		files := feed(t, "smallest", nil)
		lines := strings.Split(strings.TrimSpace(files["stops.txt"]), "\n")
		fields := strings.Split(lines[1], ",")
		all := stops(fields[0] + "," + strings.Repeat("x", 5000) + "," + place)
		for _, line := range lines[2:] {
			fields := strings.Split(line, ",")
			all["stops.txt"] += fields[0] + "," + fields[1] + ",1,1\n"
		}
		plan, _, err := load(t, feed(t, "smallest", all), gtfs.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for s := range plan.Stations() {
			if s.ID == fields[0] && (len(s.Name) != 1000 || (s.Place.Latitude != 0) != known) {
				t.Errorf("%s: %d bytes of a name, at %v", place, len(s.Name), s.Place)
			}
		}
	}
	// The rows are counted without the header.
	long := feed(t, "smallest", map[string]string{"feed_info.txt": "feed_publisher_name,feed_version\nA,1\nB,2\n"})
	most := 0
	for _, text := range long {
		most = max(most, strings.Count(strings.TrimSpace(text), "\n"))
	}
	_, report, err := load(t, long, gtfs.Options{Rows: most})
	if err != nil || report.Publisher != "A" || fmt.Sprint(report.Warnings) != "[feed_info.txt:3: more than one row; using the first]" {
		t.Errorf("%d rows: %v, %q, %v", most, err, report.Publisher, report.Warnings)
	}
	if _, _, err := load(t, long, gtfs.Options{Rows: most - 1}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("more than %d rows", most-1)) {
		t.Errorf("more than %d rows: %v", most-1, err)
	}
	files := feed(t, "smallest", map[string]string{
		"routes.txt": "route_id,route_type\nR,2\nB,3\n",
		"trips.txt":  "route_id,service_id,trip_id\nB,day,b1\nB,day,b2\nX,day,x1\n",
	})
	if _, _, err := load(t, files, gtfs.Options{}); err == nil || !strings.Contains(err.Error(), "2 are on routes excluded by --types, 0 have no service dates, and 1 are invalid") {
		t.Errorf("no trips: %v", err)
	}
}

// TestExceptions has several exceptions for a day, the first of which counts.
func TestExceptions(t *testing.T) {
	plan, report, err := load(t, feed(t, "smallest", map[string]string{
		"calendar_dates.txt": "service_id,date,exception_type\nsat,20261121,1\nsat,20261121,2\nsat,20261121,1\nsat,20261122,2\nsat,20261122,1\nday,20261121,2\nday,20261121,1\n",
	}), gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const warning = " is both added and removed; row skipped"
	if want := `[calendar_dates.txt:3: date: "20261121"` + warning + ` calendar_dates.txt:6: date: "20261122"` + warning + ` calendar_dates.txt:8: date: "20261121"` + warning + "]"; fmt.Sprint(report.Warnings) != want {
		t.Errorf("%v, want %s", report.Warnings, want)
	}
	for _, trip := range plan.Trips() {
		if saturday := trip.Calendar.Runs(report.From); saturday != (trip.ID == "T2") || trip.Calendar.Runs(report.From.AddDays(1)) == saturday {
			t.Errorf("%s runs on %v", trip.ID, trip.Calendar)
		}
	}
}

// TestStartingAt moves all times by the time of the first departure, and none before the start of the day.
func TestStartingAt(t *testing.T) {
	trip := &timetable.Trip{Calls: []timetable.Call{{Arrive: time.Minute, Depart: 3 * time.Minute}, {Arrive: 5 * time.Minute, Depart: 6 * time.Minute}}}
	for start, want := range map[time.Duration]string{time.Hour: "[58m0s 1h0m0s 1h2m0s 1h3m0s]", time.Minute: "[0s 1m0s 3m0s 4m0s]", 3 * time.Minute: "[1m0s 3m0s 5m0s 6m0s]"} {
		c := trip.StartingAt(start).Calls
		if got := fmt.Sprint([]time.Duration{c[0].Arrive, c[0].Depart, c[1].Arrive, c[1].Depart}); got != want {
			t.Errorf("at %v: %s, want %s", start, got, want)
		}
	}
}

// TestBlocks joins trips that all have the same block: without transfers, passengers stay on board where the vehicle does.
func TestBlocks(t *testing.T) {
	plan, _, err := load(t, feed(t, "smallest", map[string]string{
		"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,Ash,46.0,7\nB,Beech,46.1,7\nC,Cedar,46.2,7\n",
		"trips.txt": "route_id,service_id,trip_id,trip_short_name,block_id\nR,day,T1,10,x\nR,day,T2,10,x\n",
		"stop_times.txt": "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n" +
			"T1,A,1,08:00:00,08:00:00\nT1,B,2,08:10:00,08:10:00\nT2,B,1,08:15:00,08:15:00\nT2,C,2,08:30:00,08:30:00\n",
	}), gtfs.Options{})
	if err != nil || len(plan.Trips()) != 1 || len(plan.Trips()[0].Calls) != 3 {
		t.Errorf("%v, %v", plan.Trips(), err)
	}
}
