// Package passenger tells passengers what the operations of the contract cannot: alerts, trains that are cancelled or leave out a
// stop, which times were reported, and the next train when none is due soon. Its answers are JSON, for the pages and for railctl:
//
//	GET /data/board?code=CODE            [Board]
//	GET /data/trains?box=W,S,E,N         [Trains] in a part of the earth; without a box all of them
//	GET /data/trains?box=...&since=TAG   the same, but only what has changed since the answer with a tag
//	GET /data/run?code=CODE&date=DATE    [TrainRun]
//	GET /data/network                    [Network]
//	GET /data/shapes?box=W,S,E,N         [Shapes]
//	GET /data/land                       [Land]
//
// An unknown station or train is 404 with [Problem], and a parameter that cannot be read 400. Times are instants with the time of day,
// so that a reader needs no time zone, and minutes are right in the night in which clocks change. The time of day is in the zone of the
// station that a time is about, else of the train's agency, else of the first timetable.
//
// Answers are kept in a cache. A box is west, south, east and north in degrees. It is extended to whole steps, so that there are few
// different ones, and a tag that is not known counts as none: a client does not choose how many answers are kept.
package passenger
