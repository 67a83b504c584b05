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

import (
	"cmp"
	"container/list"
	"context"
	"maps"
	"sync"
)

const maxRequestSize = 2048

// entryOverhead is the approximate size of an entry without its response and key, in bytes.
const entryOverhead = 512

// An Outcome describes how the cache handled a call.
type Outcome string

// The outcomes.
const (
	Hit    Outcome = "hit"    // the response was in the cache
	Shared Outcome = "shared" // the response was computed by a concurrent call
	Miss   Outcome = "miss"   // the response was computed and stored
	Bypass Outcome = "bypass" // computed but not stored: a fault, a response too large, or the moment changed meanwhile
)

// A Cache stores encoded responses. It is safe for concurrent use.
type Cache struct {
	options          Options
	stations, trains []string // values of Cache-Control

	mu       sync.Mutex
	entries  map[string]*entry
	recent   list.List // of *entry, the most recently used first
	bytes    int64
	outcomes map[Outcome]int64
}

// New returns an empty cache.
func New(options Options) *Cache {
	options.MaxBytes = cmp.Or(max(options.MaxBytes, 0), 128<<20)
	options.MaxEntries = cmp.Or(max(options.MaxEntries, 0), 20_000)
	return &Cache{
		options:  options,
		stations: []string{options.Stations.String()},
		trains:   []string{options.Trains.String()},
		entries:  map[string]*entry{},
		outcomes: map[Outcome]int64{Hit: 0, Shared: 0, Miss: 0, Bypass: 0},
	}
}

// Stats are the size of a cache and the number of calls by outcome.
type Stats struct {
	Entries  int
	Bytes    int64
	Outcomes map[Outcome]int64 // has all outcomes
}

// Stats returns the current size of the cache and the outcomes so far.
func (c *Cache) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Stats{len(c.entries), c.bytes, maps.Clone(c.outcomes)}
}

// response returns the response for a key: the stored one if its inputs have not changed since, else the result of compute.
// Without a key, the response is not stored.
func (c *Cache) response(ctx context.Context, key []byte, timetable bool, compute func() ([]byte, error)) (e *entry, err error) {
	outcome := Bypass
	defer func() { // deferred for the case that compute panics
		c.mu.Lock()
		c.outcomes[outcome]++
		c.mu.Unlock()
		if c.options.Observe != nil {
			c.options.Observe(ctx, outcome)
		}
	}()
	moment := c.options.Moment()
	if key == nil {
		e = new(entry)
		_, err = c.fill(e, timetable, moment, compute)
		return e, err
	}
	version := versionOf(timetable, moment)
	c.mu.Lock()
	if e = c.entries[string(key)]; e == nil || e.version != version {
		e = c.add(string(key), version)
		c.mu.Unlock()
		outcome, err = c.run(e, timetable, moment, compute)
		return e, err
	}
	c.recent.MoveToFront(e.place)
	c.mu.Unlock()
	select {
	case <-e.done:
		outcome = Hit
	default:
		select {
		case <-e.done:
			outcome = Shared
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if e.failed() {
		outcome, e = Bypass, new(entry)
		_, err = c.fill(e, timetable, moment, compute)
	}
	return e, err
}

// run computes the response of an entry that has just been added. The entry is removed unless its response can be stored: concurrent
// calls for the key and version share it in any case, unless it failed. An error is returned only to the caller that ran compute.
func (c *Cache) run(e *entry, timetable bool, moment Moment, compute func() ([]byte, error)) (outcome Outcome, err error) {
	outcome = Bypass
	defer func() { // deferred for the case that compute panics, so that nobody waits forever
		if outcome == Bypass {
			c.mu.Lock()
			c.remove(e)
			c.mu.Unlock()
		}
		close(e.done)
	}()
	current, err := c.fill(e, timetable, moment, compute)
	size := int64(len(e.key)+len(e.plain.body)) + entryOverhead
	if current && size <= c.options.MaxBytes/2 { // a larger one would evict too many others
		c.grow(e, size)
		outcome = Miss
	}
	return outcome, err
}

// add adds an entry without a response, in place of another one for the key.
func (c *Cache) add(key string, version version) *entry {
	if old := c.entries[key]; old != nil {
		c.remove(old)
	}
	e := &entry{key: key, version: version, done: make(chan struct{})}
	e.place = c.recent.PushFront(e)
	c.entries[key] = e
	return e
}

// grow adds n bytes to the size of an entry if it is still in the cache, and removes others until the cache is within its bounds.
func (c *Cache) grow(e *entry, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[e.key] == e {
		e.size += n
		c.bytes += n
	}
	for c.bytes > c.options.MaxBytes || len(c.entries) > c.options.MaxEntries {
		c.remove(c.recent.Back().Value.(*entry))
	}
}

// remove removes an entry if it is in the cache.
func (c *Cache) remove(e *entry) {
	if c.entries[e.key] == e {
		c.recent.Remove(e.place)
		delete(c.entries, e.key)
		c.bytes -= e.size
	}
}
