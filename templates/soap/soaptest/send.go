package soaptest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"example.com/quartet/templates/soap/record"
)

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

// tap is an HTTP client that keeps the response to the last request.
type tap struct {
	client *http.Client
	sent   bool
	reply  *reply
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
	t.sent, t.reply = true, nil
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
