package rail_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/gtfs"
)

// loadOnly is the environment variable with the name of the feed that a separate process loads.
const loadOnly = "NATIONAL_LOAD_ONLY"

func TestMain(m *testing.M) {
	if name := os.Getenv(loadOnly); name != "" {
		if err := loadAlone(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func loadAlone(name string) error {
	feed, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if _, _, err = gtfs.Load(context.Background(), feed, gtfs.Options{}); err != nil {
		return err
	}
	// The maximum resident set of a child process, as the system reports it to the parent, is at least as large as the
	// parent's.
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(status)) {
		if peak, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Println(strings.TrimSuffix(strings.TrimSpace(peak), " kB"))
		}
	}
	return nil
}

// BenchmarkLoadInProcess loads the feed in a separate process, and reports the peak of its memory.
func BenchmarkLoadInProcess(b *testing.B) {
	loadInProcess(b, wholeCountry().feed)
}

// BenchmarkLoadLargeInProcess does the same with 4.2 million stop times, of 300,000 trips a day.
func BenchmarkLoadLargeInProcess(b *testing.B) {
	config := Default()
	config.Trips, config.Calls, config.Running = 300_000, 4_200_000, 60_000
	var feed bytes.Buffer
	if err := New(config).WriteGTFS(&feed); err != nil {
		b.Fatal(err)
	}
	loadInProcess(b, feed.Bytes())
}

func loadInProcess(b *testing.B, feed []byte) {
	b.Helper()
	name := filepath.Join(b.TempDir(), "national.zip")
	if err := os.WriteFile(name, feed, 0o666); err != nil {
		b.Fatal(err)
	}
	var peak int64
	var cpu time.Duration
	n := 0
	for b.Loop() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), loadOnly+"="+name)
		out, err := cmd.CombinedOutput()
		if err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		kilobytes, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		peak = max(peak, kilobytes)
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		n++
	}
	b.ReportMetric(float64(peak)/1024, "peak-MB")
	b.ReportMetric(cpu.Seconds()/float64(n), "cpu-s/op")
}
