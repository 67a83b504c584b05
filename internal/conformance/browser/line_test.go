package browser_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A slow line takes 400 milliseconds for a request and its response, and a second for 50 kB.
const (
	roundTrip = 400 * time.Millisecond
	perSecond = 50_000
	headers   = 700 // bytes of the headers of a request and its response
)

// loadTime returns how long exchanges take on the slow line, from their bytes and from the longest chain of requests of which each began
// when the response to the one before had ended. Two round trips are for connecting.
func loadTime(exchanges []exchange) (took time.Duration, rounds, bytes int) {
	longest := make(map[int]int)  // chain that ends with an exchange, by its index
	for i, e := range exchanges { // in the order in which they ended
		for k, before := range exchanges[:i] {
			if before.Ended < e.Began {
				longest[i] = max(longest[i], longest[k])
			}
		}
		longest[i]++
		rounds = max(rounds, longest[i])
		bytes += e.Bytes + headers
	}
	return time.Duration(rounds+2)*roundTrip + time.Duration(bytes)*time.Second/perSecond, rounds, bytes
}

// TestSlowLine counts what the map, the overview and a board load until they show data, in a city with more than 530 trains: on the
// slow line that is at most four seconds.
func TestSlowLine(t *testing.T) {
	t.Parallel()
	path := crowd(t, 1)
	for name, v := range map[string]struct{ path, data, ready string }{
		"map":      {"/map", "/data/trains", `document.querySelectorAll("g.train").length > 530`},
		"overview": {"/", "/data/trains", allLines},
		"board":    {"/board/6-3", "/data/board", state("#board", "ready")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveRail(t, "--gtfs", path, "--clock", "2026-11-21T08:30:00Z")
			s.lag = 40 * time.Millisecond
			p := open(t, s.origin())
			p.visit(v.path)
			p.wait(v.ready)
			var needed []exchange
			for _, e := range s.take() {
				if needed = append(needed, e); strings.HasPrefix(e.URI, v.data) {
					break
				}
			}
			took, rounds, bytes := loadTime(needed)
			t.Logf("%s: %d requests, %d after each other, %d bytes: %v", name, len(needed), rounds, bytes, took.Round(10*time.Millisecond))
			if took > 4*time.Second {
				t.Errorf("the first data are there after %v", took)
			}
		})
	}
}

// TestOpenForAnHour counts the bytes of some refreshes of the map, of a city and of a part of it, each 15 seconds of the service's clock
// after the one before. An hour has 240 of them.
func TestOpenForAnHour(t *testing.T) {
	path := crowd(t, 5)
	for name, keys := range map[string]string{"city": "", "part": "+++"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveRail(t, "--gtfs", path, "--clock", "2026-11-21T08:30:00Z", "--speed", "7.5")
			p := open(t, s.origin())
			p.visit("/map")
			p.wait(`document.querySelectorAll("g.train").length > 530`)
			p.script(`document.querySelector("#map").focus()`, nil)
			if keys != "" {
				p.press(keys)
			}
			const refreshes = 6
			p.wait(fmt.Sprintf(`performance.getEntriesByType("resource").filter(e => e.name.includes("/data/trains")).length > %d`, refreshes))
			first, later, asked, whole := 0, 0, 0, 0
			for _, e := range s.take() {
				switch {
				case !strings.HasPrefix(e.URI, "/data/trains?"):
					if first += e.Bytes + headers; e.URI == "/data/trains" {
						whole = e.Bytes + headers
					}
				case asked < refreshes:
					later += e.Bytes + headers
					asked++
				}
			}
			const hour, pages = 240, 60 * 4000 // the page is asked for the clock each minute
			all := first + later*hour/refreshes + pages
			worst := first + whole*hour + pages // each train has changed each time
			t.Logf("%s: %d bytes at first, %d for each refresh, %.1f MB in an hour; at most %.1f MB", name, first, later/refreshes, float64(all)/1e6, float64(worst)/1e6)
			if all > 6_000_000/2 || worst > 6_000_000 {
				t.Errorf("the map takes %d bytes in an hour, and at most %d", all, worst)
			}
		})
	}
}
