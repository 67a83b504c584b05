package response

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"sync"
	"time"
)

// A cachedResponse is an encoded response. Its ETags and its compressed form are computed when they are first needed.
type cachedResponse struct {
	body      []byte
	cacheable bool      // the moment did not change while it was computed
	modified  time.Time // zero if unknown

	lastModified []string // modified as a value of Last-Modified

	tagOnce, gzipOnce, gzipTagOnce sync.Once
	tag, gzipTag                   []string // as values of ETag
	gzipBody                       []byte
}

// etag returns the strong entity tag of the body: 128 bits of its SHA-256.
func (a *cachedResponse) etag() []string {
	a.tagOnce.Do(func() { a.tag = tagOf(a.body) })
	return a.tag
}

// gzipETag returns the entity tag of the compressed body, which must differ from the tag of the plain body.
func (a *cachedResponse) gzipETag() []string {
	a.gzipTagOnce.Do(func() { a.gzipTag = tagOf(a.gzipBody) })
	return a.gzipTag
}

// gzipped returns the compressed body. added is its size for the caller that compressed it, and 0 for all others.
func (a *cachedResponse) gzipped(level int) (body []byte, added int) {
	a.gzipOnce.Do(func() {
		var out bytes.Buffer
		z, err := gzip.NewWriterLevel(&out, level)
		if err != nil {
			z = gzip.NewWriter(&out)
		}
		z.Write(a.body) // a bytes.Buffer never returns an error
		z.Close()
		a.gzipBody = bytes.Clone(out.Bytes())
		added = len(a.gzipBody)
	})
	return a.gzipBody, added
}

func tagOf(body []byte) []string {
	sum := sha256.Sum256(body)
	return []string{`"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
}
