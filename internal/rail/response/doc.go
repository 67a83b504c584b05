// Package response caches the encoded responses of the service and of its pages, and sets the header fields that let HTTP caches
// do the same.
//
// # Cache entries
//
// The lists of stations depend only on the timetable. Every other response depends on the timetable, the realtime data
// and the second of the service's clock: a [Moment]. A response is stored with the moment at which it was made and
// served until one of its inputs changes. So a board is computed at most once a second for each distinct request, even
// if many clients request it at the same time: they wait for the first computation.
//
// The key of an entry is the operation and the bytes of the query, form or envelope. HTTP GET and POST share entries.
// Requests that mean the same but differ in a byte have separate entries. The size of the cache is bounded; it evicts
// the least recently used responses. The handlers of pages and their data say what the key is, see [Cache.Serve]: requests
// that differ in parameters that do not matter share an entry.
//
// # HTTP
//
// A response to GET or HEAD has a strong ETag, computed from its bytes. All replicas send the same bytes for the same
// feeds and clock. A compressed response has another ETag. Last-Modified is the time at which the timetable was made
// or, for responses that depend on the clock, the second of the clock. It is left out if the service's clock is not the
// actual time. It is never the time at which a process started or read a feed. [Conditional] evaluates preconditions
// (RFC 9110 section 13) and responds 304 or 412; it responds 304 to If-Modified-Since only if the date equals
// Last-Modified and is at least a second old.
//
// Cache-Control lets shared caches store responses as configured by [Freshness]. Faults are never stored. Responses to
// POST come from the same cache but have none of these header fields, as HTTP caches cannot use them.
package response
