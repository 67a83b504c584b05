package soap

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

// TestInterceptorsAndSequences: interceptors of a handler see the whole reply
// unless an option says otherwise; a client's never hold a list back.
func TestInterceptorsAndSequences(t *testing.T) {
	const n = 2000
	service := &depotSeq{seq: yieldStops(n, nil)}
	note := func(replies chan<- int) Interceptor {
		return func(ctx context.Context, call *Call, next func(context.Context) error) error {
			err := next(ctx)
			replies <- len(call.Reply)
			return err
		}
	}
	for _, streaming := range []bool{false, true} {
		served, called := make(chan int, 1), make(chan int, 1)
		opts := []HandlerOption{WithInterceptors(note(served))}
		if streaming {
			opts = append(opts, WithStreaming())
		}
		c := dialDepot(t, startDepot(t, service, opts...), contract.SOAP11, WithInterceptors(note(called)))
		got, err := collect(c.GetStopsSeq(context.Background()))
		if err != nil || len(got) != n {
			t.Fatalf("%d, %v", len(got), err)
		}
		if size := <-served; (size == 0) != streaming {
			t.Errorf("streaming %v: the handler's interceptor sees %d bytes", streaming, size)
		}
		if size := <-called; size != 0 {
			t.Errorf("the client's interceptor sees %d bytes", size)
		}
	}
}

func TestInterceptorAnswersASequence(t *testing.T) {
	cached := []byte(listDocument(contract.SOAP11, "<d:stop><d:Name>kept</d:Name></d:stop>"))
	cache := func(_ context.Context, call *Call, _ func(context.Context) error) error {
		call.Reply = cached
		return nil
	}
	c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithInterceptors(cache))
	for range 2 {
		if got, err := collect(c.GetStopsSeq(context.Background())); err != nil || len(got) != 1 || got[0].Name != "kept" {
			t.Errorf("%v, %v", got, err)
		}
	}
}

func TestErrorOfAnInterceptorBreaksOff(t *testing.T) {
	for name, result := range map[string]error{"an error": errors.New("too late"), "nothing": nil} {
		spoil := func(ctx context.Context, _ *Call, next func(context.Context) error) error {
			next(ctx)
			return result
		}
		failing := yieldStops(5000, errors.New("torn"))
		if result != nil {
			failing = yieldStops(5000, nil)
		}
		c := dialDepot(t, startDepot(t, &depotSeq{seq: failing}, WithInterceptors(spoil), WithStreaming(), WithLogger(discard)), contract.SOAP11)
		if _, err := c.GetStops(context.Background()); err == nil && result == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestBridgeOfSequences: a handler whose service is a client streams through.
func TestBridgeOfSequences(t *testing.T) {
	far := dialDepot(t, startDepot(t, &depotSeq{seq: yieldStops(5000, nil)}), contract.SOAP12)
	near := dialDepot(t, startDepot(t, far), contract.HTTPGet)
	if got, err := collect(near.GetStopsSeq(context.Background())); err != nil || !reflect.DeepEqual(got, stopsUpTo(5000)) {
		t.Errorf("%d, %v", len(got), err)
	}
}
