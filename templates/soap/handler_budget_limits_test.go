package soap

import (
	"context"
	"math/rand"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestLimitBudget: whatever requests do, no more memory is in use than there is, except by a
// request that holds all of it, and all comes back.
func TestLimitBudget(t *testing.T) {
	const rounds, requests, limit = 100, 60, 16 * memoryUnit
	var refused, cancelled, highest int64
	for seed := range int64(rounds) {
		synctest.Test(t, func(t *testing.T) {
			b := &budget{limit: limit}
			var mu sync.Mutex
			var all sync.WaitGroup
			held := make(map[*reservation]int64)
			check := func(r *reservation) {
				mu.Lock()
				defer mu.Unlock()
				held[r] = r.taken
				sum := int64(0)
				for _, n := range held {
					sum += n
				}
				highest = max(highest, sum-largest(held))
			}
			for i := range requests {
				random := rand.New(rand.NewSource(seed*requests + int64(i)))
				all.Add(1)
				go func() {
					defer all.Done()
					time.Sleep(time.Duration(random.Intn(5000)) * time.Millisecond)
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					if random.Intn(3) == 0 {
						time.AfterFunc(time.Duration(random.Intn(1500))*time.Millisecond, cancel)
					}
					r := &reservation{budget: b, ctx: ctx, w: httptest.NewRecorder(), isBody: random.Intn(2) == 0}
					for range 1 + random.Intn(8) {
						if err := r.grow(int64(random.Intn(6 * memoryUnit))); err != nil {
							mu.Lock()
							if ctx.Err() == nil {
								refused++
							} else {
								cancelled++
							}
							mu.Unlock()
							break
						}
						check(r)
						r.received.Add(int64(random.Intn(20 << 10)))
						time.Sleep(time.Duration(random.Intn(800)) * time.Millisecond)
						if random.Intn(4) == 0 {
							r.bodyRead()
						}
					}
					r.bodyRead()
					mu.Lock()
					delete(held, r)
					mu.Unlock()
					r.release()
				}()
			}
			all.Wait()
			checkUnused(t, b)
		})
	}
	t.Logf("limit: memory in use after %d requests, %d of them refused and %d cancelled | 0 bytes | 0 bytes", rounds*requests, refused, cancelled)
	t.Logf("limit: memory of all requests but the largest | %d KiB | %d KiB", limit>>10, highest>>10)
	if highest > limit {
		t.Errorf("%d bytes were in use besides the largest request", highest)
	}
	if refused == 0 || cancelled == 0 {
		t.Error("no request was refused or cancelled")
	}
}

func largest(held map[*reservation]int64) (most int64) {
	for _, n := range held {
		most = max(most, n)
	}
	return most
}
