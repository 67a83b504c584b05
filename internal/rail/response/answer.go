package response

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"sync"
	"time"
)

// An answer is an encoded result. Its ETags and its compressed form are made when they are first wanted.
type answer struct {
	body     []byte
	lasting  bool      // made at one moment
	modified time.Time // zero: unknown
	date     []string  // the same, as it is sent

	tagOnce, zipOnce, zipTagOnce sync.Once
	tag, zipTag                  []string // as they are sent
	zip                          []byte
}

// etag returns the strong entity tag of the bytes: 128 bits of their SHA-256.
func (a *answer) etag() []string {
	a.tagOnce.Do(func() { a.tag = tagOf(a.body) })
	return a.tag
}

// zipETag is the entity tag of the compressed bytes. Another representation has to have another.
func (a *answer) zipETag() []string {
	a.zipTagOnce.Do(func() { a.zipTag = tagOf(a.zip) })
	return a.zipTag
}

// zipped returns the answer compressed. New is the number of its bytes for the one caller that made them, else 0.
func (a *answer) zipped(level int) (zip []byte, made int) {
	a.zipOnce.Do(func() {
		var out bytes.Buffer
		z, err := gzip.NewWriterLevel(&out, level)
		if err != nil {
			z = gzip.NewWriter(&out)
		}
		z.Write(a.body) // to memory, which does not fail
		z.Close()
		a.zip = bytes.Clone(out.Bytes())
		made = len(a.zip)
	})
	return a.zip, made
}

func tagOf(body []byte) []string {
	sum := sha256.Sum256(body)
	return []string{`"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
}

// acceptsGzip reports whether a client takes gzip, and not rather what is not encoded (RFC 9110 section 12.5.3).
func acceptsGzip(values []string) bool {
	zip, plain, other := -1, 0, -1
	for _, item := range strings.Split(strings.Join(values, ","), ",") {
		coding, weight, _ := strings.Cut(item, ";")
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip", "x-gzip":
			zip = max(zip, thousandths(weight))
		case "identity":
			plain = thousandths(weight)
		case "*":
			other = thousandths(weight)
		}
	}
	if zip < 0 {
		zip = other
	}
	return zip > 0 && zip >= plain
}

// thousandths reads a weight (RFC 9110 section 12.4.2): 1000 if there is none, 0 if it is malformed.
func thousandths(weight string) int {
	if strings.TrimSpace(weight) == "" {
		return 1000
	}
	name, value, _ := strings.Cut(weight, "=")
	value = strings.TrimSpace(value)
	if !strings.EqualFold(strings.TrimSpace(name), "q") || value == "" || len(value) > 5 {
		return 0
	}
	whole, fraction, _ := strings.Cut(value, ".")
	n := 0
	for _, digit := range (fraction + "000")[:3] {
		if digit < '0' || digit > '9' {
			return 0
		}
		n = 10*n + int(digit-'0')
	}
	switch {
	case whole == "1" && n == 0:
		return 1000
	case whole == "0":
		return n
	}
	return 0
}
