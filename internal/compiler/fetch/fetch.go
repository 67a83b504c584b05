// Package fetch reads documents over HTTP, for users who ask for it: contracts
// name addresses that their authors chose, and a generator that follows them
// unasked tells strangers who works with what.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Limits bound what is fetched. Zero fields mean the defaults.
type Limits struct {
	Documents int           // default 500
	Bytes     int64         // of one document, inflated; default 32 MiB
	Redirects int           // of one document; default 5
	Timeout   time.Duration // of one document; default 30 s
	Total     time.Duration // of all documents; default 5 min
}

func (l Limits) withDefaults() Limits {
	if l.Documents == 0 {
		l.Documents = 500
	}
	if l.Bytes == 0 {
		l.Bytes = 32 << 20
	}
	if l.Redirects == 0 {
		l.Redirects = 5
	}
	if l.Timeout == 0 {
		l.Timeout = 30 * time.Second
	}
	if l.Total == 0 {
		l.Total = 5 * time.Minute
	}
	return l
}

// Fetcher fetches the documents of one contract. It is used from one goroutine.
// The encoding that a document declares decides, not what the server says about
// it: files that are kept have the former alone.
type Fetcher struct {
	limits  Limits
	client  *http.Client
	fetched int
	started time.Time
}

// New returns a Fetcher that uses the transport; nil means
// [http.DefaultTransport].
func New(transport http.RoundTripper, limits Limits) *Fetcher {
	f := &Fetcher{limits: limits.withDefaults()}
	f.client = &http.Client{Transport: transport, CheckRedirect: f.redirect}
	return f
}

// Fetch returns the document at an http or https address, and the address that
// redirects led to.
func (f *Fetcher) Fetch(ctx context.Context, address string) (document []byte, at string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, "", err
	}
	if err := allowed(u); err != nil {
		return nil, "", err
	}
	if f.fetched++; f.fetched > f.limits.Documents {
		return nil, "", fmt.Errorf("%d documents have been fetched, and no more are", f.limits.Documents)
	}
	if f.started.IsZero() {
		f.started = time.Now()
	}
	left := f.limits.Total - time.Since(f.started)
	if left <= 0 {
		return nil, "", fmt.Errorf("fetching takes longer than %v", f.limits.Total)
	}
	ctx, cancel := context.WithTimeout(ctx, min(f.limits.Timeout, left))
	defer cancel()
	document, at, err = f.get(ctx, address)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, "", fmt.Errorf("the server %s takes longer than %v", u.Host, min(f.limits.Timeout, left).Round(time.Millisecond))
	}
	return document, at, err
}

func (f *Fetcher) get(ctx context.Context, address string) ([]byte, string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, "", err
	}
	req.Header.Set("User-Agent", "quartet")
	req.Header.Set("Accept", "application/wsdl+xml, application/xml, text/xml, */*;q=0.5")
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, "", withoutAddress(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("the server %s answers %s", resp.Request.URL.Host, resp.Status)
	}
	document, err := io.ReadAll(io.LimitReader(resp.Body, f.limits.Bytes+1))
	if err != nil {
		return nil, "", withoutAddress(err)
	}
	if int64(len(document)) > f.limits.Bytes {
		return nil, "", fmt.Errorf("larger than %d bytes", f.limits.Bytes)
	}
	return document, resp.Request.URL.String(), nil
}

// allowed tells why an address is not fetched.
func allowed(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("documents are fetched over http and https only, not %q", u.Scheme)
	case u.Host == "":
		return errors.New("the address names no host")
	case u.User != nil:
		return errors.New("the address holds a user name, and what is fetched is written down with its address")
	}
	return nil
}

func (f *Fetcher) redirect(req *http.Request, via []*http.Request) error {
	if len(via) > f.limits.Redirects {
		return fmt.Errorf("more than %d redirects", f.limits.Redirects)
	}
	if via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return errors.New("a redirect leads from https to " + req.URL.Scheme)
	}
	if err := allowed(req.URL); err != nil {
		return fmt.Errorf("a redirect: %w", err)
	}
	return nil
}

// withoutAddress takes away the address that errors of net/http start with: the
// place that refers to it is named already.
func withoutAddress(err error) error {
	var urlError *url.Error
	if errors.As(err, &urlError) {
		return urlError.Err
	}
	return err
}
