// Package record writes HTTP exchanges to files that people can read and compare, and answers requests from them. It is
// optional, and for tests: a Recorder is a RoundTripper or is around a handler, and a Player is both in place of them.
package record

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Exchange is an HTTP request and the response to it.
type Exchange struct {
	Method         string
	Target         string // path and query, as in the request line
	RequestHeader  http.Header
	RequestBody    []byte
	Status         int
	ResponseHeader http.Header
	ResponseBody   []byte
	Trailer        http.Header // trailer of the response
}

// mark returns the line that begins a part of a recording. A body follows the header of its part after an empty line, and one line
// end ends it. A body that is not plain text, or that has a line like these, is in base64, which the line says.
func mark(part string) string { return "-- " + part + " --" }

const inBase64 = " base64"

// Format returns the text of a recording. Names of headers are sorted. A header whose name or value no line can hold is
// left out.
func (x *Exchange) Format() []byte {
	var b bytes.Buffer
	writePart(&b, "request", x.Method+" "+x.Target+" HTTP/1.1", x.RequestHeader, x.RequestBody)
	status := strings.TrimSpace(strconv.Itoa(x.Status) + " " + http.StatusText(x.Status))
	writePart(&b, "response", "HTTP/1.1 "+status, x.ResponseHeader, x.ResponseBody)
	if len(x.Trailer) > 0 {
		b.WriteString(mark("trailer") + "\n")
		writeHeader(&b, x.Trailer)
	}
	return b.Bytes()
}

// lineLength is the length of lines of base64 in MIME (RFC 2045, section 6.8).
const lineLength = 76

func writePart(b *bytes.Buffer, part, first string, header http.Header, body []byte) {
	if !isPlain(body) {
		part += inBase64
		lines := slices.Collect(slices.Chunk(base64.StdEncoding.AppendEncode(nil, body), lineLength))
		body = bytes.Join(lines, []byte("\n"))
	}
	b.WriteString(mark(part) + "\n" + first + "\n")
	writeHeader(b, header)
	if len(body) > 0 {
		b.WriteByte('\n')
		b.Write(body)
		b.WriteByte('\n')
	}
}

func writeHeader(b *bytes.Buffer, header http.Header) {
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			if isHeaderName(name) && isHeaderValue(value) {
				b.WriteString(name + ": " + value + "\n")
			}
		}
	}
}

func isHeaderName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7F || r == ':' })
}

func isHeaderValue(value string) bool {
	return utf8.ValidString(value) && value == strings.TrimSpace(value) && !strings.ContainsFunc(value, isControl)
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }

// isPlain reports whether a body can be in a recording as it is.
func isPlain(body []byte) bool {
	if !utf8.Valid(body) {
		return false
	}
	for _, line := range strings.Split(string(body), "\n") {
		if isMark(line) || strings.ContainsFunc(line, isControl) {
			return false
		}
	}
	return true
}

func isMark(line string) bool {
	return strings.HasPrefix(line, "-- ") && strings.HasSuffix(line, " --")
}

// Parse reads the text of a recording. Line ends may be CRLF. An error names the line.
func Parse(text []byte) (*Exchange, error) {
	p := parser{lines: strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")}
	x := new(Exchange)
	fields, err := p.part("request", requestLine, &x.RequestHeader, &x.RequestBody)
	if err == nil {
		x.Method, x.Target = fields[1], fields[2]
		fields, err = p.part("response", statusLine, &x.ResponseHeader, &x.ResponseBody)
	}
	if err == nil {
		x.Status, _ = strconv.Atoi(fields[1]) // it has three digits
	}
	if err == nil && p.line < len(p.lines) {
		err = p.trailer(&x.Trailer)
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", p.line, err)
	}
	return x, nil
}

// firstLine is the form of the first line of a part.
type firstLine struct {
	form       *regexp.Regexp
	name, want string
}

var (
	requestLine = firstLine{regexp.MustCompile(`^([^ ]+) (/[^ ]*) HTTP/[^ ]*$`), "request line", "METHOD /PATH HTTP/1.1"}
	statusLine  = firstLine{regexp.MustCompile(`^HTTP/[^ ]* ([2-5][0-9]{2})( |$)`), "status line", "HTTP/1.1 and a STATUS from 200 to 599"}
)

// parser reads the lines of a recording.
type parser struct {
	lines []string // without their ends
	line  int      // how many have been read
}

// next returns the next line, "" after the last one.
func (p *parser) next() string {
	p.line++
	if p.line > len(p.lines) {
		return ""
	}
	return p.lines[p.line-1]
}

// inPart reports whether there is a next line of a part.
func (p *parser) inPart() bool { return p.line < len(p.lines) && !isMark(p.lines[p.line]) }

// part reads a part and returns the fields of its first line.
func (p *parser) part(name string, first firstLine, header *http.Header, body *[]byte) (fields []string, err error) {
	found := p.next()
	if found != mark(name) && found != mark(name+inBase64) {
		return nil, fmt.Errorf("unexpected %q: want %q", found, mark(name))
	}
	line := p.next()
	if fields = first.form.FindStringSubmatch(line); fields == nil {
		return nil, fmt.Errorf("invalid %s %q: want %s", first.name, line, first.want)
	}
	if err := p.header(header); err != nil || !p.inPart() {
		return fields, err
	}
	p.next()
	var lines []string
	for p.inPart() {
		lines = append(lines, p.next())
	}
	if found == mark(name) {
		*body = []byte(strings.Join(lines, "\n"))
		return fields, nil
	}
	*body, err = base64.StdEncoding.DecodeString(strings.Join(lines, ""))
	return fields, err
}

// header reads lines up to an empty one, which is not read, or the next part.
func (p *parser) header(to *http.Header) error {
	*to = http.Header{}
	for p.inPart() && p.lines[p.line] != "" {
		line := p.next()
		name, value, ok := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !ok || !isHeaderName(name) || !isHeaderValue(value) {
			return fmt.Errorf("invalid header %q", line)
		}
		to.Add(name, value)
	}
	return nil
}

func (p *parser) trailer(to *http.Header) error {
	if line := p.next(); line != mark("trailer") {
		return fmt.Errorf("unexpected %q: want %q", line, mark("trailer"))
	}
	if err := p.header(to); err != nil {
		return err
	}
	if p.line < len(p.lines) {
		p.next()
		return errors.New("unexpected text after the trailer")
	}
	return nil
}
