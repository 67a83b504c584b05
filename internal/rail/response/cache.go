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

// longestQuestion is the size in bytes of what is still looked up. Longer requests are answered, but not kept.
const longestQuestion = 2048

// overhead is about what an entry takes beside its answer and its key.
const overhead = 512

// An Outcome says how the cache answered a call.
type Outcome string

// The outcomes.
const (
	Hit    Outcome = "hit"    // from the bytes that were kept
	Shared Outcome = "shared" // with what another call at the same time computed
	Miss   Outcome = "miss"   // computed, and kept
	Bypass Outcome = "bypass" // computed: a fault, too large, or the moment passed meanwhile
)

// Outcomes returns all outcomes.
func Outcomes() []Outcome { return []Outcome{Hit, Shared, Miss, Bypass} }

// A Cache keeps encoded answers. It is safe for concurrent use.
type Cache struct {
	options          Options
	stations, trains []string // Cache-Control

	mu      sync.Mutex
	entries map[string]*list.Element // of *entry
	recent  list.List                // the first was used last
	flights map[string]*flight
	bytes   int64

	counts [4]atomic.Int64 // in the order of Outcomes
}

// version tells moments apart as far as an answer depends on them.
type version struct {
	basis  any
	second int64
}

type entry struct {
	key    string
	at     version
	answer *answer
	size   int64
}

// A flight is an answer on its way. Answer is set when done is closed; nil if there is none that others could use.
type flight struct {
	at     version
	done   chan struct{}
	answer *answer
}

// Stats is what a cache holds and has done.
type Stats struct {
	Entries  int
	Bytes    int64
	Outcomes map[Outcome]int64
}

// Stats returns what the cache holds and has done so far.
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

// get returns the answer for the key: the one that is kept if it was made at the same version, else what compute
// returns, for which all who ask at the same time wait. Compute also returns whether the version still was the same
// when it was done; else its answer is not kept. An error of compute is that of its caller alone.
func (c *Cache) get(ctx context.Context, key []byte, at version, compute func() (*answer, bool, error)) (*answer, Outcome, error) {
	c.mu.Lock()
	if e := c.entries[string(key)]; e != nil && e.Value.(*entry).at == at {
		c.recent.MoveToFront(e)
		kept := e.Value.(*entry).answer
		c.mu.Unlock()
		return kept, Hit, nil
	}
	if f := c.flights[string(key)]; f != nil && f.at == at {
		c.mu.Unlock()
		return c.wait(ctx, f, compute)
	}
	f := &flight{at: at, done: make(chan struct{})}
	name := string(key)
	c.flights[name] = f
	c.mu.Unlock()

	defer func() { // also if compute panics: nobody waits for ever
		c.mu.Lock()
		if c.flights[name] == f {
			delete(c.flights, name)
		}
		c.mu.Unlock()
		close(f.done)
	}()
	computed, lasting, err := compute()
	if err != nil {
		return nil, Bypass, err
	}
	f.answer = computed
	if !lasting || !c.keep(name, at, computed) {
		return computed, Bypass, nil
	}
	return computed, Miss, nil
}

// wait waits for an answer that another call computes, and computes it itself if that comes to nothing.
func (c *Cache) wait(ctx context.Context, f *flight, compute func() (*answer, bool, error)) (*answer, Outcome, error) {
	select {
	case <-f.done:
	case <-ctx.Done():
		return nil, Bypass, ctx.Err()
	}
	if f.answer != nil {
		return f.answer, Shared, nil
	}
	computed, _, err := compute()
	return computed, Bypass, err
}

// keep puts an answer into the cache and forgets others until there is room. It reports false for one that would take
// more than half of it.
func (c *Cache) keep(key string, at version, a *answer) bool {
	size := int64(len(key)+len(a.body)) + overhead
	if size > c.options.MaxBytes/2 {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.entries[key]; old != nil {
		c.remove(old)
	}
	c.entries[key] = c.recent.PushFront(&entry{key, at, a, size})
	c.bytes += size
	c.shrink()
	return true
}

// grow notes that an answer takes n bytes more, if it is still there.
func (c *Cache) grow(key []byte, a *answer, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[string(key)]; e != nil && e.Value.(*entry).answer == a {
		e.Value.(*entry).size += int64(n)
		c.bytes += int64(n)
		c.shrink()
	}
}

func (c *Cache) shrink() {
	for c.bytes > c.options.MaxBytes || len(c.entries) > c.options.MaxEntries {
		c.remove(c.recent.Back())
	}
}

func (c *Cache) remove(e *list.Element) {
	old := c.recent.Remove(e).(*entry)
	delete(c.entries, old.key)
	c.bytes -= old.size
}
