package gtfs_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/rail/gtfs"
)

// zipWith returns the smallest feed as an archive in which one file has many rows.
func zipWith(t *testing.T, name, header string, rows int, row func(w io.Writer, i int)) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	for file, text := range feed(t, "smallest", nil) {
		if file == name {
			continue
		}
		w, err := archive.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
	}
	w, err := archive.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, header+"\n")
	for i := range rows {
		row(w, i)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestLimitMemory loads a feed with far more stops than fit into the limit.
func TestLimitMemory(t *testing.T) {
	content := zipWith(t, "stops.txt", "stop_id,stop_name,stop_lat,stop_lon", 500_000, func(w io.Writer, i int) {
		fmt.Fprintf(w, "%d,,1,1\n", i)
	})
	var err error
	allocated, took := cost.Of(func() { _, _, err = gtfs.Load(context.Background(), content, gtfs.Options{Memory: 32 << 20}) })
	const bound = 10 * 32 << 20
	t.Logf("limit: memory of a feed (32 MiB, in the test) | %d MB | %d MB allocated in %v", bound>>20, allocated>>20, took.Round(time.Millisecond))
	if err == nil || !strings.Contains(err.Error(), "more than 32 MiB of memory, the limit of --gtfs-memory") {
		t.Errorf("error %v", err)
	}
	if allocated > bound {
		t.Errorf("%d bytes are allocated, want at most %d", allocated, bound)
	}
}

// TestBoundServiceDays loads a feed whose services run on each day of two centuries.
func TestBoundServiceDays(t *testing.T) {
	trips, services := "trip_id,route_id,service_id\n", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
	for i := range 2000 {
		trips += fmt.Sprintf("T%d,R,S%d\n", i, i)
		services += fmt.Sprintf("S%d,1,1,1,1,1,1,1,%d,21991231\n", i, 19700101+i%28)
	}
	_, _, err := load(t, feed(t, "smallest", map[string]string{"trips.txt": trips, "calendar.txt": services}), gtfs.Options{Memory: 32 << 20})
	if err == nil || !strings.Contains(err.Error(), "more than 32 MiB of memory, the limit of --gtfs-memory") {
		t.Errorf("error %v", err)
	}
}

// TestLimitRows loads a feed with far more rows than the limit, none of which is of use.
func TestLimitRows(t *testing.T) {
	content := zipWith(t, "stop_times.txt", "trip_id,stop_id,stop_sequence,arrival_time", 2_000_000, func(w io.Writer, i int) {
		io.WriteString(w, "?\n")
	})
	var err error
	allocated, took := cost.Of(func() { _, _, err = gtfs.Load(context.Background(), content, gtfs.Options{Rows: 100_000}) })
	const bound = 64 << 20
	t.Logf("limit: rows of a file (100,000, in the test) | %d MB | %d MB allocated in %v", bound>>20, allocated>>20, took.Round(time.Millisecond))
	if err == nil || err.Error() != "stop_times.txt: the file has more than 100000 rows, the limit of --gtfs-rows" {
		t.Errorf("error %v", err)
	}
	if allocated > bound {
		t.Errorf("%d bytes are allocated, want at most %d", allocated, bound)
	}
}

// TestLimitBytes loads feeds whose archives declare a small size, and files that are larger than the limit.
func TestLimitBytes(t *testing.T) {
	content := zipWith(t, "stops.txt", "stop_id,stop_name", 1, func(w io.Writer, i int) {
		io.WriteString(w, strings.Repeat(" \n", 50<<20))
	})
	for _, test := range []struct {
		options gtfs.Options
		want    string
	}{
		{gtfs.Options{Bytes: 1 << 20}, "the feed's files have more than 1048576 bytes uncompressed, the limit of --gtfs-bytes"},
		{gtfs.Options{FileBytes: 1 << 20}, "reading stops.txt"},
	} {
		var err error
		allocated, took := cost.Of(func() { _, _, err = gtfs.Load(context.Background(), content, test.options) })
		const bound = 64 << 20
		t.Logf("limit: bytes of a feed (1 MiB, in the test) | %d MB | %d MB allocated in %v", bound>>20, allocated>>20, took.Round(time.Millisecond))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %s", err, test.want)
		}
		if allocated > bound {
			t.Errorf("%d bytes are allocated, want at most %d", allocated, bound)
		}
	}
}

// TestLimitStopTimes gives one trip more stop times than any train has. The trip is skipped, at little cost.
func TestLimitStopTimes(t *testing.T) {
	content := zipWith(t, "stop_times.txt", "trip_id,stop_id,stop_sequence,arrival_time", 200_000, func(w io.Writer, i int) {
		fmt.Fprintf(w, "T1,a,%d,08:00:00\n", i)
	})
	var report *gtfs.Report
	var err error
	allocated, took := cost.Of(func() { _, report, err = gtfs.Load(context.Background(), content, gtfs.Options{}) })
	const bound = 64 << 20
	t.Logf("limit: stop times of a trip (10,000) | %d MB | %d MB allocated in %v", bound>>20, allocated>>20, took.Round(time.Millisecond))
	want := `stop_times.txt: trip_id: trip "T1" has more than 10000 stop times; trip skipped`
	if err == nil || len(report.Warnings) == 0 || report.Warnings[0].Error() != want {
		t.Errorf("error %v, warnings %v", err, report.Warnings)
	}
	if allocated > bound {
		t.Errorf("%d bytes are allocated, want at most %d", allocated, bound)
	}
}

// TestLimitCancellation cancels the loading of a large feed while it is read.
func TestLimitCancellation(t *testing.T) {
	content := zipWith(t, "stops.txt", "stop_id,stop_name", 1, func(w io.Writer, i int) {
		io.WriteString(w, strings.Repeat(" \n", 50<<20))
	})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var done, total int64
	_, _, err := gtfs.Load(ctx, content, gtfs.Options{Progress: func(d, n int64) { done, total = d, n; cancel() }})
	t.Logf("limit: loading after its cancellation | a tenth | %.1f %%", 100*float64(done)/float64(total))
	if !errors.Is(err, context.Canceled) || done > total/10 {
		t.Errorf("error %v after %d of %d", err, done, total)
	}
}

// TestLimitLoadingTime has a fake clock pass the limit at each step of the loading but the last, which only makes the index.
func TestLimitLoadingTime(t *testing.T) {
	content := zipWith(t, "stop_headsigns.txt", "stop_id", 200_000, func(w io.Writer, i int) { io.WriteString(w, "a\n") })
	const limit = time.Minute
	steps, slow := 0, 0
	load := func(t *testing.T) (err error) {
		synctest.Test(t, func(*testing.T) {
			steps = 0
			_, _, err = gtfs.Load(context.Background(), content, gtfs.Options{Time: limit, Progress: func(done, total int64) {
				if steps++; steps == slow {
					time.Sleep(2 * limit)
				}
			}})
		})
		return err
	}
	if err := load(t); err != nil {
		t.Fatal(err)
	}
	all := steps
	for slow = 1; slow < all-1; slow++ {
		err := load(t)
		if err == nil || err.Error() != "the feed takes more than 1m0s to load, the limit of --gtfs-timeout" {
			t.Errorf("step %d of %d: error %v", slow, all, err)
		}
	}
	t.Logf("limit: time to load a feed (5 minutes; 1 in the test) | the step in which it passes | %d of %d steps", all-2, all)
}
