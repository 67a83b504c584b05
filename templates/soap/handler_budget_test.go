package soap

import (
	"context"
	"maps"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestBudgetInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &budget{limit: 4 * memoryUnit}
		first := &reservation{budget: b, ctx: t.Context()}
		must(t, first.grow(freeMemory+3*memoryUnit))
		served := make(chan int, 2)
		for i, bytes := range []int64{4 * memoryUnit, memoryUnit} { // the second one would fit at once
			go func() {
				r := &reservation{budget: b, ctx: t.Context()}
				if err := r.grow(freeMemory + bytes); err != nil {
					t.Error(err)
				}
				served <- i
				r.release()
			}()
			synctest.Wait()
		}
		first.release()
		if got := <-served; got != 0 {
			t.Errorf("request %d was served first", got)
		}
		<-served
		synctest.Wait()
		if used := b.inUse(); used != 0 {
			t.Errorf("%d bytes are in use", used)
		}
	})
}

// TestBusy: a request for which there is no memory gets a fault of its binding, status 503
// and Retry-After; one that needs little is served.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		block := make(chan struct{})
		h := serveMethods(&wideContract, nil, []method{
			methodOf(&opPut, func(_ context.Context, req any) (any, error) {
				if len(req.(*put).Items) > 100 {
					<-block
				}
				return nil, nil
			}),
		}, []HandlerOption{WithRequestMemory(256 << 10)})
		post := func(body string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodPost, "/wide", strings.NewReader(body))
			r.Header.Set("Content-Type", "text/xml")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		send := func(items int) *httptest.ResponseRecorder { return post(wideRequest(items)) }
		post(wideRequest(1) + strings.Repeat(" ", 40<<10)) // has a buffer of 64 KiB, which a small request may use after it
		large := make(chan *httptest.ResponseRecorder)
		go func() { large <- send(300) }()
		synctest.Wait()
		w := send(200)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "1" || !strings.Contains(w.Body.String(), "<faultcode>soap:Server</faultcode>") {
			t.Errorf("status %d, %v, %s", w.Code, w.Header(), w.Body)
		}
		if w := send(10); w.Code != http.StatusOK {
			t.Errorf("status %d, %s", w.Code, w.Body)
		}
		close(block)
		if w := <-large; w.Code != http.StatusOK {
			t.Errorf("status %d, %s", w.Code, w.Body)
		}
		if w := send(200); w.Code != http.StatusOK {
			t.Errorf("afterwards: status %d, %s", w.Code, w.Body)
		}
	})
}

// TestBudgetOfParameters: the parameters of a form or a query count, and so do their copies.
func TestBudgetOfParameters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newDepotHandler(echo(), WithRequestMemory(256<<10)).(*handler)
		send := func(method string, parameters int) int {
			form := "Kind=a" + strings.Repeat("&a", parameters)
			r := httptest.NewRequest(method, depotPath+"/getStops_WithKind", strings.NewReader(form))
			if r.Header.Set("Content-Type", formMediaType); method == http.MethodGet {
				r = httptest.NewRequest(method, depotPath+"/getStops_WithKind?"+form, nil)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w.Code
		}
		full := &reservation{budget: h.budget, ctx: t.Context()}
		must(t, full.grow(freeMemory+256<<10))
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if status := send(method, 100); status == http.StatusServiceUnavailable {
				t.Errorf("%s of few parameters: status %d", method, status)
			}
			if status := send(method, 5000); status != http.StatusServiceUnavailable {
				t.Errorf("%s of many parameters while there is no memory: status %d", method, status)
			}
		}
		full.release()
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if status := send(method, 5000); status == http.StatusServiceUnavailable {
				t.Errorf("%s of many parameters: status %d", method, status)
			}
		}
		if used := h.budget.inUse(); used != 0 {
			t.Errorf("%d bytes are in use", used)
		}
	})
}

func (b *budget) inUse() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

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
				highest = max(highest, sum-slices.Max(slices.Collect(maps.Values(held))))
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
