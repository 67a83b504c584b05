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

// The flags of TestWriteFeeds.
var (
	nationalFeeds  = flag.String("feeds", "", "`folder` for national.zip and national.pb of the railway of the benchmarks, changed by the other flags")
	nationalTime   = flag.String("at", "", "`time` of national.pb, such as 2026-11-16T08:15:00Z (default the peak of a working day)")
	nationalConfig = Default()
)

func init() {
	flag.Uint64Var(&nationalConfig.Seed, "seed", nationalConfig.Seed, "random seed; each seed gives a different railway")
	flag.IntVar(&nationalConfig.Stations, "stations", nationalConfig.Stations, "approximate number of stations")
	flag.IntVar(&nationalConfig.Trips, "trips", nationalConfig.Trips, "number of trips on a working day")
	flag.IntVar(&nationalConfig.Calls, "calls", nationalConfig.Calls, "number of stop times of all trips, a multiple of -trips")
	flag.IntVar(&nationalConfig.Running, "running", nationalConfig.Running, "approximate number of trains running at the peak")
}

// TestWriteFeeds writes the feeds to a folder. Without the flag -feeds it writes the feeds of a small nationalConfig.
func TestWriteFeeds(t *testing.T) {
	config, dir := nationalConfig, *nationalFeeds
	if dir == "" {
		config, dir = smallConfig(), filepath.Join(t.TempDir(), "new")
	}
	if config.Stations < 10 || config.Trips < 1 || config.Calls < 2*config.Trips {
		t.Fatal("want at least 10 stations, 1 trip and 2 stop times for each trip")
	}
	network := New(config)
	instant := network.Peak()
	if *nationalTime != "" {
		var err error
		if instant, err = time.Parse(time.RFC3339, *nationalTime); err != nil {
			t.Fatal(err)
		}
	}
	var archive bytes.Buffer
	if err := network.WriteGTFS(&archive); err != nil {
		t.Fatal(err)
	}
	if _, report, err := gtfs.Load(t.Context(), archive.Bytes(), gtfs.Options{}); err != nil || report.WarningCount() > 0 || report.Trips != config.Trips || report.UnservedStops > 0 {
		t.Fatalf("%v: %v", report, err)
	}
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(network.Realtime(instant))
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
	t.Logf("national.pb is for %s", instant.UTC().Format(time.RFC3339))
}

// smallConfig is the configuration of a network that is small enough for tests.
func smallConfig() Config {
	config := Default()
	config.Stations, config.Trips, config.Calls, config.Running = 300, 1000, 14_000, 200
	return config
}
