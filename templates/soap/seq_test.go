package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// depotSeq is a depot that yields its stops one by one.
type depotSeq struct {
	depotFuncs
	seq func(context.Context) iter.Seq2[stop, error]
}

func (s *depotSeq) GetStopsSeq(ctx context.Context) iter.Seq2[stop, error] { return s.seq(ctx) }

func (c *depotClient) GetStopsSeq(ctx context.Context) iter.Seq2[stop, error] {
	return InvokeSeq[stop](ctx, c.c, &opGetStops, nil)
}

func (c *depotClient) GetStopsWithKindSeq(ctx context.Context, req *getStopsWithKind) iter.Seq2[stop, error] {
	return InvokeSeq[stop](ctx, c.c, &opGetStopsWithKind, req)
}

func stopNumber(i int) stop {
	s := stop{Name: fmt.Sprintf("Stop <%d> é", i), Late: Ptr(int32(i))}
	if i%3 == 0 {
		s.Code = Ptr(strings.Repeat("x", i%700))
	}
	return s
}

func stopsUpTo(n int) []stop {
	stops := make([]stop, n)
	for i := range stops {
		stops[i] = stopNumber(i)
	}
	return stops
}

// yieldStops yields n stops and then the error, if there is one.
func yieldStops(n int, err error) func(context.Context) iter.Seq2[stop, error] {
	return func(context.Context) iter.Seq2[stop, error] {
		return func(yield func(stop, error) bool) {
			for i := range n {
				if !yield(stopNumber(i), nil) {
					return
				}
			}
			if err != nil {
				yield(stop{}, err)
			}
		}
	}
}

// collect returns the items of a sequence and its error.
func collect[T any](seq iter.Seq2[T, error]) (items []T, err error) {
	for item, e := range seq {
		if e != nil {
			return items, e
		}
		items = append(items, item)
	}
	return items, nil
}

func TestSequencesOverEveryBinding(t *testing.T) {
	for _, n := range []int{0, 1, 5000} {
		want := stopsUpTo(n)
		inMemory := &depotFuncs{getStops: func(context.Context) ([]stop, error) { return want, nil }}
		services := map[string]depot{"slice": inMemory, "sequence": &depotSeq{seq: yieldStops(n, nil)}}
		for name, service := range services {
			address := startDepot(t, service)
			for _, b := range allBindings {
				c := dialDepot(t, address, b)
				got, err := collect(c.GetStopsSeq(context.Background()))
				if err != nil || len(got) != n || n > 0 && !reflect.DeepEqual(got, want) {
					t.Errorf("%d from a %s over %v, read one by one: %d, %v", n, name, b, len(got), err)
				}
				got, err = c.GetStops(context.Background())
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%d from a %s over %v, read at once: %d, %v", n, name, b, len(got), err)
				}
			}
		}
	}
}

// TestLengthOfReplies: what is known before is said before; what is too long to
// be kept comes in pieces.
func TestLengthOfReplies(t *testing.T) {
	for _, n := range []int{1, 300, 5000} {
		want := stopsUpTo(n)
		inMemory := &depotFuncs{getStops: func(context.Context) ([]stop, error) { return want, nil }}
		for _, method := range []string{"GET", "HEAD"} {
			w := fetch(t, method, startDepot(t, inMemory)+"/getStops")
			if w.ContentLength < 0 || method == "GET" && w.ContentLength != int64(len(w.body)) {
				t.Errorf("%s of %d stops in memory: Content-Length %d", method, n, w.ContentLength)
			}
			w = fetch(t, method, startDepot(t, &depotSeq{seq: yieldStops(n, nil)})+"/getStops")
			if known := w.ContentLength >= 0; known != (n == 1) {
				t.Errorf("%s of a sequence of %d stops: Content-Length %d", method, n, w.ContentLength)
			}
			if (len(w.body) == 0) != (method == "HEAD") {
				t.Errorf("%s of a sequence of %d stops: a body of %d bytes", method, n, len(w.body))
			}
		}
	}
}

type fetched struct {
	*http.Response
	body []byte
	err  error
}

func fetch(t *testing.T, method, url string, headers ...string) fetched {
	t.Helper()
	r, err := http.NewRequest(method, url, nil)
	must(t, err)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return fetched{response, body, err}
}

// TestListThatFails: before anything is sent that is a fault; afterwards the
// connection breaks, and a reader gets the items before.
func TestListThatFails(t *testing.T) {
	failure := &Fault{Code: FaultClient, Reason: "the tape has torn"}
	bad := func(n int) []stop {
		stops := stopsUpTo(n + 1)
		stops[n].Name = "\x00"
		return stops
	}
	for _, b := range allBindings {
		for _, n := range []int{0, 3, 20000} {
			started := n == 20000
			c := dialDepot(t, startDepot(t, &depotSeq{seq: yieldStops(n, failure)}, WithLogger(discard)), b)
			got, err := collect(c.GetStopsSeq(context.Background()))
			var f *Fault
			if errors.As(err, &f) == started || err == nil || started != (len(got) > 0) || len(got) > n {
				t.Errorf("%v, %d items and an error: %d, %v", b, n, len(got), err)
			}
			if started && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%v, broken off: %v", b, err)
			}
			if !started && f.Reason != failure.Reason {
				t.Errorf("%v: %v", b, err)
			}
			if got, err := c.GetStops(context.Background()); err == nil || got != nil {
				t.Errorf("%v, read at once: %d, %v", b, len(got), err)
			}
			// What is in memory is checked before anything is sent.
			c = dialDepot(t, startDepot(t, &depotFuncs{getStops: func(context.Context) ([]stop, error) { return bad(n), nil }}, WithLogger(discard)), b)
			if got, err := collect(c.GetStopsSeq(context.Background())); !errors.As(err, &f) || len(got) > 0 {
				t.Errorf("%v, %d items in memory and a bad one: %d, %v", b, n, len(got), err)
			}
		}
	}
}

