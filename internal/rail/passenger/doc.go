// Package passenger tells passengers what the operations of the contract cannot: alerts, trains that are cancelled or leave out a
// stop, which times were reported, and the next train when none is due soon. Its answers are JSON, for the pages and for railctl:
//
//	GET /data/board?code=CODE            [Board]
//	GET /data/trains                     [Trains]
//	GET /data/run?code=CODE&date=DATE    [TrainRun]
//	GET /data/network                    [Network]
//	GET /data/land                       [Land]
//
// An unknown station or train is 404 with [Problem]. Times are instants with the time of day, so that a reader needs no time zone, and
// minutes are right in the night in which clocks change. The time of day is in the zone of the station that a time is about, else of
// the train's agency, else of the first timetable.
package passenger
