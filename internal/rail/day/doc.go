// Package day holds a day of a small railway that was worked out by hand, and the test that the service answers so.
//
// testdata/feed.txtar is the timetable, a GTFS feed; what its trains do on some days, as GTFS Realtime tells it, is in
// realtime_test.go. Each other file of testdata is an instant: calls of the service, the records that it is expected to
// answer, one on a line with the fields in the order of the specification, and the arithmetic that leads to them. They
// follow from the documents (the specification, the package documentation of rail and of the packages below it) and not
// from what the service answered.
//
// What a hand cannot work out, every minute of some days, is compared with a plain reading of the feed's files
// (sweep_test.go), which knows this small railway alone and nothing of the service.
package day
