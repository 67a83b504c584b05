// Package fiction provides the railway of a fictional island, for users who have no feed of a real one: sixty
// stations, six lines with three kinds of train, day and night services, and simulated trains.
//
// Its timetable is the GTFS feed in feed.zip, read by package gtfs. Its trains are simulated; their state is
// published as GTFS Realtime messages and read by package gtfsrt. So this railway is processed like any other.
// README.md has a map.
//
// The tests of package makefeed create the feed from tables of stations, tracks, lines and calendars.
//
// # The simulation
//
// For each train the simulation first computes how it actually runs. The result depends only on the seed, the trip and
// its service date, so a train has the same delays regardless of when, where and in which order it is requested. A
// message has the part that is known at its time. Past events have their actual times, which never change. Future
// events are forecast from the timetable and the train's current delay; the forecasts approach the actual times as the
// events come closer. These incidents occur:
//
//   - Trains lose time and recover it. Some arrive early; none leaves a stop before its scheduled time.
//   - One train in thirty is held at a signal between two stations. It stands there, and its delay grows.
//   - One in sixty skips a stop, and one in seventy is cancelled, which is known up to an hour before its start.
//   - On two days of five a line is disrupted: for an hour or two its trains are slow between two stations.
//   - At two stations there are works, for a week each. They do not affect trains.
//
// There are alerts for all of them except the first.
package fiction

import (
	"archive/zip"
	"context"
	_ "embed" // for the feed
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
	_ "time/tzdata" // the railway's time zone, for systems without a time zone database

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

//go:embed feed.zip
var archive string

// Types maps routes of the feed to kinds of train, in the syntax of [gtfs.ParseTypes]. The feed's route_type does not
// distinguish suburban trains from others.
const Types = "S1=S,S2=S"

// Feed returns the files of the GTFS feed.
func Feed() fs.FS {
	feed, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		panic(err) // the embedded archive is valid
	}
	return feed
}

// feedModified returns when the feed was last changed, which is also its feed_version. Embedded files have no
// modification time.
func feedModified() time.Time { return time.Date(2026, time.November, 21, 0, 0, 0, 0, time.UTC) }

// Timetable returns the island's timetable.
func Timetable() (*timetable.Timetable, error) {
	types, err := gtfs.ParseTypes(Types)
	if err != nil {
		return nil, fmt.Errorf("reading which routes are suburban: %w", err)
	}
	plan, report, err := gtfs.LoadFS(context.Background(), Feed(), gtfs.Options{Types: types, Modified: feedModified()})
	if err != nil {
		return nil, fmt.Errorf("loading the embedded feed: %w", err)
	}
	if len(report.Warnings) > 0 {
		return nil, fmt.Errorf("loading the embedded feed: %w", errors.New(report.Warnings[0].String()))
	}
	return plan, nil
}
