package realtime_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// bearer is a transport that adds an access token to each request. Token returns a valid token; it keeps one until it
// expires, and may be called by many goroutines at once.
type bearer struct {
	Next  http.RoundTripper
	Token func(context.Context) (string, error)
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	token, err := b.Token(r.Context())
	if err != nil {
		if r.Body != nil {
			r.Body.Close() // a RoundTripper always closes the body
		}
		return nil, err
	}
	r = r.Clone(r.Context()) // a RoundTripper does not change its request
	r.Header.Set("Authorization", "Bearer "+token)
	return b.Next.RoundTrip(r)
}

// A transport adds an access token to each call.
func ExampleNewClient_bearer() {
	address, stop := serve(stations{}, soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		fmt.Println(call.RequestHeader.Get("Authorization"))
		return next(ctx)
	}))
	defer stop()

	token := func(context.Context) (string, error) { return "a1", nil }
	client, err := realtime.NewClient(address, soap.SOAP12, soap.WithHTTPClient(&http.Client{Transport: bearer{http.DefaultTransport, token}}))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := client.GetAllStationsXML(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output: Bearer a1
}

// repeat is a transport that sends a request again after a failure that may be temporary. It is for services that only read.
type repeat struct {
	Next     http.RoundTripper
	Attempts int
	Wait     time.Duration // before the second attempt; doubles with each
}

func (t repeat) RoundTrip(r *http.Request) (*http.Response, error) {
	wait := t.Wait
	for attempt := 1; ; attempt++ {
		response, err := t.Next.RoundTrip(r)
		if attempt >= t.Attempts || !temporary(response, err) {
			return response, err
		}
		if response != nil {
			response.Body.Close()
		}
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(wait):
		}
		wait *= 2
		r = r.Clone(r.Context())
		if r.GetBody != nil { // generated clients set it for each request with a body
			if r.Body, err = r.GetBody(); err != nil {
				return nil, err
			}
		}
	}
}

func temporary(response *http.Response, err error) bool {
	if err != nil {
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// A transport repeats calls that a proxy has not passed on.
func ExampleNewClient_repeat() {
	refused := 0
	handler := realtime.NewHandler(stations{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refused++; refused <= 2 {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()

	transport := repeat{Next: http.DefaultTransport, Attempts: 3, Wait: time.Millisecond}
	client, err := realtime.NewClient(server.URL+"/realtime/realtime.asmx", soap.SOAP12, soap.WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		log.Fatal(err)
	}
	all, err := client.GetAllStationsXML(context.Background())
	fmt.Println(len(all), err)
	// Output: 2 <nil>
}
