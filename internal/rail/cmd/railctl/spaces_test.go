package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// timetabled is a railway without realtime data.
type timetabled running.State

func (s *timetabled) State(time.Time) *running.State { return (*running.State)(s) }

// TestSpaces asks for stations and trains whose codes have several spaces: as the tables print them, and with one space. The board
// of a stop names the other stop of its station.
func TestSpaces(t *testing.T) {
	t.Parallel()
	place := timetable.Point{Latitude: 46, Longitude: 7}
	ash, other, elm := &timetable.Station{Code: "A  1", Name: "Ash", Place: place}, &timetable.Station{Code: "A 1", Name: "Ash", Place: place}, &timetable.Station{Code: "E", Name: "Elm"}
	trip := func(code, direction string, from, to *timetable.Station) *timetable.Trip {
		return &timetable.Trip{ID: code, Code: code, Direction: direction, Kind: timetable.Mainline, Calls: []timetable.Call{
			{Station: from, Arrive: 8 * time.Hour, Depart: 8*time.Hour + 20*time.Minute}, {Station: to, Arrive: 9 * time.Hour, Depart: 9 * time.Hour},
		}}
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{ash, other, elm},
		[]*timetable.Trip{trip("T  1", "To Elm", ash, elm), trip("T 1", "To Fir", other, elm), trip("X   2", "To Ash", elm, ash)}, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	clock, railway := func() time.Time { return clockTime }, (*timetabled)(&running.State{Timetable: plan})
	mux := http.NewServeMux()
	mux.Handle("/data/", passenger.Handler(railway, clock))
	mux.Handle("/", realtime.NewHandler(rail.New(railway, clock)))
	server := serveWith(t, mux)
	for args, want := range map[[3]string]string{
		{"board", "A  1"}:               "Ash ('A  1') at 08:15:00\nAlso at this station: 'A 1' (To Fir)\n",
		{"board", "A 1"}:                "Ash ('A 1') at 08:15:00\nAlso at this station: 'A  1' (To Elm)\n",
		{"board", "a   1"}:              "railctl: \"a   1\" matches several stations; use a code:\nCODE    NAME\n'A  1'  Ash\n'A 1'   Ash\n",
		{"board", "E"}:                  "'X   2'",
		{"train", "T  1"}:               "T  1 on 21 Nov 2026, Ash to Elm: nothing is reported\n",
		{"train", "t 1"}:                "T 1 on 21 Nov 2026, Ash to Elm: nothing is reported\n",
		{"train", "x 2"}:                "X   2 on 21 Nov 2026, Elm to Ash: nothing is reported\n",
		{"train", "x 2", "2026-11-21"}:  "X   2 on 21 Nov 2026, Elm to Ash: nothing is reported\n",
		{"trains", "--binding", "post"}: "'X   2'  ",
	} {
		got := railctlAt(t, server, 0, strings.Split(strings.TrimRight(strings.Join(args[:], "|"), "|"), "|")...)
		if !strings.Contains(got.stdout+got.stderr, want) {
			t.Errorf("%q: %+v, want %q", args, got, want)
		}
	}
}
