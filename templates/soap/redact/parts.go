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

// part is a part of a MIME message: where it is, and where its content begins.
type part struct {
	start, content, end int
	id                  string
}

// parts finds credentials in the parts of a MIME message (RFC 2046, section 5.1.1), and reports whether it has parts and an end.
func (s *scan) parts(start, end int, boundary string, cut bool) bool {
	at := s.delimiter(start, end, boundary)
	if boundary == "" || at < 0 {
		return false
	}
	s.unread(start, at) // it is for readers without MIME
	var all []part
	for {
		from := at + len("--") + len(boundary)
		if bytes.HasPrefix(s.b[from:end], []byte("--")) {
			s.unread(from+len("--"), end)
			break
		}
		next := s.delimiter(from, end, boundary)
		if next < 0 && !cut {
			return false
		}
		if next < 0 {
			next = end
		}
		all = append(all, s.part(from, next, cut && next == end))
		if at = next; next == end {
			break
		}
	}
	for _, p := range all {
		if s.refs[p.id] || cut && !bytes.HasPrefix(bytes.TrimSpace(s.b[p.content:p.end]), []byte("<")) { // what refers to it may be cut off
			s.mark(p.content, p.end)
		}
	}
	return true
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
func (s *scan) part(start, end int, cut bool) part {
	p := part{start: start, content: end, end: end}
	header, err := textproto.MIMEHeader{}, error(nil)
	for _, blank := range []string{"\n\r\n", "\n\n"} {
		if n := bytes.Index(s.b[start:p.content], []byte(blank)); n >= 0 {
			p.content = start + n + len(blank)
		}
	}
	if lines := bytes.TrimLeft(s.b[start:p.content], " \t\r\n"); len(lines) > 0 {
		header, err = textproto.NewReader(bufio.NewReaderSize(bytes.NewReader(lines), 64)).ReadMIMEHeader()
	}
	if err != nil {
		s.unread(p.start, p.end)
		return p
	}
	if s.plain(start, p.content); slices.ContainsFunc(slices.Collect(maps.Keys(header)), s.IsCredential) {
		s.mark(start, p.content)
	}
	p.id = strings.Trim(strings.TrimSpace(header.Get("Content-Id")), "<>")
	name, _, isNamed := strings.Cut(p.id, "=") // part=unique@host, as the WS-I Attachments Profile has it
	disposition := strings.Join(header["Content-Disposition"], " ")
	if isNamed && s.IsCredential(name) || s.IsCredential(disposition) || s.IsParameter(media.Parse(disposition).Attribute("name")) {
		s.mark(p.content, p.end)
	} else if !s.readPart(p, header, cut) {
		s.unread(p.content, p.end)
	}
	return p
}

// readPart finds credentials in the content of a part, and reports whether it can be read.
func (s *scan) readPart(p part, header textproto.MIMEHeader, cut bool) bool {
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "", "7bit", "8bit", "binary":
	default:
		return false
	}
	t := media.Parse(header.Get("Content-Type"))
	if t.Name == "" {
		t.Name = "text/plain" // RFC 2045, section 5.2
	}
	content := s.b[p.content:p.end]
	text, err := codec.ToUTF8(content, t.Attribute("charset"))
	if err != nil || !bytes.HasSuffix(content, text) {
		return false
	}
	return s.body(p.end-len(text), p.end, t, cut, true)
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
