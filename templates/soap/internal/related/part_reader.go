package related

import (
	"bytes"
	"errors"
	"io"
)

// PartReader reads a part of a Stream.
type PartReader struct {
	stream  *Stream
	id      string
	content io.Reader // nil before the first Read
	err     error
}

var (
	errPartClosed = errors.New("the reader of the part of the message is closed")
	errPartEnded  = errors.New("the part of the message cannot be read any more: the operation has returned")
)

// Read implements io.Reader.
func (r *PartReader) Read(b []byte) (n int, err error) {
	s := r.stream
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended.Load() {
		return 0, errPartEnded
	}
	if r.err == nil && r.content == nil {
		err = s.begin(r)
	}
	if r.err == nil && err == nil {
		n, err = r.content.Read(b)
	}
	if r.err == nil && err != nil {
		r.finish(err)
	}
	return n, r.err
}

// Close ends the reading of the part, the rest of which is passed over.
func (r *PartReader) Close() error {
	r.stream.mu.Lock()
	defer r.stream.mu.Unlock()
	r.finish(errPartClosed)
	return nil
}

func (r *PartReader) finish(err error) {
	s := r.stream
	r.err = err
	if s.current == r {
		s.current = nil
	}
	if s.readers[r.id] != r {
		return
	}
	delete(s.readers, r.id)
	if part := s.part(r.id); part != nil && part.kept {
		part.Content = nil
	}
	if len(s.readers) > 0 || !s.decoded {
		return
	}
	if err == io.EOF {
		if wrong := s.rest(); wrong != nil {
			r.err = wrong
		} else {
			_, _ = io.CopyN(io.Discard, s.from, 4<<10) // so that the connection can be used again
		}
	}
	s.finish()
}

// begin makes the part of r the one that is read. Parts before it are kept if they have readers, or may get some.
func (s *Stream) begin(r *PartReader) error {
	if last := s.current; last != nil {
		part := s.part(last.id)
		if err := s.keep(part, last.content); err != nil {
			return err
		}
		last.content, s.current = bytes.NewReader(part.Content), nil
	}
	for {
		if part := s.part(r.id); part != nil && part.kept {
			r.content = bytes.NewReader(part.Content)
			return nil
		}
		p, content, err := s.next()
		switch {
		case err != nil:
			return err
		case p == nil:
			return missing(r.id)
		case p.ID == r.id:
			r.content, s.current = content, r
			return nil
		}
		if s.readers[p.ID] != nil || !s.decoded {
			if err := s.keep(p, content); err != nil {
				return err
			}
		}
	}
}
