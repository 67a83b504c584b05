package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// On shutdown, /readyz answers 503 while requests are still answered.
func TestReadyzFailsBeforeShutdown(t *testing.T) {
	c, problems := configure([]string{"--addr", "127.0.0.1:0", "--clock", noon}, nil)
	if problems != nil {
		t.Fatal(problems)
	}
	clock := newClock(c.clock, c.speed, time.Now)
	railway, err := embeddedRailway(c, clock)
	if err != nil {
		t.Fatal(err)
	}
	a := newApp(c, railway, clock, slog.New(slog.DiscardHandler))
	a.open()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + listener.Addr().String()
	ctx, cancel := context.WithCancel(t.Context())
	announced := false
	steps := shutdown{grace: time.Minute, announce: func() {
		announced = true
		a.stopping.Store(true)
		code, _, body := fetch(t, base+"/readyz")
		var r report
		if err := json.Unmarshal([]byte(body), &r); err != nil || code != http.StatusServiceUnavailable || r.Ready || r.Status != "stopping" {
			t.Errorf("/readyz: %d %v %s", code, err, body)
		}
		if code, _, _ := fetch(t, base+"/healthz"); code != http.StatusOK {
			t.Errorf("/healthz: %d", code)
		}
		if code, _, _ := fetch(t, base+"/realtime/realtime.asmx/getAllStationsXML"); code != http.StatusOK {
			t.Errorf("stations: %d", code)
		}
	}}
	served := make(chan error, 1)
	go func() { served <- serve(ctx, listener, nil, a.handler(), steps, a.logger) }()
	cancel()
	if err := <-served; err != nil || !announced {
		t.Errorf("%v, announced: %v", err, announced)
	}
}

// Requests that take longer than the grace period are aborted, and serve returns an error.
func TestShutdownGraceIsLimited(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done() // wait until the server aborts the request
	})
	served := make(chan error, 1)
	go func() {
		served <- serve(ctx, listener, nil, handler, shutdown{delay: time.Millisecond, grace: time.Millisecond}, slog.New(slog.DiscardHandler))
	}()
	if response, err := http.Get("http://" + listener.Addr().String()); err == nil {
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
	if err := <-served; err == nil || !strings.Contains(err.Error(), "waiting for the requests in progress") {
		t.Errorf("%v", err)
	}
}

// From SIGTERM on, each response asks the client to close its connection: those to requests in progress, and those to
// requests on idle and new connections during the delay.
func TestResponsesDuringShutdownCloseConnections(t *testing.T) {
	for name, protocol := range map[string]int{"HTTP/1.1": 1, "HTTP/2": 2} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
			issue(t, cert, key, 1)
			c, err := newCertificate(cert, key, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			entered, announced, finish := make(chan struct{}), make(chan struct{}), make(chan struct{})
			handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/slow" {
					close(entered)
					<-finish
				}
				if r.URL.Path != "/empty" {
					io.WriteString(w, "answered")
				}
			})
			steps := shutdown{announce: func() { close(announced) }, delay: time.Hour, grace: time.Minute}
			served := make(chan error, 1)
			go func() { served <- serve(ctx, listener, c.config(), handler, steps, slog.New(slog.DiscardHandler)) }()

			newClient := func() *http.Client {
				transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: protocol == 2}
				t.Cleanup(transport.CloseIdleConnections)
				return &http.Client{Transport: transport}
			}
			get := func(client *http.Client, path string) (closes bool) {
				response, err := client.Get("https://" + listener.Addr().String() + path)
				if err != nil {
					t.Errorf("%s: %v", path, err)
					return false
				}
				defer response.Body.Close()
				body, err := io.ReadAll(response.Body)
				if want := "answered"; err != nil || response.StatusCode != 200 || response.ProtoMajor != protocol || path != "/empty" && string(body) != want {
					t.Errorf("%s: %s %v %q", path, response.Proto, err, body)
				}
				return response.Close
			}
			idle, slow := newClient(), make(chan bool)
			if get(idle, "/") {
				t.Error("a response before the shutdown closes the connection")
			}
			go func() { slow <- get(newClient(), "/slow") }()
			<-entered
			cancel()
			<-announced
			eventually(t, "responses close connections", func() bool { return get(newClient(), "/") == (protocol == 1) })
			for path, client := range map[string]*http.Client{"/empty": idle, "/": newClient()} {
				if get(client, path) != (protocol == 1) { // HTTP/2 says it by a frame
					t.Errorf("the response to %s does not close the connection", path)
				}
			}
			close(finish)
			if <-slow != (protocol == 1) {
				t.Error("the response to a request from before the shutdown does not close the connection")
			}
			listener.Close() // ends the delay
			if err := <-served; err == nil || !strings.Contains(err.Error(), "serving at") {
				t.Errorf("%v", err)
			}
		})
	}
}

// checkGoroutines fails the test if a goroutine of this module does not end after everything has been stopped.
func checkGoroutines(t *testing.T) {
	t.Helper()
	running := func() string {
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		for stack := range strings.SplitSeq(string(stacks), "\n\n") {
			if strings.Contains(stack, "example.com/quartet/") && !strings.Contains(stack, "testing.tRunner") {
				return stack
			}
		}
		return ""
	}
	last := ""
	defer func() {
		if last != "" {
			t.Log(last)
		}
	}()
	eventually(t, "no goroutine of this module runs", func() bool { last = running(); return last == "" })
}
