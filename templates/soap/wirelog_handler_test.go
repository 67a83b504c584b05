package soap_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/wirelog"
)

// endless is a body without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// TestHandlerThatTimesOut: the handler inside still reads when the request is logged.
func TestHandlerThatTimesOut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	logged, ended := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		defer close(ended)
		cancel()
		for b := make([]byte, 1); ; {
			select {
			case <-logged:
				return
			default:
				r.Body.Read(b)
			}
		}
	})
	var text strings.Builder
	log := wirelog.Log{Logger: slog.New(slog.NewTextHandler(&text, nil)), MaxBody: 1 << 10}
	w := httptest.NewRecorder()
	log.Handler(http.TimeoutHandler(slow, time.Hour, "late")).ServeHTTP(w, httptest.NewRequestWithContext(ctx, "POST", "/", endless{}))
	close(logged)
	<-ended
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(text.String(), "status=503") {
		t.Errorf("got %d, and the log\n%s", w.Code, &text)
	}
}

func TestEmptyResponse(t *testing.T) {
	var text strings.Builder
	log := wirelog.Log{Logger: slog.New(slog.NewTextHandler(&text, nil))}
	log.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	if !strings.Contains(text.String(), "status=200") {
		t.Errorf("got the log\n%s", &text)
	}
}
