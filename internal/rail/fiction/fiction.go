// Package fiction provides the railway of a fictional island, for users who have no feed of a real one: sixty
// stations, six lines with three kinds of train, day and night services, and simulated trains.
//
// Its timetable is the GTFS feed in feed.zip, read by package gtfs. Its trains are simulated; their state is
// published as GTFS Realtime messages and read by package gtfsrt. So this railway is processed like any other.
// README.md has a map.
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
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the railway's time zone, for systems without a time zone database

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/land"
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

// Timetable returns the island's timetable, which all railways of a process share.
func Timetable() (*timetable.Timetable, error) { return loaded() }

var loaded = sync.OnceValues(func() (*timetable.Timetable, error) {
	types, err := gtfs.ParseTypes(Types)
	if err != nil {
		return nil, fmt.Errorf("reading which routes are suburban: %w", err)
	}
	modified := time.Date(2026, time.November, 21, 0, 0, 0, 0, time.UTC) // feed_version; embedded files have no time
	plan, report, err := gtfs.LoadFS(context.Background(), Feed(), gtfs.Options{Types: types, Modified: modified})
	if err == nil && len(report.Warnings) > 0 {
		err = report.Warnings[0]
	}
	if err != nil {
		return nil, fmt.Errorf("loading the embedded feed: %w", err)
	}
	return plan, nil
})

// Coast returns the coast of the island, which is on no map.
func Coast() land.Ring {
	return land.Ring{
		{-18.560, 46.190}, {-18.548, 46.194}, {-18.541, 46.199}, {-18.534, 46.199}, {-18.526, 46.203}, {-18.512, 46.202}, // the harbour
		{-18.503, 46.194}, {-18.499, 46.188}, {-18.492, 46.188}, {-18.487, 46.194}, {-18.462, 46.185}, {-18.436, 46.177},
		{-18.424, 46.181}, {-18.408, 46.176}, {-18.392, 46.186}, {-18.366, 46.184}, {-18.335, 46.205}, {-18.312, 46.197},
		{-18.281, 46.202}, {-18.250, 46.221}, {-18.226, 46.232}, {-18.231, 46.262}, {-18.262, 46.318}, {-18.240, 46.385},
		{-18.272, 46.446}, {-18.236, 46.520}, {-18.247, 46.588}, {-18.172, 46.637}, {-18.160, 46.702}, {-18.187, 46.760},
		{-18.118, 46.812}, {-18.090, 46.868}, {-18.040, 46.905}, {-18.032, 46.962}, {-17.968, 47.018}, {-17.925, 47.062},
		{-17.872, 47.096}, {-17.902, 47.128}, {-17.846, 47.176}, {-17.838, 47.222}, {-17.801, 47.251}, {-17.794, 47.276},
		{-17.836, 47.283}, {-17.901, 47.244}, {-17.962, 47.209}, {-18.020, 47.142}, {-18.083, 47.117}, {-18.132, 47.046},
		{-18.205, 47.018}, {-18.268, 46.944}, {-18.352, 46.930}, {-18.446, 46.866}, {-18.538, 46.871}, {-18.640, 46.826},
		{-18.742, 46.838}, {-18.853, 46.782}, {-18.946, 46.789}, {-19.058, 46.731}, {-19.148, 46.726}, {-19.228, 46.671},
		{-19.285, 46.652}, {-19.262, 46.618}, {-19.282, 46.589}, {-19.222, 46.553}, {-19.166, 46.536}, {-19.132, 46.489},
		{-19.072, 46.462}, {-19.056, 46.418}, {-18.996, 46.381}, {-18.958, 46.346}, {-18.889, 46.309}, {-18.842, 46.268},
		{-18.776, 46.252}, {-18.722, 46.219}, {-18.694, 46.226}, {-18.662, 46.206}, {-18.618, 46.209}, {-18.586, 46.201},
	}
}