func TestPanicOfASequence(t *testing.T) {
	for _, n := range []int{2, 20000} {
		service := &depotSeq{seq: func(ctx context.Context) iter.Seq2[stop, error] {
			return func(yield func(stop, error) bool) {
				yieldStops(n, nil)(ctx)(yield)
				panic("lost")
			}
		}}
		var log syncBuffer
		c := dialDepot(t, startDepot(t, service, WithLogger(loggerTo(&log))), contract.SOAP11)
		_, err := collect(c.GetStopsSeq(context.Background()))
		var f *Fault
		if err == nil || errors.As(err, &f) != (n == 2) {
			t.Errorf("after %d items: %v", n, err)
		}
		if _, err := c.Count(context.Background()); err != nil { // the server lives
			t.Error(err)
		}
		if !strings.Contains(log.String(), "lost") {
			t.Errorf("not reported: %s", log.String())
		}
	}
}

// TestLeavingTheLoopEndsTheTransfer: the server's context is cancelled, and its
// sequence stops, although it has no end.
func TestLeavingTheLoopEndsTheTransfer(t *testing.T) {
	for _, b := range allBindings {
		ended := make(chan bool, 1)
		service := &depotSeq{seq: func(ctx context.Context) iter.Seq2[stop, error] {
			return func(yield func(stop, error) bool) {
				for i := 0; yield(stopNumber(i), nil); i++ {
				}
				<-ctx.Done()
				ended <- true
			}
		}}
		c := dialDepot(t, startDepot(t, service, WithLogger(discard)), b)
		n := 0
		for s, err := range c.GetStopsSeq(context.Background()) {
			if err != nil || s.Name != stopNumber(n).Name {
				t.Fatalf("%d: %+v, %v", n, s, err)
			}
			if n++; n == 1000 {
				break
			}
		}
		<-ended
	}
}

// TestListsWithNil reads lists of values that may be nil.
func TestListsWithNil(t *testing.T) {
	op, info, want := opGetStops, depotContract, []*int32{Ptr(int32(1)), nil, Ptr(int32(3))}
	row := schema.Row{Name: "n", NS: 1, Kind: codec.KindInt32, Occurs: schema.Many, Nillable: true}
	op.Result = &schema.Value{Zero: (*[]*int32)(nil), Row: row}
	info.XSI = true
	served := methodOf(&op, func(context.Context, any) (any, error) { return want, nil })
	address := startHandler(t, serveMethods(&info, nil, []method{served}, nil))
	for _, b := range allBindings {
		c, err := NewCaller(&info, address, b, nil)
		must(t, err)
		whole, err := Invoke[[]*int32](t.Context(), c, &op, nil)
		items, itemErr := collect(InvokeSeq[*int32](t.Context(), c, &op, nil))
		if err != nil || itemErr != nil || !reflect.DeepEqual(whole, want) || !reflect.DeepEqual(items, want) {
			t.Errorf("%v: %v, %v, %v, %v", b, whole, err, items, itemErr)
		}
	}
}

// TestLongEncodedReply sends a list in SOAP encoding that is encoded twice, once to learn its size, with a header block, which both
// encodings must write in the same way.
func TestLongEncodedReply(t *testing.T) {
	values := opGetStops
	values.Result = &schema.Value{Zero: (*[]int32)(nil), Row: schema.Row{Name: "n", NS: 1, Kind: codec.KindInt32, Occurs: schema.Many}}
	values.Wires = []contract.Wire{values.Wires[0]}
	values.Wires[0].RPC, values.Wires[0].Encoded, values.Wires[0].More = true, true, &contract.WireMore{OutHeaders: []contract.Header{replyHeader}}
	encoded := depotContract
	encoded.InlineReferences = func(d *schema.Decoder, _ contract.Binding, _ schema.Limits) ([]byte, error) { return d.Buf, nil }
	h := serveMethods(&encoded, nil, []method{methodOf(&values, func(ctx context.Context, _ any) (any, error) {
		replyHeader.Reply(ctx, "a")
		return make([]int32, keptBytes/8), nil
	})}, nil)
	w := ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("getStops", "")))
	if header, _, _ := strings.Cut(w.Body.String(), "<soap:Body>"); strings.Contains(header, "encodingStyle") || strconv.Itoa(w.Body.Len()) != w.Header().Get("Content-Length") {
		t.Errorf("%d bytes of %s: %s", w.Body.Len(), w.Header().Get("Content-Length"), header)
	}
}

var discard = loggerTo(io.Discard)

func loggerTo(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
