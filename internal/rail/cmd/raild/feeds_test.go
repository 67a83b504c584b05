package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/jsonhttp"
)

// archive returns the feed of the embedded network as a ZIP archive, with every old text replaced by the new one.
func archive(t testing.TB, old, new string) []byte {
	t.Helper()
	if made := archives[[2]string{old, new}]; made != nil {
		return made
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := fs.WalkDir(fiction.Feed(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(fiction.Feed(), path)
		if err != nil {
			return err
		}
		made := time.Date(2026, 11, 1, 3, 0, 0, 0, time.UTC)
		w, err := z.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate, Modified: made})
		if err != nil {
			return err
		}
		_, err = w.Write(bytes.ReplaceAll(content, []byte(old), []byte(new)))
		return err
	})
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	archives[[2]string{old, new}] = b.Bytes()
	return b.Bytes()
}

// archives are those that tests had before, by the old and the new text.
var archives = map[[2]string][]byte{}

// message returns the GTFS-Realtime message of the embedded network at a time, for a seed.
func message(t testing.TB, seed uint64, at string) []byte {
	t.Helper()
	railway, ok := railways[seed]
	if !ok {
		var err error
		if railway, err = fiction.New(seed); err != nil {
			t.Fatal(err)
		}
		railways[seed] = railway
	}
	now, err := time.Parse(time.RFC3339, at)
	if err != nil {
		t.Fatal(err)
	}
	content, err := proto.Marshal(railway.Message(now))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// railways are the fictional railways that tests have used, by seed. Tests run one after the other.
var railways = map[uint64]*fiction.Railway{}

// pollFast makes raild check its feeds continually.
var pollFast = []string{"--gtfs-every", "5ms", "--gtfs-rt-every", "5ms", "--types", fiction.Types}

// eventually waits until the condition holds.
func eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for late := time.After(2 * time.Minute); !condition(); runtime.Gosched() {
		select {
		case <-late:
			t.Fatalf("timed out waiting until %s", what)
		default:
		}
	}
}

// A recorder records the last response to a client.
type recorder struct {
	body   []byte
	header http.Header
}

// Do implements [soap.HTTPDoer].
func (r *recorder) Do(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if r.body, err = io.ReadAll(response.Body); err != nil {
		return nil, err
	}
	r.header = response.Header
	response.Body = io.NopCloser(bytes.NewReader(r.body))
	return response, nil
}

// An exchange is a response with its caching headers.
type exchange struct{ body, etag, modified, caching, mediaType string }

// bindings are the bindings of the service.
var bindings = []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPGet, soap.HTTPPost}

// askAll calls every operation over every binding and JSON at an address. It returns the responses by operation and binding.
func askAll(t testing.TB, base string) map[string]exchange {
	t.Helper()
	all := map[string]exchange{}
	for _, binding := range append(slices.Clip(bindings), jsonhttp.Binding) {
		var last recorder
		client, err := realtime.NewClient(base, binding, soap.WithHTTPClient(&last), jsonhttp.WithJSON())
		if err != nil {
			t.Fatal(err)
		}
		callAll(t.Context(), client, func(operation string, records any, err error) {
			t.Helper()
			if n := reflect.ValueOf(records).Len(); err != nil || n == 0 {
				t.Errorf("%s over %s: %d records, %v", operation, binding, n, err)
			}
			h := last.header
			all[operation+" "+binding.String()] = exchange{string(last.body), h.Get("Etag"), h.Get("Last-Modified"), h.Get("Cache-Control"), h.Get("Content-Type")}
		})
	}
	if len(all) != 11*5 {
		t.Fatalf("%d answers", len(all))
	}
	return all
}

// callAll calls every operation of a service, and note with the result of each call.
func callAll(ctx context.Context, service realtime.Realtime, note func(operation string, records any, err error)) {
	train, date := callTrains(ctx, service, note)
	stations, err := service.GetAllStationsXML(ctx)
	note("getAllStationsXML", stations, err)
	stations, err = service.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: soap.Ptr("M")})
	note("getAllStationsXML_WithStationType", stations, err)
	filtered, err := service.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: soap.Ptr("s")})
	note("getStationsFilterXML", filtered, err)
	code, name, minutes := soap.Ptr("STERG"), soap.Ptr("Sterling Gate"), soap.Ptr("30")
	board, err := service.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: code})
	note("getStationDataByCodeXML", board, err)
	board, err = service.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: code, NumMins: minutes})
	note("getStationDataByCodeXML_WithNumMins", board, err)
	board, err = service.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: name})
	note("getStationDataByNameXML", board, err)
	board, err = service.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: name, NumMins: minutes})
	note("getStationDataByNameXML_withNumMins", board, err)
	movements, err := service.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: train, TrainDate: date})
	note("getTrainMovementsXML", movements, err)
}

