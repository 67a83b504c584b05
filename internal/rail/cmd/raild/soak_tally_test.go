package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
)

// The outcomes of requests. Every other outcome is a defect.
const (
	answered  = "answered"  // the response had the complete content
	refused   = "refused"   // the response was the error that the request asked for
	cancelled = "cancelled" // the client cancelled the request
	broken    = "broken"    // the connection failed, as the client or a restart explains
)

// A tally counts requests.
type tally struct {
	mu      sync.Mutex
	counts  map[string]map[string]int // by kind of client and outcome
	wrong   int                       // number of defects
	defects []string                  // the first of them
}

func (y *tally) add(kind, outcome string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.counts[kind] == nil {
		y.counts[kind] = map[string]int{}
	}
	y.counts[kind][outcome]++
}

// defect records something that must not happen.
func (y *tally) defect(kind, format string, args ...any) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.wrong++; y.wrong <= 20 {
		y.defects = append(y.defects, kind+": "+fmt.Sprintf(format, args...))
	}
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
