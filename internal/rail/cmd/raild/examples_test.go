package main

import (
	"bytes"
	"net"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// The example requests use the busiest station whose code is safe in a shell.
func TestExamplesUseBusiestStation(t *testing.T) {
	var stations []*timetable.Station
	for _, code := range []string{"QUIET", "Area:BUSY-1", "'; rm -rf '"} {
		stations = append(stations, &timetable.Station{ID: code, Code: code, Name: code})
	}
	trip := func(id string, from, to *timetable.Station) *timetable.Trip {
		return &timetable.Trip{ID: id, Code: id, Kind: timetable.Metro, Calls: []timetable.Call{
			{Station: from, Arrive: time.Hour, Depart: time.Hour}, {Station: to, Arrive: 2 * time.Hour, Depart: 2 * time.Hour},
		}}
	}
	trips := []*timetable.Trip{
		trip("1", stations[0], stations[2]), trip("2", stations[1], stations[2]), trip("3", stations[2], stations[1]),
	}
	plan, err := timetable.New(time.UTC, stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := printExamples(&out, "http", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, plan); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"?StationCode=Area:BUSY-1'", "'StationCode=Area:BUSY-1'", "<StationCode>Area:BUSY-1</StationCode>", "railctl board Area:BUSY-1 --server 'http://127.0.0.1:8080/"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "rm -rf") {
		t.Errorf("a code that needs quoting is in %s", out.String())
	}
}

// Where all codes need quoting, the examples quote one.
func TestExamplesQuoteCodes(t *testing.T) {
	station := &timetable.Station{ID: "a", Code: "it's a <very> long code & more", Name: "A"}
	other := &timetable.Station{ID: "b", Code: "line\nbreak", Name: "B"}
	trip := &timetable.Trip{ID: "1", Code: "1", Kind: timetable.Metro, Calls: []timetable.Call{
		{Station: other, Arrive: time.Hour, Depart: time.Hour}, {Station: station, Arrive: 2 * time.Hour, Depart: 2 * time.Hour},
	}}
	plan, err := timetable.New(time.UTC, []*timetable.Station{other, station}, []*timetable.Trip{trip}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := printExamples(&out, "http", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, plan); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"/board/it%27s%20a%20%3Cvery%3E%20long%20code%20&%20more\n", "?StationCode=it%27s+a+%3Cvery%3E+long+code+%26+more'",
		"<StationCode>it&#39;s a &lt;very&gt; long code &amp; more</StationCode>", `railctl board 'it'\''s a <very> long code & more' --server`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, out.String())
		}
	}
}
