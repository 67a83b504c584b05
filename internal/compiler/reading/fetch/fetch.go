// Package fetch reads documents over HTTP. It is used only on request: the
// addresses in a contract are chosen by its author, and fetching them discloses
// who uses the contract.
package fetch

import (
	"cmp"
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
	Documents int           // number of documents; default 500
	Bytes     int64         // size of one document after decompression; default 32 MiB
	Redirects int           // redirects for one document; default 5
	Timeout   time.Duration // time for one document; default 30 s
	Total     time.Duration // time for all documents; default 5 min
}

func (l Limits) withDefaults() Limits {
	l.Documents = cmp.Or(l.Documents, 500)
	l.Bytes = cmp.Or(l.Bytes, 32<<20)
	l.Redirects = cmp.Or(l.Redirects, 5)
	l.Timeout = cmp.Or(l.Timeout, 30*time.Second)
	l.Total = cmp.Or(l.Total, 5*time.Minute)
	return l
}

// Config configures a Fetcher. The zero value uses the defaults.
type Config struct {
	Limits Limits

	// Private allows addresses that are not public: loopback, private, link-local and
	// reserved ones. Otherwise they are fetched only from origins that were named.
	Private bool

	// Proxy returns the proxy for a request, nil for none. If Proxy is nil,
	// [http.ProxyFromEnvironment] is used. If a proxy fetches a document, only the host
	// name is checked, because the proxy looks up its address.
	Proxy func(*http.Request) (*url.URL, error)
}

// Fetcher fetches the documents of one contract. It is not safe for concurrent
// use. It ignores the charset of the Content-Type header: a document is decoded by
// its own declaration, as it is when it is read from a file later.
type Fetcher struct {
	limits  Limits
	private bool
	proxy   func(*http.Request) (*url.URL, error)
	named   map[string]bool // origins
	client  *http.Client
	fetched int
	started time.Time
}

// New returns a Fetcher.
func New(config Config) *Fetcher {
	f := &Fetcher{limits: config.Limits.withDefaults(), private: config.Private, proxy: config.Proxy, named: make(map[string]bool)}
	f.client = &http.Client{Transport: newGuard(f), CheckRedirect: f.redirect}
	return f
}

// Name allows the origin of an address that the user named, whatever its address is. Other
// addresses, such as file names, have no effect.
func (f *Fetcher) Name(address string) {
	if u, err := url.Parse(address); err == nil && checkAddress(u) == nil {
		f.named[Origin(u)] = true
	}
}

// Close closes connections that are not in use.
func (f *Fetcher) Close() { f.client.CloseIdleConnections() }

// Fetch returns the document at an http or https address, and the final address
// after redirects. The error does not repeat the address. It is a [*PrivateError] if the
// address, or the address of a redirect, is not public and its origin was not named.
func (f *Fetcher) Fetch(ctx context.Context, address string) (document []byte, finalAddress string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, "", err
	}
	if err := checkAddress(u); err != nil {
		return nil, "", err
	}
	if f.fetched++; f.fetched > f.limits.Documents {
		return nil, "", fmt.Errorf("more than %d documents to fetch", f.limits.Documents)
	}
	if f.started.IsZero() {
		f.started = time.Now()
	}
	remaining := f.limits.Total - time.Since(f.started)
	if remaining <= 0 {
		return nil, "", fmt.Errorf("fetching took longer than %v", f.limits.Total)
	}
	ctx, cancel := context.WithTimeout(ctx, min(f.limits.Timeout, remaining))
	defer cancel()
	document, finalAddress, err = f.get(ctx, address)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, "", fmt.Errorf("the server %s took longer than %v", u.Host, min(f.limits.Timeout, remaining).Round(time.Millisecond))
	}
	return document, finalAddress, err
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
		return nil, "", fmt.Errorf("the server %s answered %s", resp.Request.URL.Host, resp.Status)
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

// checkAddress returns an error if documents at the address are not fetched.
func checkAddress(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("scheme %q is not supported; want http or https", u.Scheme)
	case u.Host == "":
		return errors.New("the address has no host")
	case u.User != nil:
		return errors.New("the address contains a user name; credentials are not allowed, since addresses are stored with the documents")
	}
	return nil
}

func (f *Fetcher) redirect(req *http.Request, via []*http.Request) error {
	if len(via) > f.limits.Redirects {
		return fmt.Errorf("more than %d redirects", f.limits.Redirects)
	}
	if via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return errors.New("redirect from https to " + req.URL.Scheme)
	}
	if err := checkAddress(req.URL); err != nil {
		return fmt.Errorf("redirect: %w", err)
	}
	return nil
}

// withoutAddress removes the address from an error of net/http. The diagnostic
// already shows the reference to it.
func withoutAddress(err error) error {
	if private, ok := errors.AsType[*PrivateError](err); ok {
		return private
	}
	if urlError, ok := errors.AsType[*url.Error](err); ok {
		return urlError.Err
	}
	return err
}
