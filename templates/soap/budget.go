package soap

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
)

const (
	defaultMemory = 48 << 20
	freeMemory    = 64 << 10 // memory that each request has in addition, so that small requests never wait
	memoryUnit    = 64 << 10 // memory that is taken at once
	memoryWait    = time.Second
	checkInterval = 100 * time.Millisecond // interval at which a waiting request looks for slow ones
)

// errBusy is the error for a request that exceeds the memory budget.
var errBusy = errors.New("the server is out of memory for requests; try again later")

// ErrResponseMemory is the error of a call for whose response there is no memory: see [WithResponseMemory].
var ErrResponseMemory = errors.New("the responses of other calls, or of earlier calls of the same request, take the memory of the client; try again later")

// budget is the memory that all requests of a handler, or all responses to a client, may take together, in bytes. They
// wait for memory in the order of their arrival.
type budget struct {
	limit int64
	busy  error // the error if no memory becomes free; nil: errBusy

	mu      sync.Mutex
	used    int64
	queue   []*memoryRequest
	reading map[*reservation]struct{} // reservations with memory whose bodies are arriving
}

type memoryRequest struct {
	bytes, held int64
	ready       chan struct{} // closed when the bytes have been taken
}

// reservation is the memory of one request. Its methods are for one goroutine.
type reservation struct {
	budget *budget
	ctx    context.Context
	needed int64 // bytes needed so far
	taken  int64 // bytes of the budget in use

	w        http.ResponseWriter
	isBody   bool         // the body is being read
	watched  time.Time    // since when the reading may be aborted
	received atomic.Int64 // bytes of the body, as they were sent
	aborted  atomic.Bool

	ended *atomic.Bool // set when the client has gone; nil if nobody watches it
	stop  func() bool  // ends the watching
}

// grow reserves memory before it is allocated, unless r is nil. The error says that none becomes free for
// some time, or is the error of the context.
func (r *reservation) grow(bytes int64) error {
	if r == nil {
		return nil
	}
	r.needed += bytes
	missing := r.needed - freeMemory - r.taken
	if missing <= 0 {
		return nil
	}
	if r.isBody && r.watched.IsZero() {
		r.watch()
	}
	missing = (missing + memoryUnit - 1) / memoryUnit * memoryUnit
	if err := r.budget.take(r.ctx, missing, r.taken); err != nil {
		return err
	}
	r.taken += missing
	return nil
}

// reserve returns the reservation of a call, nil if b is nil.
func (b *budget) reserve(ctx context.Context) *reservation {
	if b == nil {
		return nil
	}
	return &reservation{budget: b, ctx: ctx}
}

// toUTF8 returns a document in UTF-8. It counts the memory of the text, unless that is the memory of doc.
func (r *reservation) toUTF8(doc []byte, m media.Type, ended *atomic.Bool, more charset.Reader) ([]byte, error) {
	text, err := codec.ToUTF8Until(doc, m.Attribute("charset"), ended, more)
	if err != nil || len(text) == 0 || len(doc) > 0 && &text[len(text)-1] == &doc[len(doc)-1] {
		return text, err
	}
	return text, r.grow(int64(cap(text)))
}

// release gives all memory back, unless r is nil.
func (r *reservation) release() {
	if r == nil {
		return
	}
	if r.stop != nil {
		r.stop()
	}
	r.needed = 0
	if b := r.budget; r.taken > 0 {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.used -= r.taken
		r.taken = 0
		b.serveQueue()
	}
}

// take takes memory for a request that holds some already. A request that holds all memory in use
// may take more, up to its own limits.
func (b *budget) take(ctx context.Context, bytes, held int64) error {
	b.mu.Lock()
	if len(b.queue) == 0 && b.tryTake(bytes, held) {
		b.mu.Unlock()
		return nil
	}
	request := &memoryRequest{bytes, held, make(chan struct{})}
	b.queue = append(b.queue, request)
	b.mu.Unlock()
	return b.wait(ctx, request)
}

func (b *budget) tryTake(bytes, held int64) bool {
	fits := b.used+bytes <= b.limit || b.used <= held
	if fits {
		b.used += bytes
	}
	return fits
}

// wait waits until a request has its memory. Meanwhile it ends requests whose bodies
// arrive slowly.
func (b *budget) wait(ctx context.Context, request *memoryRequest) error {
	ticker := time.NewTicker(checkInterval)
	defer ticker.Stop()
	var err error
	for deadline := time.Now().Add(memoryWait); err == nil; {
		select {
		case <-request.ready:
			return nil
		case <-ctx.Done():
			err = ctx.Err()
		case now := <-ticker.C:
			if now.After(deadline) {
				err = cmp.Or(b.busy, errBusy)
			} else {
				b.abortSlowest(now)
			}
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.queue, request)
	if i < 0 {
		return nil // it has been served meanwhile
	}
	b.queue = slices.Delete(b.queue, i, i+1)
	b.serveQueue()
	return err
}

// serveQueue gives memory to the first requests that wait.
func (b *budget) serveQueue() {
	for len(b.queue) > 0 && b.tryTake(b.queue[0].bytes, b.queue[0].held) {
		close(b.queue[0].ready)
		b.queue = b.queue[1:]
	}
}

// minRate is the rate below which a body is slow, in bytes a second.
const minRate = 8 << 10

// abortSlowest ends the reading of the body that arrives at the lowest rate, if that is
// slow and has lasted a while. It frees memory for requests that wait.
func (b *budget) abortSlowest(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var slowest *reservation
	lowest := float64(minRate)
	for r := range b.reading {
		seconds := now.Sub(r.watched).Seconds()
		if rate := float64(r.received.Load()) / max(seconds, 0.1); seconds >= memoryWait.Seconds()/2 && rate < lowest && !r.aborted.Load() {
			slowest, lowest = r, rate
		}
	}
	if slowest != nil {
		slowest.aborted.Store(true)
		_ = http.NewResponseController(slowest.w).SetReadDeadline(now)
	}
}

// watch allows the reading of the body to be aborted, as the request takes memory.
func (r *reservation) watch() {
	r.watched = time.Now()
	r.budget.mu.Lock()
	defer r.budget.mu.Unlock()
	if r.budget.reading == nil {
		r.budget.reading = make(map[*reservation]struct{})
	}
	r.budget.reading[r] = struct{}{}
}

// bodyRead ends the watching of the body.
func (r *reservation) bodyRead() {
	r.isBody = false
	if r.watched.IsZero() {
		return
	}
	r.budget.mu.Lock()
	defer r.budget.mu.Unlock()
	delete(r.budget.reading, r)
}
