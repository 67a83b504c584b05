package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"example.com/quartet/templates/soap"
)

// A train is a train on the map, in the units of the map.
type train struct {
	ID, Date, Status string
	X, Y             float64
	Distance         float64 // distance to the nearest line
}

// onLine is the maximum distance of a train to a line, as a part of the width of the map.
const onLine = 0.005

// A chart is what the map shows.
type chart struct {
	X, Y, Width, Height float64
	Stations            int
	Trains              []train
}

// measure is a function that returns a chart of the map.
const measure = `(() => {
		const map = document.querySelector("#map"), box = map.viewBox.baseVal;
		const points = [];
		for (const line of map.querySelectorAll("path.line")) {
			const length = line.getTotalLength();
			for (let at = 0; at <= length; at += 0.5) points.push(line.getPointAtLength(at));
		}
		const trains = [...map.querySelectorAll("g.train")].map(g => {
			const matrix = g.transform.baseVal.consolidate().matrix, x = matrix.e, y = matrix.f;
			const distance = Math.min(...points.map(p => Math.hypot(p.x - x, p.y - y)));
			return {ID: g.dataset.id, Date: g.dataset.date, Status: g.dataset.status, X: x, Y: y, Distance: distance};
		});
		return {X: box.x, Y: box.y, Width: box.width, Height: box.height,
			Stations: map.querySelectorAll("circle.station").length, Trains: trains};
	})`

// chart returns what the map shows, once all trains with one of some statuses are on a line. tolerance is a part of the width of
// the map.
func (p *tab) chart(statuses string, tolerance float64) (c chart) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`(map => map.Trains.every(t => !%q.includes(t.Status) || t.Distance < %f * map.Width))(%s())`, statuses, tolerance, measure))
	p.script(measure+"()", &c)
	return c
}

