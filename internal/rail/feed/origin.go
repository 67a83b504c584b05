package feed

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// An origin is the file, directory or URL from which a feed is read. It is used by one goroutine at a time.
type origin struct {
	name   string                   // for users, without secrets
	redact func(text string) string // removes secrets from a text that is to be shown
	isFile bool

	// get returns the current content, or errUnchanged if it is the content of last.
	get  func(ctx context.Context, last content) (*content, error)
	last content // that was accepted last, without the data; zero if there is none
}

// accept records that the content is in use, so that it is fetched again only after it has changed.
func (o *origin) accept(c *content) {
	o.last = *c
	o.last.data = nil
}

// errUnchanged means that a feed has the content that was accepted last.
var errUnchanged = errors.New("unchanged")

// A content is the content of an origin at one time: data, or the path of a directory.
type content struct {
	data []byte
	dir  string

	etag, modified string // ETag and Last-Modified of a URL
	fingerprint    string // sizes and modification times of files
	unchanged      func() error
}

// A retryError is an error response with a Retry-After header.
type retryError struct {
	error
	after time.Duration
}

func (e *retryError) Unwrap() error { return e.error }

// newOrigin returns the origin at a location given by the user: a URL (http or https), a file or a directory.
func newOrigin(where string, header http.Header, o fetchOptions) (*origin, error) {
	u, err := ParseLocation(where)
	switch {
	case err != nil:
		return nil, err
	case u != nil:
		secrets := secretsOf(u, header)
		return &origin{name: publicURL(u), redact: secrets.RemoveValues, get: newWebOrigin(u, header, o).fetch}, nil
	}
	file := &fileOrigin{path: where, limit: o.limit}
	return &origin{name: where, redact: func(text string) string { return text }, isFile: true, get: file.fetch}, nil
}

// ParseLocation returns the URL of the location of a feed in a [Config], or nil if the location is the path of a file or
// directory. It returns an error if the location is empty or a URL that cannot be fetched; the error does not contain
// the location except for its scheme, as it may contain a secret. ParseLocation does not access the location.
func ParseLocation(where string) (*url.URL, error) {
	scheme, _, isURL := strings.Cut(where, "://")
	if !isURL {
		if where == "" {
			return nil, errors.New("location is empty; want a file or a URL")
		}
		return nil, nil
	}
	u, err := url.Parse(where)
	switch scheme = strings.ToLower(scheme); {
	case scheme != "http" && scheme != "https":
		return nil, fmt.Errorf("unsupported URL scheme %q; want http or https", scheme)
	case err != nil || u.Hostname() == "":
		return nil, errors.New("invalid URL; want http or https with a host")
	}
	return u, nil
}

// fetchOptions limit what an origin fetches.
type fetchOptions struct {
	transport http.RoundTripper
	limit     int64         // maximum size in bytes, decompressed
	timeout   time.Duration // maximum duration of one attempt
}

// readAll reads r to its end and fails if there are more than limit bytes. It decompresses gzip data, as servers may
// send a .gz file without Content-Encoding.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := readUpTo(r, limit)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	decompressor, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decompressing: %w", err)
	}
	if data, err = readUpTo(decompressor, limit); err != nil {
		return nil, fmt.Errorf("decompressing: %w", err)
	}
	return data, nil
}

func readUpTo(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("larger than %d bytes", limit)
	}
	return data, nil
}

// withoutPath removes the path from an error of package os, as messages name the feed anyway.
func withoutPath(err error) error {
	if pathError, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", pathError.Op, pathError.Err)
	}
	return err
}
