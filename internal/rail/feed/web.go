package feed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Limits of what an origin on the web may ask for.
const (
	maxRedirects  = 5
	maxRetryAfter = time.Hour
)

// web is a feed at an address of http or https. It asks with the validators of the content last accepted
// (RFC 9110, section 13.1), so that a feed that has not changed costs an answer without a body.
type web struct {
	address string
	shown   string // the address without what may be secret
	secrets []string
	header  http.Header
	client  *http.Client
	options

	tag, modified string // of the content last accepted
}

func newWeb(address, scheme string, header http.Header, o options) (*web, error) {
	u, err := url.Parse(address)
	switch {
	case scheme != "http" && scheme != "https":
		return nil, fmt.Errorf("feeds are fetched over http and https, not %q", scheme)
	case err != nil || u.Host == "":
		return nil, errors.New("an address is not one of http or https with a host") // without it: it may hold a key
	}
	w := &web{address: u.String(), shown: withoutSecrets(u), secrets: secretsOf(u, header), header: header, options: o}
	w.client = &http.Client{Transport: o.transport, CheckRedirect: w.redirect}
	return w, nil
}

func (w *web) name() string { return w.shown }

func (w *web) clean(text string) string {
	for _, secret := range w.secrets {
		text = strings.ReplaceAll(text, secret, "***")
	}
	return text
}

func (w *web) accept(c *content) { w.tag, w.modified = c.tag, c.modified }

func (w *web) fetch(ctx context.Context) (*content, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, w.timeout, fmt.Errorf("takes longer than %v", w.timeout))
	defer cancel()
	c, err := w.get(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return c, err
}

func (w *web) get(ctx context.Context) (*content, error) {
	req, err := w.request(ctx)
	if err != nil {
		return nil, err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return nil, withoutAddress(err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotModified:
		if w.tag == "" && w.modified == "" {
			return nil, errors.New("the server answers 304 Not Modified, which was not asked for")
		}
		return nil, errUnchanged
	default:
		return nil, refusal(resp)
	}
	data, err := readAll(resp.Body, w.limit)
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", withoutAddress(err))
	}
	return &content{data: data, tag: resp.Header.Get("ETag"), modified: resp.Header.Get("Last-Modified")}, nil
}

func (w *web) request(ctx context.Context) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.address, nil)
	if err != nil {
		return nil, withoutAddress(err)
	}
	req.Header.Set("User-Agent", "raild")
	for name, values := range w.header {
		req.Header[name] = values
	}
	if host := w.header.Get("Host"); host != "" {
		req.Host = host
	}
	if w.tag != "" {
		req.Header.Set("If-None-Match", w.tag)
	}
	if w.modified != "" {
		req.Header.Set("If-Modified-Since", w.modified)
	}
	return req, nil
}

// redirect tells why a redirect is not followed. What identifies the user to one host is not told another.
func (w *web) redirect(req *http.Request, via []*http.Request) error {
	first := via[0].URL
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("more than %d redirects", maxRedirects)
	case req.URL.Scheme != "http" && req.URL.Scheme != "https":
		return errors.New("a redirect leads to an address that is not one of http or https")
	case via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme == "http":
		return errors.New("a redirect leads from https to http")
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

// refusal is the error for an answer that is neither content nor unchanged.
func refusal(resp *http.Response) error {
	status := strconv.Itoa(resp.StatusCode)
	if text := http.StatusText(resp.StatusCode); text != "" {
		status += " " + text
	}
	err := fmt.Errorf("the server answers %s", status)
	if after := retryAfter(resp.Header.Get("Retry-After")); after > 0 {
		return &retryError{err, after}
	}
	return err
}

// retryAfter reads the header of that name (RFC 9110, section 10.2.3); 0 where it says nothing.
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

// withoutAddress takes away the address that errors of net/http start with.
func withoutAddress(err error) error {
	var urlError *url.Error
	if errors.As(err, &urlError) {
		return urlError.Err
	}
	return err
}
