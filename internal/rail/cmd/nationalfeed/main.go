// Nationalfeed writes the feeds of a fictional railway of national size: a static GTFS feed, and a GTFS-Realtime message
// for a time at which all its trains are late.
//
//	go run ./internal/rail/cmd/nationalfeed --dir .cache/national
//	go run ./internal/rail/cmd/raild --gtfs .cache/national/national.zip --gtfs-rt .cache/national/national.pb \
//	    --clock 2026-11-16T08:15:00Z
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
	_ "time/tzdata"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/gtfs/national"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	config := national.Default(nil)
	var dir, at string
	cmd := &cobra.Command{
		Use:   "nationalfeed",
		Short: "Write the GTFS and GTFS-Realtime feeds of a fictional national railway",
		Long: `Nationalfeed writes the feeds of a fictional railway of national size: national.zip, a static GTFS feed, and
national.pb, a GTFS-Realtime message for a time at which all its trains are late.`,
		Example: `  nationalfeed --dir national
  raild --gtfs national/national.zip --gtfs-rt national/national.pb --clock 2026-11-16T08:15:00Z`,
		Args: command.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if config.Stations < 10 || config.Trips < 1 || config.Calls < 2*config.Trips {
				return command.Usagef("want at least 10 stations, 1 trip and 2 stop times for each trip")
			}
			var instant time.Time
			if at != "" {
				var err error
				if instant, err = time.Parse(time.RFC3339, at); err != nil {
					return command.Usagef("--at %q is not a date with time and zone: want, for example, 2026-11-16T08:15:00Z", at)
				}
			}
			return writeFeeds(config, instant, dir, stdout)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&dir, "dir", ".", "`folder` for national.zip and national.pb")
	flags.StringVar(&at, "at", "", "`time` of the realtime message, such as 2026-11-16T08:15:00Z (default the peak of a working day)")
	flags.Uint64Var(&config.Seed, "seed", config.Seed, "random seed; each seed gives a different railway")
	flags.IntVar(&config.Stations, "stations", config.Stations, "approximate number of stations")
	flags.IntVar(&config.Trips, "trips", config.Trips, "number of trips on a working day")
	flags.IntVar(&config.Calls, "calls", config.Calls, "number of stop times of all trips, a multiple of --trips")
	flags.IntVar(&config.Running, "running", config.Running, "approximate number of trains running at the peak")
	return command.Run(context.Background(), cmd, args, stdout, stderr)
}

// writeFeeds writes both feeds to the folder. A zero instant means the peak of a working day.
func writeFeeds(config national.Config, instant time.Time, dir string, stdout io.Writer) error {
	var err error
	if config.Zone, err = time.LoadLocation("Europe/Lisbon"); err != nil {
		return err
	}
	network := national.New(config)
	if instant.IsZero() {
		instant = network.Peak()
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "national.zip"), network.WriteGTFS); err != nil {
		return err
	}
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(network.Realtime(instant))
	if err != nil {
		return fmt.Errorf("encoding the realtime message: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "national.pb"), message, 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "wrote national.zip, and national.pb for %s, to %s\n", instant.UTC().Format(time.RFC3339), dir)
	return err
}

func write(name string, content func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	if err := content(w); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
