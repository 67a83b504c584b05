// Package response answers calls from encoded bytes that cannot have changed, and says to caches on the way how long
// they may do the same.
//
// # What an answer depends on
//
// The lists of stations follow from the timetable alone. Every other answer follows from the timetable, what is known
// of its trains, and the second of the service's clock: a [Moment]. An answer is kept with the moment that it was made
// at, and given again as long as that moment lasts. So a board that everybody wants is computed once a second for each
// way in which it is asked for, also when many ask for it at the same time: they wait for the first.
//
// A question is the operation and the bytes of the query, form or envelope. HTTP GET and POST share their answers.
// Two spellings of a question are two questions; what they cost is bounded by the size of the cache, which forgets the
// answers that were not asked for the longest.
//
// # HTTP
//
// An answer to GET or HEAD has an ETag, which is strong: it follows from the bytes, and all replicas send the same
// bytes for the same feeds and clock. What is compressed has another. Last-Modified is when the timetable was made, or
// the second of the clock where the answer follows from that, unless the service's clock is not the world's; it never
// tells when a process started or read a feed. [Conditional] answers 304 or 412 by them (RFC 9110 section 13), and does
// not say that something is unmodified where a date cannot tell.
//
// Cache-Control lets a shared cache keep answers for as long as [Freshness] has it; no fault is kept by anybody.
// Answers to POST come from the same cache and carry nothing of this, since nobody on the way could use it.
package response