// callTrains calls the operations for current trains, and returns a train.
func callTrains(ctx context.Context, service realtime.Realtime, note func(string, any, error)) (train, date *string) {
	current, err := service.GetCurrentTrainsXML(ctx)
	note("getCurrentTrainsXML", current, err)
	metro, err := service.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: soap.Ptr("D")})
	note("getCurrentTrainsXML_WithTrainType", metro, err)
	vendor, err := service.GetVendorTrainsXML(ctx)
	note("getVendorTrainsXML", vendor, err)
	if len(vendor) == 0 {
		return nil, nil
	}
	return vendor[0].TrainCode, vendor[0].TrainDate
}

// compareAll reports the differences between the responses of two services, and checks their validators.
func compareAll(t *testing.T, a, b map[string]exchange) {
	t.Helper()
	for name, want := range a {
		got := b[name]
		if got != want {
			t.Errorf("%s: one answers\n%+.1500v\nthe other\n%+.1500v", name, want, got)
		}
		get := strings.HasSuffix(name, "HTTP GET")
		dated := get && strings.Contains(name, "Stations") // other responses depend on the service's clock, which is not real time
		if get != (want.etag != "") || dated != (want.modified != "") {
			t.Errorf("%s has the validators %q and %q", name, want.etag, want.modified)
		}
	}
}

// Replicas with the same feeds and the same clock give identical responses. With the feeds of the embedded network, the
// responses equal those served from the embedded network.
func TestReplicasGiveIdenticalResponses(t *testing.T) {
	const clock = "2026-03-20T08:15:00Z"
	dir := t.TempDir()
	static, realtime := filepath.Join(dir, "feed.zip"), filepath.Join(dir, "trips.pb")
	replace(t, static, archive(t, "", ""))
	replace(t, realtime, message(t, 1, clock))
	flags := append([]string{"--clock", clock, "--gtfs", static, "--gtfs-rt", realtime}, pollFast...)
	var replicas []string
	for range 2 {
		printed, _ := start(t, flags...)
		replicas = append(replicas, address(t, printed))
	}
	first := askAll(t, replicas[0])
	compareAll(t, first, askAll(t, replicas[1]))
	printed, _ := start(t, "--clock", clock)
	for name, answer := range askAll(t, address(t, printed)) {
		if answer.body != first[name].body || answer.etag != first[name].etag {
			t.Errorf("%s: the embedded network answers\n%.1500s\nand with its feeds\n%.1500s", name, answer.body, first[name].body)
		}
	}
}

// A feedServer serves feeds that a test can change.
type feedServer struct {
	mu      sync.Mutex
	content map[string][]byte // by path; without content, the status is 500
	header  http.Header       // header of the last request for a realtime feed
	wait    chan struct{}     // if not nil, requests wait until it is closed
	asked   atomic.Int64
}

func (s *feedServer) set(path string, content []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.content[path] = content
}

