package feed

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// An origin is where the content of a feed comes from. It is used from one goroutine.
type origin interface {
	// name tells users which feed it is. It holds no secret.
	name() string
	// fetch returns the content that is there now, or errUnchanged where that is what was accepted last.
	fetch(ctx context.Context) (*content, error)
	// accept says that the content was of use, so that it is fetched again only once it changes.
	accept(*content)
	// clean takes what is secret out of a text that is to be shown.
	clean(text string) string
}

// errUnchanged says that a feed holds what was accepted last.
var errUnchanged = errors.New("unchanged")

// A content is what an origin held at one time: bytes, or a directory.
type content struct {
	data []byte
	dir  string

	tag, modified string // ETag and Last-Modified, for origins on the web
	mark          string // for files: what changes when they do
	unchanged     func() error
}

// A retryError is a failure of a server that says when to come back.
type retryError struct {
	error
	after time.Duration
}

func (e *retryError) Unwrap() error { return e.error }

// place returns the origin that a word on the command line stands for: an address of http or https, or a file.
func place(where string, header http.Header, o options) (origin, error) {
	if where == "" {
		return nil, errors.New("the name of a feed is empty: give a file or an address")
	}
	if scheme, _, is := strings.Cut(where, "://"); is {
		return newWeb(where, strings.ToLower(scheme), header, o)
	}
	return &disk{path: where, limit: o.limit}, nil
}

// options bound what an origin fetches.
type options struct {
	transport http.RoundTripper
	limit     int64         // bytes, inflated
	timeout   time.Duration // of one attempt
}

// readAll reads up to limit bytes and fails where there are more. What is compressed with gzip is inflated: servers
// send such files as they are.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := readUpTo(r, limit)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	inflater, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("inflating: %w", err)
	}
	if data, err = readUpTo(inflater, limit); err != nil {
		return nil, fmt.Errorf("inflating: %w", err)
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

// withoutPath takes away the path that errors of package os hold: the feed is named beside them.
func withoutPath(err error) error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return fmt.Errorf("%s: %w", pathError.Op, pathError.Err)
	}
	return err
}
