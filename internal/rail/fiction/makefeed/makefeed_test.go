package makefeed

import (
	"archive/zip"
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"os"
	"slices"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the files of the feed")

const archivePath = "../feed.zip"

// TestFeed compares the files of the feed with those that the tables make. How well the archive is compressed may depend on the
// version of Go.
func TestFeed(t *testing.T) {
	want, err := makeFeed()
	if err != nil {
		t.Fatal(err)
	}
	if *update && !maps.EqualFunc(read(t), want, bytes.Equal) {
		write(t, want)
	}
	got := read(t)
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s is out of date; run go test ./internal/rail/fiction/makefeed -update", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the feed has the files %v; run go test ./internal/rail/fiction/makefeed -update", slices.Sorted(maps.Keys(got)))
	}
}

// read returns the files of the feed by name.
func read(t *testing.T) map[string][]byte {
	t.Helper()
	archive, err := zip.OpenReader(archivePath)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	files := make(map[string][]byte)
	for _, f := range archive.File {
		if files[f.Name], err = fs.ReadFile(archive, f.Name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// write writes the files of the feed.
func write(t *testing.T, files map[string][]byte) {
	t.Helper()
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := archive.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(archivePath, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Stations have unique numbers and codes, and consecutive tracks meet.
func TestTables(t *testing.T) {
	numbers, codes, names := map[int]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range stations {
		if numbers[s.number] || codes[s.code] || names[s.name] || s.number < 1 || len(s.code) != 5 {
			t.Errorf("station %d, %s, %s", s.number, s.code, s.name)
		}
		numbers[s.number], codes[s.code], names[s.name] = true, true, true
		if (s.alias == "") != (s.language == "") {
			t.Errorf("%s: alias %q, language %q", s.name, s.alias, s.language)
		}
	}
	for _, l := range lines {
		w, err := layout(l.tracks, railSpacing)
		if err != nil {
			t.Fatal(err)
		}
		distance := -1.0
		for _, r := range l.runTimes {
			i, ok := w.stations[r.code]
			if !ok || w.points[i].distance <= distance {
				t.Errorf("%s: %s is not after the previous station on the tracks", l.route, r.code)
				continue
			}
			distance = w.points[i].distance
		}
	}
	if _, err := layout([]track{northTrack, harbourTrack}, railSpacing); err == nil {
		t.Error("no error for tracks that do not meet")
	}
	if _, err := layout([]track{{{"NOWHR", 0}}}, railSpacing); err == nil {
		t.Error("no error for a station that does not exist")
	}
}

func TestPaths(t *testing.T) {
	straight := metres(point{latitude: 46}, point{latitude: 47})
	if straight < 111190 || straight > 111200 {
		t.Errorf("a degree of latitude is %.0f m", straight)
	}
	w, err := layout([]track{capeTrack}, railSpacing)
	if err != nil {
		t.Fatal(err)
	}
	there, back := w.between("HARFN", "TARNB"), w.between("TARNB", "HARFN")
	last := len(there) - 1
	if there[0].distance != 0 || back[0].distance != 0 || there[last].distance != back[len(back)-1].distance {
		t.Errorf("there from %v to %v, back from %v to %v", there[0], there[last], back[0], back[len(back)-1])
	}
	direct := metres(there[0], there[last])
	if there[last].distance < 1.01*direct || there[last].distance > 1.3*direct {
		t.Errorf("%.0f m of track for a distance of %.0f m", there[last].distance, direct)
	}
	for i := range last {
		step := there[i+1].distance - there[i].distance
		if step < railSpacing/2 || step > railSpacing*1.5 {
			t.Errorf("points %d and %d are %.0f m apart", i, i+1, step)
		}
	}
}

func TestLongNight(t *testing.T) {
	for year, want := range map[int]int{2026: 24, 2027: 30, 2020: 24, 2032: 30} { // Saturdays
		if got := longNight(year); got != day(year, time.October, want) {
			t.Errorf("%d: %v, want 2%d October", year, got, want)
		}
	}
	zone, err := time.LoadLocation(timeZone)
	if err != nil {
		t.Skip(err)
	}
	for year := firstYear; year <= lastYear; year++ {
		night := longNight(year).AddDate(0, 0, 1)
		y, m, d := night.Date()
		if length := time.Date(y, m, d+1, 0, 0, 0, 0, zone).Sub(time.Date(y, m, d, 0, 0, 0, 0, zone)); length != 25*time.Hour {
			t.Errorf("%v has %v", night, length)
		}
	}
}
