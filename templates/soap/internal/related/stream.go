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
	Message
	mu      sync.Mutex
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
	source := &partSource{Reader: from, boundary: boundary, tail: []byte("\n")}
	s = &Stream{from: source, parts: multipart.NewReader(source, boundary), limits: limits, readers: make(map[string]*PartReader)}
	_, s.limits.memory, _ = bytes.Cut(limits.memory, []byte(boundary))
	s.Message = Message{start: withoutBrackets(start), max: limits.Parts, places: make(map[string]int)}
	for {
		p, content, err := s.next()
		switch {
		case err != nil:
			return nil, nil, nil, err
		case p == nil && len(s.Parts) == 0:
			return nil, nil, nil, errors.New("the message has no parts")
		case p == nil:
			return nil, nil, nil, fmt.Errorf("the message has no part with the Content-ID %q, which is to be the envelope", lex.Shorten(start))
		case p == s.Root:
			return s, p, content, nil
		}
		if err := s.keep(p, content); err != nil {
			return nil, nil, nil, err
		}
	}
}

var (
	errIncomplete = errors.New("it is not complete")
	errHeader     = fmt.Errorf("its header is longer than %d bytes", maxPartHeader)
)

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
			return nil, nil, err
		}
	}
	s.from.inHeader, s.from.left = true, maxPartHeader
	s.from.number++
	raw, err := s.parts.NextRawPart()
	s.from.inHeader, s.last = false, nil
	switch {
	case err == io.EOF:
		return nil, nil, nil
	case errors.As(err, new(textproto.ProtocolError)):
		return nil, nil, s.from.wrong(err, "a line is not a field of a header: "+lex.Shorten(err.Error()))
	case err != nil:
		return nil, nil, s.from.wrong(err, "the line before it is not a boundary: "+lex.Shorten(err.Error()))
	case s.from.number > s.limits.Parts:
		return nil, nil, fmt.Errorf("the message has more than %d parts", s.limits.Parts)
	}
	p, content, err := s.from.open(raw.Header, raw)
	if err != nil {
		return nil, nil, s.from.wrong(err, err.Error())
	}
	s.last = content
	added, err := s.add(p)
	return added, content, err
}

// partSource is what parts are read from. It bounds their headers, and says what is wrong with which part.
type partSource struct {
	io.Reader
	boundary string
	number   int // of the part that is read
	inHeader bool
	left     int
	tail     []byte // the end of what has been read
	err      error  // the last error of Read
}

// Read returns errIncomplete instead of io.EOF if the message does not end with a last boundary.
func (s *partSource) Read(b []byte) (n int, err error) {
	if s.err = errHeader; s.inHeader && s.left < 0 {
		return 0, s.err
	}
	n, s.err = s.Reader.Read(b)
	s.left -= n
	keep := len(s.boundary) + 64 // with blanks after the boundary
	s.tail = append(s.tail, b[max(0, n-keep):n]...)
	s.tail = append(s.tail[:0], s.tail[max(0, len(s.tail)-keep):]...)
	if s.err == io.EOF && !bytes.HasSuffix(bytes.TrimRight(s.tail, " \t\r\n"), []byte("\n--"+s.boundary+"--")) {
		s.err = errIncomplete
	}
	return n, s.err
}

// wrong returns an error about a part: what it says if err is not one of Read.
func (s *partSource) wrong(err error, otherwise string) error {
	switch {
	case s.err == nil || !errors.Is(err, s.err):
		return fmt.Errorf("part %d of the message: %s", s.number, otherwise)
	case s.err != errIncomplete:
		return fmt.Errorf("part %d of the message: %w", s.number, s.err)
	case s.number == 1 && err != errIncomplete: // package multipart has looked for the boundary
		return fmt.Errorf("no part of the message starts with its boundary %q", lex.Shorten(s.boundary))
	}
	return fmt.Errorf("part %d of the message is not complete", s.number)
}

// open returns a part with a header, and its content before the transfer encoding (RFC 2045 section 6).
func (s *partSource) open(header textproto.MIMEHeader, raw io.Reader) (p Part, content io.Reader, err error) {
	size := 0
	for name, values := range header {
		for _, value := range values {
			size += len(name) + len(": ") + len(value) + len("\r\n")
		}
		if len(values) > 1 && slices.Contains([]string{"Content-Id", "Content-Type", "Content-Transfer-Encoding"}, name) {
			return p, nil, errors.New("a field of the header is given more than once")
		}
	}
	if size > maxPartHeader {
		return p, nil, errHeader
	}
	p = Part{ID: withoutBrackets(header.Get("Content-ID")), MediaType: header.Get("Content-Type")}
	encoding := strings.ToLower(header.Get("Content-Transfer-Encoding"))
	switch encoding {
	case "", "binary", "8bit", "7bit":
	case "base64":
		raw = base64.NewDecoder(base64.StdEncoding, &base64Text{Reader: raw})
	case "quoted-printable":
		raw = quotedprintable.NewReader(raw)
	default:
		return p, nil, fmt.Errorf("the transfer encoding %q is not supported", lex.Shorten(encoding))
	}
	return p, &partContent{raw, s, encoding}, nil
}

// partContent reads the content of a part.
type partContent struct {
	io.Reader
	source   *partSource
	encoding string
}

func (c *partContent) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	if err != nil && err != io.EOF {
		err = c.source.wrong(err, "its content is not valid "+c.encoding)
	}
	return n, err
}

// base64Text leaves out spaces and tabs, which a decoder of base64 does not pass over. It finds text after padding, which the
// decoder accepts if it arrives later.
type base64Text struct {
	io.Reader
	padded bool
}

func (r *base64Text) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	text := slices.DeleteFunc(b[:n:n], func(c byte) bool { return c == ' ' || c == '\t' })
	for _, c := range text {
		if r.padded = r.padded || c == '='; r.padded && c != '=' && c != '\r' && c != '\n' {
			return 0, base64.CorruptInputError(0)
		}
	}
	return len(text), err
}

// keep reads the rest of a part into memory.
func (s *Stream) keep(p *Part, from io.Reader) error {
	const piece = 64 << 10
	var b bytes.Buffer
	if likely, rest, found := bytes.Cut(s.limits.memory, []byte(s.from.boundary)); found {
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
			return err
		}
	}
}

// All reads the rest of the message into memory.
func (s *Stream) All() error {
	for {
		if more, err := s.keepNext(); !more || err != nil {
			return err
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
		switch found, err := s.refer(id); {
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
	switch found, err := s.refer(id); {
	case err != nil:
		return nil, err
	case found == nil && s.whole:
		return nil, missing(id)
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
			return cmp.Or(err, s.complete(s.limits.Strict))
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