func (s *feedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked.Add(1)
	if s.wait != nil {
		select {
		case <-s.wait:
		case <-r.Context().Done():
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.HasSuffix(r.URL.Path, ".pb") {
		s.header = r.Header
	}
	content := s.content[r.URL.Path]
	if content == nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Write(content)
}

// launch runs the command without waiting for the timetable. It returns its log, its base URL and a function that
// stops it and returns its exit status.
func launch(t testing.TB, flags ...string) (log *buffer, host string, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	log = new(buffer)
	exited := make(chan int, 1)
	go func() {
		exited <- run(ctx, append([]string{"--addr", "127.0.0.1:0"}, flags...), nil, io.Discard, log)
	}()
	stop = sync.OnceValue(func() int {
		cancel()
		return <-exited
	})
	t.Cleanup(func() { stop() })
	serving := regexp.MustCompile(`msg=serving address=(\S+)`)
	eventually(t, "raild serves", func() bool { return serving.MatchString(log.String()) })
	return log, "http://" + serving.FindStringSubmatch(log.String())[1], stop
}

func healthAt(t testing.TB, address string) (int, report) {
	t.Helper()
	code, _, body := fetch(t, address)
	var r report
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	return code, r
}

// While the timetable is loading, only the operational endpoints respond. A feed at a URL is fetched until that
// succeeds; when it fails later, the loaded timetable stays in use.
func TestLoadingFromURL(t *testing.T) {
	feeds := &feedServer{content: map[string][]byte{}, wait: make(chan struct{})}
	server := httptest.NewServer(feeds)
	defer server.Close()
	log, host, stop := launch(t, append([]string{"--gtfs", server.URL + "/feed.zip", "--clock", noon}, pollFast...)...)
	const stations = "/realtime/realtime.asmx/getAllStationsXML"
	for path, want := range map[string]int{"/": 200, "/livez": 200, "/healthz": 503, "/readyz": 503, "/metrics": 200, stations: 503} {
		code, header, body := fetch(t, host+path)
		if code != want || want == 503 && (header.Get("Retry-After") == "" || header.Get("Cache-Control") != "no-store") {
			t.Errorf("%s: %d %v %s", path, code, header, body)
		}
	}
	if _, r := healthAt(t, host+"/readyz"); r.Status != "loading" || r.Ready || r.Timetable != nil || len(r.Feeds) != 1 || r.Feeds[0].Status != feedWaiting {
		t.Errorf("%+v", r)
	}
	close(feeds.wait) // from now on it responds with errors
	eventually(t, "a failure is reported", func() bool {
		code, r := healthAt(t, host+"/readyz")
		return code == 503 && r.Feeds[0].Failures > 1 && strings.Contains(r.Feeds[0].LastError, "500")
	})
	feeds.set("/feed.zip", archive(t, "", ""))
	eventually(t, "it is ready", func() bool { code, _ := healthAt(t, host+"/readyz"); return code == 200 })
	if code, r := healthAt(t, host+"/healthz"); code != 200 || r.Status != "ok" || r.Timetable.Stations != 60 {
		t.Errorf("%d %+v", code, r)
	}
	_, _, before := fetch(t, host+stations)

	for _, bad := range [][]byte{nil, []byte("no zip"), archive(t, "stop_id", "nothing")} {
		feeds.set("/feed.zip", bad)
		failures := uint64(0)
		eventually(t, "two more failures are reported", func() bool {
			code, r := healthAt(t, host+"/readyz")
			if code != 200 {
				t.Fatalf("not ready: %+v", r)
			}
			if failures == 0 {
				failures = r.Feeds[0].Failures
			}
			return r.Status == "degraded" && r.Feeds[0].Failures >= failures+2
		})
		if code, _, after := fetch(t, host+stations); code != 200 || after != before {
			t.Errorf("%d %s", code, after)
		}
	}
	if status := stop(); status != command.OK {
		t.Errorf("status %d", status)
	}
	for line := range strings.Lines(log.String()) {
		if !strings.HasPrefix(line, "time=") {
			t.Errorf("log line %q", line)
		}
	}
	checkGoroutines(t)
}

// Stopping while the timetable is loading is not a failure.
func TestStopWhileLoading(t *testing.T) {
	feeds := &feedServer{wait: make(chan struct{})}
	server := httptest.NewServer(feeds)
	defer server.Close()
	defer close(feeds.wait)
	_, _, stop := launch(t, "--gtfs", server.URL)
	eventually(t, "the feed is asked for", func() bool { return feeds.asked.Load() > 0 })
	if status := stop(); status != command.OK {
		t.Errorf("status %d", status)
	}
}

// A feed that is refused shows its first warnings, and the limit that it exceeds with its flag.
func TestRefusedFeedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "feed.zip")
	if err := os.WriteFile(name, archive(t, "Atlantic/Madeira", "Nowhere/Land"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags []string
		want  string
	}{
		{nil, `want one such as Europe/Lisbon (warnings before: 1, such as agency.txt:2: agency_timezone: unknown time zone "Nowhere/Land")`},
		{[]string{"--gtfs-rows", "1"}, "the file has more than 1 rows, the limit of --gtfs-rows"},
		{[]string{"--gtfs-timeout", "1ns"}, "the feed takes more than 1ns to load, the limit of --gtfs-timeout"},
	} {
		var stdout, stderr buffer
		if len(test.flags) > 0 {
			if err := os.WriteFile(name, archive(t, "", ""), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		status := run(t.Context(), append([]string{"--addr", "127.0.0.1:0", "--gtfs", name}, test.flags...), nil, &stdout, &stderr)
		if status != command.Failed || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("status %d, %s, want %s", status, stderr.String(), test.want)
		}
	}
}

// Several timetables are one railway: codes of the second have a prefix, and realtime data are about their own timetable.
func TestSeveralFeeds(t *testing.T) {
	const clock = "2026-03-20T08:15:00Z"
	feeds := &feedServer{content: map[string][]byte{"/trips.pb": message(t, 1, clock)}}
	server := httptest.NewServer(feeds)
	defer server.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, fiction.Feed()); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--gtfs", dir, "--gtfs", dir, "--gtfs-rt", "2=" + server.URL + "/trips.pb", "--clock", clock}
	_, host, _ := launch(t, append(flags, pollFast...)...)
	eventually(t, "it is ready", func() bool { code, r := healthAt(t, host+"/readyz"); return code == 200 && r.Status == "ok" })
	if _, r := healthAt(t, host+"/readyz"); r.Timetable.Stations != 120 || r.Timetable.Trips != 2*1026 || r.Feeds[2].Counts["applied"] == 0 {
		t.Errorf("%+v", r)
	}
	reported := func(code string) bool {
		_, _, body := fetch(t, host+"/data/board?code="+url.QueryEscape(code))
		if !strings.Contains(body, `"code":"`+code+`"`) {
			t.Errorf("no board of %s: %.200s", code, body)
		}
		return strings.Contains(body, `"reported":true`)
	}
	if reported("STERG") || !reported("2:STERG") {
		t.Errorf("realtime data: of the first timetable %v, of the second %v", reported("STERG"), reported("2:STERG"))
	}
}

// A realtime feed may fail and recover: its last data stays in use, and the reports do not contain secrets.
func TestRealtimeFeedFailure(t *testing.T) {
	const clock = "2026-03-20T08:15:00Z"
	feeds := &feedServer{content: map[string][]byte{"/trips.pb": message(t, 1, clock)}}
	server := httptest.NewServer(feeds)
	defer server.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, fiction.Feed()); err != nil {
		t.Fatal(err)
	}
	secret := strings.Replace(server.URL, "http://", "http://user:hush-1@", 1) + "/trips.pb?key=hush-2"
	flags := append([]string{
		"--gtfs", dir, "--gtfs-rt", secret, "--gtfs-rt", server.URL + "/trips.pb?key=hush-3", "--gtfs-rt-header", "X-Key: hush-4", "--clock", clock,
	}, pollFast...)
	log, host, stop := launch(t, flags...)
	strict, strictHost, _ := launch(t, append(flags, "--ready-needs-realtime")...)
	ready := func(host string) bool { code, r := healthAt(t, host+"/readyz"); return code == 200 && r.Status == "ok" }
	eventually(t, "it is ready", func() bool { return ready(host) && ready(strictHost) })
	feeds.mu.Lock()
	if feeds.header.Get("X-Key") != "hush-4" {
		t.Errorf("headers %v", feeds.header)
	}
	feeds.mu.Unlock()
	const trains = "/realtime/realtime.asmx/getCurrentTrainsXML"
	_, _, before := fetch(t, host+trains)

	var output string
	feeds.set("/trips.pb", []byte("no message"))
	eventually(t, "the failure is reported", func() bool {
		code, r := healthAt(t, host+"/readyz")
		failing, _ := healthAt(t, strictHost+"/readyz")
		return code == 200 && r.Status == "degraded" && r.Feeds[1].Status == feedFailing && failing == 503
	})
	if _, _, after := fetch(t, host+trains); after != before {
		t.Error("a failing feed changed the trains")
	}
	feeds.set("/trips.pb", message(t, 2, clock))
	eventually(t, "new data are in use", func() bool { _, _, after := fetch(t, host+trains); return after != before && ready(host) })

	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		_, _, body := fetch(t, host+path)
		output += body
	}
	_, r := healthAt(t, host+"/readyz")
	if len(r.Feeds) != 3 || r.Feeds[1].Name == r.Feeds[2].Name || r.Feeds[2].Counts["applied"] == 0 {
		t.Errorf("%+v", r.Feeds)
	}
	_, _, metrics := fetch(t, host+"/metrics")
	if !regexp.MustCompile(`raild_feed_up\{feed="http://127.0.0.1:\d+/trips.pb #2",kind="realtime"\} 1`).MatchString(metrics) ||
		!regexp.MustCompile(`raild_feed_entities\{.*type="entities"\} [1-9]`).MatchString(metrics) ||
		!strings.Contains(metrics, "raild_feed_age_seconds{") || !regexp.MustCompile(`raild_realtime_trains [1-9]`).MatchString(metrics) {
		t.Errorf("metrics lack feeds:\n%s", metrics)
	}
	if status := stop(); status != command.OK {
		t.Errorf("status %d", status)
	}
	if output += log.String() + strict.String(); strings.Contains(output, "hush") {
		t.Errorf("the output contains a secret:\n%s", output)
	}
}

