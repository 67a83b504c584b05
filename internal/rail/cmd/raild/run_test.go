package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/internal/rail/cmd/command"
)

// run runs the command without anybody who asks for reloads.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	i := invocation{args: args, environ: environ, stdout: stdout, stderr: stderr}
	return i.run(ctx)
}

// A buffer collects output of a running command.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start runs the command on a free port, with further flags. It returns the example requests that it printed, and a
// function that stops it and returns its exit status and its log.
func start(t testing.TB, flags ...string) (printed string, stop func() (status int, log string)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	read, write := io.Pipe()
	var stderr buffer
	exited := make(chan int, 1)
	go func() {
		status := run(ctx, append([]string{"--addr", "127.0.0.1:0"}, flags...), nil, write, &stderr)
		write.Close()
		exited <- status
	}()
	var once sync.Once
	var status int
	stop = func() (int, string) {
		once.Do(func() {
			cancel()
			go io.Copy(io.Discard, read)
			status = <-exited
		})
		return status, stderr.String()
	}
	t.Cleanup(func() { stop() })

	lines := bufio.NewScanner(read)
	for lines.Scan() {
		printed += lines.Text() + "\n"
		if strings.Contains(printed, "# On a terminal") && lines.Text() == "" { // the last example
			return printed, stop
		}
	}
	status, log := stop()
	t.Fatalf("the command ended with status %d, printed %q and logged %s", status, printed, log)
	return "", nil
}

// address returns the service's address from what the command printed. The first line has the address of the pages.
func address(t testing.TB, printed string) string {
	t.Helper()
	line, _, _ := strings.Cut(printed, "\n")
	address, ok := strings.CutPrefix(line, "Serving ")
	if u, err := url.Parse(address); !ok || err != nil || u.Port() == "0" || u.Port() == "" || u.Path != "/" {
		t.Fatalf("the first line is %q, want the address with the port", line)
	}
	address += "realtime/realtime.asmx"
	for _, want := range []string{"\n  Boards, map   " + strings.TrimPrefix(line, "Serving ") + "\n", "\n  Operations    " + address + "\n", "\n  Contract      " + address + "?wsdl\n"} {
		if !strings.Contains(printed, want) {
			t.Fatalf("no line %q in %s", want, printed)
		}
	}
	return address
}

func TestExampleRequestsWork(t *testing.T) {
	printed, stop := start(t)
	address(t, printed)
	commands := curls(t, printed)
	if len(commands) != 6 {
		t.Fatalf("%d example requests, want the contract and five bindings:\n%s", len(commands), printed)
	}
	for i, request := range commands {
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		want := "<Stationfullname>Sterling Gate</Stationfullname>"
		switch {
		case i == 0:
			want = `location="` + address(t, printed) + `"`
		case strings.HasPrefix(string(body), "["):
			want = `"Stationfullname":"Sterling Gate"`
		}
		if response.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("%s %s: %s, want one with %s\n%.2000s", request.Method, request.URL, response.Status, want, body)
		}
	}

	status, log := stop()
	if status != command.OK {
		t.Errorf("exit status %d, want %d\n%s", status, command.OK, log)
	}
	for _, binding := range []string{"SOAP 1.1", "SOAP 1.2", "HTTP GET", "HTTP POST", "JSON"} {
		if strings.Contains(binding, " ") {
			binding = strconv.Quote(binding)
		}
		if want := "operation=getStationDataByCodeXML binding=" + binding + " status=200"; !strings.Contains(log, want) {
			t.Errorf("the log lacks %s\n%s", want, log)
		}
	}
	if n := strings.Count(log, "msg=request "); n != 6 {
		t.Errorf("%d requests logged, want 6\n%s", n, log)
	}
}

// curls parses the curl commands among the printed lines as a shell would.
func curls(t *testing.T, printed string) (requests []*http.Request) {
	t.Helper()
	for line := range strings.Lines(strings.ReplaceAll(printed, "\\\n", " ")) {
		words := words(line)
		if len(words) == 0 || words[0] != "curl" {
			continue
		}
		method, target, body := http.MethodGet, "", ""
		header := http.Header{}
		for i := 1; i < len(words); i++ {
			switch words[i] {
			case "-H":
				i++
				name, value, _ := strings.Cut(words[i], ": ")
				header.Set(name, value)
			case "-d":
				i++
				method, body = http.MethodPost, words[i]
			default:
				target = words[i]
			}
		}
		if method == http.MethodPost && header.Get("Content-Type") == "" {
			header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		request, err := http.NewRequest(method, target, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = header
		requests = append(requests, request)
	}
	return requests
}

// words splits a line into words, as a shell does for single quotes.
func words(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

func TestRequestsCannotForgeLogLines(t *testing.T) {
	printed, stop := start(t)
	base := strings.TrimSuffix(address(t, printed), "/realtime/realtime.asmx")
	for _, path := range []string{
		"/a%0Atime=now%20level=ERROR%20msg=forged",
		"/a%0D%0Alevel=ERROR%20msg=forged",
		"/%E2%80%A8level=ERROR%20msg=forged%1B%5B31m",
		"/realtime/realtime.asmx/getStationDataByCodeXML_WithNumMins?NumMins=%0Alevel=ERROR%20msg=forged",
		"/" + strings.Repeat("x", 10000),
	} {
		response, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	status, log := stop()
	if status != command.OK {
		t.Errorf("exit status %d", status)
	}
	requests := 0
	for line := range strings.Lines(log) {
		if !strings.HasPrefix(line, "time=") || strings.HasPrefix(line, "time=now") || strings.ContainsAny(line, "\r\x1b\u2028") || len(line) > 1000 {
			t.Errorf("log line %q", line)
		}
		if strings.Contains(line, "msg=request") {
			requests++
		}
	}
	if requests != 5 {
		t.Errorf("%d requests logged, want 5\n%s", requests, log)
	}
}

// After a panic in a handler, the response has status 500, or is aborted if it has been started. The log has one
// record.
func TestHandlerPanics(t *testing.T) {
	var log buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	server := httptest.NewServer(observe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public")
		if r.URL.Path == "/late" {
			w.Write(make([]byte, 100_000))
		}
		panic("first\nsecond")
	}), logger, slog.LevelInfo, newMetrics()))
	defer server.Close()

	response, err := http.Get(server.URL + "/early")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || response.StatusCode != 500 || string(body) != "internal error\n" || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v, %s %v %q", err, response.Status, response.Header, body)
	}
	if response, err = http.Get(server.URL + "/late"); err == nil {
		_, err = io.ReadAll(response.Body)
		response.Body.Close()
	}
	if err == nil {
		t.Error("a response that ends with a panic is complete")
	}
	server.Close()
	for line := range strings.Lines(log.String()) {
		if !strings.HasPrefix(line, "time=") {
			t.Errorf("log line %q", line)
		}
	}
	if n := strings.Count(log.String(), `level=ERROR msg=panic error="first\nsecond"`); n != 2 || strings.Count(log.String(), "stack=") != 2 {
		t.Errorf("%d panics logged:\n%s", n, log.String())
	}
	for _, want := range []string{"path=/early status=500", "aborted=true"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
}

func TestReachable(t *testing.T) {
	for address, want := range map[string]string{
		"0.0.0.0:80": "localhost:80", "[::]:9000": "localhost:9000", "127.0.0.1:8080": "127.0.0.1:8080", "[::1]:1": "[::1]:1",
	} {
		tcp, err := net.ResolveTCPAddr("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if got := reachable(tcp); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
