// Package related reads and writes MIME messages of the type multipart/related (RFC 2387), whose root is an envelope.
package related

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime/quotedprintable"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// Limits of a message, besides its size.
const (
	MaxParts      = 1000
	maxPartHeader = 16 << 10 // bytes in the header of one part
)

// Message is a message with parts as it was received.
type Message struct {
	Root  *Part
	Parts []Part // all parts in their order, including the root
}

// Part is a part of a message. Its content is as it was before the transfer
// encoding.
type Part struct {
	Name      string // name of the wsdl:part, for attachments that are sent
	ID        string // Content-ID, without the angle brackets
	MediaType string // Content-Type, with its parameters
	Content   []byte
	Own       bool // Content is not part of the message
	Used      bool // an element of the envelope refers to it
}

// Find returns the content of the part that an element of the envelope refers to.
func (m *Message) Find(id string) ([]byte, error) {
	var found *Part
	for i := range m.Parts {
		switch part := &m.Parts[i]; {
		case part.ID != id:
		case part == m.Root:
			return nil, errors.New("the element refers to the part that holds it")
		case found != nil:
			return nil, fmt.Errorf("the message has more than one part with the Content-ID %q", lex.Shorten(id))
		default:
			found = part
		}
	}
	if found == nil || id == "" {
		return nil, fmt.Errorf("the message has no part with the Content-ID %q", lex.Shorten(id))
	}
	found.Used = true
	return found.Content, nil
}

// Open returns a reader of a copy of what Find returns.
func (m *Message) Open(id string) (io.Reader, error) {
	content, err := m.Find(id)
	return bytes.NewReader(bytes.Clone(content)), err
}

// Attachments returns the parts that neither are the envelope nor belong to its elements.
func (m *Message) Attachments() []*Part {
	var list []*Part
	for i := range m.Parts {
		if part := &m.Parts[i]; part != m.Root && !part.Used {
			list = append(list, part)
		}
	}
	return list
}

// Read takes a message apart (RFC 2046 section 5.1, RFC 2387). What it
// returns points into raw, except for what was encoded for the transfer.
func Read(raw []byte, boundary, start string, maxParts int) (*Message, error) {
	boundary = strings.TrimRight(boundary, " ")
	if boundary == "" {
		return nil, errors.New("the media type of the message has no boundary")
	}
	message := new(Message)
	next, _, last := nextDelimiter(raw, boundary)
	if next < 0 {
		return nil, fmt.Errorf("no part of the message starts with its boundary %q", boundary)
	}
	for rest := raw[next:]; !last; {
		if len(message.Parts) == maxParts {
			return nil, fmt.Errorf("the message has more than %d parts", maxParts)
		}
		end, content := 0, 0
		if end, content, last = nextDelimiter(rest, boundary); end < 0 {
			return nil, fmt.Errorf("part %d of the message is not complete", len(message.Parts)+1)
		}
		part, err := readPart(rest[:content])
		if err != nil {
			return nil, fmt.Errorf("part %d of the message: %w", len(message.Parts)+1, err)
		}
		message.Parts = append(message.Parts, part)
		rest = rest[end:]
	}
	if err := message.findRoot(start); err != nil {
		return nil, err
	}
	return message, nil
}

// nextDelimiter finds the next boundary line: end is the offset after the line,
// content the offset of the line break before it. last reports the final
// boundary. end is -1 without a boundary.
func nextDelimiter(b []byte, boundary string) (end, content int, last bool) {
	delimiter := []byte("--" + boundary)
	for from := 0; ; {
		i := bytes.Index(b[from:], delimiter)
		if i < 0 {
			return -1, 0, false
		}
		start := from + i
		from = start + len(delimiter)
		if start > 0 && b[start-1] != '\n' {
			continue
		}
		rest := b[from:]
		after, isLast := bytes.CutPrefix(rest, []byte("--"))
		line, _, _ := bytes.Cut(after, []byte("\n"))
		if len(bytes.Trim(line, " \t\r")) > 0 { // a longer boundary
			continue
		}
		end = min(from+len(rest)-len(after)+len(line)+1, len(b))
		if content = start; content > 0 {
			content--
			if content > 0 && b[content-1] == '\r' {
				content--
			}
		}
		return end, content, isLast
	}
}

