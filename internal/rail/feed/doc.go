// Package feed gets the data of a real railway and keeps them up to date: a static GTFS feed from a file, a directory
// or the web, and any number of GTFS Realtime feeds from files or the web. A [Source] makes one state of them, which it
// publishes in a single step: whoever asks sees a timetable with the realtime data that were applied to it, and never
// a part of either.
//
// # Getting
//
// Each feed is polled by itself. On the web, requests have the validators of what was accepted last (If-None-Match,
// If-Modified-Since), a time limit and a limit of bytes, follow at most five redirects and none from https to http, and
// do not send headers or credentials of the user to another host than that of the address. Files are read again when
// the size or the time of change is another; what was written to while it was read is read once more. Bytes that are
// those of the last time are not read twice.
//
// The interval between polls varies by a tenth, at random. After failures it doubles with each, from 30 seconds or the
// interval, whichever is shorter, to 5 minutes or the interval, whichever is longer, and varies by a quarter; a server
// that says Retry-After is left alone for that long, up to an hour.
//
// # Failing
//
// What a feed said last stays in use while it fails: cannot be fetched, cannot be read, is older than what it said
// before. What is wrong in parts is used without these parts. Realtime data get old, though: trip updates and vehicle
// positions are used for five minutes (by default) from the timestamp in the header of the message, or from when it was
// last fetched if it has none. Alerts are used for five minutes from when the feed was last known to hold them, by an
// answer with content or without (304). After that the timetable answers alone, until the feed is back.
//
// Each change of a feed's state is logged once: it fails, is back, is stale, is fresh again, is wrong in parts (that at
// most once an hour). [Source.Status] has the details at any time. Neither holds a secret: the user, the password, the
// query and the fragment of an address are left out, and so are the values of headers.
package feed
