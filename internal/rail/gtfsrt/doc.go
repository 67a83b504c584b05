// Package gtfsrt applies GTFS Realtime messages to a timetable: from the last messages of any number of feeds comes what
// is known of the trains, as a [running.Snapshot]. It remembers nothing between messages. [Decode] reads one, [Apply]
// does the rest.
//
// The rules are those of the GTFS Realtime Reference, version 2.0, as far as it has one; where it has none they are told
// here. Messages are read with the protocol buffer bindings of the GTFS library, and alerts with its parser. That parser
// is not used for the rest: it leaves out timestamps and trip properties, joins what shares the id of a vehicle, and
// gives up a message for one entity that lacks a required field.
//
// What is wrong costs as little as possible, is told in the [Report] and counted: an entity, a call, a time. Only a
// message that cannot be read, without a header, or with differences (DIFFERENTIAL) is an error.
//
// # Which train
//
//   - By trip_id and start_date. Without a start_date it is the date on which the train is nearest to the first time
//     that the update names, or else to the time of the message; up to a day off.
//   - Trains of a frequency by start_time too. One that the timetable does not have, as where times are not exact,
//     means the planned train next to it, up to half an hour off, and moves its schedule there. A second one next to the
//     same planned train is a train that the timetable does not have.
//   - Without trip_id by route_id, direction_id, start_time and start_date, all four.
//   - A through train by each of the trips that it joins: each tells of its own calls, and the delay at the end of one
//     goes on into the next.
//   - Of several updates of one trip that with the newest timestamp counts (timestamp of the update, else the
//     message's), of equally new ones that of the first feed.
//
// # Which call
//
// By stop_sequence if the trip has it and its station is that of stop_id; else by stop_id, in the order of the updates:
// the platform itself, or another one of the same station. A stop_sequence that the timetable leaves out still carries
// its delay to the calls behind it.
//
// # Times
//
//   - time counts, else the scheduled time and delay. Both up to a day off the schedule.
//   - A delay holds for the calls that follow, skipped ones included, up to the next one with times or NO_DATA. At one
//     call the arrival's holds for the departure. The delay of a trip holds up to the first update of a call.
//   - After NO_DATA a train runs as scheduled, as far as anyone knows.
//   - Calls before the first that the update mentions: where the train is late there, it left those as late, but not
//     later than the update's timestamp and not before schedule. They are not Reported.
//   - A train does not leave the origin before schedule, unless the feed says so for that call.
//   - Times never run backwards. Those that the feed gives are raised to the ones before, those that follow from others
//     give way to those that the feed gives.
//   - CANCELED and DELETED trips are Cancelled.
//
// # Trains that the timetable does not have
//
//   - ADDED and NEW: the calls are those of the update at stations of the timetable, at least two, each with a time.
//     Scheduled are scheduled_time, else time less delay. The code is trip_short_name, else trip_id; the direction as
//     [timetable.Direction] words trip_headsign, else the last station; the kind that of the route's other trains,
//     without a route the first kind that stops at both ends. A route that the timetable leaves out has no trains here.
//   - DUPLICATED: the calls of the trip named, at the date and from the start that trip_properties name. The code is
//     their trip_short_name, else their trip_id; the direction that of their trip_headsign, else of the trip named.
//   - REPLACEMENT: as SCHEDULED where the update has the calls of the trip; else its own calls, in the place of the trip.
//
// # Vehicles
//
// A vehicle belongs to the train that its trip descriptor means, or else to the one whose trip update names its id, in
// whatever feed. Of several the newest counts; one that was measured more than five minutes ago does not. Its call is
// that of current_stop_sequence, else that at stop_id (there the specification would ignore the status). Times are
// brought in line with it, reported ones only where the vehicle is newer than they are: what the vehicle has left
// behind has happened, and what is ahead of it happens half a minute later at the earliest. How late the train becomes by
// that holds for the calls that follow, up to the next one with times.
//
// # Alerts
//
// An alert in an active period is a message of each train to which all that one of its selectors names applies: trip,
// route, route type, direction, and stop (of those that call there, or that were to). An agency means all trains. The
// text is header_text, else description_text, in the language asked for, else without a language, else the first. It is
// one line of at most 300 characters.
package gtfsrt
