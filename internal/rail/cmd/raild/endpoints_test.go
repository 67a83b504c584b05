package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// fetch returns the status, header and body of the response to a GET request.
func fetch(t testing.TB, address string) (int, http.Header, string) {
	t.Helper()
	response, body := ask(t, address)
	return response.StatusCode, response.Header, body
}

// host returns the address without the path.
func host(t testing.TB, printed string) string {
	t.Helper()
	return strings.TrimSuffix(address(t, printed), "/realtime/realtime.asmx")
}

// noon is a time at which trains run.
const noon = "2026-11-21T12:00:00Z"

// TestNoSniffing checks that no response may be taken for another type than it has, whatever is asked.
func TestNoSniffing(t *testing.T) {
	printed, _ := start(t, "--clock", noon)
	for _, request := range []string{
		"GET /healthz", "GET /readyz", "GET /metrics", "HEAD /metrics", "POST /healthz", "DELETE /metrics", "GET /", "GET /favicon.ico",
		"GET /nothing", "GET " + servicePath, "GET " + servicePath + "?wsdl", "PUT " + servicePath,
	} {
		method, path, _ := strings.Cut(request, " ")
		r, err := http.NewRequest(method, host(t, printed)+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := response.Header.Values("X-Content-Type-Options"); len(got) != 1 || got[0] != "nosniff" {
			t.Errorf("%s: %d with X-Content-Type-Options %q", request, response.StatusCode, got)
		}
	}
}

// sample returns the value of a metric with its labels.
func sample(t testing.TB, metrics, name string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (.*)$`).FindStringSubmatch(metrics)
	if found == nil {
		return ""
	}
	return found[1]
}

func TestMetrics(t *testing.T) {
	printed, _ := start(t, "--clock", noon)
	base := address(t, printed)
	for range 3 {
		fetch(t, base+"/getStationDataByCodeXML?StationCode=STERG")
	}
	fetch(t, base+"/getStationDataByCodeXML_WithNumMins?StationCode=STERG&NumMins=1")
	fetch(t, base+"?wsdl")
	for i := range 50 { // the contents of requests do not create time series
		fetch(t, fmt.Sprintf("%s/getNothing%d?StationCode=%d", base, i, i))
		request, err := http.NewRequest(fmt.Sprintf("METHOD%d", i), base, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	code, header, metrics := fetch(t, host(t, printed)+"/metrics")
	if code != http.StatusOK || !strings.HasPrefix(header.Get("Content-Type"), "text/plain") {
		t.Fatalf("%d %v", code, header)
	}
	const board = `operation="getStationDataByCodeXML"`
	for name, want := range map[string]string{
		`raild_requests_total{binding="HTTP GET",` + board + `,status="200"}`:                                   "3",
		`raild_requests_total{binding="HTTP GET",operation="getStationDataByCodeXML_WithNumMins",status="400"}`: "1",
		`raild_requests_total{binding="none",operation="none",status="200"}`:                                    "1",
		`raild_requests_total{binding="none",operation="none",status="404"}`:                                    "50",
		`raild_requests_total{binding="none",operation="none",status="405"}`:                                    "50",
		`raild_request_duration_seconds_count{binding="HTTP GET",` + board + `}`:                                "3",
		`raild_requests_in_flight`:                   "0",
		`raild_cache_results_total{result="hit"}`:    "2",
		`raild_cache_results_total{result="miss"}`:   "1",
		`raild_cache_results_total{result="bypass"}`: "1",
		`raild_cache_entries`:                        "1",
		`raild_ready`:                                "1",
	} {
		if got := sample(t, metrics, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{
		`raild_response_bytes_total{binding="HTTP GET",` + board + `}`, `raild_trains{status="R"}`, "raild_stations", "raild_trips",
		"go_goroutines", "process_resident_memory_bytes",
	} {
		if got := sample(t, metrics, name); got == "" || got == "0" {
			t.Errorf("%s is %q", name, got)
		}
	}
	for line := range strings.Lines(metrics) {
		if strings.Contains(line, "Nothing") || strings.Contains(line, "METHOD") {
			t.Errorf("a time series created by a request: %s", line)
		}
	}
}
