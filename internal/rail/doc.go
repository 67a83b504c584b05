// Package rail implements the realtime rail information service on a timetable, a forecast of how its trains run, and
// a clock.
//
// The packages below it keep three things apart: timetable is what is planned, running is what is known of the present,
// and fiction is the data of both that the service starts with. This package maps them to records and knows no data of
// its own.
//
// Every field of every record is set. A field without a value is empty, and an answer without records an empty list.
// All times are those of the railway's zone.
//
// # Parameters
//
// Names, codes and letters are matched without regard to case or to the space around them; a name may be an alias.
// TrainDate is read as 21 Nov 2026, 21-Nov-2026 or 2026-11-21. NumMins is checked even where the station is unknown.
//
// # Stations (getAllStationsXML, getStationsFilterXML), in the order of their names
//
//   - StationDesc, StationAlias, StationCode, StationId: name, alias, code and ID of the station in the timetable.
//   - StationLatitude, StationLongitude: its place, to five decimals (about a metre); 0 where unknown.
//   - StationDesc_sp: the name if it matches the text, else the alias.
//
// A station is of the types of the trains that stop at it.
//
// # Current trains (getCurrentTrainsXML, getVendorTrainsXML), in the order of their codes
//
// These are the trains that are under way, that start within 10 minutes by the timetable or are overdue, and that
// terminated at most 5 minutes ago.
//
//   - TrainStatus: N until the train departs from its origin, R until it arrives at its destination, then T.
//   - TrainLatitude, TrainLongitude: the place of the station that the train stands at; between two calls, the point on
//     the straight line that the share of the running time makes; 0 where unknown.
//   - TrainCode, Direction: from the trip. TrainDate: the date at its origin when it is scheduled to start.
//   - PublicMessage: three lines. The code; the scheduled start, origin, destination, scheduled end and lateness; where
//     the train was last and what comes next.
//   - LastLocationType: A when the train stands at a station (its origin before the start included), D in the first
//     minute after it left or passed one, E after that, T when it has terminated.
//   - TrainOrigin, TrainOriginTime, TrainDestination, TrainDestinationTime: the first and the last call, as scheduled.
//   - LastLocation: the call last reached, the origin before the start. NextLocation: the call after it; empty when the
//     train has terminated.
//   - Difference: the lateness at the last arrival or departure; before the start, the expected one.
//   - ScheduledDeparture: from LastLocation, none at the destination. ScheduledArrival: at NextLocation, none when the
//     train has terminated.
//
// # Board (getStationDataByNameXML, getStationDataByCodeXML), by direction, then Duein, then code
//
// These are the trains that have yet to depart from the station (to arrive, where it is their destination) and are
// expected to arrive (to depart, where it is their origin) within the window. Trains that pass are left out. A train
// that calls more than once appears with the first of the calls that it has yet to make.
//
//   - Servertime: the clock, to the millisecond. Querytime: the same to the second.
//   - Traincode, Direction: from the trip. Traintype: its kind in words. Traindate: as TrainDate above.
//   - Stationfullname, Stationcode: the station's, not what the caller wrote.
//   - Origin, Destination, Origintime, Destinationtime: the first and the last call, as scheduled.
//   - Status: En Route once the train has started, if more than the timetable is known of it; else No Information.
//   - Lastlocation: with status En Route, Arrived or Departed and the call last reached; a call that it passed counts as
//     departed. Empty otherwise.
//   - Duein: whole minutes until the expected arrival (at the origin, departure); 0 for a train that stands there.
//   - Late: minutes from the scheduled to the expected time of that event, as both are shown.
//   - Exparrival, Scharrival: 00:00 at the origin. Expdepart, Schdepart: 00:00 at the destination. Expected times equal
//     the scheduled ones until more than the timetable is known.
//   - Locationtype: O, S or D for the first, any other or the last call.
//
// # Movements (getTrainMovementsXML), in running order
//
//   - TrainCode, TrainDate, TrainOrigin, TrainDestination: as above.
//   - LocationCode, LocationFullName: the station's. LocationOrder: the place of the call in the trip, from 1.
//   - LocationType: as Locationtype, and T where the train passes.
//   - ScheduledArrival, ExpectedArrival: none at the origin. ScheduledDeparture, ExpectedDeparture: none at the
//     destination. The expected time of what has happened is the actual one.
//   - Arrival, Departure: the expected times once they have come, where the train only passes too; empty before, and
//     where no more than the timetable is known.
//   - AutoArrival, AutoDepart: 1 where Arrival or Departure is set.
//   - StopType: C for the call last reached, N for the one after it (the origin before the start), a hyphen for others.
package rail
