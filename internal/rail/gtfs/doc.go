// Package gtfs reads a static GTFS feed, of whatever railway, as a [timetable.Timetable].
//
// A feed is checked row by row, and what is wrong in it costs as little as possible: a value, a row, a trip, a route.
// Each time there is a complaint with file, line and field in the Report. Only what makes the feed unusable is an
// error. What passed the check is written as clean CSV, and goes through the GTFS library; from what the library makes
// of it comes the timetable.
//
// The same feed gives the same timetable, whatever the order of its files, of its columns, and of rows whose order has
// no meaning in GTFS. Where two rows contradict each other, as with an ID that is there twice, the first one holds. The
// rules below follow the GTFS Schedule Reference. All times are those of agency_timezone; stop_timezone is not used, as
// stop_times.txt does not use it either.
//
// # Trains
//
//   - Kind: what [Types] says for route_id or route_type. Routes without a kind are left out with their trips.
//   - Code: trip_short_name; trip_id where that is missing or would name several trips on one date. A departure of
//     frequencies.txt has the time of its start behind it, as in "T1-0715".
//   - Direction: as [timetable.Direction] words trip_headsign, or the name of the last station where there is none.
//     stop_headsign is not used.
//   - Dates: calendar.txt and calendar_dates.txt, or one of them alone. Trips that run on no date are left out.
//   - Calls: arrival and departure are equal where a feed gives one of them. Where it gives none, the time is
//     interpolated by shape_dist_traveled, else by the distance along the shape, else by straight lines. Rows before
//     the first time and after the last are left out.
//   - A train passes where pickup_type and drop_off_type are both 1. Before the first stop and behind the last one such
//     rows are left out: no one can be in that train.
//   - A trip with rows in frequencies.txt becomes one trip for each departure, whether its times are exact or not.
//
// # Through trains
//
// Trips with the same trip_short_name, the same kind and the same dates become one train where one starts at the
// station at which the other ends, not before that one arrived, and the feed says that passengers can stay on board:
//
//   - by transfers.txt, with transfer_type 4 from the one trip to the other; or
//   - by a common block_id, when the one is the next of its block after the other, starts within an hour, and does
//     not go back to the station that the other came from last. A transfer_type 5 between the two keeps them apart.
//
// Kind, route and DirectionID are those of the first trip, the direction in words is that of the last. The call at which
// one trip ends and the next starts is one call, with the StopID and the Sequence of the end. Trips with different codes
// stay trains of their own, and so do trips that several ones could follow.
//
// # Stations
//
//   - A station is a stop without a parent_station, or the station that is the parent of stops (platforms). Stations at
//     which no train calls are left out.
//   - Code: stop_code of the station; else the one that all its platforms share; else stop_id. Where two stations share
//     a code without regard to case, both have their stop_id behind it.
//   - Alias: the translation of stop_name in translations.txt, into English where there is one, else into the language
//     that comes first in the alphabet. tts_stop_name is for machines that speak and is not used.
//   - Place: that of the station, else of the first of its platforms that has one.
//
// # Paths
//
// A trip runs along its shape. Its calls are at shape_dist_traveled if the shape and all of its calls have it;
// else at the places along the shape that are near the stops and in their order. A shape that does not come within a
// kilometre of a stop of a trip is not used for that trip.
package gtfs
