package related

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/quartet/templates/soap/internal/lex"
)

// Stream is a message whose parts are read when they are asked for, in the order of their arrival.
type Stream struct {
	mu      sync.Mutex
	message Message // as far as it has been read
	from    *partSource
	parts   *multipart.Reader
	last    io.Reader // the part that was read last
	limits  StreamLimits
	readers map[string]*PartReader // the readers that have not ended
	current *PartReader            // reads from the connection
	decoded bool                   // all readers are there
	whole   bool                   // the message has been read to its end
	err     error                  // what is wrong with the message
	ended   atomic.Bool
	close   func() // ends the transfer; nil if there is nothing to end

	delimiter []byte // the start of a line between parts
}

// StreamLimits bound what a Stream keeps in memory.
type StreamLimits struct {
	Parts  int
	Bytes  int64             // of parts that are not read in the order of their arrival
	Grow   func(int64) error // is called before memory is allocated; nil: nothing is
	Strict bool              // a part to which no element refers is an error

	memory []byte // the rest of a message that is in memory: it says how much parts are likely to need
}

// NewStream reads a message as far as its envelope, which start names, and returns the envelope's part and its content.
func NewStream(from io.Reader, boundary, start string, limits StreamLimits) (s *Stream, root *Part, envelope io.Reader, err error) {
	if boundary = strings.TrimRight(boundary, " "); boundary == "" {
		return nil, nil, nil, errors.New("the media type of the message has no boundary")
	}
	source := &partSource{Reader: from}
	s = &Stream{from: source, parts: multipart.NewReader(source, boundary), limits: limits, delimiter: []byte("--" + boundary), readers: make(map[string]*PartReader)}
	_, s.limits.memory, _ = bytes.Cut(limits.memory, s.delimiter)
	s.message.start = withoutBrackets(start)
	for {
		p, content, err := s.next()
		switch {
		case err != nil:
			return nil, nil, nil, err
		case p == nil && len(s.message.Parts) == 0:
			return nil, nil, nil, errors.New("the message has no parts")
		case p == nil:
			return nil, nil, nil, fmt.Errorf("the message has no part with the Content-ID %q, which is to be the envelope", lex.Shorten(start))
		case p == s.message.Root:
			return s, p, content, nil
		}
		if err := s.keep(p, content); err != nil {
			return nil, nil, nil, err
		}
	}
}

// next returns the next part and its content, nil after the last. An error is one of the message, and is returned again.
func (s *Stream) next() (*Part, io.Reader, error) {
	if s.err != nil || s.whole {
		return nil, nil, s.err
	}
	p, content, err := s.read()
	s.whole, s.err = p == nil, err
	return p, content, err
}

func (s *Stream) read() (*Part, io.Reader, error) {
	s.current = nil
	if s.last != nil {
		if _, err := io.Copy(io.Discard, s.last); err != nil {
			return nil, nil, fmt.Errorf("reading the parts of the message: %w", err)
		}
	}
	s.from.inHeader, s.from.left = true, maxPartHeader
	raw, err := s.parts.NextRawPart()
	s.from.inHeader, s.last = false, nil
	n := len(s.message.Parts) + 1
	switch {
	case err == io.EOF:
		return nil, nil, nil
	case err != nil:
		return nil, nil, fmt.Errorf("reading the parts of the message: %w", err)
	case n > s.limits.Parts:
		return nil, nil, fmt.Errorf("the message has more than %d parts", s.limits.Parts)
	}
	p, content, err := openPart(raw.Header, raw)
	if err != nil {
		return nil, nil, fmt.Errorf("part %d of the message: %w", n, err)
	}
	s.last = content
	added, err := s.message.add(p)
	return added, content, err
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
func openPart(header textproto.MIMEHeader, raw io.Reader) (p Part, content io.Reader, err error) {
	for _, name := range []string{"Content-Id", "Content-Type", "Content-Transfer-Encoding"} {
		if len(header[name]) > 1 {
			return p, nil, errors.New("a field of the header is given more than once")
		}
	}
	p = Part{ID: withoutBrackets(header.Get("Content-ID")), MediaType: header.Get("Content-Type")}
	switch encoding := strings.ToLower(header.Get("Content-Transfer-Encoding")); encoding {
	case "", "binary", "8bit", "7bit":
		return p, raw, nil
	case "base64":
		return p, base64.NewDecoder(base64.StdEncoding, withoutBlanks{raw}), nil
	case "quoted-printable":
		return p, quotedprintable.NewReader(raw), nil
	default:
		return p, nil, fmt.Errorf("the transfer encoding %q is not supported", lex.Shorten(encoding))
	}
}

// withoutBlanks leaves out spaces and tabs, which a decoder of base64 does not pass over.
type withoutBlanks struct{ io.Reader }

func (r withoutBlanks) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	return len(slices.DeleteFunc(b[:n:n], func(c byte) bool { return c == ' ' || c == '\t' })), err
}

