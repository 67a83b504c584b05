package main

import (
	"context"
	"flag"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/templates/soap"
)

var (
	soakTime    = flag.Duration("soaktime", time.Second, "how long TestSoak sends requests")
	soakSeed    = flag.Uint64("soakseed", 0, "seed of TestSoak; 0 chooses one")
	soakClients = flag.Int("soakclients", 200, "number of clients of TestSoak that are not rude")
)

// A soak is a server that is restarted again and again, with its clients.
type soak struct {
	address string        // address of the server
	think   time.Duration // the maximum pause of a client between two requests
	service *soakService
	tally   *tally
	next    atomic.Uint64 // number of the next job
	gate    sync.RWMutex  // held by clients during a request, and by the test between two phases

	mu        sync.Mutex
	restarted time.Time // end of the last restart; zero during one
	starts    int
	stop      context.CancelFunc
	served    chan error
}

const (
	soakPhases = 6
	rawClients = 20
	// heapSlack is by how much the heap may grow beyond that after the first phase. The cache may hold 4 MiB.
	heapSlack = 8 << 20
)

// TestSoak has thousands of clients call a server that is restarted, over four bindings, with cancellations, broken
// connections, requests that are never complete, panics and slow answers. Each request is answered with its complete
// content, or ends with an error that the client sees. Between two phases the process holds no more memory,
// goroutines and descriptors than before. 'make soak' runs it for a minute.
func TestSoak(t *testing.T) {
	seed := *soakSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d, %d clients and %d rude ones", seed, *soakClients, rawClients)
	random := rand.New(rand.NewPCG(seed, 0))
	http.DefaultClient.CloseIdleConnections()
	s := &soak{address: "127.0.0.1:0", think: 2 * time.Second, service: new(soakService), tally: &tally{counts: map[string]map[string]int{}}}
	listener := s.listen(t)
	s.address = listener.Addr().String()
	listener.Close()
	idle := measure(level{goroutines: runtime.NumGoroutine(), descriptors: 1 << 20})

	ctx, cancel := context.WithCancel(t.Context())
	var transports []*http.Transport
	for range soakTransports {
		transports = append(transports, newSoakTransport())
	}
	var clients sync.WaitGroup
	s.gate.Lock()
	s.run(ctx, t, &clients, transports, seed)
	waiting := level{goroutines: idle.goroutines + *soakClients + rawClients, descriptors: idle.descriptors}
	first := level{}
	for phase := range soakPhases {
		s.start(t, random)
		s.gate.Unlock()
		restarts := max(1, int(*soakTime/soakPhases/(10*time.Second)))
		for range restarts {
			s.pause(ctx, *soakTime/soakPhases/time.Duration(restarts+1))
			s.end(t)
			s.start(t, random)
		}
		s.pause(ctx, *soakTime/soakPhases/time.Duration(restarts+1))
		s.gate.Lock()
		s.end(t)
		for _, transport := range transports {
			transport.CloseIdleConnections()
		}
		l := measure(waiting)
		if phase == 0 {
			first = l
		}
		t.Logf("after phase %d the process holds %+v", phase+1, l)
		if l.goroutines > waiting.goroutines || l.descriptors > waiting.descriptors || l.heap > first.heap+heapSlack {
			t.Errorf("that is more than %+v and %d bytes", waiting, first.heap+heapSlack)
		}
	}
	cancel()
	s.gate.Unlock()
	clients.Wait()
	if l := measure(idle); l.goroutines > idle.goroutines || l.descriptors > idle.descriptors {
		stacks := make([]byte, 1<<20)
		t.Errorf("at the end the process holds %+v, before %+v\n%s", l, idle, stacks[:runtime.Stack(stacks, true)])
	}
	t.Logf("%d servers one after the other: %v", s.starts, s.tally.counts)
	s.judge(t)
}

