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
