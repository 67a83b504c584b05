// Package fiction is a railway on an island that does not exist, for those who have no feed of a real one at hand:
// sixty stations, six lines of three kinds, a day and a night timetable, and trains that run as trains do.
//
// Its timetable is a GTFS feed, in the folder feed, and is read by package gtfs. What its trains do is simulated, told
// in messages of GTFS Realtime, and read by package gtfsrt. So the embedded railway takes the same way through the
// service as any other. README.md has a map.
//
// The feed is made by the program cmd/makefeed, from tables of stations, tracks, lines and calendars.
//
// # The simulation
//
// Each train has a script: how it runs in the end. It follows from the seed, the trip and its service date, so the same
// train is as late today however often, wherever and in whatever order one asks. What the railway tells grows with
// time: what has happened is told as it was, and never changes; what is ahead is forecast from the timetable and from
// how late the train is, and comes closer to the script as the train comes closer. These things happen:
//
//   - Trains lose time and make it good again. Some arrive early; none leaves a stop before its time.
//   - A train in thirty is held at a signal between two stations: it stands there, and its delay grows.
//   - One in sixty leaves out a stop, and one in seventy is cancelled, which is known up to an hour before.
//   - On two days of five a line is disrupted: for an hour or two its trains are slow between two stations.
//   - At two stations there are works, for a week each. Trains run as ever.
//
// Passengers are told of all but the first in alerts.
//
//go:generate go run ../cmd/makefeed feed
package fiction

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"
	_ "time/tzdata" // the railway's zone, on systems that have no zones

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

//go:embed feed/*.txt
var files embed.FS

// Types says which kinds of trains run on the routes of the feed, as [gtfs.ParseTypes] reads it: route_type does not
// tell suburban trains from others.
const Types = "S1=S,S2=S"

// Feed returns the files of the GTFS feed.
func Feed() fs.FS {
	feed, err := fs.Sub(files, "feed")
	if err != nil {
		panic(err) // the name is valid
	}
	return feed
}

// written returns when the feed was last changed, as its feed_version says too: embedded files do not tell.
func written() time.Time { return time.Date(2026, time.November, 21, 0, 0, 0, 0, time.UTC) }

// Timetable returns the island's timetable.
func Timetable() (*timetable.Timetable, error) {
	types, err := gtfs.ParseTypes(Types)
	if err != nil {
		return nil, fmt.Errorf("reading which routes are suburban: %w", err)
	}
	plan, report, err := gtfs.LoadFS(context.Background(), Feed(), gtfs.Options{Types: types, Modified: written()})
	if err != nil {
		return nil, fmt.Errorf("loading the embedded feed: %w", err)
	}
	if len(report.Complaints) > 0 {
		return nil, fmt.Errorf("loading the embedded feed: %w", errors.New(report.Complaints[0].String()))
	}
	return plan, nil
}
