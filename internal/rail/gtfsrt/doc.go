// Package gtfsrt applies GTFS-Realtime messages to a timetable. [Decode] reads the message of a feed. [Apply] combines the
// latest messages of any number of feeds into a [running.Snapshot]. The package keeps no state between messages.
//
// The rules follow the GTFS Realtime Reference, version 2.0. Rules that the reference leaves open are defined here.
// A message is kept as it is encoded, and decoded entity by entity each time it is applied: all of it decoded takes 52 times its
// size. A message takes at most four times its size, and what its largest entity takes. Content beyond [maxEntityBytes],
// [maxAlerts], [maxTrains] and [maxRules] is ignored, with a warning.
//
// Shape, Stop and TripModifications entities are ignored, with a warning for each; so is stop_headsign in
// stop_time_properties, as a train has one direction, with one warning for the message. pickup_type and drop_off_type there are
// not used either, nor are occupancy, congestion, the path of a modified trip and the other fields of display.
//
// If a part of a message is invalid, only that part is skipped (an entity, a stop time update or a time), and the
// [Report] gets a [Warning]. The only errors are messages that cannot be decoded, have no header, or are DIFFERENTIAL.
//
// # Matching trips
//
//   - By trip_id and start_date. Without start_date, the train is used whose journey is nearest to the first time in the
//     update, or else to the time of the message. It may be up to a day away.
//   - For trips of frequencies.txt also by start_time. If the timetable has no departure at start_time, for example because
//     exact_times is 0, the nearest planned departure within half an hour is used, and its schedule is moved to start_time.
//     A second update that matches the same planned departure becomes an additional train.
//   - Without trip_id by route_id, direction_id, start_time and start_date. All four are needed.
//   - Each trip of a through train has its own updates. They apply to the calls of that trip, and the delay at the end of a
//     trip is carried over to the next trip.
//   - If there are several updates for one trip, the one with the latest timestamp is used. An update without a timestamp
//     has the timestamp of its message. If the timestamps are equal, the feed that comes first is used.
//
// # Matching calls
//
// A stop time update is matched by stop_sequence, if the trip has it and stop_id, if present, is at the same station.
// Otherwise it is matched by stop_id, in the order of the updates: by platform, else by another platform of the same
// station. A stop_sequence that the timetable skips is not matched, but its delay applies to the following calls.
//
// The platform of a call is assigned_stop_id of stop_time_properties, else stop_id, if that is a platform of the station. A
// change of platform may be written as two updates of the call, in any order: one that skips it at the old platform, and one at
// the new one.
//
// # Times
//
//   - An event's time is used if present; otherwise it is the scheduled time plus delay. Both may be up to a day off the
//     schedule.
//   - A delay applies to all following calls, including skipped ones, up to the next call with times or NO_DATA. At the same
//     call, the delay of the arrival applies to the departure. TripUpdate.delay applies up to the first stop time update.
//   - From a call with NO_DATA on, the train is expected as scheduled, and nothing is reported about the calls, up to the next
//     one with times. Nor is it about calls before the first times if the update says NO_DATA, or skips a call, before them.
//   - Calls before the first one in the update: if the train is late at that call, it is assumed to have been equally late
//     before, but no time is later than the update's timestamp or earlier than scheduled. These times are not marked as
//     Reported. Nothing is reported about those of these calls from which the train is to depart after the update.
//   - A train does not depart from its first stop before schedule, unless the feed gives a time for that departure.
//   - If the times of an update decrease at two or more calls, it has mixed two trains. The calls at which times increase
//     and the delay changes least belong to the trip; the times at the others are ignored.
//   - Times never decrease along a trip. A time from the feed that is before an earlier one is raised to it. Times that are
//     computed from others are adjusted to the times from the feed.
//   - CANCELED and DELETED trips are Cancelled; nobody is told of those that are DELETED.
//
// # Additional trains
//
//   - ADDED and NEW: the train has the calls of the update that are at stations of the timetable. It needs at least two,
//     each with a time. The scheduled time is scheduled_time, else time minus delay. The code is trip_short_name, else
//     trip_id. The direction is trip_headsign in the wording of [timetable.Direction], else the last station. The kind is
//     the kind of the other trains of the route; without route_id it is the first kind of train that stops at the first and
//     the last station. Trips on routes that the timetable excludes are ignored.
//   - DUPLICATED: the train has the calls of the given trip, with the start_date and start_time of trip_properties. The code
//     is trip_short_name of trip_properties, else their trip_id. The direction is trip_headsign of trip_properties, else the
//     direction of the given trip.
//   - REPLACEMENT: handled like SCHEDULED if the update has the same calls as the trip. Otherwise a train with the calls of
//     the update replaces the trip.
//
// # Vehicles
//
// A vehicle is assigned to the train of its trip descriptor, or else to the train whose trip update has the same vehicle id,
// in any feed. Other vehicles are ignored. The latest position of a train is used; positions older than five minutes are
// ignored. The vehicle's call is found by current_stop_sequence, else by stop_id. In the second case current_status is used,
// although the specification ignores it.
//
// The times of the train are adjusted to the vehicle. Times from the feed are adjusted only if the vehicle position is
// newer than the trip update. Departures from calls that the vehicle has left are in the past. Events that are still ahead
// of it happen half a minute after the position at the earliest. A resulting delay applies to the following calls, up to
// the next call with times from the feed. Where a train has passed, a vehicle says nothing about the times.
// The stop_id of a vehicle that stands (STOPPED_AT) at a platform is the platform of the call.
//
// # Alerts
//
// An alert in one of its active periods becomes a message of each train to which it applies. It applies to a train if
// one entity selector (informed_entity) matches the train in all of its fields: trip, route, route type, direction, and
// stop. A stop matches the trains that call there, even if realtime data skip the call. An agency matches its trains, and those
// of an agency without agency_id; package gtfs says which agency a route without one has. An active_period that ends at 0 has no end.
// The text is header_text, else description_text. Of several translations, the requested language is preferred, then a
// text without language, then the first one. A message is one line of at most 300 characters. Stations have the alerts whose
// selectors have a stop, but no trip and no route, and those about all trains of an agency that serves them. The address of a page is used if it is one of the
// web (http or https).
package gtfsrt
