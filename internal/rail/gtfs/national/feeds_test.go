package national

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
)

// The flags of TestWriteFeeds.
var (
	feeds   = flag.String("feeds", "", "`folder` for national.zip and national.pb of the railway of the benchmarks, changed by the other flags")
	at      = flag.String("at", "", "`time` of national.pb, such as 2026-11-16T08:15:00Z (default the peak of a working day)")
	railway = Default()
)

func init() {
	flag.Uint64Var(&railway.Seed, "seed", railway.Seed, "random seed; each seed gives a different railway")
	flag.IntVar(&railway.Stations, "stations", railway.Stations, "approximate number of stations")
	flag.IntVar(&railway.Trips, "trips", railway.Trips, "number of trips on a working day")
	flag.IntVar(&railway.Calls, "calls", railway.Calls, "number of stop times of all trips, a multiple of -trips")
	flag.IntVar(&railway.Running, "running", railway.Running, "approximate number of trains running at the peak")
}

// TestWriteFeeds writes the feeds to a folder. Without the flag -feeds it writes the feeds of a small railway.
func TestWriteFeeds(t *testing.T) {
	config, dir := railway, *feeds
	if dir == "" {
		config, dir = smallConfig(), filepath.Join(t.TempDir(), "new")
	}
	if config.Stations < 10 || config.Trips < 1 || config.Calls < 2*config.Trips {
		t.Fatal("want at least 10 stations, 1 trip and 2 stop times for each trip")
	}
	network := New(config)
	instant := network.Peak()
	if *at != "" {
		var err error
		if instant, err = time.Parse(time.RFC3339, *at); err != nil {
			t.Fatal(err)
		}
	}
	var archive bytes.Buffer
	if err := network.WriteGTFS(&archive); err != nil {
		t.Fatal(err)
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
