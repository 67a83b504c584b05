package browser_test

import "testing"

// TestMapForScreenReaders: what a screen reader finds before the table of trains are some links, and not one for each station and train
// of the map.
func TestMapForScreenReaders(t *testing.T) {
	s := serveRail(t, "--gtfs", crowd(t, 1), "--clock", "2026-11-21T08:30:00Z")
	p := open(t, s.origin())
	p.visit("/map")
	p.wait(`document.querySelectorAll("#trains tbody tr").length > 0`)
	var links int
	p.script(`[...document.querySelectorAll("a[href]")].filter(a => !a.closest("[aria-hidden=true], [hidden]") &&
		a.compareDocumentPosition(document.querySelector("#trains")) & Node.DOCUMENT_POSITION_FOLLOWING).length`, &links)
	if links == 0 || links > 10 {
		t.Errorf("%d links before the table", links)
	}
}
