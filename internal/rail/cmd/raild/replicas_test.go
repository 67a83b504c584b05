package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/internal/rail/fiction"
)

// TestMain runs raild instead of the tests in the processes that startReplica starts.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_REPLICA") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A replica is a process with raild.
type replica struct {
	*exec.Cmd
	base string
}

// startReplica starts raild.
func startReplica(t *testing.T, flags ...string) *replica {
	t.Helper()
	log := new(buffer)
	r := &replica{Cmd: exec.Command(os.Args[0], append([]string{"--addr", "127.0.0.1:0", "--forwarded"}, flags...)...)}
	r.Env, r.Stderr = append(os.Environ(), "TEST_REPLICA=1"), log
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Process.Kill()
		_ = r.Wait()
	})
	serving := regexp.MustCompile(`msg=serving address=(\S+)`)
	eventually(t, "a replica serves", func() bool { return serving.MatchString(log.String()) })
	r.base = "http://" + serving.FindStringSubmatch(log.String())[1]
	eventually(t, "a replica is ready", func() bool {
		response, err := http.Get(r.base + "/readyz")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	return r
}

// startNginx starts nginx with the configuration for operators, before the replicas. It returns a client of it.
func startNginx(t *testing.T, replicas []*replica, cache bool) *http.Client {
	t.Helper()
	nginx := interop.Program(t, "nginx", "nginx-light")
	content, err := os.ReadFile("../../deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "rail") // a short path, for the socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	pairs := []string{"listen 80;", "listen unix:" + folder + "/http.sock;", "/var/cache/nginx/rail", folder + "/cache"}
	for i, r := range replicas {
		pairs = append(pairs, fmt.Sprintf("127.0.0.1:808%d", i+1), strings.TrimPrefix(r.base, "http://"))
	}
	if !cache {
		pairs = append(pairs, "proxy_cache rail;", "")
	}
	text := strings.NewReplacer(pairs...).Replace(string(content))
	for _, pair := range pairs {
		if strings.HasPrefix(pair, "127.0.0.1:808") && strings.Contains(text, pair) {
			t.Fatalf("the configuration still has %s", pair)
		}
	}
	var more strings.Builder
	for _, what := range []string{"client_body", "fastcgi", "uwsgi", "scgi", "proxy"} {
		fmt.Fprintf(&more, "%s_temp_path %s/%s;\n", what, folder, what)
	}
	text = "daemon off; user root; pid nginx.pid; worker_processes 2; events { worker_connections 1024; }\nhttp { access_log off;\n" + more.String() + text + "}\n"
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var log buffer
	cmd := exec.Command(nginx, "-p", folder, "-c", file, "-e", "stderr")
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(folder, "http.sock"))
	}
	client := &http.Client{Transport: &http.Transport{DialContext: dial, MaxIdleConnsPerHost: loadClients}}
	eventually(t, "nginx serves", func() bool {
		response, err := client.Get("http://rail.example/")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	return client
}

// visits counts what clients have seen. cut are answers that ended with an error of the transport.
type visits struct {
	requests, hits, gets, cut, wrong atomic.Int64
	took                             time.Duration
}

const loadClients = 32

// run has clients send requests for some time: GETs of boards, and each tenth a SOAP request. want has the right boards by code.
func (v *visits) run(client *http.Client, base string, codes []string, want map[string]string, during time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), during)
	defer cancel()
	start := time.Now()
	var all sync.WaitGroup
	for n := range loadClients {
		all.Go(func() {
			for i := n; ctx.Err() == nil; i++ {
				code := codes[i%len(codes)]
				answer, hit, err := askBoard(client, base, code, i%10 == 0)
				v.requests.Add(1)
				if i%10 != 0 {
					v.gets.Add(1)
				}
				if hit {
					v.hits.Add(1)
				}
				if errors.Is(err, errTransport) {
					v.cut.Add(1)
				} else if err != nil || !strings.Contains(answer, want[code]) {
					v.wrong.Add(1)
				}
			}
		})
	}
	all.Wait()
	v.took = time.Since(start)
}

