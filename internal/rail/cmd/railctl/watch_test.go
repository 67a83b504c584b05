package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/cmd/command"
)

// A channelWriter sends each write to a channel.
type channelWriter chan string

func (w channelWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

// A watched command runs with --watch until it is cancelled. The service's clock goes on by a minute with each question,
// and the service can be down.
type watched struct {
	stdout, stderr channelWriter
	tick           chan time.Time
	cancel         context.CancelFunc
	status         chan int
	down           atomic.Bool
}

func watch(t *testing.T, width, height int, line string) *watched {
	t.Helper()
	railway := embedded(t)
	w := &watched{stdout: make(channelWriter), stderr: make(channelWriter), tick: make(chan time.Time), status: make(chan int, 1)}
	var asked atomic.Int64
	service := realtime.NewHandler(rail.New(railway, func() time.Time { return clockTime.Add(time.Duration(asked.Load()) * time.Minute) }))
	server := serveWith(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.down.Load() {
			http.Error(rw, "down for a minute", http.StatusServiceUnavailable)
			return
		}
		service.ServeHTTP(rw, r)
		if r.URL.Path == servicePath {
			asked.Add(1)
		}
	}))
	ctx, cancel := context.WithCancel(t.Context())
	w.cancel = cancel
	i := invocation{args: strings.Fields(line), stdout: w.stdout, stderr: w.stderr}.at(server, width, height)
	i.ticks = func(every time.Duration) <-chan time.Time {
		if every != 30*time.Second {
			t.Errorf("ticks every %s", every)
		}
		return w.tick
	}
	go func() { w.status <- i.run(ctx) }()
	return w
}

func (w *watched) stop(t *testing.T) {
	t.Helper()
	w.cancel()
	if status := <-w.status; status != command.OK {
		t.Errorf("exit status %d after Ctrl-C", status)
	}
}

// Each tick prints the board again, after an error of the server as well. A file gets one board below the other.
func TestWatch(t *testing.T) {
	t.Parallel()
	w := watch(t, 0, 0, "board STERG --mins 10 --watch --every 30s")
	if got := <-w.stdout; !strings.HasPrefix(got, "Sterling Gate (STERG) at 08:16:00\n\nDUE ") { // its code was the first question
		t.Error(got)
	}
	w.tick <- time.Time{}
	if got := <-w.stdout; !strings.HasPrefix(got, "\nSterling Gate (STERG) at 08:17:00\n\n") {
		t.Error(got)
	}
	w.down.Store(true)
	w.tick <- time.Time{}
	want := "railctl: getStationDataByCodeXML_WithNumMins over SOAP 1.2: HTTP status 503 Service Unavailable, \"text/plain\": \"down for a minute\\n\"; retrying every 30s\n"
	if got := <-w.stderr; got != want {
		t.Errorf("got %swant %s", got, want)
	}
	w.down.Store(false)
	w.tick <- time.Time{}
	if got := <-w.stdout; !strings.HasPrefix(got, "\nSterling Gate (STERG) at 08:18:00\n\n") {
		t.Error(got)
	}
	w.stop(t)
}

// On a terminal each board takes the place of the last one, and does not scroll its title off the terminal.
func TestWatchOnTerminal(t *testing.T) {
	t.Parallel()
	w := watch(t, 80, 10, "board STERG --watch --every 30s")
	for _, at := range []string{"08:16:00", "08:17:00"} {
		got := <-w.stdout
		title, lines := "\x1b[H\x1b[JSterling Gate (STERG) at "+at, strings.Split(got, "\n")
		if lines[0] != title || len(lines) != 10 || !strings.HasPrefix(lines[8], "… and ") {
			t.Errorf("%q", got)
		}
		if at == "08:16:00" {
			w.tick <- time.Time{}
		}
	}
	w.stop(t)
}

// Ctrl-C ends a question that the server does not answer, too.
func TestInterruptedQuestion(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{"trains": command.Failed, "trains --watch": command.OK, "board X --watch": command.OK} {
		ctx, cancel := context.WithCancel(t.Context())
		server := serveWith(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body) // then the server sees that the client has gone
			cancel()
			<-r.Context().Done()
		}))
		i := invocation{args: strings.Fields(line), stdout: io.Discard, stderr: io.Discard}
		if status := i.at(server, 0, 0).run(ctx); status != want {
			t.Errorf("%s: exit status %d, want %d", line, status, want)
		}
	}
}

// So does --timeout.
func TestTimeout(t *testing.T) {
	t.Parallel()
	server := serveWith(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	want := "railctl: getAllStationsXML over HTTP POST: Post \"" + server + servicePath + "/getAllStationsXML\": context deadline exceeded\n"
	if got := railctl(t, server, "board STERG --binding post --timeout 100ms"); got != (outcome{command.Failed, "", want}) {
		t.Errorf("%+v, want %s", got, want)
	}
}
