// Makefeed writes the timetable of the fictional island railway as a GTFS feed into the folder that it is given: the
// text files that package fiction embeds.
//
//	go run ../cmd/makefeed feed
//
// Everything follows from the tables of stations, tracks, lines and calendars in this package: the same tables make the
// same files, byte by byte.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: makefeed FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "makefeed: %v\n", err)
		os.Exit(1)
	}
}

// write makes the feed and writes its files into the folder, in place of the text files that are there.
func write(folder string) error {
	files, err := makeFeed()
	if err != nil {
		return fmt.Errorf("making the feed: %w", err)
	}
	old, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return fmt.Errorf("looking into the folder: %w", err)
	}
	for _, path := range old {
		if _, ok := files[filepath.Base(path)]; ok {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing a file that is no longer part of the feed: %w", err)
		}
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), files[name], 0o644); err != nil {
			return fmt.Errorf("writing a file of the feed: %w", err)
		}
	}
	return nil
}
