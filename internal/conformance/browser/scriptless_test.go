package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestRailWithoutScript: without scripts one can read the pages, and search.
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
	p.keep("search-without-script")
	p.visit("/search?q=sterling+gate")
	p.wait(`location.pathname === "/board/STERG"`)
	p.keep("board-without-script")
	var links []string
	p.script(`[...document.querySelectorAll("noscript a")].map(a => a.href)`, &links)
	if len(links) == 0 || !strings.Contains(strings.Join(links, " "), "getStationDataByCodeXML?StationCode=STERG") {
		t.Errorf("the board without scripts links to %q", links)
	}
}