// readPart reads the header of a part and decodes its content.
func readPart(raw []byte) (Part, error) {
	var p Part
	var id, mediaType, encoding []string
	header, content, err := cutHeader(raw)
	if err != nil {
		return p, err
	}
	for _, field := range header {
		name, value, found := strings.Cut(field, ":")
		if !found {
			return p, fmt.Errorf("%q is not a field of a header", lex.Shorten(field))
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "content-id":
			id = append(id, value)
		case "content-type":
			mediaType = append(mediaType, value)
		case "content-transfer-encoding":
			encoding = append(encoding, value)
		}
	}
	if len(id) > 1 || len(mediaType) > 1 || len(encoding) > 1 {
		return p, errors.New("a field of the header is given more than once")
	}
	p.ID = withoutBrackets(strings.Join(id, ""))
	p.MediaType = strings.Join(mediaType, "")
	p.Content, p.Own, err = fromTransfer(content, strings.ToLower(strings.Join(encoding, "")))
	return p, err
}

// cutHeader splits a part into the fields of its header, with folded lines
// joined, and its content.
func cutHeader(raw []byte) (fields []string, content []byte, err error) {
	var lines [][]byte // joined at the end: a field may have thousands
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '\n')
		if at+max(n, 0) > maxPartHeader || n < 0 && len(raw)-at > maxPartHeader {
			return nil, nil, fmt.Errorf("its header is longer than %d bytes", maxPartHeader)
		}
		line := raw[at:]
		if n >= 0 {
			line = raw[at : at+n]
			at += n + 1
		} else {
			at = len(raw)
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		switch {
		case len(line) == 0:
			return appendField(fields, lines), raw[at:], nil
		case (line[0] == ' ' || line[0] == '\t') && len(lines) > 0:
			lines = append(lines, bytes.TrimSpace(line))
		default:
			fields = appendField(fields, lines)
			lines = append(lines[:0], line)
		}
		if n < 0 { // a part without content may end with its header
			return appendField(fields, lines), nil, nil
		}
	}
}

// appendField appends a field of a header, which may have been folded into lines.
func appendField(fields []string, lines [][]byte) []string {
	if len(lines) == 0 {
		return fields
	}
	return append(fields, string(bytes.Join(lines, []byte(" "))))
}

func withoutBrackets(id string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(id), "<"), ">")
}

// fromTransfer decodes a transfer encoding (RFC 2045 section 6). None of them
// makes content shorter. own reports whether decoded is a copy.
func fromTransfer(content []byte, encoding string) (decoded []byte, own bool, err error) {
	switch encoding {
	case "", "binary", "8bit", "7bit":
		return content, false, nil
	case "base64":
		if bytes.ContainsAny(content, " \t") { // line breaks do not matter
			content = lex.RemoveSpace(content)
		}
		out := make([]byte, base64.StdEncoding.DecodedLen(len(content)))
		n, err := base64.StdEncoding.Decode(out, content)
		if err != nil {
			return nil, false, errors.New("its content is not valid base64")
		}
		return out[:n], true, nil
	case "quoted-printable":
		out := bytes.NewBuffer(make([]byte, 0, len(content)+bytes.MinRead))
		if _, err := out.ReadFrom(quotedprintable.NewReader(bytes.NewReader(content))); err != nil {
			return nil, false, errors.New("its content is not valid quoted-printable")
		}
		return out.Bytes(), true, nil
	}
	return nil, false, fmt.Errorf("the transfer encoding %q is not supported", lex.Shorten(encoding))
}

// findRoot finds the part with the envelope: the part that the parameter start
// names, or the first. No other part may have its Content-ID, which is unique (RFC
// 2045 section 7): another reader could take that part for the envelope.
func (m *Message) findRoot(start string) error {
	if len(m.Parts) == 0 {
		return errors.New("the message has no parts")
	}
	start = withoutBrackets(start)
	for i := range m.Parts {
		switch part := &m.Parts[i]; {
		case m.Root == nil && (start == "" || part.ID == start):
			m.Root = part
		case m.Root != nil && part.ID != "" && part.ID == m.Root.ID:
			return fmt.Errorf("part %d of the message has the Content-ID %q of the envelope, too", i+1, lex.Shorten(part.ID))
		}
	}
	if m.Root != nil {
		return nil
	}
	return fmt.Errorf("the message has no part with the Content-ID %q, which is to be the envelope", lex.Shorten(start))
}

