// Package gtfs reads a static GTFS feed of any railway into a [timetable.Timetable].
//
// A feed is checked row by row. If something is invalid, only that value, row, trip or route is skipped, and the [Report]
// gets a [Warning] with file, line and field. Only a problem that makes the whole feed unusable is an error.
// The rows that pass the check are written as a clean feed, the GTFS library parses it, and the timetable is built from
// the result.
//
// The timetable does not depend on the order of files or columns, nor on the order of rows where GTFS gives it no
// meaning. Where two rows contradict each other, for example because they have the same ID, the first one is used. The
// rules below follow the GTFS Schedule Reference. All times are in agency_timezone. stop_timezone is ignored, because it
// does not affect stop_times.txt.
//
// # Trains
//
//   - Kind: from [Types], by route_id or route_type. Routes without a kind are skipped together with their trips.
//   - Code: trip_short_name. It is trip_id if trip_short_name is empty, or if several trips on one date share it. A
//     departure of frequencies.txt has its start time appended, as in "T1-0715".
//   - Direction: trip_headsign, in the wording of [timetable.Direction]. Without trip_headsign it is the name of the last
//     station. stop_headsign is ignored.
//   - Dates: from calendar.txt, calendar_dates.txt or both. Trips that run on no date are skipped.
//   - Times: if a stop time has only one of arrival_time and departure_time, both are equal. If it has neither, the time
//     is interpolated: by shape_dist_traveled, else by the distance along the shape, else by straight-line distance.
//     Rows before the first time of a trip and after its last time are skipped.
//   - A train passes a stop without stopping if pickup_type and drop_off_type are both 1. Such rows are skipped before the
//     first stop and after the last stop, because no passenger can be on the train there.
//   - A trip with rows in frequencies.txt becomes one trip per departure, whether exact_times is 0 or 1.
//
// # Through trains
//
// Two trips become one train if they have the same trip_short_name, kind and dates, if the second trip starts at the
// station where the first one ends and not before it arrives, and if the feed says that passengers can stay on board:
//
//   - transfers.txt has a row with transfer_type 4 (in-seat transfer) from the first trip to the second; or
//   - both trips have the same block_id, the second trip is the next one in the block, starts within an hour, and does not
//     go back to the station that the first trip came from. A row with transfer_type 5 keeps such trips separate.
//
// Three and more trips are joined in the same way. The train has the kind, route and direction_id of its first trip and
// the headsign of its last trip. The last stop of a trip and the first stop of the next trip become one call, with the
// stop_id and stop_sequence of the last stop. Trips with different codes are not joined, and neither are trips that have
// several possible successors or predecessors.
//
// # Stations
//
//   - A station is a stop without parent_station, or a stop that is the parent_station of platforms. Stations where no
//     train calls are skipped.
//   - Code: stop_code of the station; else the stop_code that all of its platforms share; else stop_id. If several
//     stations have the same code, ignoring case, each of them has its stop_id appended.
//   - Alias: the translation of stop_name in translations.txt. English is preferred, then the language that is first in
//     alphabetical order. tts_stop_name is ignored, because it is a text for speech synthesis.
//   - Place: stop_lat and stop_lon of the station, else of its first platform that has coordinates.
//
// # Paths
//
// A trip runs along its shape. If the shape and all stop times of the trip have shape_dist_traveled, that gives the
// position of each stop along the shape. Otherwise the positions are the nearest points of the shape that are in the order
// of the stops. If a shape is more than a kilometre away from a stop of a trip, that trip does not use the shape.
package gtfs
