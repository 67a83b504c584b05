package rail_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/site"
)

// A timetable is what the pages list.
type timetableOfSite struct {
	Name, Status string
	Warnings     int
	Timetable    *content
}

type content struct {
	State, First, Last, Zone, Version string
	Modified                          *time.Time
	Agencies                          []content
}

// railway is a timetable with a few stations.
var railwayOfSite = []site.Station{
	{Name: "Mill", Code: "MILL"}, {Name: "Mill Lane", Code: "ML/1"}, {Name: "Mill <b>Road", Code: `a"b&c`},
	{Name: "Sankt Pölten", Code: "Area:1 2"}, {Name: "Dots", Code: ".."},
}

func newSite(change func(*site.Options)) http.Handler {
	o := site.Options{
		Service: "/realtime/realtime.asmx",
		Others:  []string{"/healthz"},
		Speed:   1,
		State: func() site.State {
			return site.State{Clock: time.Date(2026, 11, 21, 8, 15, 0, 0, time.FixedZone("", 3600)), Feed: "feed <1>", Version: "v", Timetables: []timetableOfSite{{"feed <1>", "ok", 0, &content{State: "current"}}}}
		},
		Loaded: func() bool { return true },
		Find: func(text string) (found []site.Station) {
			for _, station := range railwayOfSite {
				if strings.Contains(strings.ToLower(station.Name), strings.ToLower(text)) || strings.EqualFold(station.Code, text) {
					station.Shown = station.Code
					found = append(found, station)
				}
			}
			return found
		},
		Station: func(code string) (string, bool) {
			return strings.TrimPrefix(code, "2:"), !strings.HasPrefix(code, "NO") && code != "" && code != "mill lane"
		},
		Train: func(code, date string) (string, bool) {
			return strings.TrimPrefix(code, "2:"), code != "NOPE" && date != "never"
		},
	}
	if change != nil {
		change(&o)
	}
	return site.New(o)
}

// visit sends a request whose path is escaped, as a browser does.
func visit(handler http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

const browser = "text/html,application/xhtml+xml,*/*;q=0.8"

func TestPages(t *testing.T) {
	handler := newSite(nil)
	for target, want := range map[string]string{
		"/":                            `data-page="home"`,
		"/map":                         `<svg id="map"`,
		"/board/STERG":                 `data-code="STERG"`,
		"/board/STERG?view=arrivals":   `data-page="board"`,
		"/board/?code=..":              `data-code=".."`,
		"/board/a%2Fb%2F%2Fc":          `data-code="a/b//c"`,
		"/board/StopArea:OCE87.%20x":   `data-code="StopArea:OCE87. x"`,
		"/board/%22%3E%3Cscript%3E":    `data-code="&#34;&gt;&lt;script&gt;"`,
		"/board/%FF":                   `data-page="board"`,
		"/train/M107":                  `data-train="M107"`,
		"/train/M107/2026-11-21":       `TrainId=M107&amp;TrainDate=2026-11-21`,
		"/train/M%2F1?date=2026-11-21": `TrainId=M%2f1&amp;TrainDate=2026-11-21`,
		"/search?q=":                   `<li><a href="/board/ML%2F1" data-code="ML/1">`,
		"/search?q=mill+":              "", // a station with exactly this name
		"/search?q=lane":               "", // the only match
		"/search?q=dots":               "", // whose code is a path
		"/search?q=%3Cb%3E":            "", // the only match
		"/search?q=a%22B%26C":          "", // a code
		"/search?q=xyz%3Cscript%3E":    "No station matches “xyz&lt;script&gt;”",
		"/search?q=Mill+":              "",
		"/search?q=il":                 "3 stations match “il”",
	} {
		w := visit(handler, "GET", target, "Accept", browser)
		body := w.Body.String()
		if want == "" {
			if w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), "/board/") {
				t.Errorf("%s: %d %v, want a redirect to a board", target, w.Code, w.Header())
			}
			continue
		}
		if w.Code != http.StatusOK || !strings.Contains(body, want) || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %d, want a page with %s\n%s", target, w.Code, want, body)
		}
		for _, want := range []string{`data-clock="2026-11-21T08:15:00"`, `data-speed="1"`, `data-feed="feed &lt;1&gt; v"`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %s", target, want)
			}
		}
		if strings.Contains(body, "<script>") || strings.Contains(body, "<b>Road") {
			t.Errorf("%s has text of the request or the feed as HTML\n%s", target, body)
		}
	}
}

