package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// get returns the response to a request of a browser, without following redirects.
func get(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// The pages are at the root, with the clock of the service in the zone of the railway; the service and the operational
// endpoints stay where they are.
func TestPages(t *testing.T) {
	printed, _ := start(t, "--clock", noon, "--speed", "60")
	base := host(t, printed)
	for _, path := range []string{"/", "/map", "/board/STERG", "/train/M107", "/search?q=mill"} {
		response, body := get(t, base+path)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, `data-clock="2026-11-21T12:`) || !strings.Contains(body, `data-speed="60"`) ||
			!strings.Contains(body, `data-service="/realtime/realtime.asmx"`) || !strings.Contains(body, "embedded timetable") {
			t.Errorf("%s: %d\n%s", path, response.StatusCode, body)
		}
	}
	for query, board := range map[string]string{"sterg": "STERG", "harrow": "HARFN"} {
		found, _ := get(t, base+"/search?q="+query)
		if found.StatusCode != http.StatusSeeOther || found.Header.Get("Location") != "/board/"+board {
			t.Errorf("searching %s: %d %v", query, found.StatusCode, found.Header)
		}
	}
	for path, want := range map[string]string{
		"/realtime/realtime.asmx": "getAllStationsXML", "/realtime/realtime.asmx?wsdl": "definitions", "/realtime/realtime.asmx?op=getStationDataByCodeXML": `value="STERG"`, "/readyz": `"ready": true`, "/metrics": "raild_ready",
	} {
		if response, body := get(t, base+path); response.StatusCode != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d, want %s in\n%.500s", path, response.StatusCode, want, body)
		}
	}
}

// TestPagesAreShared: pages and their data have what caches need, and are compressed, also without --gzip; what is wrong is not kept.
func TestPagesAreShared(t *testing.T) {
	printed, _ := start(t, "--clock", noon)
	base := host(t, printed)
	for path, lifetime := range map[string]string{
		"/": "max-age=1,", "/map": "max-age=1,", "/board/STERG": "max-age=1,", "/train/M107": "max-age=1,", "/search?q=mill": "max-age=1,", "/data/board?code=STERG": "max-age=1,",
		"/data/run?code=M107": "max-age=1,", "/data/trains": "max-age=1,", "/data/trains?box=-18.5,46.25,-18.25,46.5": "max-age=1,", "/data/network": "max-age=300,", "/data/shapes": "max-age=300,",
	} {
		first, _ := ask(t, base+path, "Accept-Encoding", "gzip")
		again, _ := ask(t, base+path, "Accept-Encoding", "gzip", "If-None-Match", first.Header.Get("Etag"))
		if h := first.Header; first.StatusCode != http.StatusOK || again.StatusCode != http.StatusNotModified || !strings.HasPrefix(h.Get("Cache-Control"), "public, "+lifetime) ||
			h.Get("Content-Encoding") != "gzip" || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %d %v, and then %d", path, first.StatusCode, h, again.StatusCode)
		}
	}
	for path, status := range map[string]int{"/board/NOPE": 404, "/train/NOPE": 404, "/data/board?code=NOPE": 404, "/data/trains?box=1,2": 400, "/data/run?code=%zz": 400} {
		if response, body := get(t, base+path); response.StatusCode != status || response.Header.Get("Cache-Control") != "no-store" || len(body) < 20 {
			t.Errorf("%s: %d %v %s", path, response.StatusCode, response.Header, body)
		}
	}
	if _, metrics := get(t, base+"/metrics"); !strings.Contains(metrics, `raild_cache_results_total{result="hit"} 11`) {
		t.Errorf("the cache has not been asked:\n%s", metrics[strings.Index(metrics, "raild_cache"):])
	}
}