// keep reads the rest of a part into memory.
func (s *Stream) keep(p *Part, from io.Reader) error {
	const piece = 64 << 10
	var b bytes.Buffer
	if likely, rest, found := bytes.Cut(s.limits.memory, s.delimiter); found {
		b.Grow(len(likely) + bytes.MinRead)
		s.limits.memory = rest
	}
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
			return fmt.Errorf("the part %q arrives before it and is too large to be kept in memory: read the parts in the order of their arrival, or raise the limit of the message", lex.Shorten(p.ID))
		case err == io.EOF:
			p.Content, p.kept = b.Bytes(), true
			return nil
		case err != nil:
			return fmt.Errorf("reading the part %q of the message: %w", lex.Shorten(p.ID), err)
		}
	}
}

// All reads the rest of the message into memory.
func (s *Stream) All() (*Message, error) {
	for {
		if more, err := s.keepNext(); !more || err != nil {
			return &s.message, err
		}
	}
}

// keepNext keeps the next part, and reports whether there is one.
func (s *Stream) keepNext() (bool, error) {
	p, content, err := s.next()
	if p == nil || err != nil {
		return false, err
	}
	return true, s.keep(p, content)
}

// Find reads a part into memory, with those before it.
func (s *Stream) Find(id string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch found, err := s.message.refer(id); {
		case err != nil:
			return nil, err
		case found != nil && found.kept:
			return found.Content, nil
		}
		if more, err := s.keepNext(); !more || err != nil {
			return nil, cmp.Or(err, missing(id))
		}
	}
}

// Open returns a reader of a part, which is not read yet.
func (s *Stream) Open(id string) (io.Reader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.message.refer(id); err != nil {
		return nil, err
	}
	r := &PartReader{stream: s, id: id}
	s.readers[id] = r
	return r, nil
}

// Decoded says that all readers have been opened: other parts are passed over. The transfer ends, by close, when the last
// reader has. Without readers the message is read to its end, and what is wrong with it is an error.
func (s *Stream) Decoded(close func()) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.decoded, s.close = true, close
	if len(s.readers) == 0 {
		err = s.rest()
		s.finish()
	}
	return err
}

// End makes reading an error.
func (s *Stream) End() { s.ended.Store(true) }

// Check is End, and reads the message to its end: what is wrong with it is an error, whether or not a reader has seen it.
func (s *Stream) Check() error {
	s.End()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rest()
}

// rest passes over the rest of the message, and checks it.
func (s *Stream) rest() error {
	for {
		if p, _, err := s.next(); p == nil || err != nil {
			return cmp.Or(err, s.message.complete(s.limits.Strict))
		}
	}
}

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
	if part := s.message.part(r.id); part != nil && part.kept {
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
		part := s.message.part(last.id)
		if err := s.keep(part, last.content); err != nil {
			return err
		}
		last.content, s.current = bytes.NewReader(part.Content), nil
	}
	for {
		if part := s.message.part(r.id); part != nil && part.kept {
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
