package main

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/quartet/internal/rail/fiction"
)

// marked returns the feed of the embedded network with a mark after the name of every station.
func marked(t *testing.T, mark string) []byte {
	t.Helper()
	content, err := fs.ReadFile(fiction.Feed(), "stops.txt")
	if err != nil {
		t.Fatal(err)
	}
	var edits []string
	for _, row := range strings.Split(string(content), "\n")[1:] {
		if name := field(row, string(content), "stop_name"); name != "" {
			edits = append(edits, ","+name+",", ","+name+mark+",")
		}
	}
	text := strings.NewReplacer(edits...).Replace(string(content))
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"agency.txt", "routes.txt", "calendar.txt", "calendar_dates.txt", "trips.txt", "stop_times.txt", "shapes.txt", "transfers.txt"} {
		if content, err := fs.ReadFile(fiction.Feed(), name); err == nil {
			add(t, z, name, content)
		}
	}
	add(t, z, "stops.txt", []byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func add(t *testing.T, z *zip.Writer, name string, content []byte) {
	t.Helper()
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(content)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// field returns the field of an unquoted row that has the name in the header line of the table.
func field(row, table, name string) string {
	header, _, _ := strings.Cut(table, "\n")
	fields := strings.Split(strings.TrimSuffix(row, "\r"), ",")
	for i, known := range strings.Split(strings.TrimSuffix(header, "\r"), ",") {
		if known == name && i < len(fields) {
			return fields[i]
		}
	}
	return ""
}

// While new timetables replace old ones, no response mixes data of two timetables.
func TestTimetablesAreReplacedAtomically(t *testing.T) {
	const clock, swaps = "2026-03-20T08:15:00Z", 4
	marks := []string{" One", " Two"}
	archives := [][]byte{marked(t, marks[0]), marked(t, marks[1])}
	dir := t.TempDir()
	static, realtime := filepath.Join(dir, "feed.zip"), filepath.Join(dir, "trips.pb")
	replace(t, static, archives[0])
	replace(t, realtime, message(t, 1, clock))
	printed, _ := start(t, append([]string{"--gtfs", static, "--gtfs-rt", realtime, "--clock", clock, "--log-level", "warn"}, pollFast...)...)
	base := address(t, printed)

	var mixed, answered atomic.Int64
	done := make(chan struct{})
	var clients sync.WaitGroup
	questions := []string{"getVendorTrainsXML", "getAllStationsXML", "getStationDataByCodeXML?StationCode=STERG", "getStationsFilterXML?StationText=s"}
	names := regexp.MustCompile(` (One|Two)<`)
	for _, question := range questions {
		clients.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				code, _, body := fetch(t, base+"/"+question)
				found := names.FindAllString(body, -1)
				answered.Add(1)
				if code != 200 || len(found) == 0 || strings.Count(body, found[0]) != len(found) {
					mixed.Add(1)
				}
			}
		})
	}
	for i := range swaps {
		next := (i + 1) % 2
		replace(t, static, archives[next])
		eventually(t, "the next timetable is in use", func() bool {
			_, _, body := fetch(t, base+"/getAllStationsXML")
			return strings.Contains(body, marks[next]+"<")
		})
	}
	close(done)
	clients.Wait()
	if mixed.Load() > 0 || answered.Load() < swaps {
		t.Errorf("%d of %d responses have data of two timetables, or of none", mixed.Load(), answered.Load())
	}
}
