package response

import (
	"container/list"
	"context"
	"sync"
	"sync/atomic"
)

// The defaults of [Options].
const (
	DefaultMaxBytes   = 128 << 20
	DefaultMaxEntries = 20_000
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

// Outcomes returns all outcomes.
func Outcomes() []Outcome { return []Outcome{Hit, Shared, Miss, Bypass} }

// A Cache stores encoded responses. It is safe for concurrent use.
type Cache struct {
	options          Options
	stations, trains []string // values of Cache-Control

	mu      sync.Mutex
	entries map[string]*list.Element // of *entry
	recent  list.List                // of *entry, the most recently used first
	flights map[string]*flight
	bytes   int64

	counts [4]atomic.Int64 // in the order of Outcomes
}

// A version identifies the inputs on which a response depends.
type version struct {
	identity any
	second   int64
}

type entry struct {
	key      string
	version  version
	response *cachedResponse
	size     int64
}

// A flight is a response that is being computed. When done is closed, response is set, or nil if the computation
// failed.
type flight struct {
	version  version
	done     chan struct{}
	response *cachedResponse
}

// Stats are the size of a cache and the number of calls by outcome.
type Stats struct {
	Entries  int
	Bytes    int64
	Outcomes map[Outcome]int64
}

// Stats returns the current size of the cache and the outcomes so far.
func (c *Cache) Stats() Stats {
	c.mu.Lock()
	s := Stats{Entries: len(c.entries), Bytes: c.bytes, Outcomes: map[Outcome]int64{}}
	c.mu.Unlock()
	for i, o := range Outcomes() {
		s.Outcomes[o] = c.counts[i].Load()
	}
	return s
}

func (c *Cache) count(o Outcome) Outcome {
	for i, known := range Outcomes() {
		if o == known {
			c.counts[i].Add(1)
		}
	}
	return o
}

// get returns the response for the key: the stored one if it has the same version, else the result of compute.
// Concurrent calls for the same key and version wait for one computation. Compute also reports whether the response can
// be stored: whether the version was still the same at its end. An error of compute is returned only to the caller that
// ran it.
func (c *Cache) get(ctx context.Context, key []byte, version version, compute func() (*cachedResponse, bool, error)) (*cachedResponse, Outcome, error) {
	c.mu.Lock()
	if e := c.entries[string(key)]; e != nil && e.Value.(*entry).version == version {
		c.recent.MoveToFront(e)
		cached := e.Value.(*entry).response
		c.mu.Unlock()
		return cached, Hit, nil
	}
	if f := c.flights[string(key)]; f != nil && f.version == version {
		c.mu.Unlock()
		return c.wait(ctx, f, compute)
	}
	f := &flight{version: version, done: make(chan struct{})}
	name := string(key)
	c.flights[name] = f
	c.mu.Unlock()

	defer func() { // deferred for the case that compute panics, so that nobody waits forever
		c.mu.Lock()
		if c.flights[name] == f {
			delete(c.flights, name)
		}
		c.mu.Unlock()
		close(f.done)
	}()
	computed, cacheable, err := compute()
	if err != nil {
		return nil, Bypass, err
	}
	f.response = computed
	if !cacheable || !c.add(name, version, computed) {
		return computed, Bypass, nil
	}
	return computed, Miss, nil
}

// wait waits for the response that another call computes. If that computation fails, it runs compute.
func (c *Cache) wait(ctx context.Context, f *flight, compute func() (*cachedResponse, bool, error)) (*cachedResponse, Outcome, error) {
	select {
	case <-f.done:
	case <-ctx.Done():
		return nil, Bypass, ctx.Err()
	}
	if f.response != nil {
		return f.response, Shared, nil
	}
	computed, _, err := compute()
	return computed, Bypass, err
}

// add stores a response and evicts others until the cache is within its bounds. It returns false, and does not store
// it, if the response would take more than half of the cache.
func (c *Cache) add(key string, version version, a *cachedResponse) bool {
	size := int64(len(key)+len(a.body)) + entryOverhead
	if size > c.options.MaxBytes/2 {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.entries[key]; old != nil {
		c.remove(old)
	}
	c.entries[key] = c.recent.PushFront(&entry{key, version, a, size})
	c.bytes += size
	c.evict()
	return true
}

// grow adds n bytes to the size of a response, if it is still in the cache.
func (c *Cache) grow(key []byte, a *cachedResponse, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[string(key)]; e != nil && e.Value.(*entry).response == a {
		e.Value.(*entry).size += int64(n)
		c.bytes += int64(n)
		c.evict()
	}
}

func (c *Cache) evict() {
	for c.bytes > c.options.MaxBytes || len(c.entries) > c.options.MaxEntries {
		c.remove(c.recent.Back())
	}
}

func (c *Cache) remove(e *list.Element) {
	old := c.recent.Remove(e).(*entry)
	delete(c.entries, old.key)
	c.bytes -= old.size
}
