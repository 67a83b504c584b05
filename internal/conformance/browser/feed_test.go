package browser_test

import (
	"archive/zip"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile are texts that a page must show as they are.
var hostile = []string{
	`<img src=x onerror="console.error('it ran')">`,
	`"><script>console.error("it ran")</script>`,
	`' onfocus='console.error(1)' autofocus='`,
	`javascript:console.error('it ran')`,
	`</title></textarea></script><svg onload=console.error(1)>`,
	"\u202Egnirts desrever",
	`${console.error(1)} {{.}} %3Cscript%3E &lt;b&gt; &#60;i&#62;`,
	`a/../b?c#d&e=f;g+h%`,
	strings.Repeat("Llanfairpwllgwyngyll", 8), // wider than any screen
	`Šumné Žďáry 東京 🚆`,
}

// feed writes a GTFS feed whose texts are hostile, and returns its path. Every hour a train leaves the first station for the last.
func feed(t *testing.T) string {
	t.Helper()
	stops := [][]string{{"stop_id", "stop_code", "stop_name", "stop_lat", "stop_lon"}}
	times := [][]string{{"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"}}
	trips := [][]string{{"route_id", "service_id", "trip_id", "trip_short_name", "trip_headsign"}}
	for i, text := range hostile {
		stops = append(stops, []string{"id" + text, "c" + fmt.Sprint(i) + text, text, fmt.Sprintf("%.3f", 50+0.1*float64(i)), fmt.Sprintf("%.3f", 14+0.05*float64(i*i%7))})
	}
	for hour := range 24 {
		trip := fmt.Sprint("trip", hour)
		trips = append(trips, []string{[]string{"route", "long"}[hour%2], "daily", trip, fmt.Sprintf("T%d%s", hour, hostile[hour%len(hostile)]), hostile[len(hostile)-1]})
		for i, text := range hostile {
			at := fmt.Sprintf("%02d:%02d:00", hour, 6*i)
			times = append(times, []string{trip, at, at, "id" + text, fmt.Sprint(i)})
		}
	}
	return writeFeed(t, map[string][][]string{
		"agency.txt":     {{"agency_id", "agency_name", "agency_url", "agency_timezone"}, {"1", hostile[0], "https://rail.example/", "UTC"}},
		"feed_info.txt":  {{"feed_publisher_name", "feed_publisher_url", "feed_lang", "feed_version"}, {hostile[0], "https://rail.example/", "en", hostile[1]}},
		"routes.txt":     {{"route_id", "agency_id", "route_short_name", "route_long_name", "route_type"}, {"route", "1", hostile[0], hostile[1], "2"}, {"long", "1", hostile[8], hostile[8], "2"}},
		"stops.txt":      stops,
		"trips.txt":      trips,
		"stop_times.txt": times,
	})
}

// writeFeed writes the tables of a GTFS feed, and returns its path. It has an agency in UTC unless there is another one, and the service
// daily, which runs in 2026.
func writeFeed(t *testing.T, tables map[string][][]string) string {
	t.Helper()
	if tables["agency.txt"] == nil {
		tables["agency.txt"] = [][]string{{"agency_id", "agency_name", "agency_url", "agency_timezone"}, {"1", "Rail", "https://rail.example/", "UTC"}}
	}
	tables["calendar.txt"] = [][]string{
		{"service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "start_date", "end_date"},
		{"daily", "1", "1", "1", "1", "1", "1", "1", "20260101", "20261231"},
	}
	path := filepath.Join(t.TempDir(), "feed.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	for name, rows := range tables {
		table, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := csv.NewWriter(table).WriteAll(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