// TestUnknown: boards and trains that do not exist are status 404, with content in the page itself.
func TestUnknown(t *testing.T) {
	handler := newSite(func(o *site.Options) {
		find := o.Find
		o.Find = func(text string) []site.Station {
			if text == "Nord" {
				return []site.Station{{Name: "Nord", Code: "N1", Shown: "N1", Lines: []string{"S<1>", "U2"}}, {Name: "Nord", Code: "N2", Shown: "N2"}}
			}
			return find(text)
		}
		o.Station = func(code string) (string, bool) { return code, code == "MILL" }
	})
	for target, want := range map[string]string{
		"/board/NOPE":         "This station is not known",
		"/board/":             `<a href="/board/MILL" data-code="MILL">Mill`,
		"/board/Millbrook":    `<a href="/board/ML%2F1" data-code="ML/1">Mill Lane`, // its first letters
		"/board/Nord":         `<code>N1</code> <span class="line-badge">S&lt;1&gt;</span> <span class="line-badge">U2</span>`,
		"/board/%3Cscript%3E": "“&lt;script&gt;”",
		"/train/NOPE":         "This train is not known",
		"/train/M107/never":   "no train “M107” on “never”",
	} {
		w := visit(handler, "GET", target, "Accept", browser)
		if body := w.Body.String(); w.Code != http.StatusNotFound || !strings.Contains(body, want) || !strings.Contains(body, `data-state="unknown"`) ||
			strings.Contains(body, "<noscript>") || strings.Contains(body, "<script>") || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v, want 404 with %s\n%s", target, w.Code, w.Header(), want, body)
		}
	}
	if w := visit(handler, "GET", "/board/mill%20lane?view=arrivals"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/board/ML%2F1?view=arrivals" {
		t.Errorf("the name of a station: %d %v", w.Code, w.Header())
	}
}

// TestKeptPages: requests for the same page get the same one, whatever else is in their addresses, and what is not a page is not kept.
func TestKeptPages(t *testing.T) {
	cache := response.New(response.Options{Moment: func() response.Moment { return response.Moment{} }, Trains: response.Freshness{MaxAge: time.Second}})
	made, asked := 0, 0
	handler := newSite(func(o *site.Options) {
		o.Cache = cache
		state, train := o.State, o.Train
		o.State = func() site.State { made++; return state() }
		o.Train = func(code, date string) (string, bool) { asked++; return train(code, date) }
	})
	seen := map[string]string{}
	for _, same := range [][]string{
		{"/", "/?x=1"}, {"/map", "/map?x"}, {"/board/A", "/board/A?view=arrivals"}, {"/board/B", "/board/?code=B"}, {"/train/A"}, {"/train/A/2026-11-21"},
		{"/train/A/2026-11-22"}, {"/search?q=il", "/search?q=il&x=1"}, {"/search?q=zz"}, {"/search"},
	} {
		for _, target := range same {
			w := visit(handler, "GET", target)
			tag := w.Header().Get("ETag")
			if other, ok := seen[tag]; w.Code != http.StatusOK || tag == "" || w.Header().Get("Cache-Control") != "public, max-age=1" || ok && other != same[0] {
				t.Errorf("%s: %d %v, the same as %s", target, w.Code, w.Header(), other)
			}
			seen[tag] = same[0]
		}
	}
	made, asked = 0, 0
	for _, target := range []string{"/", "/map", "/board/A", "/train/A", "/train/A/2026-11-21"} {
		visit(handler, "GET", target)
	}
	if made+asked > 0 {
		t.Errorf("for pages that are kept, the state is asked for %d times and trains %d times", made, asked)
	}
	for _, target := range []string{"/board/NOPE", "/train/NOPE", "/search?q=lane", "/nothing", "/favicon.svg"} {
		visit(handler, "GET", target, "Accept", browser)
	}
	if n := cache.Stats().Entries; len(seen) != 10 || n != 10 {
		t.Errorf("%d pages, of which %d are kept, want 10", len(seen), n)
	}
}

// TestLongSearch: a text of any length is not searched for, and not kept.
func TestLongSearch(t *testing.T) {
	if w := visit(newSite(nil), "GET", "/search?q="+strings.Repeat("x", 501)); w.Code != http.StatusBadRequest || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

func TestHeaders(t *testing.T) {
	handler := newSite(nil)
	for _, target := range []string{"/", "/map", "/board/A", "/train/A/2026-11-21", "/search?q=", "/search?q=lane", "/nothing"} {
		get, head := visit(handler, "GET", target, "Accept", browser), visit(handler, "HEAD", target, "Accept", browser)
		h := get.Header()
		policy := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %s", target, policy, want)
			}
		}
		if strings.Contains(policy, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", target, h)
		}
		if head.Code != get.Code || head.Body.Len() != 0 || head.Header().Get("Content-Length") != h.Get("Content-Length") {
			t.Errorf("%s: HEAD is answered with %d, %v and %q", target, head.Code, head.Header(), head.Body)
		}
		for _, forbidden := range []string{"http://", "https://", "style=", "onclick", "<script>"} {
			if strings.Contains(get.Body.String(), forbidden) {
				t.Errorf("%s has %s, which the policy forbids", target, forbidden)
			}
		}
		post := visit(handler, "POST", target)
		if target == "/nothing" {
			if post.Code != http.StatusNotFound {
				t.Errorf("POST %s: %d", target, post.Code)
			}
		} else if post.Code != http.StatusMethodNotAllowed || post.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: %d %v", target, post.Code, post.Header())
		}
	}
}