// Realtime data older than --stale-after is not used: responses come from the timetable only and show it.
func TestStaleRealtimeData(t *testing.T) {
	dir := t.TempDir()
	static, realtime := filepath.Join(dir, "feed.zip"), filepath.Join(dir, "trips.pb")
	replace(t, static, archive(t, "", ""))
	replace(t, realtime, message(t, 1, "2026-03-20T08:14:00Z"))
	flags := append([]string{"--gtfs", static, "--gtfs-rt", realtime, "--clock", "2026-03-20T08:15:00Z"}, pollFast...)
	printed, _ := start(t, append(flags, "--stale-after", "90s")...)
	fresh := address(t, printed)
	printed, _ = start(t, append(flags, "--stale-after", "30s")...)
	stale := address(t, printed)
	const sterling = "/getStationDataByCodeXML?StationCode=STERG"
	if _, _, body := fetch(t, fresh+sterling); !strings.Contains(body, "<Status>En Route</Status>") {
		t.Errorf("fresh: %s", body)
	}
	if _, _, body := fetch(t, stale+sterling); strings.Contains(body, "<Status>En Route</Status>") || !strings.Contains(body, "<Status>No Information</Status>") {
		t.Errorf("stale: %s", body)
	}
	code, r := healthAt(t, strings.TrimSuffix(stale, "/realtime/realtime.asmx")+"/readyz")
	if code != 200 || r.Status != "degraded" || r.Feeds[1].Status != feedStale || *r.Feeds[1].AgeSeconds != 60 {
		t.Errorf("%d %+v", code, r)
	}
}

