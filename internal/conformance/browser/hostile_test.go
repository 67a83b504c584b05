package browser_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"example.com/quartet/templates/soap"
)

// foreign returns the elements and attributes of the page that only a text of [hostile] can have made.
func (p *tab) foreign() (found []string) {
	p.t.Helper()
	p.script(`[...document.querySelectorAll("*")].filter(e =>
		e.matches("img, [autofocus], a[href^='javascript:' i], form[action^='javascript:' i], svg[onload], title ~ svg") ||
		e.matches("script") && e.textContent.length < 500 && e.textContent.includes("it ran") ||
		[...e.attributes].some(a => a.name.startsWith("on"))).map(e => e.outerHTML.slice(0, 200))`, &found)
	return found
}

// harmless checks that nothing of the page comes from a hostile text, and that none makes the page wider than the window.
func (p *tab) harmless(what string) {
	p.t.Helper()
	if found := p.foreign(); len(found) > 0 {
		p.t.Errorf("%s has made %q", what, found)
	}
	if elements := p.overflow(); len(elements) > 0 {
		p.t.Errorf("%s: %s", what, strings.Join(elements, "\n\t"))
	}
	for _, problem := range p.unexpected() {
		p.t.Errorf("%s: %s", what, problem)
	}
}

// says reports whether the page has a text.
func (p *tab) says(text string) (found bool) {
	p.t.Helper()
	p.script("document.body.innerText.replace(/\\s+/g, ' ').includes("+quote(strings.Join(strings.Fields(text), " "))+".replace(/\\s+/g, ' '))", &found)
	return found
}

// TestHostileFeed checks that names and codes of a feed are text, whatever they hold.
func TestHostileFeed(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--gtfs", feed(t), "--clock", moment)
	service := client(t, s, soap.HTTPGet)
	stations, err := service.GetAllStationsXML(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(stations) != len(hostile) {
		t.Fatalf("%d stations, want %d", len(stations), len(hostile))
	}
	p := open(t, s.origin())
	p.size(small)
	for _, station := range stations {
		code, name := value(station.StationCode), value(station.StationDesc)
		if !slices.Contains(hostile, name) {
			t.Errorf("the feed has no station %q", name)
		}
		for _, query := range []string{"", "?view=arrivals"} {
			path := "/board/" + url.PathEscape(code) + query
			p.visit(path)
			p.wait(state("#board", "ready") + "||" + state("#board", "empty"))
			p.harmless(path)
			if got := p.text("#station"); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(name), " ") {
				t.Errorf("%s is that of %q, want %q", path, got, name)
			}
			if rows := expectedRows(boardOf(t, service, code), query != ""); len(rows) != len(p.departures()) {
				t.Errorf("%s has %d rows, want %d", path, len(p.departures()), len(rows))
			}
		}
	}
	for _, v := range []view{
		{name: "hostile-home", path: "/", ready: state("#network", "ready")},
		{name: "hostile-map", path: "/map", ready: state("#network", "ready")},
		{name: "hostile-stations", path: "/search?q=", ready: state("#results", "ready")},
	} {
		p.show(v)
		p.harmless(v.path)
	}
	trains, err := service.GetVendorTrainsXML(t.Context())
	if err != nil || len(trains) == 0 {
		t.Fatal(trains, err)
	}
	for _, train := range trains {
		path := "/train/" + url.PathEscape(value(train.TrainCode)) + "/" + isoDate(value(train.TrainDate))
		p.visit(path)
		p.wait(state("#run", "ready"))
		p.harmless(path)
		if calls := p.count("#calls li.call"); calls != len(hostile) {
			t.Errorf("%s has %d calls, want %d", path, calls, len(hostile))
		}
	}
}

// TestHostileRequests checks that what a person types, or a link says, is text.
func TestHostileRequests(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.size(small)
	p.expect("40[04]|414")
	for _, text := range hostile {
		escaped := url.PathEscape(text)
		for _, v := range []view{
			{path: "/board/" + escaped, ready: state("#board", "unknown")},
			{path: "/train/" + escaped, ready: state("#run", "unknown")},
			{path: "/search?q=" + url.QueryEscape(text), ready: state("#results", "empty")},
			{path: "/" + escaped + "/x", ready: `document.body.dataset.page === "missing"`},
		} {
			p.show(v)
			p.harmless(v.path)
			if !p.says(text) && !strings.HasPrefix(v.path, "/search") {
				t.Errorf("%s does not show %q: %s", v.path, text, p.text("body"))
			}
		}
		var typed string
		p.script(`document.querySelector("#search").value = "", document.querySelector("#search").focus()`, nil)
		p.do(input.InsertText(text)) // not all of it can be typed with keys
		p.script(`document.querySelector("#search").value`, &typed)
		if typed != text {
			t.Errorf("typed %q, the field holds %q", text, typed)
		}
		p.press(kb.Enter)
		p.wait(state("#results", "empty"))
		p.harmless("typing " + text)
		p.script(`document.querySelector("#search").value`, &typed)
		if typed != text {
			t.Errorf("searched for %q, the field holds %q", text, typed)
		}
	}
}
