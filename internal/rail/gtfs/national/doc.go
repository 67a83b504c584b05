// Package national makes a fictional railway of the size of a large country, for benchmarks and experiments. All of it is
// in tests. One of them writes the railway's feeds for raild: a static GTFS feed, and a GTFS-Realtime message for an instant
// at which all running trains are late. Other flags change the size of the railway; -help lists them.
//
//	go test ./internal/rail/gtfs/national -run '^TestWriteFeeds$' -v -feeds "$PWD/.cache/national"
//	go run ./internal/rail/cmd/raild --gtfs .cache/national/national.zip --gtfs-rt .cache/national/national.pb \
//	    --clock 2026-11-16T08:15:00Z
package national
