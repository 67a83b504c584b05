package related

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/lex"
)

// Stream is a message whose parts are read when they are asked for, in the order of their arrival.
type Stream struct {
	mu      sync.Mutex
	from    *partSource
	parts   *multipart.Reader
	last    io.Reader // the part that was read last
	limits  StreamLimits
	root    string                 // Content-ID of the envelope
	seen    map[string]bool        // the Content-IDs so far
	kept    map[string][]byte      // the contents of parts that were read before they were asked for
	readers map[string]*PartReader // the readers that have not ended
	current *PartReader            // reads from the connection
	number  int                    // of parts so far
	decoded bool                   // all readers are there
	ended   atomic.Bool
	close   func() // ends the transfer; nil if there is nothing to end
}

// StreamLimits bound what a Stream keeps in memory.
type StreamLimits struct {
	Parts int
	Bytes int64             // of parts that are not read in the order of their arrival
	Grow  func(int64) error // is called before memory is allocated; nil: nothing is
}

// NewStream reads a message as far as its envelope, which start names, and returns the envelope's part and its content.
func NewStream(from io.Reader, boundary, start string, limits StreamLimits) (s *Stream, root *Part, envelope io.Reader, err error) {
	if boundary = strings.TrimRight(boundary, " "); boundary == "" {
		return nil, nil, nil, errors.New("the media type of the message has no boundary")
	}
	source := &partSource{Reader: from}
	s = &Stream{
		from: source, parts: multipart.NewReader(source, boundary), limits: limits,
		seen: make(map[string]bool), kept: make(map[string][]byte), readers: make(map[string]*PartReader),
	}
	start = withoutBrackets(start)
	for {
		p, content, err := s.next()
		switch {
		case err != nil:
			return nil, nil, nil, err
		case p == nil:
			return nil, nil, nil, fmt.Errorf("the message has no part with the Content-ID %q, which is to be the envelope", lex.Shorten(start))
		case start == "" || p.ID == start:
			s.root = p.ID
			return s, p, content, nil
		}
		if err := s.keep(p.ID, content); err != nil {
			return nil, nil, nil, err
		}
	}
}

// next returns the next part and its content, nil after the last.
func (s *Stream) next() (*Part, io.Reader, error) {
	s.current = nil
	if s.last != nil {
		if _, err := io.Copy(io.Discard, s.last); err != nil {
			return nil, nil, fmt.Errorf("reading the parts of the message: %w", err)
		}
	}
	s.from.inHeader, s.from.left = true, maxPartHeader
	raw, err := s.parts.NextRawPart()
	s.from.inHeader, s.last = false, raw
	switch {
	case err == io.EOF:
		return nil, nil, nil
	case err != nil:
		return nil, nil, fmt.Errorf("reading the parts of the message: %w", err)
	case s.number == s.limits.Parts:
		return nil, nil, fmt.Errorf("the message has more than %d parts", s.limits.Parts)
	}
	s.number++
	p, content, err := openPart(raw.Header, raw)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("part %d of the message: %w", s.number, err)
	case p.ID != "" && s.seen[p.ID]:
		return nil, nil, fmt.Errorf("the message has more than one part with the Content-ID %q", lex.Shorten(p.ID))
	}
	s.seen[p.ID] = true
	return p, content, nil
}

// partSource is what parts are read from. It bounds their headers.
type partSource struct {
	io.Reader
	inHeader bool
	left     int
}

func (s *partSource) Read(b []byte) (int, error) {
	if s.inHeader && s.left < 0 {
		return 0, fmt.Errorf("the header of a part is longer than %d bytes", maxPartHeader)
	}
	n, err := s.Reader.Read(b)
	s.left -= n
	return n, err
}

