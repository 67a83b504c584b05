package browser_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"example.com/quartet/generator"
)

// A view is a page in some state.
type view struct {
	name  string
	path  string
	ready string // JavaScript expression that is true once the page shows what it should
	log   string // matches what the browser logs in that state

	use func(*tab) // what a person does then
}

// moment is when the clock of raild stands still.
const moment = "2026-11-21T08:15:00Z"

// railViews are the pages of raild.
var railViews = []view{
	{name: "home", path: "/", ready: allLines},
	{name: "departures", path: "/board/STERG", ready: state("#board", "ready")},
	{name: "arrivals", path: "/board/STERG?view=arrivals", ready: state("#board", "ready")},
	{name: "unknown station", path: "/board/NOSUCH", ready: state("#board", "unknown"), log: "404"},
	{name: "map", path: "/map", ready: allLines},
	{name: "train", path: "/train/M107/2026-11-21", ready: state("#run", "ready")},
	{name: "unknown train", path: "/train/NOSUCH", ready: state("#run", "unknown"), log: "404"},
	{name: "search", path: "/search?q=mill", ready: state("#results", "ready")},
	{name: "empty search", path: "/search?q=zzz", ready: state("#results", "empty")},
	{name: "matches", path: "/search?q=zzz", ready: state("#results", "empty"), use: func(p *tab) {
		p.script(`document.querySelector("#search").focus(), document.querySelector("#search").select()`, nil)
		p.press("mill")
		p.wait(`document.querySelectorAll("#matches [role=option]").length === 3`)
	}},
	{name: "missing", path: "/nothing/here", ready: `document.body.dataset.page === "missing"`, log: "404"},
}

// serviceViews are the pages of the service.
var serviceViews = []view{
	{name: "index", path: servicePath, ready: `document.querySelectorAll("#operations [data-op]").length === 11`},
	{name: "index search", path: servicePath + "?q=board", ready: `document.querySelector("#operations [data-op]") !== null`},
	{name: "operation", path: servicePath + "?op=getStationDataByCodeXML_WithNumMins", ready: someRequest},
	{name: "operation without parameters", path: servicePath + "?op=getVendorTrainsXML&binding=soap11", ready: someRequest},
	{name: "answer", path: servicePath + "?op=getStationDataByCodeXML&p.StationCode=STERG&binding=soap12", ready: requestReady("soap12"),
		use: func(p *tab) { p.call("soap12") }},
	{name: "fault", path: servicePath + "?op=getStationDataByCodeXML_WithNumMins&p.StationCode=STERG&p.NumMins=1&binding=soap12",
		ready: requestReady("soap12"), log: "status of 400", use: func(p *tab) { p.call("soap12") }},
	{name: "error", path: servicePath + "?op=getStationDataByCodeXML_WithNumMins&p.StationCode=STERG&p.NumMins=1&binding=post",
		ready: requestReady("post"), log: "status of 400", use: func(p *tab) { p.call("post") }},
	{name: "no operation", path: servicePath + "?op=nosuch", ready: `document.querySelector("#main h1") !== null`, log: "404"},
	{name: "contract", path: servicePath + "?view=wsdl", ready: `document.querySelector("#document") !== null`},
}

const someRequest = `document.querySelector("#request[data-state=ready]") !== null`

// allLines is true once the map shows its lines.
const allLines = `document.querySelector("#network[data-state=ready] path.line") !== null`

// state returns an expression that is true when an element has a state.
func state(selector, value string) string {
	return "document.querySelector(" + quote(selector+"[data-state='"+value+"']") + ") !== null"
}

// show opens a view and waits until it is ready.
func (p *tab) show(v view) {
	p.t.Helper()
	if v.log != "" {
		p.expect(v.log)
	}
	p.visit(v.path)
	p.wait(v.ready)
	if v.use != nil {
		v.use(p)
	}
}

// TestPages checks all pages, wide and light, and narrow and dark: axe-core finds nothing, nothing has to be scrolled horizontally,
// not even at 320 pixels, and of course no page logs an error or asks another host.
func TestPages(t *testing.T) {
	t.Parallel()
	source := axe(t)
	s := serveRail(t, "--clock", moment)
	for _, v := range slices.Concat(railViews, serviceViews) {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			open(t, s.origin()).examine(source, v)
		})
	}
}

// examine checks a view, wide and light, and narrow and dark, and that nothing is cut off in three widths.
func (p *tab) examine(axe string, v view) {
	for i, window := range []viewport{wide, narrow} {
		p.theme(themes[i])
		p.size(window)
		p.show(v)
		p.keep(strings.Join([]string{v.name, themes[i], window.name}, "-"))
		p.accessible(axe, themes[i]+", "+window.name)
	}
	for _, window := range []viewport{narrow, small} {
		p.size(window)
		if elements := p.overflow(); len(elements) > 0 {
			p.t.Errorf("at %d pixels %s", window.width, strings.Join(elements, "\n\t"))
		}
	}
}

// TestReviews checks the pages that describe and diff print, in the same way.
func TestReviews(t *testing.T) {
	t.Parallel()
	const books = "../docs/testdata/books-"
	outlined, err := generator.OutlineOf(t.Context(), generator.Config{Contract: "../../../wsdl/realtime.wsdl"})
	if err != nil {
		t.Fatal(err)
	}
	described, err := outlined.HTML(outlined.Outline)
	if err != nil {
		t.Fatal(err)
	}
	difference, err := generator.Compare(t.Context(), generator.Config{Contract: books + "1.wsdl"}, generator.Config{Contract: books + "2.wsdl"})
	if err != nil {
		t.Fatal(err)
	}
	compared, err := difference.HTML()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{"/describe": described, "/diff": compared, "/favicon.ico": nil}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		_, _ = w.Write(texts[r.URL.Path])
	}))
	t.Cleanup(s.Close)
	for _, v := range []view{
		{name: "describe", path: "/describe", ready: `document.querySelectorAll(".picture svg").length === 11`},
		{name: "diff", path: "/diff", ready: `document.querySelectorAll("ins").length > 0`},
	} {
		open(t, s.URL).examine(axe(t), v)
	}
}

// keep saves a picture of the whole page in the folder that QUARTET_SCREENSHOTS names.
func (p *tab) keep(name string) {
	p.t.Helper()
	folder := os.Getenv("QUARTET_SCREENSHOTS")
	if folder == "" {
		return
	}
	p.savePicture(filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".png"), p.height())
}

// height returns the height of the page, up to what one can look at.
func (p *tab) height() float64 {
	p.t.Helper()
	var height float64
	p.script("Math.min(Math.max(document.documentElement.scrollHeight, innerHeight), 4000)", &height)
	return height
}

// savePicture saves a picture of the page from its start to a height.
func (p *tab) savePicture(path string, height float64) {
	p.t.Helper()
	var width float64
	p.script("innerWidth", &width)
	clip := &page.Viewport{Width: width, Height: height, Scale: 1}
	var data []byte
	if !p.scriptless {
		p.script("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))", nil) // what was emulated is drawn
	}
	p.do(captured(clip, &data))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func captured(clip *page.Viewport, data *[]byte) chromedp.ActionFunc {
	return func(ctx context.Context) (err error) {
		*data, err = page.CaptureScreenshot().WithCaptureBeyondViewport(true).WithClip(clip).Do(ctx)
		return err
	}
}
