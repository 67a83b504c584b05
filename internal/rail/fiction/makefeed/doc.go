// Package makefeed has the tables of stations, tracks, lines and calendars of the fictional island railway, as tests: they
// make the text files of the GTFS feed that package fiction embeds, and compare them with the files in the folder feed. To
// rewrite these after a change of the tables:
//
//	go test ./internal/rail/fiction/makefeed -update
//
// The same tables give the same files, byte for byte.
package makefeed
