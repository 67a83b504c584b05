package browser_test

import (
	"fmt"
	"testing"
)

// TestCrowd checks that with 500 trains the names on the map can be read, lines are named, no column of the table is cut off, and the page
// is not endless: what a screen reader finds before the table are some links, and not one for each station and train.
func TestCrowd(t *testing.T) {
	s := serveRail(t, "--gtfs", crowd(t, 1), "--clock", "2026-11-21T08:30:00Z")
	p := open(t, s.origin())
	for _, screen := range []viewport{narrow, wide} {
		p.size(screen)
		p.visit("/map")
		p.wait(`document.querySelector(".labels .line-name") !== null`)
		p.labelsFree()
		if trains, listed, lines := p.count("g.train"), p.count("#trains tbody tr"), p.count("#lines .line-badge"); trains < 500 || listed != 50 || lines != 20 {
			t.Errorf("%s: %d trains, %d of them listed, %d lines, want at least 500, 50 and 20", screen.name, trains, listed, lines)
		}
		if all, small := p.count("g.train"), p.count("g.train.small"); small < all/2 {
			t.Errorf("%s: only %d of %d trains are small", screen.name, small, all)
		}
		var height float64
		if p.script(`document.documentElement.scrollHeight`, &height); height > 12_000 {
			t.Errorf("%s: the page is %g pixels high", screen.name, height)
		}
		var links int
		p.script(`[...document.querySelectorAll("a[href]")].filter(a => !a.closest("[aria-hidden=true], [hidden]") &&
			a.compareDocumentPosition(document.querySelector("#trains")) & Node.DOCUMENT_POSITION_FOLLOWING).length`, &links)
		if links == 0 || links > 10 {
			t.Errorf("%s: %d links before the table", screen.name, links)
		}
		var hidden []string
		p.script(`[...document.querySelectorAll("#trains tbody :is(td, th)")].filter(cell => {
			const box = cell.getBoundingClientRect(), all = document.querySelector("#trains").getBoundingClientRect();
			return box.width === 0 || box.left < all.left || box.right > all.right;
		}).map(cell => cell.className + ": " + cell.textContent)`, &hidden)
		if len(hidden) > 0 {
			t.Errorf("%s: cut off: %q", screen.name, hidden)
		}
	}
}

// crowd writes a feed of 20 lines, each with a train every five minutes in both directions, which takes an hour. All trains are at
// stations at the same minutes or, with several waves, those of some lines at each minute.
func crowd(t *testing.T, waves int) string {
	t.Helper()
	const lines, stops = 20, 13
	tables := map[string][][]string{
		"routes.txt":     {{"route_id", "route_short_name", "route_type", "route_color"}},
		"stops.txt":      {{"stop_id", "stop_name", "stop_lat", "stop_lon"}},
		"trips.txt":      {{"route_id", "service_id", "trip_id", "trip_short_name"}},
		"stop_times.txt": {{"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"}},
	}
	add := func(table string, row ...string) { tables[table+".txt"] = append(tables[table+".txt"], row) }
	for x := range stops {
		for y := range stops {
			add("stops", fmt.Sprint(x, "-", y), fmt.Sprintf("Street %d and Avenue %d", x, y), fmt.Sprint(50+0.01*float64(x)), fmt.Sprint(14+0.015*float64(y)))
		}
	}
	for line := range lines {
		name := fmt.Sprint(line + 1)
		add("routes", name, name, "1", fmt.Sprintf("%06x", 0x123456*(line+1)%0xffffff))
		for trip := range 2 * 36 {
			id := fmt.Sprint(name, "-", trip)
			add("trips", name, "daily", id, id)
			for i := range stops {
				minute := trip/2*5 + 5*i + line%waves
				at := fmt.Sprintf("%02d:%02d:00", 7+minute/60, minute%60)
				along := i
				if trip%2 == 1 {
					along = stops - 1 - i
				}
				stop := fmt.Sprint(along, "-", line/2)
				if line%2 == 1 {
					stop = fmt.Sprint(line/2, "-", along)
				}
				add("stop_times", id, at, at, stop, fmt.Sprint(i))
			}
		}
	}
	return writeFeed(t, tables)
}
