package multipart

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"mime/quotedprintable"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// Limits of a message, besides its size.
const (
	maxParts      = 1000
	maxPartHeader = 16 << 10 // bytes in the header of one part
)

// multipart is a message with parts as it was received.
type multipart struct {
	root  *bodyPart
	parts []bodyPart // all parts in their order, including the root
}

// bodyPart is a part of a message. Its content is as it was before the transfer
// encoding.
type bodyPart struct {
	name      string // name of the wsdl:part, for parts that are sent
	id        string // Content-ID, without the angle brackets
	mediaType string // Content-Type, with its parameters
	content   []byte
	own       bool // content is not part of the message
}

// readMultipart takes a message apart (RFC 2046 section 5.1, RFC 2387). What it
// returns points into raw, except for what was encoded for the transfer.
func readMultipart(raw []byte, boundary, start string) (*multipart, error) {
	boundary = strings.TrimRight(boundary, " ")
	if boundary == "" {
		return nil, errors.New("the media type of the message has no boundary")
	}
	message := new(multipart)
	next, _, last := nextDelimiter(raw, boundary)
	if next < 0 {
		return nil, fmt.Errorf("no part of the message starts with its boundary %q", boundary)
	}
	for rest := raw[next:]; !last; {
		if len(message.parts) == maxParts {
			return nil, fmt.Errorf("the message has more than %d parts", maxParts)
		}
		end, content := 0, 0
		if end, content, last = nextDelimiter(rest, boundary); end < 0 {
			return nil, fmt.Errorf("part %d of the message is not complete", len(message.parts)+1)
		}
		part, err := readPart(rest[:content])
		if err != nil {
			return nil, fmt.Errorf("part %d of the message: %w", len(message.parts)+1, err)
		}
		message.parts = append(message.parts, part)
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
func readPart(raw []byte) (bodyPart, error) {
	var p bodyPart
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
	p.id = withoutBrackets(strings.Join(id, ""))
	p.mediaType = strings.Join(mediaType, "")
	p.content, p.own, err = fromTransfer(content, strings.ToLower(strings.Join(encoding, "")))
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
func (m *multipart) findRoot(start string) error {
	if len(m.parts) == 0 {
		return errors.New("the message has no parts")
	}
	start = withoutBrackets(start)
	for i := range m.parts {
		switch part := &m.parts[i]; {
		case m.root == nil && (start == "" || part.id == start):
			m.root = part
		case m.root != nil && part.id != "" && part.id == m.root.id:
			return fmt.Errorf("part %d of the message has the Content-ID %q of the envelope, too", i+1, lex.Shorten(part.id))
		}
	}
	if m.root != nil {
		return nil
	}
	return fmt.Errorf("the message has no part with the Content-ID %q, which is to be the envelope", lex.Shorten(start))
}

// match finds what was received for each of info, nil for what was not: by the
// name in the Content-ID (WS-I Attachments Profile 1.0, R2933), else in the
// order in which they are declared. If any part has such a name, those with
// other names are left over; strict refuses what is.
func (m *multipart) match(info []contract.Attachment, strict bool) ([]*bodyPart, error) {
	matched := make([]*bodyPart, len(info))
	var left []*bodyPart
	var named bool
	for i := range m.parts {
		part := &m.parts[i]
		if part == m.root {
			continue
		}
		at := -1
		if name, ok := part.partName(); ok {
			for j := range info {
				if info[j].Name == name {
					at = j
				}
			}
		}
		switch {
		case at < 0:
			left = append(left, part)
		case matched[at] != nil:
			return nil, fmt.Errorf("the attachment %q is given twice", info[at].Name)
		default:
			matched[at], named = part, true
		}
	}
	next := 0
	for _, part := range left {
		for next < len(info) && matched[next] != nil {
			next++
		}
		_, other := part.partName()
		switch {
		case next < len(info) && !(named && other):
			matched[next] = part
		case strict:
			return nil, fmt.Errorf("the part %q of the message is not in the contract", lex.Shorten(part.id))
		}
	}
	return matched, checkTypes(info, matched, strict)
}

func checkTypes(info []contract.Attachment, matched []*bodyPart, strict bool) error {
	for i, part := range matched {
		if !strict || part == nil {
			continue
		}
		if t := media.Parse(part.mediaType).Name; t != "" && !allows(info[i].Types, t) {
			return fmt.Errorf("the attachment %q has the media type %q, not %s", info[i].Name, lex.Shorten(t), strings.Join(info[i].Types, " or "))
		}
	}
	return nil
}

// partName returns the name of the wsdl:part that a Content-ID like
// <name=unique@domain> holds, in which characters that identifiers
// do not have are escaped.
func (p *bodyPart) partName() (name string, ok bool) {
	escaped, rest, found := strings.Cut(p.id, "=")
	if !found || escaped == "" || !strings.Contains(rest, "@") {
		return "", false
	}
	var out []byte
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		if c == '%' {
			if i+2 >= len(escaped) || lex.Unhex(escaped[i+1]) < 0 || lex.Unhex(escaped[i+2]) < 0 {
				return "", false
			}
			c = byte(lex.Unhex(escaped[i+1])<<4 | lex.Unhex(escaped[i+2]))
			i += 2
		}
		out = append(out, c)
	}
	return string(out), true
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

// writeMultipart returns a message. It is the same for the same parts: its
// identifiers are made from a hash of all parts, and the boundary occurs in
// none of them.
func writeMultipart(rootType string, envelope []byte, parts []bodyPart) []byte {
	sum := sha256.New()
	size := len(envelope) + 1<<10
	for _, p := range append([]bodyPart{{content: envelope}}, parts...) {
		fmt.Fprintf(sum, "%s\n%s\n%d\n", p.name, p.mediaType, len(p.content))
		sum.Write(p.content)
		size += len(p.content) + 1<<9
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
		fmt.Fprintf(out, "--%s\r\nContent-Type: %s\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <%s@attachments.invalid>\r\n\r\n", boundary, mediaType, contentID)
		out.Write(content)
		out.WriteString("\r\n")
	}
	write(rootType, "envelope-"+id, envelope)
	for _, p := range parts {
		write(p.mediaType, escapedPartName(p.name)+"="+id, p.content)
	}
	fmt.Fprintf(out, "--%s--\r\n", boundary)
	return out.Bytes()
}

func occurs(boundary string, envelope []byte, parts []bodyPart) bool {
	if bytes.Contains(envelope, []byte(boundary)) {
		return true
	}
	for _, p := range parts {
		if bytes.Contains(p.content, []byte(boundary)) {
			return true
		}
	}
	return false
}

// writtenType returns the Content-Type that goes with what writeMultipart has
// written; "" if it has not. No document of XML starts like that.
func writtenType(message []byte) string {
	line, rest, found := bytes.Cut(message, []byte("\r\n"))
	boundary, ok := strings.CutPrefix(string(line[:min(len(line), 80)]), "--")
	if !found || !ok || boundary == "" {
		return ""
	}
	header, _, err := cutHeader(rest[:min(len(rest), maxPartHeader)])
	if err != nil {
		return ""
	}
	var root, id string
	for _, field := range header {
		name, value, _ := strings.Cut(field, ":")
		switch strings.ToLower(name) {
		case "content-type":
			root = media.Parse(media.Trim(value)).Name
		case "content-id":
			id = media.Trim(value)
		}
	}
	if root == "" {
		return ""
	}
	t := media.Multipart + "; type=" + media.Quote(root)
	if id != "" {
		t += "; start=" + media.Quote(id)
	}
	return t + "; boundary=" + media.Quote(boundary)
}
