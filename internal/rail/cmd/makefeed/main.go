// Makefeed writes the timetable of the fictional island railway to a folder, as the text files of a GTFS feed. Package
// fiction embeds these files.
//
//	go run ../cmd/makefeed feed
//
// The output depends only on the tables of stations, tracks, lines and calendars in this package: the same tables give
// the same files, byte for byte.
package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/rail/cmd/command"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	cmd := &cobra.Command{
		Use:   "makefeed FOLDER",
		Short: "Write the GTFS feed of the fictional island railway to a folder",
		Long: `Makefeed writes the GTFS feed of the fictional island railway, as text files, to an existing folder. It removes all
other *.txt files from the folder.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("got %d arguments, want one folder", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return write(args[0]) },
	}
	return command.Run(context.Background(), cmd, args, stdout, stderr)
}

// write writes the files of the feed to the folder and removes any other text files from it.
func write(folder string) error {
	files, err := makeFeed()
	if err != nil {
		return fmt.Errorf("making the feed: %w", err)
	}
	old, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return fmt.Errorf("listing the folder: %w", err)
	}
	for _, path := range old {
		if _, ok := files[filepath.Base(path)]; ok {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing a file that is no longer part of the feed: %w", err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(folder, name), files[name], 0o644); err != nil {
			return fmt.Errorf("writing a file of the feed: %w", err)
		}
	}
	return nil
}