// openPart returns a part with a header, and its content before the transfer encoding.
func openPart(header textproto.MIMEHeader, raw io.Reader) (*Part, io.Reader, error) {
	for _, name := range []string{"Content-Id", "Content-Type", "Content-Transfer-Encoding"} {
		if len(header[name]) > 1 {
			return nil, nil, errors.New("a field of the header is given more than once")
		}
	}
	p := &Part{ID: withoutBrackets(header.Get("Content-ID")), MediaType: header.Get("Content-Type")}
	switch encoding := strings.ToLower(header.Get("Content-Transfer-Encoding")); encoding {
	case "", "binary", "8bit", "7bit":
		return p, raw, nil
	case "base64":
		return p, base64.NewDecoder(base64.StdEncoding, raw), nil
	case "quoted-printable":
		return p, quotedprintable.NewReader(raw), nil
	default:
		return nil, nil, fmt.Errorf("the transfer encoding %q is not supported", lex.Shorten(encoding))
	}
}

// keep reads the rest of a part into memory.
func (s *Stream) keep(id string, from io.Reader) error {
	const piece = 64 << 10
	var b bytes.Buffer
	for {
		if s.limits.Grow != nil {
			if err := s.limits.Grow(piece); err != nil {
				return err
			}
		}
		n, err := io.CopyN(&b, from, min(piece, s.limits.Bytes+1))
		s.limits.Bytes -= n
		switch {
		case s.limits.Bytes < 0:
			return fmt.Errorf("the part %q arrives before it and is too large to be kept in memory: read the parts in the order of their arrival, or raise the limit of the message", lex.Shorten(id))
		case err == io.EOF:
			s.kept[id] = b.Bytes()
			return nil
		case err != nil:
			return err
		}
	}
}

// Find reads a part into memory, with those before it.
func (s *Stream) Find(id string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if content, ok := s.kept[id]; ok && id != "" {
			return content, nil
		}
		p, content, err := s.next()
		switch {
		case err != nil:
			return nil, err
		case p == nil:
			return nil, s.missing(id)
		}
		if err := s.keep(p.ID, content); err != nil {
			return nil, err
		}
	}
}

func (s *Stream) missing(id string) error {
	return fmt.Errorf("the message has no part with the Content-ID %q", lex.Shorten(id))
}

// Open returns a reader of a part, which is not read yet.
func (s *Stream) Open(id string) (io.Reader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id == s.root {
		return nil, errors.New("the element refers to the part that holds it")
	}
	r := &PartReader{stream: s, id: id}
	s.readers[id] = r
	return r, nil
}

// Decoded says that all readers have been opened: other parts are passed over. The transfer ends, by close, when the last
// reader has.
func (s *Stream) Decoded(close func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.decoded, s.close = true, close
	if len(s.readers) == 0 {
		s.finish()
	}
}

// End makes reading an error.
func (s *Stream) End() { s.ended.Store(true) }

// finish ends the transfer.
func (s *Stream) finish() {
	if s.close == nil {
		return
	}
	s.close()
	s.close = nil
}

// PartReader reads a part of a Stream.
type PartReader struct {
	stream  *Stream
	id      string
	content io.Reader // nil before the first Read
	err     error
}

var (
	errPartClosed = errors.New("the reader is closed")
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
	if r.err != nil && r.err != io.EOF {
		return n, fmt.Errorf("the part %q of the message: %w", lex.Shorten(r.id), r.err)
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
	delete(s.kept, r.id)
	if len(s.readers) > 0 || !s.decoded {
		return
	}
	if err == io.EOF {
		if p, _, e := s.next(); e != nil {
			r.err = e // the message is not complete
		} else if p == nil {
			_, _ = io.CopyN(io.Discard, s.from, 4<<10) // so that the connection can be used again
		}
	}
	s.finish()
}

// begin makes the part of r the one that is read. Parts before it are kept if they have readers, or may get some.
func (s *Stream) begin(r *PartReader) error {
	if last := s.current; last != nil {
		if err := s.keep(last.id, last.content); err != nil {
			return err
		}
		last.content, s.current = bytes.NewReader(s.kept[last.id]), nil
	}
	for {
		if content, ok := s.kept[r.id]; ok {
			r.content = bytes.NewReader(content)
			return nil
		}
		p, content, err := s.next()
		switch {
		case err != nil:
			return err
		case p == nil:
			return s.missing(r.id)
		case p.ID == r.id:
			r.content, s.current = content, r
			return nil
		}
		if s.readers[p.ID] != nil || !s.decoded {
			if err := s.keep(p.ID, content); err != nil {
				return err
			}
		}
	}
}