// Every asset to which a page or another asset refers is served, with an entity tag.
func TestAssets(t *testing.T) {
	handler := newSite(nil)
	page := visit(handler, "GET", "/board/A", "Accept", browser).Body.String()
	_, rest, _ := strings.Cut(page, `href="/assets/`)
	version, _, _ := strings.Cut(rest, "/")
	pending, seen := []string{"site.css", "home.js", "board.js", "map.js", "train.js", "search-page.js", "missing.js"}, map[string]bool{}
	for len(pending) > 0 {
		name := pending[0]
		pending = pending[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		target := "/assets/" + version + "/" + name
		w := visit(handler, "GET", target)
		h := w.Header()
		if w.Code != http.StatusOK || h.Get("ETag") == "" || h.Get("Cache-Control") != "public, max-age=31536000, immutable" || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", target, w.Code, h)
		}
		if kind := h.Get("Content-Type"); strings.HasSuffix(name, ".js") != (kind == "text/javascript; charset=utf-8") {
			t.Errorf("%s has the type %q", target, kind)
		}
		if again := visit(handler, "GET", target, "If-None-Match", h.Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s again: %d", target, again.Code)
		}
		if other := visit(handler, "GET", "/assets/0123/"+name); other.Code != http.StatusOK || other.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s of another version: %d %v", name, other.Code, other.Header())
		}
		for _, part := range strings.Split(w.Body.String(), ` from "./`)[1:] {
			imported, _, _ := strings.Cut(part, `"`)
			pending = append(pending, imported)
		}
	}
	for _, target := range []string{"/assets/", "/assets/" + version + "/nothing.js", "/assets/" + version + "/../site.go", "/assets/x/y/site.css", "/package.json"} {
		if w := visit(handler, "GET", target); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
	if w := visit(handler, "GET", "/favicon.svg"); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the icon: %d %v", w.Code, w.Header())
	}
	if w := visit(handler, "GET", "/favicon.ico"); w.Code != http.StatusFound || w.Header().Get("Location") != "/favicon.svg" {
		t.Errorf("the icon at its old place: %d %v", w.Code, w.Header())
	}
}

func TestNothingHere(t *testing.T) {
	handler := newSite(nil)
	for _, target := range []string{"/nothing", "/Map", "/board", "/board/a/b", "/train/a/b/c", "/realtime", "/%3Cscript%3E", "/map/", "//evil.example/"} {
		page := visit(handler, "GET", target, "Accept", browser)
		body := page.Body.String()
		if page.Code != http.StatusNotFound || !strings.Contains(body, `data-page="missing"`) || !strings.Contains(body, `href="/map"`) ||
			strings.Contains(body, "<script>") {
			t.Errorf("%s: %d\n%s", target, page.Code, body)
		}
		text := visit(handler, "GET", target, "Accept", "*/*")
		if text.Code != http.StatusNotFound || text.Header().Get("Content-Type") != "text/plain; charset=utf-8" || text.Header().Get("Vary") != "Accept" ||
			!strings.HasPrefix(text.Body.String(), "nothing is served at this path") {
			t.Errorf("%s: %d %v %s", target, text.Code, text.Header(), text.Body)
		}
	}
	if text := visit(handler, "GET", "/MAP/").Body.String(); !strings.Contains(text, `there is "/map"`) {
		t.Errorf("no hint in %q", text)
	}
}

// While the timetable is not loaded, pages are served all the same, and their scripts wait. The search waits by itself.
func TestBeforeTheTimetable(t *testing.T) {
	handler := newSite(func(o *site.Options) {
		o.State = func() site.State { return site.State{} }
		o.Loaded = func() bool { return false }
	})
	if w := visit(handler, "GET", "/board/A", "Accept", browser); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `data-clock=""`) {
		t.Errorf("a board: %d\n%s", w.Code, w.Body)
	}
	w := visit(handler, "GET", "/search?q=mill", "Accept", browser)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || w.Header().Get("Refresh") == "" || !strings.Contains(w.Body.String(), `data-state="waiting"`) {
		t.Errorf("a search: %d %v\n%s", w.Code, w.Header(), w.Body)
	}
}
