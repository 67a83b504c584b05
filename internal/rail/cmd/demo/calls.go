package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// A call is a request sent over a binding, and its outcome.
type call struct {
	operation string
	binding   soap.Binding
	records   int
	bytes     int64 // of the response's body
	took      time.Duration
	err       error
}

// callAll sends every request over every binding at the address, one after the other.
func callAll(ctx context.Context, address string, requests []request) ([]call, error) {
	bindings := []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPGet, soap.HTTPPost}
	var calls []call
	counter := &counter{client: &http.Client{Transport: &http.Transport{}}}
	defer counter.client.CloseIdleConnections()
	for _, r := range requests {
		for _, binding := range bindings {
			client, err := realtime.NewClient(address, binding, soap.WithHTTPClient(counter))
			if err != nil {
				return nil, fmt.Errorf("making a client for %s: %w", binding, err)
			}
			c := call{operation: r.operation, binding: binding}
			counter.bytes = 0
			start := time.Now()
			got, err := r.send(ctx, client)
			c.took, c.records, c.bytes, c.err = time.Since(start), len(got), counter.bytes, err
			if err == nil {
				c.err = got.compare(r.want)
			}
			calls = append(calls, c)
		}
	}
	return calls, nil
}

// A counter sends requests, one at a time, and counts the bytes read from the response bodies.
type counter struct {
	client *http.Client
	bytes  int64
}

// Do implements [soap.HTTPDoer].
func (c *counter) Do(r *http.Request) (*http.Response, error) {
	response, err := c.client.Do(r)
	if err == nil {
		response.Body = &countedBody{response.Body, &c.bytes}
	}
	return response, err
}

type countedBody struct {
	io.ReadCloser
	bytes *int64
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	*b.bytes += int64(n)
	return n, err
}
