package feed

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Limits on what a server can make the client do.
const (
	maxRedirects  = 5
	maxRetryAfter = time.Hour
)

// webOrigin is a feed at a URL. Its requests carry the validators of the content that was accepted last (RFC 9110,
// section 13.1), so the response for an unchanged feed has no body.
type webOrigin struct {
	url    string
	header http.Header
	client *http.Client
	fetchOptions
}

func newWebOrigin(u *url.URL, header http.Header, o fetchOptions) *webOrigin {
	w := &webOrigin{url: u.String(), header: header, fetchOptions: o}
	w.client = &http.Client{Transport: o.transport, CheckRedirect: w.redirect}
	return w
}

func (w *webOrigin) fetch(ctx context.Context, last content) (*content, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, w.timeout, fmt.Errorf("timed out after %v", w.timeout))
	defer cancel()
	c, err := w.get(ctx, last)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return c, err
}

func (w *webOrigin) get(ctx context.Context, last content) (*content, error) {
	req, err := w.request(ctx, last)
	if err != nil {
		return nil, err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return nil, withoutURL(err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotModified:
		if last.etag == "" && last.modified == "" {
			return nil, errors.New("server responded 304 Not Modified to an unconditional request")
		}
		return nil, errUnchanged
	default:
		return nil, statusError(resp)
	}
	data, err := readAll(resp.Body, w.limit)
	if err != nil {
		return nil, fmt.Errorf("reading the response: %w", withoutURL(err))
	}
	return &content{data: data, etag: resp.Header.Get("ETag"), modified: resp.Header.Get("Last-Modified")}, nil
}

func (w *webOrigin) request(ctx context.Context, last content) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return nil, withoutURL(err)
	}
	req.Header.Set("User-Agent", "raild")
	maps.Copy(req.Header, w.header)
	if host := w.header.Get("Host"); host != "" {
		req.Host = host
	}
	if last.etag != "" {
		req.Header.Set("If-None-Match", last.etag)
	}
	if last.modified != "" {
		req.Header.Set("If-Modified-Since", last.modified)
	}
	return req, nil
}

// redirect returns an error if a redirect must not be followed. It removes the user's headers and credentials from
// redirects to another host.
func (w *webOrigin) redirect(req *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("more than %d redirects", maxRedirects)
	case req.URL.Scheme != "http" && req.URL.Scheme != "https":
		return errors.New("redirected to a URL that is not http or https")
	case via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme == "http":
		return errors.New("redirected from https to http")
	}
	req.Header.Del("Referer")
	if req.URL.Host != first.Host || req.URL.Scheme != first.Scheme {
		for name := range w.header {
			req.Header.Del(name)
		}
		req.Header.Del("Authorization")
	}
	return nil
}

// statusError returns the error for a response whose status is neither 200 nor 304.
func statusError(resp *http.Response) error {
	status := strconv.Itoa(resp.StatusCode)
	if text := http.StatusText(resp.StatusCode); text != "" {
		status += " " + text
	}
	err := fmt.Errorf("server responded %s", status)
	if after := retryAfter(resp.Header.Get("Retry-After")); after > 0 {
		return &retryError{err, after}
	}
	return err
}

// retryAfter parses the value of a Retry-After header (RFC 9110, section 10.2.3). It returns 0 if there is none or it
// is invalid.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		if seconds >= int(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return max(time.Duration(seconds)*time.Second, 0)
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(time.Until(at), 0), maxRetryAfter)
	}
	return 0
}

// withoutURL removes the URL with which errors of net/http start.
func withoutURL(err error) error {
	if urlError, ok := errors.AsType[*url.Error](err); ok {
		return urlError.Err
	}
	return err
}