// judge fails the test if there are defects, or if something was hardly tried.
func (s *soak) judge(t *testing.T) {
	if s.tally.wrong > 0 {
		t.Errorf("%d defects, the first of them:\n%s", s.tally.wrong, strings.Join(s.tally.defects, "\n"))
	}
	if !soaking() {
		return
	}
	for _, binding := range bindings {
		for _, outcome := range []string{answered, refused, cancelled} {
			if s.tally.counts[binding.String()][outcome] == 0 {
				t.Errorf("no request over %s was %s", binding, outcome)
			}
		}
	}
}

// run starts the clients. They wait at the gate.
func (s *soak) run(ctx context.Context, t *testing.T, clients *sync.WaitGroup, transports []*http.Transport, seed uint64) {
	t.Helper()
	for i := range *soakClients {
		binding := bindings[i%len(bindings)]
		transport := transports[i/len(bindings)%len(transports)]
		client, err := realtime.NewClient("http://"+s.address+"/realtime/realtime.asmx", binding, soap.WithHTTPClient(&http.Client{Transport: transport}))
		if err != nil {
			t.Fatal(err)
		}
		c := &soakClient{s, binding.String(), client, rand.New(rand.NewPCG(seed, uint64(i)+1))}
		clients.Go(func() { c.run(ctx) })
	}
	for i := range rawClients {
		c := &rawClient{s, rand.New(rand.NewPCG(seed, 1<<32+uint64(i)))}
		clients.Go(func() { c.run(ctx) })
	}
}

// pause waits. It reports false if ctx is done.
func (s *soak) pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// listen listens at the address. While there is no server, the port may serve a connection of another process.
func (s *soak) listen(t *testing.T) net.Listener {
	t.Helper()
	var listener net.Listener
	eventually(t, "there is a free port", func() (ok bool) {
		var err error
		if listener, err = listen(t.Context(), s.address); err != nil {
			s.pause(t.Context(), 10*time.Millisecond)
		}
		return err == nil
	})
	return listener
}

// start starts a server: one with raild's cache, or one that streams.
func (s *soak) start(t *testing.T, random *rand.Rand) {
	t.Helper()
	discard := slog.New(slog.DiscardHandler)
	options := []soap.HandlerOption{soap.WithLogger(discard)}
	if s.starts%2 == 0 {
		cache := response.New(response.Options{
			Moment:   func() response.Moment { return response.Moment{Second: time.Now().Truncate(time.Second)} },
			MaxBytes: 4 << 20,
		})
		options = append(options, soap.WithInterceptors(recordOperation, cache.Intercept))
	}
	handler := observe(response.Conditional(realtime.NewHandler(s.service, append(options, realtime.WithStreams(s.service))...)), discard, slog.LevelInfo, newMetrics())
	ctx, cancel := context.WithCancel(context.Background())
	listener, served := s.listen(t), make(chan error, 1)
	steps := shutdown{delay: time.Duration(random.IntN(100)) * time.Millisecond, grace: time.Minute}
	go func() { served <- serve(ctx, listener, nil, handler, steps, discard) }()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.restarted, s.stop, s.served = time.Now(), cancel, served
	s.starts++
}

// end shuts the server down, which finishes the requests in progress.
func (s *soak) end(t *testing.T) {
	t.Helper()
	s.mu.Lock()
	s.restarted = time.Time{}
	s.mu.Unlock()
	s.stop()
	if err := <-s.served; err != nil {
		t.Errorf("shutting down: %v", err)
	}
}

// settle returns how long after a restart a client may still use a connection to the previous server: the system has closed
// it, but the client has not been scheduled since. In 'make test', when the machine may be busy, that is longer than the test.
func settle() time.Duration {
	if soaking() {
		return 3 * time.Second
	}
	return time.Hour
}

// soaking reports whether this is 'make soak' and not 'make test'.
func soaking() bool { return *soakTime >= 10*time.Second }

// explained returns a function that reports whether a restart since the call, or shortly before it, explains an error of
// a connection.
func (s *soak) explained() func() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, starts := s.restarted, s.starts
	recent := before.IsZero() || time.Since(before) < settle()
	return func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return recent || s.restarted.IsZero() || s.starts != starts
	}
}
