package main

import (
	"bytes"
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/passenger"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// clockTime is the time of the service, and of the computer that runs railctl.
var clockTime = time.Date(2026, 11, 21, 8, 15, 0, 0, time.UTC)

// serve serves the embedded network at clockTime and returns the address.
func serve(t *testing.T) string {
	t.Helper()
	return serveWith(t, realtime.NewHandler(rail.New(embedded(t), func() time.Time { return clockTime })))
}

// embedded returns the embedded network, which all tests share.
func embedded(t *testing.T) *fiction.Railway {
	t.Helper()
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	return railway
}

func serveWith(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// An outcome is what a command printed, and its exit status.
type outcome struct {
	status         int
	stdout, stderr string
}

// railctl runs the command for a server, with the words of the line as its arguments.
func railctl(t *testing.T, server, line string) outcome {
	t.Helper()
	return railctlAt(t, server, 0, strings.Fields(line)...)
}

// railctlAt does so on a terminal of a width.
func railctlAt(t *testing.T, server string, width int, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	i := invocation{args: args, stdout: &stdout, stderr: &stderr}
	status := i.at(server, width, 24).run(t.Context())
	return outcome{status, stdout.String(), stderr.String()}
}

func (i invocation) at(server string, width, height int) invocation {
	i.environ = func(name string) string { return map[string]string{serverVariable: server}[name] }
	i.screen = func() (int, int) { return width, height }
	i.now = func() time.Time { return clockTime }
	return i
}

// compareGolden compares text with a file of testdata.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// Every command prints the same over every binding.
func TestAnswers(t *testing.T) {
	t.Parallel()
	server := serve(t)
	for _, test := range []struct{ golden, line string }{
		{"stations.txt", "stations"},
		{"find.txt", "find mill"},
		{"find.json", "find mill --json"},
		{"board.txt", "board STERG --mins 30"},
		{"board.txt", "board sterling gate --mins 30"},
		{"board.txt", "board GATE --mins 30"},
		{"board.json", "board sterg --mins 5 --json"},
		{"trains.txt", "trains"},
		{"train.txt", "train D119"},
		{"train.txt", "train d119 2026-11-21"},
		{"train.txt", "train D119 21 nov 2026"},
		{"train-of-today.txt", "train M109"}, // it is not a current train yet
		{"no-trains.json", "board GANNT --mins 5 --json"},
	} {
		for _, binding := range bindingNames {
			got := railctl(t, server, test.line+" --binding "+binding)
			if got.status != command.OK || got.stderr != "" {
				t.Fatalf("%s over %s: exit status %d, %s", test.line, binding, got.status, got.stderr)
			}
			compareGolden(t, test.golden, got.stdout)
		}
	}
	for _, binding := range bindingNames {
		compareGolden(t, "find-"+binding+".xml", railctl(t, server, "find harrow --xml --binding "+binding).stdout)
	}
}

// A table without rows is a sentence.
func TestNothing(t *testing.T) {
	t.Parallel()
	server := serveWith(t, realtime.NewHandler(empty{}))
	for line, want := range map[string]string{
		"stations":         "There are no stations.\n",
		"trains":           "No trains are running.\n",
		"find of nothing":  "No station matches \"of nothing\".\n",
		"board X":          "X Halt (X)\n\nNo trains are due.\n",
		"board X --json":   "[]\n",
		"stations --json":  "[]\n",
		"trains --json":    "[]\n",
		"find none --json": "[]\n",
	} {
		if got := railctl(t, server, line); got != (outcome{command.OK, want, ""}) {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// An empty service has one station if it is asked for a board.
type empty struct{ realtime.UnimplementedRealtime }

var halt = struct{ code, name string }{"X", "X Halt"}

func (empty) GetAllStationsXML(ctx context.Context) ([]realtime.ObjStation, error) { return nil, nil }

func (empty) GetVendorTrainsXML(context.Context) ([]realtime.ObjVendorPositions, error) {
	return nil, nil
}

func (empty) GetStationsFilterXML(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	if text(req.StationText) != halt.code {
		return nil, nil
	}
	return []realtime.ObjStationFilter{{StationCode: &halt.code, StationDesc: &halt.name}}, nil
}

func (empty) GetStationDataByCodeXML(context.Context, *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return nil, nil
}

// Wrong input has one line of explanation, and one about the help if the usage is wrong.
func TestWrongInput(t *testing.T) {
	t.Parallel()
	server := serve(t)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for _, test := range []struct {
		line   string
		status int
		want   string // a part of the first line
	}{
		{"trains --binding get --server " + closed.URL, command.Failed, "getVendorTrainsXML over HTTP GET: Get \"" + closed.URL + servicePath + "/getVendorTrainsXML?\": dial tcp"},
		{"stations --server " + server + "/wrong", command.Failed, "getAllStationsXML over SOAP 1.2: HTTP status 404 Not Found"},
		{"stations --server " + server + "/wrong --binding post", command.Failed, "getAllStationsXML over HTTP POST: HTTP status 404 Not Found: Client fault: nothing is served at this path"},
		{"board STERG --mins 300", command.Failed, "getStationDataByCodeXML_WithNumMins over SOAP 1.2: HTTP status 400 Bad Request: Client fault: NumMins must be a whole number of minutes from 5 to 90, not \"300\""},
		{"board STERG --mins 4 --binding soap11", command.Failed, "over SOAP 1.1: HTTP status 500 Internal Server Error: Client fault: NumMins must be"},
		{"board STERG --mins 4 --binding post", command.Failed, "over HTTP POST: HTTP status 400 Bad Request: Client fault: NumMins must be"},
		{"board stelring", command.Failed, "no station has the code or name \"stelring\"; did you mean Sterling Gate (STERG)?"},
		{"board nowhere at all", command.Failed, "no station has the code or name \"nowhere at all\"; 'railctl stations' lists all stations"},
		{"train M999", command.Failed, "no train \"M999\" starts on 21 Nov 2026; for another day, add the date"},
		{"train M109 1 Jan 1999", command.Failed, "no train \"M109\" starts on 01 Jan 1999"},

		{"", command.Usage, "no command given"},
		{"bord STERG --mins 30", command.Usage, "unknown command \"bord\"; did you mean \"board\"?"},
		{"tickets", command.Usage, "unknown command \"tickets\""},
		{"stations --bindings get", command.Usage, "unknown flag: --bindings; did you mean --binding?"},
		{"stations all", command.Usage, "unexpected argument \"all\""},
		{"board", command.Usage, "CODE or NAME is missing"},
		{"find", command.Usage, "TEXT is missing"},
		{"train", command.Usage, "ID is missing"},
		{"board STERG --mins soon", command.Usage, "--mins \"soon\" is not a whole number of minutes"},
		{"board STERG --mins=-5", command.Usage, "--mins \"-5\" is not a whole number of minutes"},
		{"board STERG --mins", command.Usage, "flag needs an argument: --mins"},
		{"train D119 31 Nov 2026", command.Usage, "DATE \"31 Nov 2026\" is not a date such as 2026-11-21 or 21 Nov 2026"},
		{"train D119 today", command.Usage, "DATE \"today\" is not a date"},
		{"stations --binding soap", command.Usage, "--binding \"soap\" is not one of soap11, soap12, get, post"},
		{"stations --server ftp://example.com", command.Usage, "--server \"ftp://example.com\" is not an address"},
		{"stations --json --xml", command.Usage, "--json and --xml cannot be used together"},
		{"stations --timeout 0s", command.Usage, "--timeout 0s is not greater than 0"},
		{"stations --watch --every 10ms", command.Usage, "--every 10ms is less than a second"},
	} {
		got := railctl(t, server, test.line)
		first, rest, _ := strings.Cut(got.stderr, "\n")
		ending := ""
		if test.status == command.Usage {
			ending = "Run 'railctl"
		}
		if got.status != test.status || got.stdout != "" || !strings.HasPrefix(first, "railctl: ") || !strings.Contains(first, test.want) ||
			!strings.HasPrefix(rest, ending) || strings.Count(rest, "\n") != strings.Count(ending, "Run") {
			t.Errorf("%s: %+v\nwant %d and %s", test.line, got, test.status, test.want)
		}
	}
}

func TestSeveralStations(t *testing.T) {
	t.Parallel()
	want := "railctl: \"mill\" matches several stations; use a code:\nCODE   NAME\nFULLR  Fuller's Mill\nMILLR  Millrace\nPAPER  Paper Mill\n"
	if got := railctl(t, serve(t), "board mill"); got != (outcome{command.Failed, "", want}) {
		t.Errorf("%+v", got)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for server, want := range map[string]string{
		"127.0.0.1:8080":                   "http://127.0.0.1:8080" + servicePath,
		"http://127.0.0.1:8080/":           "http://127.0.0.1:8080" + servicePath,
		"https://rail.example":             "https://rail.example" + servicePath,
		"https://rail.example/other":       "https://rail.example/other",
		"localhost":                        "http://localhost" + servicePath,
		"":                                 "",
		"http://":                          "",
		"file:///etc":                      "",
		"http://[::1":                      "",
		"https://rail.example/other?key=1": "https://rail.example/other?key=1",
	} {
		if got, err := endpoint(server); got != want || (err != nil) != (want == "") {
			t.Errorf("endpoint(%q) = %q, %v, want %q", server, got, err, want)
		}
	}
}

// TestPassengers prints what only raild says: alerts, a train that leaves out a stop, and the next train at night.
func TestPassengers(t *testing.T) {
	railway := embedded(t)
	now := time.Date(2026, 11, 24, 5, 15, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	mux := http.NewServeMux()
	mux.Handle("/data/", passenger.Handler(railway, clock))
	mux.Handle("/", realtime.NewHandler(rail.New(railway, clock)))
	server := serveWith(t, mux)
	var out strings.Builder
	for _, line := range []string{"board BEACN", "board BEACN --mins 10", "train D104 2026-11-24", "trains"} {
		got := railctl(t, server, line)
		if got.status != 0 || got.stderr != "" {
			t.Errorf("%s: %+v", line, got)
		}
		out.WriteString("$ railctl " + line + "\n" + got.stdout)
	}
	for _, line := range []string{"stations --type D", "trains --type s", "trains --messages", "board Beacon Park --by-name --mins 15", "board Beacon Park --by-name"} {
		if got := railctl(t, server, line); got.status != 0 || got.stderr != "" || strings.Count(got.stdout, "\n") < 3 {
			t.Errorf("%s: %+v", line, got)
		}
	}
	if got := railctl(t, server, "trains --messages"); !strings.Contains(got.stdout, "PLACE FROM") || !strings.Contains(got.stdout, "  vehicle  ") {
		t.Errorf("places without their source: %s", got.stdout)
	}
	if got := railctl(t, server, "trains --type X"); got.status != 2 || !strings.Contains(got.stderr, `--type "X" is not M, S or D`) {
		t.Errorf("an unknown type: %+v", got)
	}
	now = now.Add(-3 * time.Hour)
	out.WriteString("$ railctl board CAPEO\n" + railctl(t, server, "board cape orrin").stdout)
	compareGolden(t, "passengers.txt", out.String())
}
