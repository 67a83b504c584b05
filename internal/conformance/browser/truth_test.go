package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// everyTwentyMinutes writes a feed of a railway of two stations in a time zone, with a train every 20 minutes in 2026.
func everyTwentyMinutes(t *testing.T, zone string) string {
	t.Helper()
	trips := [][]string{{"route_id", "service_id", "trip_id", "trip_headsign"}}
	times := [][]string{{"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"}}
	for minute := 0; minute < 24*60; minute += 20 {
		id := fmt.Sprint(minute)
		trips = append(trips, []string{"1", "daily", id, ""})
		for i, stop := range []string{"A", "B"} {
			at := fmt.Sprintf("%02d:%02d:00", (minute+10*i)/60, (minute+10*i)%60)
			times = append(times, []string{id, at, at, stop, fmt.Sprint(i)})
		}
	}
	return writeFeed(t, map[string][][]string{
		"agency.txt":     {{"agency_name", "agency_url", "agency_timezone"}, {"Rail", "https://rail.example/", zone}},
		"routes.txt":     {{"route_id", "route_short_name", "route_type"}, {"1", "S1", "2"}},
		"stops.txt":      {{"stop_id", "stop_name", "stop_lat", "stop_lon", "platform_code"}, {"A", "Ελευσίνα", "38.0", "23.5", "3b"}, {"B", "新大阪", "38.1", "23.6", ""}},
		"trips.txt":      trips,
		"stop_times.txt": times,
	})
}

// TestClockChanges reads the minutes to trains in the nights in which clocks change. A train is named by its line, and its platform
// is on the board.
func TestClockChanges(t *testing.T) {
	t.Parallel()
	for zone, nights := range map[string][]string{
		"Europe/Berlin":    {"2026-10-25T00:40:00Z", "2026-03-29T00:40:00Z"},
		"America/New_York": {"2026-11-01T05:40:00Z", "2026-03-08T06:40:00Z"},
	} {
		feed := everyTwentyMinutes(t, zone)
		for _, now := range nights {
			p := handheld(t, serveRail(t, "--gtfs", feed, "--clock", now))
			p.visit("/board/A")
			p.wait(state("#board", "ready"))
			var minutes, trains []string
			p.script(`[...document.querySelectorAll("#rows .expected small")].map(e => e.innerText)`, &minutes)
			if want := []string{"20 min", "40 min", "60 min", "80 min"}; !slices.Equal(minutes, want) {
				t.Errorf("%s: the trains leave in %q, want %q", now, minutes, want)
			}
			p.script(`[...new Set([...document.querySelectorAll("#rows .train")].map(e => e.innerText.replace(/\s+/g, " ").trim()))]`, &trains)
			if want := []string{"S1 Mainline, platform 3b"}; !slices.Equal(trains, want) {
				t.Errorf("%s: the trains are named %q, want %q", now, trains, want)
			}
		}
	}
}

// TestTimetableEnded reads on each page that a timetable has ended, and searches without case and accents, and within words of
// scripts that do not separate them.
func TestTimetableEnded(t *testing.T) {
	p := handheld(t, serveRail(t, "--gtfs", everyTwentyMinutes(t, "Europe/Athens"), "--clock", "2027-02-01T08:00:00Z"))
	for path, selector := range map[string]string{"/": "#map-note", "/map": "#map-note", "/board/A": "#empty"} {
		p.visit(path)
		p.wait(`document.querySelector("` + selector + `").innerText.includes("The timetable ended on 31 December 2026.")`)
	}
	for typed, code := range map[string]string{"ΕΛΕΥΣΙΝΑ": "A", "大阪": "B"} {
		p.visit("/")
		p.tap("#search")
		p.do(input.InsertText(typed))
		p.tap(`#matches [data-code="` + code + `"]`)
		p.wait(`document.querySelector("#board").dataset.code === "` + code + `"`)
	}
}

// TestSeveralTimetables reads the pages of two timetables in two zones, which have the same codes: nobody reads the number with which
// codes of the second one begin, and each board has the time of its station.
func TestSeveralTimetables(t *testing.T) {
	p := handheld(t, serveRail(t, "--gtfs", everyTwentyMinutes(t, "Europe/Athens"), "--gtfs", everyTwentyMinutes(t, "Asia/Tokyo"), "--clock", "2026-11-21T08:05:00Z"))
	for path, ready := range map[string]string{
		"/board/A": state("#board", "ready"), "/board/2:A": state("#board", "ready"), "/train/2:1020": `document.querySelector("#train").innerText === "S1 to 新大阪"`,
		"/search?q=": "true", "/": `document.querySelector("#boards li") !== null`, "/map": `document.querySelector("#trains tbody tr") !== null`,
	} {
		p.visit(path)
		p.wait(ready)
		var texts []string
		if p.script(`document.body.innerText.match(/(?<!\d)2:[A-Z]\S*|2:\d{3,}/g) ?? []`, &texts); len(texts) > 0 {
			t.Errorf("%s shows %q", path, texts)
		}
	}
	for code, times := range map[string]string{"A": "10:20", "2:A": "17:20"} {
		p.visit("/board/" + code)
		p.wait(state("#board", "ready"))
		if first := p.text("#rows time"); first != times || !strings.HasPrefix(p.text("#clock"), times[:2]) {
			t.Errorf("the first train from %s leaves at %s, want %s; the clock shows %s", code, first, times, p.text("#clock"))
		}
	}
}

// TestOneDelay compares the delay of a train at its next stop on the map, on its page and on the board of that stop.
func TestOneDelay(t *testing.T) {
	p := handheld(t, serveRail(t, "--gtfs", published(t, "bart.zip"), "--gtfs-rt", published(t, "bart-trip-updates.pb"), "--clock", "2019-08-07T10:45:21-07:00", "--stale-after", "24h"))
	p.visit("/map")
	const late = `#trains tr[data-mood=late]`
	p.wait("document.querySelector('" + late + "') !== null")
	var train struct{ Code, Delay string }
	p.script(`(row => ({Code: row.dataset.train, Delay: row.querySelector(".status").innerText}))(document.querySelector("`+late+`"))`, &train)
	p.tap(late + " a")
	p.wait(state("#run", "ready"))
	if text := p.text("#summary"); !strings.Contains(text, train.Delay) {
		t.Errorf("%s is %s on the map, and its page says %q", train.Code, train.Delay, text)
	}
	p.tap("li.call[data-state=coming] a")
	p.wait(state("#board", "ready"))
	p.tap("#views a[data-view=arrivals]") // the delay at a call is that of the arrival; it may leave later or earlier
	delay, next, _ := strings.Cut(train.Delay, " at ")
	if text := p.text(`#rows tr[data-train="` + train.Code + `"] .status`); text != delay || p.text("#station") != next {
		t.Errorf("%s is %s on the map, and %q on the board of %s", train.Code, train.Delay, text, p.text("#station"))
	}
}