// TestLimitAhead checks that realtime data whose time is ahead of the clock by more than --max-ahead is refused, and /readyz
// says so.
func TestLimitAhead(t *testing.T) {
	dir := t.TempDir()
	static, realtime := filepath.Join(dir, "feed.zip"), filepath.Join(dir, "trips.pb")
	replace(t, static, archive(t, "", ""))
	for _, c := range []struct{ at, maxAhead, want, problem string }{
		{"2026-03-20T08:17:00Z", "3m", feedOK, ""},
		{"2026-03-20T08:17:00Z", "1m", feedFailing, "the message's timestamp is 2m0s ahead of the clock"},
		{"2026-07-13T08:15:00Z", "", feedFailing, "the message's timestamp is 2760h0m0s ahead of the clock"},
	} {
		replace(t, realtime, message(t, 1, c.at))
		flags := append([]string{"--gtfs", static, "--gtfs-rt", realtime, "--clock", "2026-03-20T08:15:00Z"}, pollFast...)
		if c.maxAhead != "" {
			flags = append(flags, "--max-ahead", c.maxAhead)
		}
		printed, _ := start(t, flags...)
		code, r := healthAt(t, strings.TrimSuffix(address(t, printed), "/realtime/realtime.asmx")+"/readyz")
		if code != 200 || r.Feeds[1].Status != c.want || !strings.HasSuffix(r.Feeds[1].LastError, c.problem) {
			t.Errorf("%s, --max-ahead %s: %d %+v", c.at, c.maxAhead, code, r)
		}
	}
	t.Logf("limit: raild: a realtime message of 115 days ahead | refused from 10 minutes on | refused, and /readyz says so")
}
