package main

import (
	"bytes"
	"net"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// examplesOf returns the example requests for stations with codes, between which trains run.
func examplesOf(t *testing.T, codes []string, runs [][2]int) string {
	t.Helper()
	var stations []*timetable.Station
	for _, code := range codes {
		stations = append(stations, &timetable.Station{ID: code, Code: code, Name: "Name"})
	}
	var trips []*timetable.Trip
	for i, run := range runs {
		id := string(rune('1' + i))
		trips = append(trips, &timetable.Trip{ID: id, Code: id, Kind: timetable.Metro, Calls: []timetable.Call{
			{Station: stations[run[0]], Arrive: time.Hour, Depart: time.Hour},
			{Station: stations[run[1]], Arrive: 2 * time.Hour, Depart: 2 * time.Hour},
		}})
	}
	plan, err := timetable.New(time.UTC, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := printExamples(&out, "http", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, plan); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The example requests use the busiest station whose code is safe in a shell.
func TestExamplesUseBusiestStation(t *testing.T) {
	printed := examplesOf(t, []string{"QUIET", "Area:BUSY-1", "'; rm -rf '"}, [][2]int{{0, 2}, {1, 2}, {2, 1}})
	for _, want := range []string{"?StationCode=Area:BUSY-1'", "'StationCode=Area:BUSY-1'", "<StationCode>Area:BUSY-1</StationCode>", "railctl board Area:BUSY-1 --server 'http://127.0.0.1:8080/"} {
		if !strings.Contains(printed, want) {
			t.Errorf("no %q in %s", want, printed)
		}
	}
	if strings.Contains(printed, "rm -rf") {
		t.Errorf("a code that needs quoting is in %s", printed)
	}
}

// Where all codes need quoting, the examples quote one.
func TestExamplesQuoteCodes(t *testing.T) {
	printed := examplesOf(t, []string{"line\nbreak", "it's a <very> long code & more"}, [][2]int{{0, 1}})
	for _, want := range []string{
		"/board/it%27s%20a%20%3Cvery%3E%20long%20code%20&%20more\n", "?StationCode=it%27s+a+%3Cvery%3E+long+code+%26+more'",
		"<StationCode>it&#39;s a &lt;very&gt; long code &amp; more</StationCode>", `railctl board 'it'\''s a <very> long code & more' --server`,
	} {
		if !strings.Contains(printed, want) {
			t.Errorf("no %q in %s", want, printed)
		}
	}
}
