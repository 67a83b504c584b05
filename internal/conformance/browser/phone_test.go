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
	p.tap("#twins a")
	p.wait(`document.querySelector("#board").dataset.code === "99121" && document.querySelector("#twins a").dataset.code === "99240"`)
	if text := p.text("#rows"); !strings.Contains(text, "Angle Lake") {
		t.Errorf("the other board has the trains %q", text)
	}
}

// TestPlaces tells reported places, places computed from reported times and places of the timetable apart: on the map by their shape,
// in its legend, in the table, and on the page of the train.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, flags := range map[string][]string{
		"island": {"--clock", moment}, // all of its trains report their places
		"bart":   {"--gtfs", published(t, "bart.zip"), "--gtfs-rt", published(t, "bart-trip-updates.pb"), "--clock", "2019-08-07T10:45:21-07:00", "--stale-after", "24h"},
	} {
		sources := map[string][2]string{"vehicle": {"reported place", "Its vehicle reports its place"}}
		if name == "bart" {
			sources = map[string][2]string{"times": {"", "computed from reported times"}, "timetable": {"by the timetable", "those of the timetable"}}
		}
		p := handheld(t, serveRail(t, flags...))
		for source, words := range sources {
			p.visit("/map")
			running := "g.train[data-status=R][data-place=" + source + "]"
			p.wait("document.querySelector(" + quote(running+":not(.small)") + ") !== null && document.querySelector('#trains tbody tr') !== null")
			var shapes struct{ Map, Legend string }
			p.script(`(() => {
				const look = e => { const dot = getComputedStyle(e.querySelector(".dot")); return [dot.strokeDasharray, getComputedStyle(e.querySelector(".core")).display].join(); };
				return {Map: look(document.querySelector(`+quote(running+":not(.small)")+`)), Legend: look(document.querySelector(".key [data-place=`+source+`]"))};
			})()`, &shapes)
			want := map[string]string{"vehicle": "none,inline", "times": "none,none", "timetable": "2.5px, 2px,none"}[source]
			if shapes.Map != want || shapes.Legend != want {
				t.Errorf("%s: a train with a place from %s has the shape %q, and %q in the legend, want %q", name, source, shapes.Map, shapes.Legend, want)
			}
			var train struct{ Row, Path string }
			p.script(`(() => {
				for (const g of document.querySelectorAll(`+quote(running)+`)) {
					const row = [...document.querySelectorAll("#trains tr")].find(row => row.dataset.train === g.dataset.id);
					if (row) return {Row: row.querySelector(".where").innerText, Path: row.querySelector("a").getAttribute("href")};
				}
			})()`, &train)
			_, says, _ := strings.Cut(train.Row, ", ")
			if says != words[0] {
				t.Errorf("%s: the table says %q of a place from %s, want %q", name, train.Row, source, words[0])
			}
			p.visit(train.Path)
			p.wait(state("#run", "ready"))
			if text := p.text("#summary"); !strings.Contains(text, words[1]) || p.count("#run[data-place="+source+"]") != 1 {
				t.Errorf("%s: the run says %q of a place from %s", name, text, source)
			}
		}
	}
}
