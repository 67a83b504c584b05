package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/OneBusAway/go-gtfs/proto"
	protobuf "google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/gtfs"
)

func TestRunWritesBothFeeds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	var out, stderr strings.Builder
	if status := run([]string{"--dir", dir, "--stations", "100", "--trips", "500", "--calls", "4000", "--running", "100"}, &out, &stderr); status != command.OK || stderr.String() != "" {
		t.Fatalf("status %d, %s", status, stderr.String())
	}
	feed, err := os.ReadFile(filepath.Join(dir, "national.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if _, report, err := gtfs.Load(context.Background(), feed, gtfs.Options{}); err != nil || report.Trips != 500 || report.WarningCount() > 0 {
		t.Errorf("%v, %v", report, err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "national.pb"))
	if err != nil {
		t.Fatal(err)
	}
	var message proto.FeedMessage
	if err := protobuf.Unmarshal(content, &message); err != nil || len(message.Entity) < 100 {
		t.Errorf("%d entities, %v", len(message.Entity), err)
	}
	if !strings.Contains(out.String(), "2026-11-16T08:15:00Z") {
		t.Error(out.String())
	}
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{
		{"--stations", "1"}, {"--trips", "0"}, {"--calls", "7"}, {"argument"}, {"--at", "noon", "--trips", "10", "--calls", "20", "--stations", "10"},
		{"--station", "10"}, {"--seed"}, {"--running", "many"},
	} {
		var stdout, stderr strings.Builder
		status := run(append([]string{"--dir", t.TempDir()}, args...), &stdout, &stderr)
		if status != command.Usage || stdout.String() != "" || !strings.HasPrefix(stderr.String(), "nationalfeed: ") || !strings.Contains(stderr.String(), "nationalfeed --help") {
			t.Errorf("%v: status %d, printed %q and %q", args, status, stdout.String(), stderr.String())
		}
	}
}

func TestHelp(t *testing.T) {
	var stdout, stderr strings.Builder
	if status := run([]string{"--help"}, &stdout, &stderr); status != command.OK || !strings.Contains(stdout.String(), "--dir folder") || stderr.String() != "" {
		t.Errorf("status %d, printed %q and %q", status, stdout.String(), stderr.String())
	}
}
