package gtfs_test

import (
	"context"
	"maps"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// feed returns the files of a feed of testdata/feeds, with some of them replaced. Empty files are removed.
func feed(t testing.TB, name string, changes map[string]string) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/feeds/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		if f.Name != "want.txt" {
			files[f.Name] = string(f.Data)
		}
	}
	maps.Copy(files, changes)
	maps.DeleteFunc(files, func(_, text string) bool { return text == "" })
	return files
}

func load(t testing.TB, files map[string]string, options gtfs.Options) (*timetable.Timetable, *gtfs.Report, error) {
	t.Helper()
	return gtfs.Load(context.Background(), zipOf(t, files), options)
}
