// Package timetable holds a railway's schedule: its stations, its trips, and the journeys of these trips on each
// service date. Package running adds realtime data to it.
//
// A trip's calls are its stop times in GTFS. Times within a trip count from the start of the service date, as in GTFS
// (Schedule Reference, stop_times.txt): from noon minus twelve hours in the railway's time zone. So 8h means 08:00 by
// the clock even on days when the clocks change. Times may exceed 24 hours.
package timetable
