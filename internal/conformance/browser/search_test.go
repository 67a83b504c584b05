package browser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// options returns the stations that the search offers.
func (p *tab) options() (codes []string) {
	p.t.Helper()
	p.script(`[...document.querySelectorAll("#matches [role=option]")].map(o => o.dataset.code)`, &codes)
	return codes
}

const searchFocused = `document.activeElement?.id === "search"`

// tabTo presses the tab key until an expression is true, and fails the test if it never is.
func (p *tab) tabTo(expression string) {
	p.t.Helper()
	for range 60 {
		p.press(kb.Tab)
		var reached bool
		p.script(expression, &reached)
		if reached {
			return
		}
	}
	p.t.Fatalf("the tab key never makes this true: %s", expression)
}

// TestKeyboard finds a station, its board, and a train of it, without a mouse.
func TestKeyboard(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.visit("/")
	p.wait(state("#network", "ready"))
	p.tabTo(searchFocused)
	p.press("har")
	p.wait(`document.querySelectorAll("#matches [role=option]").length > 0 && !document.querySelector("#matches").hidden`)
	p.press(kb.Escape)
	p.wait(`document.querySelector("#matches").hidden`)
	p.press(strings.Repeat(kb.Backspace, 3) + "mill")
	p.wait(`document.querySelectorAll("#matches [role=option]").length === 3`)
	if codes := p.options(); !slices.Contains(codes, "PAPER") {
		t.Errorf("found %q", codes)
	}
	p.press(kb.ArrowDown)
	p.press(kb.ArrowDown)
	var chosen string
	p.script(`document.querySelector("#matches [role=option][aria-selected=true]").dataset.code`, &chosen)
	if chosen != p.options()[1] {
		t.Errorf("two presses of the arrow key chose %s of %q", chosen, p.options())
	}
	p.wait(`document.querySelector("#search").getAttribute("aria-activedescendant") === document.querySelector("#matches [aria-selected=true]").id`)
	p.press(kb.Enter)
	p.wait(`location.pathname === "/board/` + chosen + `" && ` + state("#board", "ready"))
	p.tabTo(`document.activeElement.closest("#rows tr") !== null`)
	var code string
	p.script(`document.activeElement.closest("tr").dataset.train`, &code)
	p.press(kb.Enter)
	p.wait(`document.querySelector("#run[data-state=ready]")?.dataset.train === ` + quote(code))
	if calls := p.count("#calls li.call"); calls < 2 {
		t.Errorf("train %s has %d calls", code, calls)
	}
}

// TestSameNames: the search tells stations with one name from each other by their lines, with scripts and without.
func TestSameNames(t *testing.T) {
	feed := writeFeed(t, map[string][][]string{
		"routes.txt": {{"route_id", "route_short_name", "route_type"}, {"1", "Blue", "1"}, {"2", "Red", "1"}},
		"stops.txt":  {{"stop_id", "stop_name", "stop_lat", "stop_lon"}, {"A", "Mill Road", "50", "14"}, {"B", "Mill Road", "51", "14"}, {"C", "Quay", "50.5", "14.5"}},
		"trips.txt":  {{"route_id", "service_id", "trip_id"}, {"1", "daily", "b"}, {"2", "daily", "r"}, {"2", "daily", "q"}},
		"stop_times.txt": {{"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"},
			{"b", "08:00:00", "08:00:00", "A", "1"}, {"b", "09:00:00", "09:00:00", "C", "2"}, {"r", "08:00:00", "08:00:00", "B", "1"}, {"r", "09:00:00", "09:00:00", "C", "2"},
			{"q", "08:00:00", "08:00:00", "A", "1"}, {"q", "09:00:00", "09:00:00", "C", "2"}},
	})
	p := open(t, serveRail(t, "--gtfs", feed, "--clock", moment).origin())
	p.visit("/search?q=mill")
	want := []string{"Mill Road A Red Blue", "Mill Road B Red"}
	texts := func(selector string) (texts []string) {
		p.script(`[...document.querySelectorAll("`+selector+`")].map(e => e.innerText.replace(/\s+/g, " "))`, &texts)
		return texts
	}
	if got := texts("#results li"); !slices.Equal(got, want) {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.script(`document.querySelector("#search").focus(), document.querySelector("#search").select()`, nil)
	p.press("mill")
	p.wait(`document.querySelectorAll("#matches [role=option]").length === 2`)
	if got := texts("#matches li"); !slices.Equal(got, want) {
		t.Errorf("the search says %q, want %q", got, want)
	}
	p.visit("/search?q=quay")
	p.wait(`location.pathname === "/board/C"`)
}