// TestMap compares the map with the service: every train with a place is on it, within its bounds and on its lines.
func TestMap(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.visit("/map")
	p.wait(state("#network", "ready"))
	c := p.chart("NRT", onLine)
	p.wait(`document.querySelector(".labels .name") !== null`)
	p.labelsFree()
	service := client(t, s, soap.HTTPGet)
	stations, err := service.GetAllStationsXML(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	positions, err := service.GetVendorTrainsXML(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if c.Stations != len(stations) {
		t.Errorf("%d stations on the map, want %d", c.Stations, len(stations))
	}
	var got, want []string
	for _, train := range c.Trains {
		got = append(got, train.ID+" "+train.Date+" "+train.Status)
		if train.X < c.X || train.X > c.X+c.Width || train.Y < c.Y || train.Y > c.Y+c.Height {
			t.Errorf("out of bounds: %+v", train)
		}
	}
	for _, record := range positions {
		if value(record.TrainLatitude) != "0" || value(record.TrainLongitude) != "0" {
			want = append(want, value(record.TrainCode)+" "+isoDate(value(record.TrainDate))+" "+string(value(record.TrainStatus)))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 10 || !slices.Equal(got, want) {
		t.Errorf("trains on the map\n%q\nwant\n%q", got, want)
	}
}

// labelsFree checks that the names on the map hide neither each other nor a train that is drawn in full size.
func (p *tab) labelsFree() {
	p.t.Helper()
	var hidden []string
	p.script(`(() => {
		const boxes = selector => [...document.querySelectorAll("#map " + selector)].map(e => [e.textContent, e.getBoundingClientRect()]);
		const labels = boxes(".labels text"), all = [...labels, ...boxes(".train:not(.small, [hidden]) .dot")];
		const slack = 3; // pixels, as the width of a text is an estimate
		return labels.flatMap(([text, a], i) => all.slice(i + 1).filter(([, b]) => a.left + slack < b.right && b.left + slack < a.right &&
			a.top + slack < b.bottom && b.top + slack < a.bottom).map(([other]) => text + " is over " + (other || "a train")));
	})()`, &hidden)
	if len(hidden) > 0 {
		p.t.Errorf("names hide others on the map: %q", hidden)
	}
}

// TestTrainsMove checks that when the clock runs, trains move, and stay on their lines. An hour takes a minute.
func TestTrainsMove(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--clock", moment, "--speed", "60")
	p := open(t, s.origin())
	p.visit("/map")
	p.wait(state("#network", "ready"))
	p.script(`window.start = new Map([...document.querySelectorAll("g.train")].map(g => [g.dataset.id, g.getAttribute("transform")]))`, nil)
	p.wait(`[...document.querySelectorAll("g.train[data-status=R]")].filter(g => start.has(g.dataset.id) && start.get(g.dataset.id) !== g.getAttribute("transform")).length >= 5`)
	p.chart("NRT", onLine)
}

// TestTrainsInView checks that the table follows what the map shows.
func TestTrainsInView(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.visit("/map")
	listed := func(count string) string {
		return fmt.Sprintf(`(() => { const all = document.querySelectorAll("g.train").length, listed = document.querySelectorAll("#trains tbody tr").length;
			return all > 0 && listed > 0 && listed %s; })()`, count)
	}
	p.wait(listed("=== all"))
	all := p.text("#in-view")
	p.do(chromedp.Focus("#map"))
	p.press("+++")
	p.wait(listed("< all"))
	if got := p.text("#in-view"); !strings.Contains(got, " of ") {
		t.Errorf("%q does not say how many trains there are", got)
	}
	part := p.viewBox()
	p.script(`document.querySelector("#trains tbody a").click()`, nil)
	p.wait(state("#run", "ready"))
	p.do(chromedp.NavigateBack())
	p.wait(listed("< all"))
	if got := p.viewBox(); got != part {
		t.Errorf("back from a train: the map shows %q, want %q", got, part)
	}
	p.script(`document.querySelector("#zoom-all").click()`, nil)
	p.wait(listed("=== all") + ` && document.querySelector("#in-view").innerText === ` + quote(all)) // the others are asked for
}

// TestLand checks that there is land below the lines, and none where the coasts are not exact enough for what is shown.
func TestLand(t *testing.T) {
	for name, test := range map[string]struct {
		flags []string
		near  bool // land is shown near by, too
	}{"island": {nil, true}, "world": {[]string{"--gtfs", feed(t)}, false}} {
		t.Run(name, func(t *testing.T) {
			s := serveRail(t, append(test.flags, "--clock", moment)...)
			p := open(t, s.origin())
			p.visit("/map")
			const shown, hidden = `document.querySelector("#map[data-land] .land path")?.getBoundingClientRect().width > 100`, `document.querySelector("#map:not([data-land]) g.land")`
			p.wait(shown)
			p.do(chromedp.Focus("#map"))
			p.press("++++++")
			p.wait(`document.querySelector("#map").getAttribute("viewBox").split(" ")[2] < 70`)
			if test.near {
				p.wait(shown)
				return
			}
			p.wait(hidden)
			p.press("0")
			p.wait(shown)
		})
	}
}

// viewBox returns which part of the map is shown.
func (p *tab) viewBox() (box string) {
	p.t.Helper()
	p.script(`document.querySelector("#map").getAttribute("viewBox")`, &box)
	return box
}

// TestShapes checks that lines run along the shapes of the feed, which have more points where more of them can be seen, and trains
// with them.
func TestShapes(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.visit("/map")
	const most = `Math.max(...[...document.querySelectorAll("path.line")].flatMap(path => path.getAttribute("d").split("M").map(part => part.split("L").length)))`
	p.wait(most + " > 2")
	p.chart("NRT", onLine)
	var whole, part int
	p.script(most, &whole)
	p.do(chromedp.Focus("#map"))
	p.press("+++++")
	p.wait(fmt.Sprint(most, " > ", whole))
	p.script(most, &part)
	p.press("0")
	p.wait(fmt.Sprint(most, " === ", whole))
	p.chart("NRT", onLine)
	t.Logf("the longest stretch has %d points on the whole map, and %d on a part of it", whole, part)
}

// TestTouch checks that one finger scrolls the page, and that two move and zoom the map.
func TestTouch(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.size(narrow)
	p.do(emulation.SetTouchEmulationEnabled(true))
	p.visit("/map")
	p.wait(state("#network", "ready"))
	var top float64
	p.script(`document.querySelector("#map").getBoundingClientRect().top`, &top)
	at := func(x, y float64) *input.TouchPoint { return &input.TouchPoint{X: x, Y: top + y, ID: x} }
	whole := p.viewBox()
	p.drag([]*input.TouchPoint{at(150, 200)}, 0, -15)
	p.wait(`scrollY > 50`)
	if got := p.viewBox(); got != whole {
		t.Errorf("one finger: the map shows %q, want %q", got, whole)
	}
	p.script(`scrollTo(0, 0)`, nil)
	p.drag([]*input.TouchPoint{at(150, 100), at(200, 100)}, 10, 0)
	var box [4]float64
	p.script(`document.querySelector("#map").getAttribute("viewBox").split(" ").map(Number)`, &box)
	if box[2] >= 700 {
		t.Errorf("two fingers that move apart: the map shows %v", box)
	}
	p.wait(`scrollY === 0`)
}

// drag moves fingers in ten steps: the last one right and down, and the others in the opposite direction if there are several.
func (p *tab) drag(fingers []*input.TouchPoint, x, y float64) {
	p.t.Helper()
	p.do(input.DispatchTouchEvent(input.TouchStart, fingers))
	for range 10 {
		for i, finger := range fingers {
			sign := 1.0
			if i < len(fingers)-1 {
				sign = -1
			}
			finger.X, finger.Y = finger.X+sign*x, finger.Y+sign*y
		}
		p.do(input.DispatchTouchEvent(input.TouchMove, fingers))
	}
	p.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}
