package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// phone is the size of a small phone.
var phone = viewport{"phone", 375, 667}

// tap taps on the first element that a selector finds. It must be large enough for a finger, and not be hidden by another.
func (p *tab) tap(selector string) {
	p.t.Helper()
	var at struct {
		X, Y, Height float64
		Hit          bool
	}
	p.wait("document.querySelector(" + quote(selector) + ") !== null")
	p.script(`(e => {
		e.scrollIntoView({block: "nearest"});
		const box = e.getBoundingClientRect(), X = box.x + box.width / 2, Y = box.y + box.height / 2;
		return {X, Y, Height: box.height, Hit: e.contains(document.elementFromPoint(X, Y))};
	})(document.querySelector(`+quote(selector)+`))`, &at)
	if at.Height < 24 || !at.Hit {
		p.t.Errorf("%s cannot be tapped: %+v", selector, at)
	}
	p.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// published returns the path of a published feed.
func published(t *testing.T, name string) string {
	t.Helper()
	folder := os.Getenv("QUARTET_FEEDS")
	if folder == "" {
		t.Skip("QUARTET_FEEDS does not name a folder of feeds")
	}
	return filepath.Join(folder, name)
}

// handheld opens a tab on a phone.
func handheld(t *testing.T, s *server) *tab {
	t.Helper()
	p := open(t, s.origin())
	p.size(phone)
	p.do(emulation.SetTouchEmulationEnabled(true))
	return p
}

// TestOtherStops finds the board of the other direction from that of the wrong one.
func TestOtherStops(t *testing.T) {
	p := handheld(t, serveRail(t, "--gtfs", published(t, "seattle.zip"), "--clock", "2017-11-22T08:15:00-08:00"))
	p.visit("/board/99240")
	p.wait(state("#board", "ready"))
	if text := p.text("#twins"); !strings.Contains(text, "To Angle Lake Station 99121") {
		t.Errorf("the board names %q as other stops", text)
	}
	p.keep("phone-seattle-other-stops")
	p.tap("#twins a")
	p.wait(`document.querySelector("#board").dataset.code === "99121" && document.querySelector("#twins a").dataset.code === "99240"`)
	if text := p.text("#rows"); !strings.Contains(text, "Angle Lake") {
		t.Errorf("the other board has the trains %q", text)
	}
}
