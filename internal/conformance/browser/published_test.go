package browser_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/templates/soap"
)

// TestPublishedFeeds opens the overview, the map, a board and a train of every feed of the folder QUARTET_FEEDS, at a
// moment with many trains.
func TestPublishedFeeds(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(published(t, "*.zip"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("QUARTET_FEEDS has no feeds: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { openPublished(t, path) })
	}
}

func openPublished(t *testing.T, path string) {
	flags := []string{"--gtfs", path}
	plan := loadPublished(t, path, "")
	if plan == nil { // a feed of buses only
		const buses = "3=D,700-799=D"
		plan = loadPublished(t, path, buses)
		flags = append(flags, "--types", buses)
	}
	at, trains := busiest(t, plan)
	s := serveRail(t, append(flags, "--clock", at.Format(time.RFC3339))...)
	p := open(t, s.origin())
	name := strings.TrimSuffix(filepath.Base(path), ".zip")
	p.show(view{path: "/", ready: state("#network", "ready") + "||" + state("#network", "empty")})
	p.keep("feed-" + name + "-home")
	var board string
	p.script(`document.querySelector("#boards a").getAttribute("href")`, &board)
	p.show(view{path: "/map", ready: state("#network", "ready") + "||" + state("#network", "empty")})
	p.keep("feed-" + name + "-map")
	c := p.chart("R", 2*onLine)
	p.labelsFree()
	for _, train := range c.Trains {
		if train.X < c.X || train.X > c.X+c.Width || train.Y < c.Y || train.Y > c.Y+c.Height {
			t.Errorf("out of bounds: %+v of %+v", train, c)
		}
	}
	if trains > 0 && len(c.Trains) == 0 {
		t.Errorf("no train is on the map, and %d run", trains)
	}
	p.show(view{path: board, ready: state("#board", "ready") + "||" + state("#board", "empty")})
	p.keep("feed-" + name + "-board")
	rows := p.departures()
	if p.count("#rows tr") == 0 {
		t.Logf("%s: the board %s is empty at %v", name, board, at)
		return
	}
	p.checkScheduled(plan)
	var train string
	p.script(`document.querySelector("#rows a[href^='/train/']").getAttribute("href")`, &train)
	p.show(view{path: train, ready: state("#run", "ready")})
	p.keep("feed-" + name + "-train")
	t.Logf("%s at %v: %d stations, %d trains, %d of them on the map, %d rows", name, at, plan.StationCount(), trains, len(c.Trains), len(rows))
	service := client(t, s, soap.SOAP11)
	var code string
	p.visit(board)
	p.script(`document.querySelector("#board").dataset.code`, &code)
	if records := expectedRows(boardOf(t, service, code), false); len(records) != len(rows) {
		t.Errorf("%d rows, want %d", len(rows), len(records))
	}
}

// checkScheduled reports rows of a board that say something of trains about which nothing is reported, or that show an
// identifier as the name of a train.
func (p *tab) checkScheduled(plan *timetable.Timetable) {
	p.t.Helper()
	named := make(map[string]bool)
	for _, trip := range plan.Trips() {
		named[trip.Code] = trip.Named
	}
	var rows []struct{ Status, Code, Line string }
	p.script(`[...document.querySelectorAll("#rows tr")].map(row => ({
		Status: row.querySelector(".status").innerText, Code: row.querySelector(".code").innerText, Line: row.querySelector(".line-badge").innerText,
	}))`, &rows)
	for _, r := range rows {
		if r.Status != "Not reported" || r.Code != "" && !named[r.Code] {
			p.t.Errorf("a row of trains of the timetable: %+v", r)
		}
	}
}

// TestPublishedRealtime opens pages of a metro railway with its trip updates and alerts, at the time at which they were made.
func TestPublishedRealtime(t *testing.T) {
	s := serveRail(t, "--gtfs", published(t, "bart.zip"), "--gtfs-rt", published(t, "bart-trip-updates.pb"), "--gtfs-rt", published(t, "bart-alerts.pb"),
		"--clock", "2019-08-07T10:45:21-07:00", "--stale-after", "24h")
	p := open(t, s.origin())
	p.size(narrow)
	p.visit("/")
	p.wait(`document.querySelector("#alerts li.alert") !== null`)
	if text := p.text("#alerts"); !strings.Contains(text, "Montgomery") || p.count("#alerts a[href^='http']") == 0 {
		t.Errorf("the overview has the alerts %q", text)
	}
	p.visit("/board/MONT")
	p.wait(state("#board", "ready"))
	var reported, lines int
	p.script(`[...document.querySelectorAll("#rows .status")].filter(s => s.innerText !== "Not reported").length`, &reported)
	p.script(`[...document.querySelectorAll("#rows .line-badge:not([hidden])")].length`, &lines)
	if rows := p.count("#rows tr"); reported == 0 || lines < rows*9/10 { // trips that only the messages have are of no line
		t.Errorf("%d of %d rows are reported, and %d have a line", reported, rows, lines)
	}
	p.keep("feed-bart-realtime-board")
}

// loadPublished returns the timetable of a feed, or nil if it has no trains of the given types.
func loadPublished(t *testing.T, path, kinds string) *timetable.Timetable {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var options gtfs.Options
	if kinds != "" {
		if options.Types, err = gtfs.ParseTypes(kinds); err != nil {
			t.Fatal(err)
		}
	}
	plan, _, err := gtfs.Load(context.Background(), content, options)
	if err != nil && kinds != "" {
		t.Fatal(err)
	}
	return plan
}

// A scheduled railway runs on time.
type scheduled running.State

func (s *scheduled) State(time.Time) *running.State { return (*running.State)(s) }

// busiest returns a moment in the week in the middle of a timetable, and how many trains run then.
func busiest(t *testing.T, plan *timetable.Timetable) (at time.Time, trains int) {
	t.Helper()
	period := plan.Whole().Period
	middle := period.Start.Add(min(period.End.Sub(period.Start)/2, 365*24*time.Hour)).In(plan.Zone())
	for day := range 7 {
		for hour := 7; hour <= 19; hour += 4 {
			now := time.Date(middle.Year(), middle.Month(), middle.Day()+day, hour, 15, 0, 0, plan.Zone())
			service := rail.New((*scheduled)(&running.State{Timetable: plan}), func() time.Time { return now })
			current, err := service.GetVendorTrainsXML(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if len(current) >= trains {
				at, trains = now, len(current)
			}
		}
	}
	return at, trains
}
