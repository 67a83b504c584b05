// Package reference tests the service against expected records that were computed by hand for a small railway.
//
// testdata/feed.txtar is the railway's GTFS feed. The GTFS Realtime messages about its trains are in messages_test.go.
// Each other file of testdata is a test case: an instant, requests, and the expected records, one on each line with the
// fields in the order of the specification, with the calculation that leads to them. The expected records were derived
// from the documents (the specification, the documentation of package rail and of the packages below it) and not from
// the service's responses.
//
// Cases that are too many to compute by hand, such as every minute of some days, are compared with a naive
// implementation in naive_test.go and naive_trains_test.go. It reads the feed's files directly, works only for this railway,
// and uses nothing of the service.
//
// published_test.go compares the feeds of the folder QUARTET_FEEDS, and the realtime messages that belong to them, with a
// naive implementation of the rules that published feeds need: naive_feed_test.go reads stations, trips and dates,
// naive_shapes_test.go places calls on shapes, and naive_realtime_test.go computes expected times.
package reference
