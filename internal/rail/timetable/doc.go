// Package timetable holds what a railway plans: its stations, its trips, and the journeys that these make on each
// service date. It knows nothing of the present; package running adds that.
//
// Times within a trip are durations since the start of the service date, as in GTFS (Schedule Reference,
// stop_times.txt): that is noon minus twelve hours in the railway's zone, so that a train is at 08:00 what the public
// reads as 08:00 on the days when the clocks change too. They may exceed 24 hours.
package timetable
