package soaptest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"example.com/quartet/templates/soap/record"
)

// request is an HTTP request that can be changed and sent again.
type request struct {
	method string
	url    *url.URL
	header http.Header
	body   []byte
}

// reply is the response to a request.
type reply struct {
	request  *http.Request
	sent     []byte
	status   int
	header   http.Header
	body     []byte
	trailers http.Header
}

// exchange returns what a failure shows.
func (r *reply) exchange() *record.Exchange {
	if r == nil {
		return nil
	}
	return record.NewExchange(r.request, r.sent, r.status, r.header, r.body, r.trailers)
}

func (r *request) clone() *request {
	u := *r.url
	return &request{r.method, &u, r.header.Clone(), bytes.Clone(r.body)}
}

// send sends the request and reads the whole response.
func (r *request) send(ctx context.Context, client *http.Client) (*reply, error) {
	var body io.Reader
	if len(r.body) > 0 {
		body = bytes.NewReader(r.body)
	}
	q, err := http.NewRequestWithContext(ctx, r.method, r.url.String(), body)
	if err != nil {
		return nil, err
	}
	q.Header = r.header.Clone()
	response, err := client.Do(q)
	if err != nil {
		return nil, err
	}
	return readReply(q, r.body, response)
}

// maxReply is how many bytes of a response are read.
const maxReply = 64 << 20

func readReply(q *http.Request, sent []byte, response *http.Response) (*reply, error) {
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxReply+1))
	if err != nil {
		return nil, fmt.Errorf("reading the response: %w", err)
	}
	if len(body) > maxReply {
		return nil, fmt.Errorf("the response is larger than %d bytes", maxReply)
	}
	return &reply{q, sent, response.StatusCode, response.Header, body, response.Trailer}, nil
}

// tap is an HTTP client that keeps the last request and the response to it.
type tap struct {
	client  *http.Client
	request *request
	reply   *reply
}

// Do sends a request.
func (t *tap) Do(q *http.Request) (*http.Response, error) {
	var body []byte
	if q.Body != nil {
		var err error
		if body, err = io.ReadAll(q.Body); err != nil {
			return nil, err
		}
		q.Body = io.NopCloser(bytes.NewReader(body))
	}
	t.request, t.reply = &request{q.Method, q.URL, q.Header, body}, nil
	response, err := t.client.Do(q)
	if err != nil {
		return nil, err
	}
	if t.reply, err = readReply(q, body, response); err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(t.reply.body))
	return response, nil
}
