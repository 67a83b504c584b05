package browser_test

import (
	"net/http"
	"strings"
	"testing"
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
		"policy":           {"error.html", "script-src 'none'", "violation of script-src"},
		"outside":          {"outside.html", "", "request outside of .*: http://elsewhere.example/pixel.png"},
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
