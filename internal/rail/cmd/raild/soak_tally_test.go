package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// The outcomes of requests. Every other outcome is a defect.
const (
	answered  = "answered"  // the response had the complete content
	refused   = "refused"   // the response was the error that the request asked for
	cancelled = "cancelled" // the client cancelled the request
	broken    = "broken"    // the connection failed, as the client or a restart explains
)

// outcomes returns the outcomes in the order of the table.
func outcomes() []string { return []string{answered, refused, cancelled, broken} }

// A tally counts requests. Its size does not depend on their number.
type tally struct {
	mu      sync.Mutex
	counts  map[string]map[string]int // by kind of client and outcome
	times   [200]int                  // answered requests by the logarithm of their duration
	defects []string
	wrong   map[string]int // number of defects by kind of client
}

// maxDefects is the maximum number of defects to show.
const maxDefects = 20

func newTally() *tally { return &tally{counts: map[string]map[string]int{}, wrong: map[string]int{}} }

func (y *tally) add(kind, outcome string, took time.Duration) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.counts[kind] == nil {
		y.counts[kind] = map[string]int{}
	}
	y.counts[kind][outcome]++
	if outcome == answered {
		y.times[min(max(int(10*math.Log(float64(took.Microseconds()+1))), 0), len(y.times)-1)]++
	}
}

// defect records something that must not happen.
func (y *tally) defect(kind, format string, args ...any) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.wrong[kind]++
	if len(y.defects) < maxDefects {
		y.defects = append(y.defects, kind+": "+fmt.Sprintf(format, args...))
	}
}

// percentile returns the duration that a share of the answered requests did not exceed, to about 10 %.
func (y *tally) percentile(share float64) time.Duration {
	total := 0
	for _, n := range y.times {
		total += n
	}
	sum := 0
	for i, n := range y.times {
		if sum += n; n > 0 && float64(sum) >= share*float64(total) {
			return time.Duration(math.Exp(float64(i+1)/10)) * time.Microsecond
		}
	}
	return 0
}

// total returns the number of requests.
func (y *tally) total() (n int) {
	for _, counts := range y.counts {
		for _, m := range counts {
			n += m
		}
	}
	return n
}

// table prints the requests by kind of client and outcome.
func (y *tally) table(ran time.Duration) string {
	y.mu.Lock()
	defer y.mu.Unlock()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "requests\t%s\tdefects\t\n", strings.Join(outcomes(), "\t"))
	var kinds []string
	for kind := range y.counts {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		fmt.Fprintf(w, "%s\t", kind)
		for _, outcome := range outcomes() {
			fmt.Fprintf(w, "%d\t", y.counts[kind][outcome])
		}
		fmt.Fprintf(w, "%d\t\n", y.wrong[kind])
	}
	w.Flush()
	fmt.Fprintf(&b, "%d requests in %v, %.0f a second; answered within %v (median), %v (99 %%)\n",
		y.total(), ran.Round(time.Second), float64(y.total())/ran.Seconds(), y.percentile(0.5), y.percentile(0.99))
	return b.String()
}

// A level is what the process holds when no request is in progress.
type level struct {
	heap        uint64
	goroutines  int
	descriptors int // 0 if the system does not tell
}

// measure waits until the process holds no more goroutines and descriptors than the bound, or for a minute, and returns
// what it holds.
func measure(bound level) (l level) {
	for range 6000 { // a minute
		l.goroutines = runtime.NumGoroutine()
		entries, err := os.ReadDir("/proc/self/fd")
		if err == nil {
			l.descriptors = len(entries)
		}
		if l.goroutines <= bound.goroutines && l.descriptors <= bound.descriptors {
			break
		}
		time.Sleep(10 * time.Millisecond) // so as not to delay what is ending
	}
	runtime.GC()
	runtime.GC() // empties the pools
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	l.heap = stats.HeapAlloc
	return l
}

// levels prints the levels between the phases.
func levels(all []level) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\theap KiB\tgoroutines\tdescriptors\t\n")
	for i, l := range all {
		name := fmt.Sprintf("after phase %d", i)
		switch i {
		case 0:
			name = "before"
		case len(all) - 1:
			name = "at the end"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t\n", name, l.heap>>10, l.goroutines, l.descriptors)
	}
	w.Flush()
	return b.String()
}
