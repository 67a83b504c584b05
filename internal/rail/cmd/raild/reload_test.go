package main

import (
	"context"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/fiction"
)

// A reloadable is a running command that is told to reload.
type reloadable struct {
	signals chan os.Signal
	log     buffer
	base    string // address of the service, without its path
}

// startReloadable runs the command on a free port, with further flags, until the test ends.
func startReloadable(t *testing.T, flags ...string) *reloadable {
	t.Helper()
	r := &reloadable{signals: make(chan os.Signal, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	exited := make(chan int, 1)
	var stdout buffer
	i := invocation{append([]string{"--addr", "127.0.0.1:0"}, flags...), nil, &stdout, &r.log, r.signals}
	go func() { exited <- i.run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if status := <-exited; status != command.OK {
			t.Errorf("status %d\n%s", status, r.log.String())
		}
	})
	eventually(t, "raild serves", func() bool { return strings.Contains(stdout.String(), "# SOAP 1.2") })
	r.base = host(t, stdout.String())
	return r
}

// reload reloads and waits until the log has the text once more.
func (r *reloadable) reload(t *testing.T, text string) {
	t.Helper()
	before := strings.Count(r.log.String(), text)
	r.signals <- syscall.SIGHUP
	eventually(t, "the log has "+text, func() bool { return strings.Count(r.log.String(), text) > before })
}

// A reload reads all feeds at once, even if they seem unchanged. A feed that cannot be read stays as it was.
func TestReloadReadsFeeds(t *testing.T) {
	const clock = "2026-03-20T08:15:00Z"
	dir := t.TempDir()
	static, realtime := filepath.Join(dir, "feed.zip"), filepath.Join(dir, "trips.pb")
	made := time.Now().Add(-time.Hour)
	put := func(name string, content []byte) { // the modification time stays the same
		t.Helper()
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, made, made); err != nil {
			t.Fatal(err)
		}
	}
	put(static, archive(t, "Harrow Fen", "Harrow One"))
	put(realtime, message(t, 1, clock))
	r := startReloadable(t, "--gtfs", static, "--gtfs-rt", realtime, "--clock", clock, "--types", fiction.Types, "--gtfs-every", "24h", "--gtfs-rt-every", "24h")
	ask := func(operation string) string {
		t.Helper()
		code, _, body := fetch(t, r.base+"/realtime/realtime.asmx/"+operation)
		if code != 200 {
			t.Fatalf("%d %s", code, body)
		}
		return body
	}
	const stations, trains = "getAllStationsXML", "getVendorTrainsXML"
	if !strings.Contains(ask(stations), " One<") {
		t.Fatal("the first timetable is not in use")
	}

	put(static, archive(t, "Harrow Fen", "Harrow Two"))
	r.reload(t, "msg=reloaded part=feeds")
	if !strings.Contains(ask(stations), " Two<") {
		t.Error("the timetable was not read again")
	}
	before := ask(trains)
	put(realtime, message(t, 2, clock))
	r.reload(t, "msg=reloaded part=feeds")
	if ask(trains) == before {
		t.Error("the realtime feed was not read again")
	}

	before = ask(trains)
	put(static, []byte("no zip"))
	r.reload(t, "level=ERROR msg=\"cannot reload; keeping what is in use\" part=feeds")
	put(realtime, []byte("no message"))
	r.reload(t, "level=ERROR msg=\"cannot reload; keeping what is in use\" part=feeds")
	if after := ask(trains); after != before || !strings.Contains(r.log.String(), "feed.zip: opening") || !strings.Contains(r.log.String(), "trips.pb: ") {
		t.Errorf("broken feeds changed the trains, or are not in the log:\n%s", r.log.String())
	}
	_, _, metrics := fetch(t, r.base+"/metrics")
	for name, want := range map[string]string{
		`raild_reloads_total{part="feeds",result="success"}`: "2", `raild_reloads_total{part="feeds",result="failure"}`: "2",
	} {
		if got := sample(t, metrics, name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if strings.Contains(metrics, `part="certificate"`) {
		t.Error("without TLS, reloads of a certificate are counted")
	}
}

// A reload reads the certificate for new connections. One that cannot be read stays as it was.
func TestReloadReadsCertificate(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	issue(t, cert, key, 1)
	r := startReloadable(t, "--tls-cert", cert, "--tls-key", key)
	service := r.base + "/realtime/realtime.asmx"
	issue(t, cert, key, 2)
	r.reload(t, "msg=reloaded part=certificate")
	if n := serial(t, service); n != 2 {
		t.Errorf("certificate %d, want 2", n)
	}
	replace(t, cert, []byte("half of"))
	r.reload(t, "level=ERROR msg=\"cannot reload; keeping what is in use\" part=certificate")
	if n := serial(t, service); n != 2 {
		t.Errorf("certificate %d after a reload of a broken one, want 2", n)
	}
}

// While a timetable at a URL cannot be fetched, a reload tries again at once instead of after a delay.
func TestReloadEndsWaitForFirstTimetable(t *testing.T) {
	feeds := &feedServer{content: map[string][]byte{}}
	server := httptest.NewServer(feeds)
	defer server.Close()
	signals := make(chan os.Signal, 1)
	ctx, cancel := context.WithCancel(t.Context())
	var log buffer
	i := invocation{[]string{"--addr", "127.0.0.1:0", "--gtfs", server.URL + "/feed.zip", "--clock", noon, "--types", fiction.Types}, nil, io.Discard, &log, signals}
	exited := make(chan int, 1)
	go func() { exited <- i.run(ctx) }()
	eventually(t, "the timetable cannot be read", func() bool { return strings.Contains(log.String(), "cannot read the timetable yet") })
	feeds.set("/feed.zip", archive(t, "", ""))
	signals <- syscall.SIGHUP
	eventually(t, "the timetable is read", func() bool { return strings.Contains(log.String(), "timetable is in use") })
	cancel()
	if status := <-exited; status != command.OK {
		t.Errorf("status %d\n%s", status, log.String())
	}
}
