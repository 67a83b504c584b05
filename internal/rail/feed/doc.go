// Package feed keeps the data of a real railway up to date. It reads static GTFS feeds from files, directories or
// URLs, and any number of GTFS Realtime feeds from files or URLs. A [Source] combines them into one state and replaces
// that state in a single step, so readers always see a timetable together with the realtime data applied to it.
//
// # Fetching
//
// Each feed is polled separately. HTTP requests carry the validators of the last accepted response (If-None-Match,
// If-Modified-Since). They have a time limit and a size limit, follow at most five redirects and none from https to
// http, and send the user's headers and credentials only to the host in the configured URL. Files are read again when
// their size or modification time changes; a file that changed while it was read is read again. Content with the same
// bytes as before is not processed again.
//
// The interval between polls varies at random by a tenth. After the first failure the wait is 30 seconds, or the
// interval if that is shorter. It doubles with each further failure, up to 5 minutes, or the interval if that is
// longer, and varies by a quarter. If the server sends Retry-After, the wait is at least that long; more than an hour
// counts as an hour.
//
// # Several static feeds
//
// A static feed that changes is read and replaced alone; what the others have stays in use. A service can start with those that can
// be read, see [Source.Load]; the others become part of the state when they can be. Realtime data of a static feed that has not been
// read are not used.
//
// # Failures
//
// The last data of a feed stay in use while the feed fails: it cannot be fetched, cannot be read, or is older than its
// previous content. If only parts of the content are invalid, the other parts are used. Realtime data expire, however.
// Trip updates and vehicle positions are used for five minutes (by default) from the timestamp in the message's header
// or, if it has none, from the last successful response. Alerts are used for five minutes from the last successful
// response. (A 304 Not Modified is successful.) After that the service uses only the timetable, until the feed
// recovers.
//
// Each change of a feed's state is logged once: it fails, recovers, becomes stale, is no longer stale, has ended or not begun, or has
// invalid parts (this at most once an hour). [Source.Status] returns the details at any time. Neither contains secrets: the
// user, password, query and fragment of a URL and the values of headers are left out.
package feed
