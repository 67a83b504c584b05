package feed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
)

// severalOrigins is a static feed in several places. All are read again if one has changed, as a timetable is made of all of them.
type severalOrigins []origin

func (s severalOrigins) name() string {
	names := make([]string, len(s))
	for i, o := range s {
		names[i] = o.name()
	}
	return strings.Join(names, ", ")
}

func (s severalOrigins) fetch(ctx context.Context) (*content, error) {
	all := &content{parts: make([]*content, len(s))}
	changed := false
	fetch := func(i int) error {
		c, err := s[i].fetch(ctx)
		switch {
		case errors.Is(err, errUnchanged):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", s[i].name(), err)
		}
		all.parts[i], changed = c, true
		return nil
	}
	for i := range s {
		if err := fetch(i); err != nil {
			return nil, err
		}
	}
	if !changed {
		return nil, errUnchanged
	}
	for i := range s {
		if all.parts[i] != nil {
			continue
		}
		s[i].forget()
		if err := fetch(i); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s severalOrigins) accept(c *content) {
	for i, o := range s {
		o.accept(c.parts[i])
	}
}

func (s severalOrigins) forget() {
	for _, o := range s {
		o.forget()
	}
}

func (s severalOrigins) redact(text string) string {
	for _, o := range s {
		text = o.redact(text)
	}
	return text
}

// each returns the content, or each of its parts.
func (c *content) each() []*content {
	if c.parts != nil {
		return c.parts
	}
	return []*content{c}
}

// sum returns a checksum of the data; ok is false if there is none, for a directory.
func (c *content) sum() (sum [sha256.Size]byte, ok bool) {
	hash := sha256.New()
	for _, part := range c.each() {
		if part.dir != "" {
			return sum, false
		}
		one := sha256.Sum256(part.data)
		hash.Write(one[:])
	}
	hash.Sum(sum[:0])
	return sum, true
}
