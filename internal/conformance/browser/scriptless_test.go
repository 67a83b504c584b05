package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestRailWithoutScript checks that without scripts one can read the pages, and search.
func TestRailWithoutScript(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.scripts(false)
	p.visit("/")
	if p.count("#links a") < 5 || p.count("noscript *") == 0 {
		t.Errorf("the overview has %d links", p.count("#links a"))
	}
	p.tabTo(searchFocused)
	p.press("mill")
	p.press(kb.Enter)
	p.wait(state("#results", "ready"))
	if n := p.count("#results li a[href^='/board/']"); n != 3 {
		t.Errorf("%d stations, want 3", n)
	}
	p.visit("/search?q=sterling+gate")
	p.wait(`location.pathname === "/board/STERG"`)
	var links []string
	p.script(`[...document.querySelectorAll("noscript a")].map(a => a.href)`, &links)
	if len(links) == 0 || !strings.Contains(strings.Join(links, " "), "getStationDataByCodeXML?StationCode=STERG") {
		t.Errorf("the board without scripts links to %q", links)
	}
}

// visibleOperations is the number of operations that the index shows.
const visibleOperations = `[...document.querySelectorAll("#operations [data-op]")].filter(a => a.offsetParent !== null).length`

// TestServiceWithoutScript checks that without scripts one can find an operation, read about it, and call it over HTTP GET.
func TestServiceWithoutScript(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.scripts(false)
	p.visit(servicePath)
	if n := p.count("#operations [data-op]"); n != 11 {
		t.Errorf("the index has %d operations", n)
	}
	p.tabTo(`document.activeElement?.id === "q"`)
	p.press("filter")
	p.press(kb.Enter)
	p.wait(`location.search.includes("q=filter") && ` + visibleOperations + ` === 1`)
	p.tabTo(`document.activeElement?.dataset.op === "getStationsFilterXML"`)
	p.press(kb.Enter)
	p.wait(`document.querySelector("[data-param=StationText]") !== null`)
	p.tabTo(`document.activeElement?.dataset.param === "StationText"`)
	p.press("mill")
	s.take()
	p.press(kb.Enter)
	p.wait(`document.readyState === "complete" && document.documentElement.textContent.includes("Paper Mill")`)
	called := false
	for _, e := range s.take() {
		called = called || strings.Contains(e.URI, "/getStationsFilterXML?StationText=mill")
	}
	if !called {
		t.Error("the form did not call over HTTP GET")
	}
}
