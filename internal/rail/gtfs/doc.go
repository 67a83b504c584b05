// Package gtfs reads a static GTFS feed of any railway into a [timetable.Timetable].
//
// A feed is checked row by row. If something is invalid, only that value, row, trip or route is skipped, and the [Report]
// gets a [Warning] with file, line and field. Only a problem that makes the whole feed unusable is an error.
// Each file is read once, row by row, and the timetable is built from the rows that pass the check. [Options] limit the size
// of the files, the number of their rows and the memory that the feed takes. Fields are read as most readers of
// comma-separated values do: "C" CROSS RD. is C CROSS RD., and a quote within a field without quotes is text.
//
// The timetable does not depend on the order of files or columns, nor on the order of rows where GTFS gives it no
// meaning. Where two rows contradict each other, for example because they have the same ID, the first one is used. The
// rules below follow the GTFS Schedule Reference.
//
// # Time zones
//
// The times of a train count in the agency_timezone of its agency. GTFS wants that of all agencies to be the same; where it is not,
// there is a warning. A route without an agency_id of agency.txt is one of the first agency with the zone that most agencies have. A
// station has its stop_timezone, which is also that of its platforms, else the zone of the first train that
// calls there. Trips whose times count in different zones are not joined.
//
// # Trains
//
//   - Kind: from [Types], by route_id or route_type. Routes without a kind are skipped together with their trips.
//   - Code: trip_short_name, or the field of [Options.Codes]. It is trip_id if that is empty, or if several trips on one date
//     share it. A departure of frequencies.txt has its start time appended, as in "T1-0715".
//   - Line: route_short_name, else route_long_name, with route_color and route_text_color. Pages name a train by it and its
//     destination if the code is a trip_id, unless that is the field.
//   - Direction: trip_headsign, in the wording of [timetable.Direction]. Without trip_headsign, and if it has no letters
//     because it is the number of a train, it is the last station. stop_headsign is ignored, with a warning if it differs.
//   - Dates: from calendar.txt, calendar_dates.txt or both. Trips that run on no date are skipped.
//   - Times: if a stop time has only one of arrival_time and departure_time, both are equal. If it has neither, the time
//     is interpolated: by shape_dist_traveled, else by the distance along the shape, else by straight-line distance.
//     Rows before the first time of a trip and after its last time are skipped. Of rows with one stop_sequence, the first
//     with times counts. Times that go back are missing, as few as possible: if only the arrival or only the departure of a
//     stop does, the other is both. A trip is skipped if it ends before it starts.
//   - A train passes a stop without stopping if pickup_type and drop_off_type are both 1. Both of its times are kept.
//     Such rows are skipped before the first stop and after the last stop, because no passenger can be on the train
//     there.
//   - A trip with rows in frequencies.txt becomes one trip per departure, whether exact_times is 0 or 1.
//
// # Through trains
//
// Two trips become one train if they have the same code (trip_short_name, if the codes are trip_ids), kind and dates, if the
// second trip starts at the station where the first one ends and not before it arrives, and if the feed says that passengers can
// stay on board:
//
//   - transfers.txt has a row with transfer_type 4 (in-seat transfer) from the first trip to the second; or
//   - both trips have the same block_id, and the second trip is the next one in the block and starts within an hour. A
//     row with transfer_type 5 keeps such trips separate.
//
// A code that two trips have at the same time, on any date, is a word such as LOCAL rather than the number of a train, and joins
// nothing. A trip that stops where the train has stopped before is not joined to it, whatever the feed says.
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
//   - Platforms: platform_code of the stops, which pages show as scheduled.
//   - Code: stop_code of the station; else the stop_code that all of its platforms share; else stop_id. A code that several
//     stations have, ignoring case, is not used for any of them; their codes are their stop_ids.
//   - With [Options.Merge], stations with the same name, ignoring case, become one if each is within that distance of another
//     of them. It has the stop_id of the one with location_type 1, else the one that comes first in alphabetical order. The
//     others become its platforms. Stations without name, coordinates or trains are not merged.
//   - Alias: the translation of stop_name in translations.txt. English is preferred, then the language that is first in
//     alphabetical order. tts_stop_name is ignored, because it is a text for speech synthesis.
//   - Place: stop_lat and stop_lon of the station, else of its first platform that has coordinates.
//
// # Paths
//
// A trip runs along its shape. Its stops are at the first of these positions that are near enough, within 250 metres, or else
// at those that are nearest, if they are within a kilometre:
//
//   - as shape_dist_traveled says, if the shape and all stop times of the trip have it;
//   - the same with the stop times in another unit than the shape, such as kilometres and miles;
//   - the nearest points of the shape that are in the order of the stops;
//   - the same along the reversed shape.
//
// If a stop is more than a kilometre away from all of them, the trip does not use the shape, and a warning names the stop.
package gtfs
