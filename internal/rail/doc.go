// Package rail implements the realtime rail information service: it makes records of a state, that is a timetable and
// what is known of its trains, and a clock.
//
// The packages below it keep the parts apart. Package timetable is what is planned, and package gtfs reads it from a
// GTFS feed. Package running is what is known of the present, and package gtfsrt makes it of GTFS Realtime messages.
// Packages feed and fiction are sources of states, those of a real railway and those of one that does not exist.
//
// The service remembers nothing: an answer follows from the request, the state and the clock, which counts in whole
// seconds. Services with the same state and the same clock answer alike.
//
// Every field of every record is set. A field without a value is empty, and an answer without records an empty list: to
// an unknown station, train or date too. All times are those of the railway's zone, that of its agencies; trains keep
// to it abroad.
//
// # Parameters
//
//   - Names, codes, train codes and letters are matched without regard to case or to the space around them.
//   - StationDesc is the name of a station; if there is none with that name, an alias. Stations that share it have one
//     board together.
//   - TrainDate is read as 21 Nov 2026, 21-Nov-2026, 21 November 2026, 2026-11-21 or, the day first, 21/11/2026.
//   - NumMins is a whole number from 5 to 90, and 90 where it is omitted or empty. Anything else is a client's fault,
//     even where the station is unknown.
//   - StationType and TrainType are M, S or D. Anything else asks for all.
//
// # What is known of a train
//
// A train runs as the timetable has it unless the state holds more about it. Its expected times are then those of the
// trip update: the feed's own or those that follow from them, see package gtfsrt. What is expected at a time that has
// come counts as having happened, until the feed says otherwise. Actual times are those alone that the feed gave itself
// for the call.
//
// Calls that are skipped (SKIPPED) are passed. A train that leaves out its first stops starts at the first that it makes,
// and one that leaves out its last ends at the last that it makes: these are its origin and its destination below. A
// train that is cancelled, or makes fewer than two of its stops, does not run: it is neither among the current trains nor
// on a board, and its movements are those of the timetable, with nothing actual and no call current or next.
//
// A vehicle's place counts for 90 seconds, which is as old as the best practices of GTFS Realtime let it become.
//
// The lists below tell for each field what it is, where it comes from, and what it is where the feeds lack that.
//
// # Stations (getAllStationsXML, getStationsFilterXML), in the order of their names and codes
//
// A station is of the types of the trains that stop at it by the timetable.
//
//   - StationDesc: the name. From stop_name of the station, which is the parent of its platforms; never lacking.
//   - StationAlias: another name. From translations.txt; else empty.
//   - StationLatitude, StationLongitude: to five decimals (about a metre). From stop_lat and stop_lon; else 0.
//   - StationCode: from stop_code; else stop_id. See package gtfs for codes that stations share.
//   - StationId: stop_id.
//   - StationDesc_sp: the name if it matches the text, else the alias. A text matches at the start of any word; an
//     empty one matches every station.
//
// # Current trains (getCurrentTrainsXML, getVendorTrainsXML), in the order of their codes
//
// These are the trains that are under way, that start within 10 minutes by the timetable or by what is expected or are
// overdue, and that terminated at most 5 minutes ago.
//
//   - TrainStatus: N until the train departs from its origin, R until it arrives at its destination, then T. By the
//     expected times; else by the timetable.
//   - TrainLatitude, TrainLongitude: until it has terminated, the place of its vehicle (VehiclePosition) if that counts.
//     Else the place of the station at which it stands, and between two calls the point on its path that the share of
//     the running time makes. The path is the shape from shapes.txt; else the straight line between the stations. 0
//     where that is not known either.
//   - TrainCode: from trip_short_name; else trip_id.
//   - TrainDate: the date at its first call when it is scheduled to start there. From the service date and
//     departure_time, so that a train that starts at 24:10 has the date of the next day.
//   - PublicMessage: lines, with the two characters \n between them. The code; the scheduled start, origin, destination,
//     scheduled end, and how late it is, "as scheduled" where the feeds lack its times; where it was last and what comes
//     next. Then, each on a line, the alerts about the train (Alert), if any.
//   - Direction: in words. From trip_headsign with "To " before it; else from the last station.
//   - LastLocationType: A when the train stands at a station (its origin before the start included), D in the first
//     minute after it left or passed one, E after that, T when it has terminated.
//   - TrainOrigin, TrainOriginTime, TrainDestination, TrainDestinationTime: the origin and the destination, as scheduled
//     in stop_times.txt.
//   - LastLocation: the call last reached, the origin before the start. NextLocation: the call after it, passed or not;
//     empty when the train has terminated.
//   - Difference: how late it was when it last arrived or departed, before the start how late it is expected to, in
//     seconds; negative when early. From the expected and the scheduled times; 0 where the feeds lack its times.
//   - ScheduledDeparture: from LastLocation, none at the destination. ScheduledArrival: at NextLocation, none when the
//     train has terminated. None is 01/01/1900 00:00:00.
//
// # Board (getStationDataByNameXML, getStationDataByCodeXML), by direction, then Duein, then code
//
// These are the trains that have yet to depart from the station (to arrive, where it is their destination) and are
// expected to arrive (to depart, where it is their origin) within the window. Trains that pass are left out. A train
// that calls more than once at the station appears once, with the first of the calls that it has yet to make.
//
//   - Servertime, Querytime: the clock.
//   - Traincode, Direction, Traindate: as TrainCode, Direction and TrainDate above.
//   - Traintype: its kind in words. From route_type or route_id, as package gtfs maps them; never lacking.
//   - Stationfullname, Stationcode: the station's, not what the caller wrote.
//   - Origin, Destination, Origintime, Destinationtime: the origin and the destination, as scheduled.
//   - Status: En Route once the train has started, if the feeds have its times; else No Information.
//   - Lastlocation: with status En Route, Arrived or Departed and the call last reached; a call that it passed counts as
//     departed. Empty otherwise.
//   - Duein: whole minutes until the expected arrival (at the origin, departure); 0 for a train that stands there.
//   - Late: minutes from the scheduled to the expected time of that event, as both are shown; negative when early, 0
//     where the feeds lack its times.
//   - Exparrival, Scharrival: 00:00 at the origin. Expdepart, Schdepart: 00:00 at the destination. Scheduled times are
//     those of stop_times.txt, expected ones equal them where the feeds lack its times.
//   - Locationtype: O, S or D for the origin, any other call or the destination.
//
// # Movements (getTrainMovementsXML), in running order
//
// A train of the timetable comes before one of the same code and date that only realtime data know. Movements of any
// date are there on which the timetable has the train.
//
//   - TrainCode, TrainDate, TrainOrigin, TrainDestination: as above.
//   - LocationCode, LocationFullName: the station's. LocationOrder: the place of the call in the trip, from 1; it is not
//     stop_sequence, which may have gaps.
//   - LocationType: as Locationtype, and T where the train passes. That is where pickup_type and drop_off_type are 1 by
//     the timetable, or where the call is skipped.
//   - ScheduledArrival, ScheduledDeparture: from stop_times.txt. No arrival at the origin, no departure from the
//     destination. None is 00:00:00.
//   - ExpectedArrival, ExpectedDeparture: the same, and none at calls that the train does not come to: before its origin
//     and after its destination. The expected time of what has happened is the actual one; it is the scheduled one where
//     the feeds lack the train's times.
//   - Arrival, Departure: the expected times once they have come, where the train only passes too, if the feed gave the
//     times of the call itself; empty otherwise. A feed that stops telling of past calls has none for them.
//   - AutoArrival, AutoDepart: 1 where Arrival or Departure is set; else empty.
//   - StopType: C for the call last reached, N for the one after it (the origin before the start), a hyphen for others.
package rail
