package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// railway is a timetable with a few stations.
var railway = []Station{
	{"Mill", "MILL"}, {"Mill Lane", "ML/1"}, {"Mill <b>Road", `a"b&c`}, {"Sankt Pölten", "Area:1 2"},
}

func newSite(change func(*Options)) http.Handler {
	o := Options{
		Service: "/realtime/realtime.asmx",
		Others:  []string{"/healthz"},
		Speed:   1,
		State: func() State {
			return State{Clock: time.Date(2026, 11, 21, 8, 15, 0, 0, time.FixedZone("", 3600)), Feed: "feed <1>", Version: "v"}
		},
		Find: func(text string) (found []Station) {
			for _, station := range railway {
				if strings.Contains(strings.ToLower(station.Name), strings.ToLower(text)) || strings.EqualFold(station.Code, text) {
					found = append(found, station)
				}
			}
			return found
		},
	}
	if change != nil {
		change(&o)
	}
	return New(o)
}

// request sends a request whose path is escaped, as a browser does.
func request(handler http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
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
		"/board/":                      `data-page="board"`,
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
		"/search?q=%3Cb%3E":            "", // the only match
		"/search?q=a%22B%26C":          "", // a code
		"/search?q=xyz%3Cscript%3E":    "No station matches “xyz&lt;script&gt;”",
		"/search?q=Mill+":              "",
		"/search?q=il":                 "3 stations match “il”",
	} {
		w := request(handler, "GET", target, "Accept", browser)
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