func escapedPartName(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '-' || c == '.' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// Identify gives attachments identifiers, by their names and contents.
func Identify(parts []Part) {
	for i := range parts {
		if p := &parts[i]; p.ID == "" {
			p.ID = fmt.Sprintf("%s=%x@%s", escapedPartName(p.Name), sha256.Sum256(p.Content), domain)
		}
	}
}

const domain = "attachments.invalid"

// Write returns a message. It is the same for the same parts: its
// identifiers are made from a hash of all parts, and the boundary occurs in
// none of them.
func Write(rootType string, envelope []byte, parts []Part) []byte {
	sum := sha256.New()
	size := len(envelope) + 1<<10
	for _, p := range append([]Part{{Content: envelope}}, parts...) {
		_, _ = fmt.Fprintf(sum, "%s\n%s\n%d\n", p.Name, p.MediaType, len(p.Content))
		sum.Write(p.Content[:min(len(p.Content), p.hashed())])
		size += len(p.Content) + 1<<9
	}
	hash := sum.Sum(nil)
	hash[6], hash[8] = hash[6]&0x0f|0x80, hash[8]&0x3f|0x80 // RFC 9562 section 5.8
	id := hex.EncodeToString(hash[:4]) + "-" + hex.EncodeToString(hash[4:6]) + "-" + hex.EncodeToString(hash[6:8]) + "-" +
		hex.EncodeToString(hash[8:10]) + "-" + hex.EncodeToString(hash[10:16])
	boundary := "part-" + id
	for n := 2; occurs(boundary, envelope, parts); n++ { // after a collision
		boundary = "part-" + id + "-" + strconv.Itoa(n)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	write := func(mediaType, contentID string, content []byte) {
		fmt.Fprintf(out, "--%s\r\nContent-Type: %s\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <%s>\r\n\r\n", boundary, mediaType, contentID)
		out.Write(content)
		out.WriteString("\r\n")
	}
	write(rootType, "envelope-"+id+"@"+domain, envelope)
	for _, p := range parts {
		write(p.MediaType, cmp.Or(p.ID, escapedPartName(p.Name)+"="+id+"@"+domain), p.Content)
	}
	fmt.Fprintf(out, "--%s--\r\n", boundary)
	return out.Bytes()
}

// hashed returns how much of a part identifiers depend on: of an attachment, whose Content-ID has the hash, all of it.
func (p *Part) hashed() int {
	if p.ID == "" {
		return len(p.Content)
	}
	return 1 << 10
}

func occurs(boundary string, envelope []byte, parts []Part) bool {
	if bytes.Contains(envelope, []byte(boundary)) {
		return true
	}
	for _, p := range parts {
		if bytes.Contains(p.Content, []byte(boundary)) {
			return true
		}
	}
	return false
}

// WrittenType returns the Content-Type that goes with what Write has
// written; "" if it has not. No document of XML starts like that.
func WrittenType(message []byte) string {
	if !bytes.HasPrefix(message, []byte("--")) {
		return ""
	}
	line, rest, found := bytes.Cut(message[2:], []byte("\r\n"))
	boundary := string(line[:min(len(line), 78)])
	if !found || boundary == "" {
		return ""
	}
	header, _, err := cutHeader(rest[:min(len(rest), maxPartHeader)])
	if err != nil {
		return ""
	}
	var root media.Type
	var id string
	for _, field := range header {
		name, value, _ := strings.Cut(field, ":")
		switch strings.ToLower(name) {
		case "content-type":
			root = media.Parse(media.Trim(value))
		case "content-id":
			id = media.Trim(value)
		}
	}
	if root.Name == "" {
		return ""
	}
	t := media.Multipart + "; type=" + media.Quote(root.Name)
	if root.Name == media.XOP {
		t += "; start-info=" + media.Quote(root.Attribute("type"))
	}
	if id != "" {
		t += "; start=" + media.Quote(id)
	}
	return t + "; boundary=" + media.Quote(boundary)
}
