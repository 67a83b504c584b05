// Nationalfeed writes the feeds of a made-up railway of national size: a static GTFS feed, and a GTFS-Realtime message
// for an instant at which all its trains are late.
//
//	go run ./internal/rail/cmd/nationalfeed -dir .cache/national
//	go run ./internal/rail/cmd/raild --gtfs .cache/national/national.zip --gtfs-rt .cache/national/national.pb \
//	    --clock 2026-11-16T08:15:00Z
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
	_ "time/tzdata"

	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfs/national"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "nationalfeed:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	zone, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		return err
	}
	config := national.Default(zone)
	flags := flag.NewFlagSet("nationalfeed", flag.ContinueOnError)
	dir := flags.String("dir", ".", "folder in which national.zip and national.pb are written")
	at := flags.String("at", "", "instant of the realtime message, such as 2026-11-16T08:15:00Z (default the peak of a working day)")
	flags.Uint64Var(&config.Seed, "seed", config.Seed, "seed: another one makes another country")
	flags.IntVar(&config.Stations, "stations", config.Stations, "about how many stations there are")
	flags.IntVar(&config.Trips, "trips", config.Trips, "trips on a working day")
	flags.IntVar(&config.Calls, "calls", config.Calls, "stop times of all trips, a multiple of their number")
	flags.IntVar(&config.Running, "running", config.Running, "about how many trains are under way at the peak")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil // it is printed
	case err != nil:
		return err
	}
	if config.Stations < 10 || config.Trips < 1 || config.Calls < 2*config.Trips || flags.NArg() > 0 {
		return fmt.Errorf("a railway has at least 10 stations, a trip, and two stop times for each trip; there are no arguments but flags")
	}

	network := national.New(config)
	instant := network.Peak()
	if *at != "" {
		if instant, err = time.Parse(time.RFC3339, *at); err != nil {
			return fmt.Errorf("-at: %w", err)
		}
	}
	if err := os.MkdirAll(*dir, 0o777); err != nil {
		return err
	}
	if err := write(filepath.Join(*dir, "national.zip"), network.WriteGTFS); err != nil {
		return err
	}
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(network.Realtime(instant))
	if err != nil {
		return fmt.Errorf("encoding the realtime message: %w", err)
	}
	if err := os.WriteFile(filepath.Join(*dir, "national.pb"), message, 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "national.zip and national.pb for %s are in %s\n", instant.UTC().Format(time.RFC3339), *dir)
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
