package rail_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/quartet/internal/rail/gtfs"
	"google.golang.org/protobuf/proto"
)

var nationalFeeds = flag.String("feeds", "", "`folder` for national.zip and national.pb of the railway of the benchmarks")

// TestWriteFeeds writes the feeds to a folder. Without the flag -feeds it writes the feeds of a small network.
func TestWriteFeeds(t *testing.T) {
	config, dir := Default(), *nationalFeeds
	if dir == "" {
		dir = filepath.Join(t.TempDir(), "new")
		config.Stations, config.Trips, config.Calls, config.Running = 300, 1000, 14_000, 200
	}
	network := New(config)
	var archive bytes.Buffer
	if err := network.WriteGTFS(&archive); err != nil {
		t.Fatal(err)
	}
	if _, report, err := gtfs.Load(t.Context(), archive.Bytes(), gtfs.Options{}); err != nil || report.WarningCount() > 0 || report.Trips != config.Trips || report.UnservedStops > 0 {
		t.Fatalf("%v: %v", report, err)
	}
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(network.Realtime(network.Peak()))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"national.zip": archive.Bytes(), "national.pb": message} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("national.pb is for %s", network.Peak().UTC().Format(time.RFC3339))
}
