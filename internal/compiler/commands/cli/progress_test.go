package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// stopped is a clock for a [progress.Line] that goes on only when a test says so.
type stopped struct {
	mu     sync.Mutex
	timers []func()
}

func (s *stopped) after(_ time.Duration, f func()) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := len(s.timers)
	s.timers = append(s.timers, f)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.timers[i] = nil
	}
}

// expire lets the time of all timers come.
func (s *stopped) expire() {
	s.mu.Lock()
	timers := s.timers
	s.timers = nil
	s.mu.Unlock()
	for _, f := range timers {
		if f != nil {
			f()
		}
	}
}

// removed matches what a terminal gets if a line is shown and removed before other output.
var removed = regexp.MustCompile(`^(\r[^\r\n]+)+\r +\r[^\r]*$`)

// TestProgressLine downloads a contract from a server that is so slow that the line is shown, and removed before anything
// else is written.
func TestProgressLine(t *testing.T) {
	contract := testfile.Read(t, "../../../../wsdl/realtime.wsdl")
	clock := new(stopped)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		clock.expire()
		switch r.URL.Path {
		case "/realtime.wsdl":
			_, _ = w.Write(contract)
		case "/broken.wsdl":
			_, _ = w.Write([]byte("<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'>"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	for _, c := range []struct {
		args  []string
		shown bool
	}{
		{[]string{"generate", server.URL + "/broken.wsdl", "--out", filepath.Join(dir, "gen"), "--module", "x.example/gen", "--fetch"}, true},
		{[]string{"check", server.URL + "/realtime.wsdl", "--out", filepath.Join(dir, "gen"), "--module", "x.example/gen", "--fetch"}, true},
		{[]string{"flatten", server.URL + "/broken.wsdl", "--fetch"}, true},
		{[]string{"diff", server.URL + "/broken.wsdl", server.URL + "/broken.wsdl", "--fetch"}, true},
		{[]string{"call", server.URL + "/broken.wsdl", "getAllStationsXML"}, true},
		{[]string{"serve", server.URL + "/broken.wsdl"}, true},
		{[]string{"generate", server.URL + "/broken.wsdl", "--out", filepath.Join(dir, "gen"), "--module", "x.example/gen", "--fetch", "--format", "json"}, false},
		{[]string{"check", server.URL + "/realtime.wsdl", "--out", filepath.Join(dir, "gen"), "--module", "x.example/gen", "--fetch", "--format=sarif"}, false},
		{[]string{"check", server.URL + "/realtime.wsdl", "--out", filepath.Join(dir, "gen"), "--module", "x.example/gen", "--fetch", "-q"}, false},
		{[]string{"diff", server.URL + "/broken.wsdl", server.URL + "/broken.wsdl", "--fetch", "--format", "json"}, false},
	} {
		var terminal, stdout bytes.Buffer
		line := progress.NewLine(&terminal, func() int { return 200 }, clock.after)
		if code := runWithLine(newRoot(), c.args, &stdout, &terminal, line); code != exitFindings {
			t.Errorf("%s: exit code %d\n%s", c.args, code, terminal.Bytes())
		}
		text := terminal.String()
		switch {
		case c.shown && (!removed.MatchString(text) || !strings.HasPrefix(text, "\rdownloading "+server.URL)):
			t.Errorf("%s: the line is not shown and then removed:\n%q", c.args, text)
		case !c.shown && strings.Contains(text, "\r"):
			t.Errorf("%s: the line is shown:\n%q", c.args, text)
		}
		if strings.Contains(stdout.String(), "\r") {
			t.Errorf("%s: the line is in standard output:\n%q", c.args, stdout.Bytes())
		}
	}
}
