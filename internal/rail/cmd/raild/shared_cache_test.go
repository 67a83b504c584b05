package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	transit "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/internal/rail/fiction"
)

// TestSharedCache asks for pages and their data, as many people do at once, through nginx with the configuration for operators, before
// three processes: at least 90 % of the answers come from its cache, and they are compressed.
func TestSharedCache(t *testing.T) {
	if !soaking() {
		t.Skip("part of 'make soak'")
	}
	interop.Program(t, "nginx", "nginx-light")
	server := httptest.NewServer(&versions{at: time.Now(), asked: map[string]int{}, hold: true, trip: &transit.TripDescriptor{TripId: proto.String("none")}})
	defer server.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, fiction.Feed()); err != nil {
		t.Fatal(err)
	}
	var replicas []*replica
	for n := range 3 {
		replicas = append(replicas, startReplica(t, n, "--gtfs", dir, "--gtfs-rt", server.URL, "--types", fiction.Types))
	}
	client := startNginx(t, replicas, true)
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"/", "/map", "/search?q=mill", "/data/trains", "/data/trains?box=-18.5,46.25,-18.25,46.5", "/data/trains?box=0,0,0,0", "/data/network", "/data/land"}
	for station := range railway.Timetable().Stations() {
		if len(paths) < 12 {
			paths = append(paths, "/board/"+station.Code, "/data/board?code="+station.Code)
		}
	}
	asked, hits := map[string]int{}, map[string]int{}
	ctx, cancel := context.WithTimeout(t.Context(), *soakTime/20)
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
			if err != nil || response.StatusCode != http.StatusOK || n >= minGzipSize && response.Header.Get("Content-Encoding") != "gzip" || response.Header.Get("Etag") == "" {
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
		share := 100 * hits[path] / asked[path]
		t.Logf("shared cache: %-42s %5d requests, %3d %% from the cache", path, asked[path], share)
		if asked[path] >= 40 && share < 90 {
			t.Errorf("%s: %d %% of %d answers came from the cache", path, share, asked[path])
		}
	}
}
