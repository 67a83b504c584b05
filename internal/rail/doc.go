// Package rail implements the realtime rail information service. It computes records from a state (a timetable and
// realtime data about its trains) and a clock.
//
// The data come from other packages. Package timetable holds the schedule; package gtfs reads it from a GTFS feed.
// Package running holds realtime data; package gtfsrt makes them from GTFS Realtime messages. Package feed provides the
// states of a real railway, and package fiction the states of a fictional one.
//
// The service itself is stateless: a response depends only on the request, the state and the clock, which counts in
// whole seconds. Services with the same state and the same clock give the same responses. Package roster keeps records of
// current trains until they change, which only saves time. What passengers want to know and the operations cannot say, such as
// alerts and cancelled trains, is in package passenger.
//
// Every field of every record is set. A field without a value is empty, and a response without records is an empty list,
// also for an unknown station, train or date.
//
// A time at a station is in the time zone of the station, so a train that crosses zones is shown at each station in the zone there.
// The date of a train (TrainDate, Traindate) is in the time zone of its agency. Servertime and Querytime are in the zone of the
// station that was asked for. See package gtfs for the zones of stations and agencies.
//
// A call is a stop of a train at a station, or its passing through without a stop: a stop time in GTFS.
//
// # Parameters
//
//   - Names, codes, train codes and letters are compared ignoring case and surrounding space.
//   - StationDesc is the name of a station or, if no station has that name, an alias. If several stations share it,
//     their boards are combined.
//   - TrainDate is written as 21 Nov 2026, 21-Nov-2026, 21 November 2026, 2026-11-21, 20261121, 2026-11-21T00:00:00 or,
//     with the day first, 21/11/2026. It may also be 21 11 2026, 21.11.2026 or 21-11-2026 if it is no other date with the
//     month first. Trains of anything else are an empty list.
//   - NumMins is a whole number from 5 to 90. The default, if it is omitted or empty, is 90. Any other value is a
//     client fault, even if the station is unknown.
//   - StationType and TrainType are M, S or D. Any other value selects all types.
//
// # Realtime data of a train
//
// A train runs as scheduled unless the state has realtime data about it. Its expected times are then taken from its trip
// update: the times that the feed gives and the times derived from them, see package gtfsrt. An event whose expected time
// has come is taken to have happened, until the feed gives another time. A call has actual times only if the feed itself
// gave its times.
//
// Times, delay, platform and what is reported belong to a call, see [running.Call]: a train may be late at one and on time at
// another. The delay of a train as a whole is the one at its next call.
//
// Skipped calls (SKIPPED) are passed. If a train skips its first stops, its origin is the first stop that it makes; if it
// skips its last stops, its destination is the last stop that it makes. A train does not run if it is cancelled or makes
// fewer than two of its stops: it is neither among the current trains nor on a board, and its movements are taken from the
// timetable, without actual times and without a current or next call. Nobody is told of a train that is DELETED: it has no
// movements either.
//
// The place of a vehicle is used for 90 seconds, the maximum age that the best practices of GTFS Realtime allow.
//
// The lists below describe each field: its content, its source in the feeds, and its value if the feeds lack the data.
//
// # Stations (getAllStationsXML, getStationsFilterXML), ordered by name and code
//
// A station has the types of the trains that are scheduled to stop at it.
//
//   - StationDesc: the name. From stop_name of the station, which is the parent of its platforms; always present.
//   - StationAlias: another name. From translations.txt; else empty.
//   - StationLatitude, StationLongitude: to five decimals (about a metre). From stop_lat and stop_lon; else 0.
//   - StationCode: from stop_code; else stop_id. See package gtfs for codes that stations share.
//   - StationId: stop_id; or a number, if [timetable.SetNumericIDs] has made one, for clients that need it.
//   - StationDesc_sp: the name if it matches the text, else the alias. A name matches if the text occurs in it at the
//     start of a word, ignoring case and diacritics (in scripts that do not separate words, at any letter); an empty text
//     matches every station.
//
// # Current trains (getCurrentTrainsXML, getVendorTrainsXML), ordered by code
//
// A train is current from 10 minutes before its scheduled or expected start, whichever is earlier, until 5 minutes
// after it has terminated. A train that is overdue is current, too.
//
//   - TrainStatus: N until the train departs from its origin, R until it arrives at its destination, then T. From the
//     expected times; else the scheduled times.
//   - TrainLatitude, TrainLongitude: until it has terminated, the place of its vehicle (VehiclePosition) if that is
//     recent. Else the station at which it stands or, between two calls, the point on its path in proportion to the
//     running time. The path is the shape from shapes.txt; else a straight line between the stations. 0 if that is not
//     known either.
//   - TrainCode: from trip_short_name; else trip_id.
//   - TrainDate: the date of the scheduled departure from its first call, in the zone of its agency. From the service date and departure_time, so
//     a train that starts at 24:10 has the date of the next day.
//   - PublicMessage: lines, separated by the two characters \n. First the code. Then the scheduled start, the origin,
//     the destination, the scheduled end, and the delay at the next call ("as scheduled" if nothing is reported about it): the
//     minutes between the two times, both without seconds, as in Late. Then its last call, with Departed or Arrived or, if nothing is
//     reported about it, Should have left or Should be at; and its next call. Then one line for each alert about the train (Alert), if any.
//   - Direction: as text. From trip_headsign, with "To " before it unless it states a direction itself, such as
//     Northbound; else, and if it is a number, from the last station. It stays when the train ends before that, as it names the
//     service.
//   - LastLocationType: A when the train stands at a station (also at its origin before the start), D in the first
//     minute after it departed from or passed a call, E after that, T when it has terminated.
//   - TrainOrigin, TrainOriginTime, TrainDestination, TrainDestinationTime: the origin and the destination, with the
//     scheduled times from stop_times.txt.
//   - LastLocation: the last call that it reached; before the start, the origin. NextLocation: the call after that,
//     even if the train passes it by its timetable, but none that realtime data skip; empty when the train has terminated.
//   - Difference: the delay at its next call, in seconds; negative if early. The difference of the expected and the scheduled
//     time; 0 if nothing is reported about that call. The next call is the origin before the start, and the last one when the
//     train has terminated.
//   - ScheduledDeparture: from LastLocation; none at the destination. ScheduledArrival: at NextLocation; none when the
//     train has terminated. The value for none is 01/01/1900 00:00:00.
//
// # Board (getStationDataByNameXML, getStationDataByCodeXML), ordered by direction, then Duein, then code
//
// A board lists the trains that have not yet departed from the station (at their destination: not yet arrived) and are
// expected to arrive (at their origin: to depart) within the window. It omits trains that pass, and cancelled ones unless
// [Service.ListCancelled] keeps them until their scheduled time. A train that calls more
// than once at the station is listed once, with the first of these calls that is not over.
//
//   - Servertime, Querytime: the clock, in the zone of the station.
//   - Traincode, Direction, Traindate: as TrainCode, Direction and TrainDate above.
//   - Traintype: the name of its kind. From route_type or route_id, see package gtfs; always present.
//   - Stationfullname, Stationcode: the station's name and code, not the text of the request.
//   - Origin, Destination, Origintime, Destinationtime: the origin and the destination, with the scheduled times.
//   - Status: En Route if the train has started and something is reported about this call; Cancelled if it is on the board
//     although it does not run; else No Information.
//   - Lastlocation: if the status is En Route, Arrived or Departed followed by the last call that it reached; a call
//     that it passed counts as departed. Else empty.
//   - Duein: whole minutes until the expected arrival (at the origin: departure); 0 for a train that stands there.
//   - Late: minutes from the scheduled to the expected time of that event, both without seconds as shown; negative if
//     early, 0 if nothing is reported about it.
//   - Exparrival, Scharrival: 00:00 at the origin. Expdepart, Schdepart: 00:00 at the destination. Scheduled times are
//     from stop_times.txt; expected times equal them without realtime times.
//   - Locationtype: O at the origin, D at the destination, S at any other call.
//
// # Movements (getTrainMovementsXML), in running order
//
// A train of the timetable takes precedence over an added train (one that only the realtime data have) with the same
// code and date. Movements are available for every date on which the timetable has the train.
//
//   - TrainCode, TrainDate, TrainOrigin, TrainDestination: as above.
//   - LocationCode, LocationFullName: the station's. LocationOrder: the number of the call in the trip, from 1; not
//     stop_sequence, which may have gaps.
//   - LocationType: as Locationtype, and T if the train passes: if the timetable has pickup_type and drop_off_type 1,
//     or the call is skipped.
//   - ScheduledArrival, ScheduledDeparture: from stop_times.txt. No arrival at the origin, no departure from the
//     destination. The value for none is 00:00:00.
//   - ExpectedArrival, ExpectedDeparture: the same, and none at calls before the train's origin and after its
//     destination. Once an event has happened, its expected time is the actual time. Without realtime times it is the
//     scheduled time.
//   - Arrival, Departure: the expected times once they have come, also where the train passes, if the feed itself gave
//     the times of the call; else empty. They are empty for past calls that the feed no longer includes.
//   - AutoArrival, AutoDepart: 1 if Arrival or Departure is set; else empty.
//   - StopType: C for the last call that the train reached, N for the next one (before the start: the origin; none that realtime
//     data skip), a hyphen for the others.
package rail
