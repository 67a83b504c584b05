package redact

import (
	"bufio"
	"bytes"
	"maps"
	"net/textproto"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
)

// parts finds credentials in the parts of a MIME message (RFC 2046, section 5.1.1), and reports whether it has parts and an end.
func (s *scan) parts(start, end int, boundary string, cut bool) bool {
	at := s.delimiter(start, end, boundary)
	if boundary == "" || at < 0 {
		return false
	}
	s.unread(start, at) // it is for readers without MIME
	for {
		from := at + len("--") + len(boundary)
		if bytes.HasPrefix(s.b[from:end], []byte("--")) {
			s.unread(from+len("--"), end)
			return true
		}
		next := s.delimiter(from, end, boundary)
		if next < 0 && !cut {
			return false
		}
		if next < 0 {
			next = end
		}
		s.part(from, next, cut && next == end)
		if at = next; next == end {
			return true
		}
	}
}

// delimiter returns where the next line begins that is a boundary, or the last one, and -1 if there is none. At from a line may begin.
func (s *scan) delimiter(from, end int, boundary string) int {
	delimiter := []byte("--" + boundary)
	for at := from; at < end; {
		n := bytes.Index(s.b[at:end], delimiter)
		if n < 0 {
			break
		}
		line := at + n
		at = line + len(delimiter)
		if line > from && s.b[line-1] != '\n' {
			continue
		}
		if rest := bytes.TrimSpace(s.b[at : at+lengthUntil(s.b[at:end], "\n")]); len(rest) == 0 || string(rest) == "--" {
			return line
		}
	}
	return -1
}

// part finds credentials in a part, which begins with the end of the delimiter's line and ends with the end of a line.
func (s *scan) part(start, end int, cut bool) {
	header, err := textproto.MIMEHeader{}, error(nil)
	content := end
	for _, blank := range []string{"\n\r\n", "\n\n"} {
		if n := bytes.Index(s.b[start:content], []byte(blank)); n >= 0 {
			content = start + n + len(blank)
		}
	}
	if lines := bytes.TrimLeft(s.b[start:content], " \t\r\n"); len(lines) > 0 {
		header, err = textproto.NewReader(bufio.NewReaderSize(bytes.NewReader(lines), 64)).ReadMIMEHeader()
	}
	if err != nil {
		s.unread(start, end)
		return
	}
	if s.plain(start, content); slices.ContainsFunc(slices.Collect(maps.Keys(header)), s.IsCredential) {
		s.mark(start, content)
	}
	disposition := strings.Join(header["Content-Disposition"], " ")
	if s.IsCredential(disposition) || s.IsParameter(media.Parse(disposition).Attribute("name")) {
		s.mark(content, end)
	} else if !s.readPart(content, end, header, cut) {
		s.unread(content, end)
	}
}

// readPart finds credentials in the content of a part, and reports whether it can be read.
func (s *scan) readPart(start, end int, header textproto.MIMEHeader, cut bool) bool {
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "", "7bit", "8bit", "binary":
	default:
		return false
	}
	t := media.Parse(header.Get("Content-Type"))
	if t.Name == "" {
		t.Name = "text/plain" // RFC 2045, section 5.2
	}
	text, err := codec.ToUTF8(s.b[start:end], t.Attribute("charset"))
	if err != nil || !bytes.HasSuffix(s.b[start:end], text) {
		return false
	}
	return s.body(end-len(text), end, t, cut, true)
}

// unread marks what cannot be read, unless it is to be kept.
func (s *scan) unread(start, end int) {
	if found := len(s.found); !s.redactor.KeepUnread {
		s.mark(start, end)
		for i := range s.found[found:] {
			s.found[found+i].with = unread
		}
	}
}
