package redact

import (
	"bufio"
	"bytes"
	"maps"
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
)

// parts finds credentials in the parts of a MIME message (RFC 2046, section 5.1.1), and reports whether it has parts and an end.
func (s *scan) parts(start, end int, boundary string, cut bool) bool {
	delimiter, err := regexp.Compile(`(?m)^--` + regexp.QuoteMeta(boundary) + `(--)?\s*?$`)
	if boundary == "" || err != nil { // it is not UTF-8, or very long
		return false
	}
	lines := delimiter.FindAllSubmatchIndex(s.b[start:end], -1)
	if lines == nil {
		return false
	}
	s.unread(start, start+lines[0][0]) // it is for readers without MIME
	for i, line := range lines {
		from, next := start+line[1], end
		if isLast := line[2] >= 0; isLast {
			s.unread(from, end)
			return true
		}
		if i+1 < len(lines) {
			next = start + lines[i+1][0]
		} else if !cut {
			return false
		}
		s.part(from, next, cut && next == end)
	}
	return true
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