func (v *visits) String() string {
	return fmt.Sprintf("%6.0f requests/s, %3.0f %% of GETs from the cache, %d cut, %d wrong", float64(v.requests.Load())/v.took.Seconds(),
		100*float64(v.hits.Load())/float64(max(1, v.gets.Load())), v.cut.Load(), v.wrong.Load())
}

// errTransport is the error of a client that got no answer, or not all of it.
var errTransport = errors.New("the connection failed")

// askBoard asks for a board over HTTP GET or SOAP 1.1, and says whether the answer came from the cache.
func askBoard(client *http.Client, base, code string, soap bool) (answer string, hit bool, err error) {
	request, err := http.NewRequest(http.MethodGet, base+servicePath+"/getStationDataByCodeXML?StationCode="+code, nil)
	if soap {
		envelope := `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><getStationDataByCodeXML xmlns="http://realtime.rail.example/">` +
			`<StationCode>` + code + `</StationCode></getStationDataByCodeXML></Body></Envelope>`
		if request, err = http.NewRequest(http.MethodPost, base+servicePath, strings.NewReader(envelope)); err == nil {
			request.Header.Set("Content-Type", "text/xml; charset=utf-8")
		}
	}
	if err != nil {
		return "", false, err
	}
	response, err := client.Do(request)
	if err != nil {
		return "", false, fmt.Errorf("%w: %w", errTransport, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return "", false, fmt.Errorf("%w: %w", errTransport, err)
	}
	if response.StatusCode != http.StatusOK {
		return "", false, fmt.Errorf("status %s", response.Status)
	}
	status := response.Header.Get("X-Cache-Status")
	return string(body), status == "HIT" || status == "STALE" || status == "UPDATING", nil
}

// TestReplicas serves with three processes behind nginx, configured as operators are told. A replica that is asked to end
// loses nothing. One that is killed may cut answers, and then clients get an error: no answer is wrong.
func TestReplicas(t *testing.T) {
	if !soaking() {
		t.Skip("part of 'make soak'")
	}
	interop.Program(t, "nginx", "nginx-light")
	dir := t.TempDir()
	if err := os.CopyFS(dir, fiction.Feed()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(&feedServer{content: map[string][]byte{"/trips.pb": message(t, 1, noon)}})
	defer server.Close()
	var replicas []*replica
	flags := []string{"--gtfs", dir, "--gtfs-rt", server.URL + "/trips.pb", "--gtfs-rt-every", "20ms", "--types", fiction.Types, "--clock", noon}
	for range 3 {
		replicas = append(replicas, startReplica(t, flags...))
	}
	plain, cached := startNginx(t, replicas, false), startNginx(t, replicas, true)
	during := *soakTime / 20
	t.Run("addresses", func(t *testing.T) { testAddresses(t, cached) })
	t.Run("pages", func(t *testing.T) { testSharedCache(t, cached, during) })
	codes := []string{"PILOT", "STERG", "MUSEM"}
	want := sameBoards(t, replicas, codes)
	var behind, ends, dies visits
	asked := boards(t, replicas)
	behind.run(cached, "http://rail.example", codes, want, during)
	asked = boards(t, replicas) - asked
	if limit := (1 + int(behind.took.Seconds()+1)) * len(codes); asked > limit {
		t.Errorf("the cache asked for %d boards, want at most %d", asked, limit)
	}
	time.AfterFunc(during/2, func() { _ = replicas[2].Process.Signal(syscall.SIGTERM) })
	ends.run(plain, "http://rail.example", codes, want, during)
	time.AfterFunc(during/2, func() { _ = replicas[1].Process.Kill() })
	dies.run(plain, "http://rail.example", codes, want, during)
	for _, phase := range []struct {
		name string
		*visits
		mayCut bool
	}{{"three behind the cache", &behind, false}, {"three, SIGTERM to one", &ends, false}, {"two, one is killed", &dies, true}} {
		t.Logf("replicas: %-24s %v", phase.name, phase.visits)
		if phase.wrong.Load() > 0 || phase.cut.Load() > 0 && !phase.mayCut {
			t.Errorf("%s: answers are wrong or cut", phase.name)
		}
	}
}

// testSharedCache asks for pages and their data, as many people do at once: at least 90 % of the answers come from the cache, and they
// are compressed.
func testSharedCache(t *testing.T, client *http.Client, during time.Duration) {
	paths := []string{
		"/", "/map", "/search?q=mill", "/data/trains", "/data/trains?box=-18.5,46.25,-18.25,46.5", "/data/network", "/data/land",
		"/board/STERG", "/data/board?code=STERG",
	}
	asked, hits := map[string]int{}, map[string]int{}
	ctx, cancel := context.WithTimeout(t.Context(), during)
	defer cancel()
	for ctx.Err() == nil {
		for _, path := range paths {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://rail.example"+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Accept-Encoding", "gzip")
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, response.Body)
			response.Body.Close()
			h := response.Header
			if err != nil || response.StatusCode != http.StatusOK || n >= minGzipSize && h.Get("Content-Encoding") != "gzip" || h.Get("Etag") == "" {
				t.Fatalf("%s: %s %v %v", path, response.Status, response.Header, err)
			}
			asked[path]++
			switch response.Header.Get("X-Cache-Status") {
			case "HIT", "STALE", "UPDATING":
				hits[path]++
			}
		}
	}
	for _, path := range paths {
		if share := 100 * hits[path] / asked[path]; asked[path] >= 40 && share < 90 {
			t.Errorf("%s: %d %% of %d answers came from the cache", path, share, asked[path])
		}
	}
}

// sameBoards returns boards by their code, when they are the same for all replicas.
func sameBoards(t *testing.T, replicas []*replica, codes []string) map[string]string {
	t.Helper()
	want := map[string]string{}
	for _, code := range codes {
		eventually(t, "all replicas have the same board of "+code, func() bool {
			boards := map[string]bool{}
			for _, r := range replicas {
				answer, _, err := askBoard(http.DefaultClient, r.base, code, false)
				from, to := strings.Index(answer, "<objStationData>"), strings.LastIndex(answer, "</objStationData>")
				if err != nil || from < 0 || to < 0 {
					t.Fatalf("no board of %s: %v\n%s", code, err, answer)
				}
				want[code] = answer[from:to]
				boards[want[code]] = true
			}
			return len(boards) == 1
		})
	}
	return want
}

// testAddresses checks that the contract has the address that it was asked for at, also if it is in the cache.
func testAddresses(t *testing.T, client *http.Client) {
	for range 2 {
		for _, host := range []string{"rail.example", "rail.example:8443"} {
			request, err := http.NewRequest(http.MethodGet, "http://"+host+servicePath+"?wsdl", nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-Forwarded-Prefix", "/of-the-client")
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err != nil || !bytes.Contains(body, []byte(`"http://`+host+servicePath+`"`)) {
				t.Errorf("%s: %v, no such address in the contract", host, err)
			}
		}
	}
}

// boards returns how many boards the replicas have sent over HTTP GET.
func boards(t *testing.T, replicas []*replica) (n int) {
	t.Helper()
	count := regexp.MustCompile(`raild_requests_total\{binding="HTTP GET",operation="getStationDataByCodeXML",status="\d+"\} (\d+)`)
	for _, r := range replicas {
		_, _, body := fetch(t, r.base+"/metrics")
		for _, found := range count.FindAllStringSubmatch(body, -1) {
			more, _ := strconv.Atoi(found[1])
			n += more
		}
	}
	return n
}
