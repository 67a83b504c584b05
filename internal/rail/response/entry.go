package response

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"container/list"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"sync"
	"time"

	"example.com/quartet/templates/soap/compress"
)

// An entry is an encoded response in the cache.
type entry struct {
	key     string
	version version
	place   *list.Element // in Cache.recent
	size    int64
	done    chan struct{} // closed when the response has been computed, or has failed

	plain        form
	gzipped      func() form
	modified     time.Time // zero if unknown
	lastModified []string  // modified as a value of Last-Modified
}

// A version identifies the inputs on which a response depends.
type version struct {
	identity any
	second   int64
}

// versionOf returns the version of a response that depends on the timetable only, or on the clock and realtime data, too.
func versionOf(timetable bool, m Moment) version {
	if timetable {
		return version{identity: m.Timetable}
	}
	return version{identity: m.State, second: m.Second.Unix()}
}

// A form is the body of a response, plain or compressed, with its strong entity tag, which is computed when it is first needed: 128
// bits of its SHA-256, as a value of ETag.
type form struct {
	body []byte
	tag  func() []string
}

func newForm(body []byte) form {
	return form{body, sync.OnceValue(func() []string {
		sum := sha256.Sum256(body)
		return []string{`"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
	})}
}

func (e *entry) failed() bool { return e.plain.tag == nil }

const maxClockLag = 5 * time.Second

// pageGzip is the compression level of [Cache.Serve] if [Options] have none.
const pageGzip = 5

// fill computes the response of an entry. It reports whether the inputs are still the same, so that the response can be stored, and
// sets when it last changed, if that is known. A response that depends on the clock changes every second if the clock shows the actual
// time. If the clock stands still or runs at another speed, realtime data can change while it shows the same second.
func (c *Cache) fill(e *entry, timetable bool, m Moment, compute func() ([]byte, error)) (current bool, err error) {
	body, err := compute()
	if err != nil {
		return false, err
	}
	e.plain = newForm(body)
	e.gzipped = sync.OnceValue(func() form {
		var out bytes.Buffer
		z, err := gzip.NewWriterLevel(&out, cmp.Or(c.options.Gzip, pageGzip))
		if err != nil {
			z = gzip.NewWriter(&out)
		}
		z.Write(body) // a bytes.Buffer never returns an error
		z.Close()
		zipped := bytes.Clone(out.Bytes())
		c.grow(e, int64(len(zipped)))
		return newForm(zipped)
	})
	if versionOf(timetable, c.options.Moment()) != versionOf(timetable, m) {
		return false, nil
	}
	if timetable {
		e.modified = m.TimetableModified
	} else if off := time.Since(m.Second); off >= 0 && off <= maxClockLag {
		e.modified = m.Second
	}
	e.lastModified = []string{e.modified.UTC().Format(http.TimeFormat)}
	return true, nil
}

// encoded returns a response as it is sent: compressed if that is wanted and the client accepts it. It sets the header fields that
// say so.
func (c *Cache) encoded(e *entry, header, request http.Header, gzip bool) form {
	if !gzip {
		return e.plain
	}
	header.Add("Vary", "Accept-Encoding")
	if len(e.plain.body) < c.options.GzipMinSize || !compress.Accepted(request["Accept-Encoding"]) {
		return e.plain
	}
	header.Set("Content-Encoding", "gzip")
	return e.gzipped()
}

// describe sets the header fields for caches.
func (c *Cache) describe(e *entry, header http.Header, tag []string, timetable bool) {
	header["Etag"] = tag
	header["Cache-Control"] = c.trains
	if timetable {
		header["Cache-Control"] = c.stations
	}
	// Last-Modified must not be in the future (RFC 9110 section 8.8.2.1).
	if !e.modified.IsZero() && !e.modified.After(time.Now()) {
		header["Last-Modified"] = e.lastModified
	}
}
