package redact

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/textproto"
	"regexp"
	"strings"
	"unicode/utf8"
)

// partsStart finds the beginning of a MIME message: a boundary, and the name of a field or no field.
var partsStart = regexp.MustCompile(`(?:^|\n)\s*--[^\r\n]*\r?\n(?:\r?\n|[A-Za-z0-9-]+:)`)

var blankLine = regexp.MustCompile(`\n\r?\n`)

// partsIn returns where a MIME message begins that a text has; -1 if it has none. What is before it is for readers without MIME, and is
// expected with forms only.
func partsIn(b []byte) int {
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte("--")) || bytes.Contains(b, []byte("form-data")) {
		if at := partsStart.FindIndex(b); at != nil {
			return at[0]
		}
	}
	return -1
}

// parts finds credentials in the parts of a MIME message (RFC 2046, section 5.1.1): in the fields of a form that have names of
// credentials (RFC 7578), and in parts in base64 or with quoted characters, which are marked as a whole.
func (s *scan) parts(v view, start, layer int) {
	s.text(v.sub(0, start), layer)
	line := len(v.b) - len(bytes.TrimLeft(v.b[start:], " \t\r\n"))
	i := line + bytes.IndexByte(v.b[line:], '\n')
	boundary := bytes.TrimSpace(v.b[line:i])
	s.text(v.sub(line+2, i), layer)
	for i < len(v.b) {
		end := len(v.b)
		if n := bytes.Index(v.b[i:], append([]byte("\n"), boundary...)); n >= 0 {
			end = i + n + 1
		}
		s.part(v.sub(i, end), layer)
		i = min(end+len(boundary), len(v.b))
	}
}

// part finds credentials in a part, which begins with the end of the line before it.
func (s *scan) part(v view, layer int) {
	blank := blankLine.FindIndex(v.b)
	if blank == nil {
		blank = []int{0, 0}
	}
	s.text(v.sub(0, blank[0]), layer)
	content := v.sub(blank[1], len(v.b))
	header, _ := textproto.NewReader(bufio.NewReaderSize(bytes.NewReader(bytes.TrimLeft(v.b[:blank[1]], "\r\n")), 64)).ReadMIMEHeader()
	_, disposition, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	id, _, _ := strings.Cut(strings.Trim(header.Get("Content-Id"), "<>"), "=") // part=unique@host, as the WS-I Attachments Profile has it
	if s.IsCredential(disposition["name"]) || s.IsCredential(id) || len(s.read(decoded(header, content.b), layer).found) > 0 {
		s.mark(content, 0, len(content.b))
		return
	}
	s.text(content, layer)
}

// decoded returns the text of a part that has a transfer encoding (RFC 2045, section 6).
func decoded(header textproto.MIMEHeader, content []byte) []byte {
	var r io.Reader
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, bytes.NewReader(content))
	case "quoted-printable":
		r = quotedprintable.NewReader(bytes.NewReader(content))
	default:
		return nil
	}
	plain, _ := io.ReadAll(r) // what is left of it is cut off
	if !utf8.Valid(plain) {
		return nil
	}
	return plain
}
