// Package makefeed has the tables of stations, tracks, lines and calendars of the fictional island railway, as tests: they
// make the GTFS feed that package fiction embeds, and compare it with the archive feed.zip. To rewrite that after a change
// of the tables:
//
//	go test ./internal/rail/fiction/makefeed -update
//
// The same tables give the same files.
package makefeed
