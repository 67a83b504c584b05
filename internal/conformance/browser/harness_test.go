package browser_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// pages serves testdata, whose pages do what pages must not do. policy is their Content-Security-Policy.
func pages(t *testing.T, policy string) *server {
	files := http.FileServer(http.Dir("testdata"))
	return serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		if r.URL.Path == "/favicon.ico" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		files.ServeHTTP(w, r)
	}))
}

// A tab reports what a page does wrong.
func TestHarnessReports(t *testing.T) {
	for name, test := range map[string]struct{ page, policy, want string }{
		"error":            {"error.html", "", "console.error: something is wrong"},
		"exception":        {"exception.html", "", "Error: thrown"},
		"rejection":        {"rejection.html", "", "Error: rejected"},
		"missing":          {"missing.html", "", "404"},
		"policy":           {"error.html", "script-src 'none'", "violation of script-src"},
		"outside":          {"outside.html", "", "request outside of .*: http://elsewhere.example/pixel.png"},
		"another port":     {"port.html", "", "request outside of .*: http://127.0.0.1:9/pixel.png"},
		"nothing is wrong": {"good.html", "default-src 'self'", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, pages(t, test.policy).origin())
			p.visit("/" + test.page)
			p.wait(`document.readyState === "complete"`)
			p.script(`new Promise(requestAnimationFrame)`, nil)
			problems := strings.Join(p.unexpected(), "\n")
			if test.want == "" && problems != "" || test.want != "" && !matches(test.want, problems) {
				t.Errorf("got %q, want %q", problems, test.want)
			}
			chromium.outsideRequests()
		})
	}
}

// axe-core finds what is wrong with a page for people with disabilities, also where its policy forbids foreign scripts.
func TestHarnessFindsViolations(t *testing.T) {
	source := axe(t)
	for page, want := range map[string][]string{
		"good.html":         nil,
		"inaccessible.html": {"button-name", "html-has-lang", "label"},
	} {
		p := open(t, pages(t, "default-src 'self'").origin())
		p.visit("/" + page)
		var ids []string
		for _, v := range p.violations(source) {
			ids = append(ids, v.ID)
		}
		for _, id := range want {
			if !slices.Contains(ids, id) {
				t.Errorf("%s: %q lacks %s", page, ids, id)
			}
		}
		if want == nil && ids != nil {
			t.Errorf("%s: %q", page, ids)
		}
	}
}

// Themes, sizes, keys and scripts are those that a test sets.
func TestHarnessEmulates(t *testing.T) {
	s := pages(t, "default-src 'self'")
	p := open(t, s.origin())
	p.theme("dark")
	p.size(small)
	p.visit("/good.html")
	var dark bool
	p.script(`matchMedia("(prefers-color-scheme: dark)").matches && innerWidth === 320`, &dark)
	if elements := p.overflow(); !dark || len(elements) != 0 {
		t.Error(dark, elements)
	}
	p.visit("/broad.html")
	if len(p.overflow()) < 2 {
		t.Errorf("%q", p.overflow())
	}
	p.visit("/good.html")
	p.press(kb.Tab)
	p.press("typed")
	p.press(kb.Enter)
	p.wait(`location.search === "?text=typed" && document.querySelector("#script").innerText === "with script"`)
	p.scripts(false)
	p.visit("/good.html")
	if p.text("#script") != "without script" {
		t.Error(p.text("#script"))
	}
	var uris []string
	for _, e := range s.take() {
		uris = append(uris, e.URI)
	}
	if !slices.Contains(uris, "/good.html?text=typed") {
		t.Errorf("%q", uris)
	}
}

// raild keeps its address when it restarts.
func TestHarnessRestarts(t *testing.T) {
	s := serveRail(t, "--clock", "2026-11-21T08:15:00Z")
	p := open(t, s.origin())
	p.visit("/healthz")
	s.stop()
	p.expect("ERR_|Failed to fetch")
	var failed bool
	p.script(`fetch("/healthz").then(() => false, () => true)`, &failed)
	s.start("--clock", "2026-11-21T09:15:00Z")
	var text string
	p.script(`fetch("`+servicePath+`/getCurrentTrainsXML").then(r => r.text())`, &text)
	if !failed || !strings.Contains(text, "<ArrayOfObjTrainPositions") {
		t.Error(failed, text)
	}
}
