// Package related reads and writes MIME messages of the type multipart/related (RFC 2387), whose root is an envelope.
package related

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
)

// Limits of a message, besides its size.
const (
	MaxParts      = 1000
	maxPartHeader = 16 << 10 // bytes in the header of one part
)

// Message is a message with parts, as far as it has been received.
type Message struct {
	Root  *Part
	Parts []Part // all parts in their order, including the root

	start  string         // Content-ID of the root; "": the first part is the root
	root   int            // place of the root
	max    int            // number of parts that the message may have
	refs   []string       // the Content-IDs to which elements of the envelope refer
	places map[string]int // the place of the first part with each Content-ID; absent: an element refers to it, and it has not arrived
}

// Part is a part of a message. Its content is as it was before the transfer
// encoding.
type Part struct {
	Name      string // name of the wsdl:part, for attachments that are sent
	ID        string // Content-ID, without the angle brackets
	MediaType string // Content-Type, with its parameters
	Content   []byte
	Used      bool // an element of the envelope refers to it by xop:Include or href, or the message has a field for it

	kept     bool // Content has been read
	repeated bool // a part after it has the same Content-ID
}

const absent = -1

// add appends a part that has arrived, and makes it the root if it is: the part that start names, or the first. The Content-ID of
// the envelope, and one to which an element refers, is unique (RFC 2045 section 7): another reader could take the other part.
func (m *Message) add(p Part) (*Part, error) {
	at, before := len(m.Parts), m.part(p.ID)
	switch _, referred := m.places[p.ID]; {
	case p.ID == "":
	case before == nil:
		m.places[p.ID], p.Used = at, referred
	case before == m.Root:
		return nil, fmt.Errorf("part %d of the message has the Content-ID %q of the envelope, too", at+1, lex.Shorten(p.ID))
	case before.Used:
		return nil, repeated(p.ID)
	default:
		before.repeated = true
	}
	if m.Root == nil && (m.start == "" || p.ID == m.start) {
		m.root, m.Root = at, &p
	}
	if m.Parts = append(m.Parts, p); m.Root != nil {
		m.Root = &m.Parts[m.root]
	}
	return &m.Parts[at], nil
}

// refer notes that an element of the envelope refers to a part, and returns it, nil if it is not there.
func (m *Message) refer(id string) (*Part, error) {
	found := m.part(id)
	switch _, known := m.places[id]; {
	case id == "":
		return nil, missing(id)
	case found == nil && known || found != nil && found.Used:
		return found, nil
	case found != nil && found == m.Root:
		return nil, errors.New("the element refers to the part that holds it")
	case found != nil && found.repeated:
		return nil, repeated(id)
	case len(m.refs) >= m.max-1: // the envelope is a part, too
		return nil, fmt.Errorf("the elements of the envelope refer to more than %d parts", m.max-1)
	case found != nil:
		found.Used = true
	default:
		m.places[id] = absent
	}
	m.refs = append(m.refs, id)
	return found, nil
}

// part returns the first part with a Content-ID, nil if it is not there.
func (m *Message) part(id string) *Part {
	if at, known := m.places[id]; known && at != absent {
		return &m.Parts[at]
	}
	return nil
}

// complete checks a message that has been read to its end.
func (m *Message) complete(strict bool) error {
	for _, id := range m.refs {
		if m.part(id) == nil {
			return missing(id)
		}
	}
	if strict {
		return m.CheckUsed()
	}
	return nil
}

func repeated(id string) error {
	return fmt.Errorf("the message has more than one part with the Content-ID %q", lex.Shorten(id))
}

func missing(id string) error {
	return fmt.Errorf("the message has no part with the Content-ID %q", lex.Shorten(id))
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

// CheckUsed is an error if there are attachments, which the contract does not have.
func (m *Message) CheckUsed() error {
	if rest := m.Attachments(); len(rest) > 0 {
		return fmt.Errorf("the part %q of the message is not in the contract", lex.Shorten(rest[0].ID))
	}
	return nil
}

// Read takes a message apart (RFC 2046 section 5.1, RFC 2387).
func Read(raw []byte, boundary, start string, maxParts int) (*Stream, error) {
	s, _, envelope, err := NewStream(bytes.NewReader(raw), boundary, start, StreamLimits{Parts: maxParts, Bytes: int64(len(raw)), memory: raw})
	if err != nil {
		return nil, err
	}
	if err := s.keep(s.Root, envelope); err != nil {
		return nil, err
	}
	return s, s.All()
}

func withoutBrackets(id string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(id), "<"), ">")
}

// Identify gives attachments identifiers, by their names and contents.
func Identify(parts []Part) {
	for i := range parts {
		if p := &parts[i]; p.ID == "" {
			p.ID = NewID(p.Name, fmt.Sprintf("%x", sha256.Sum256(p.Content)))
		}
	}
}

// NewID returns a Content-ID in which a receiver finds the name of the wsdl:part (WS-I Attachments Profile 1.0, R2933).
func NewID(name, unique string) string {
	return strings.NewReplacer("+", "%20", "~", "%7E").Replace(url.QueryEscape(name)) + "=" + unique + "@" + domain
}

const domain = "attachments.invalid"

// Check returns an error if parts cannot be sent: headers cannot have their Content-IDs or media types, or two have the same
// Content-ID.
func Check(parts []Part) error {
	seen := make(map[string]bool)
	for i := range parts {
		id, mediaType := parts[i].ID, parts[i].MediaType
		switch isOther := func(r rune) bool { return r <= ' ' || r >= 0x7F || r == '<' || r == '>' }; {
		case id == "" || strings.ContainsFunc(id, isOther):
			return fmt.Errorf("the attachment %q has a Content-ID with characters that it cannot have", lex.Shorten(id))
		case seen[id]:
			return fmt.Errorf("two attachments have the Content-ID %q", lex.Shorten(id))
		case !media.IsValid(mediaType):
			return fmt.Errorf("the attachment %q: %q is not a media type", lex.Shorten(id), lex.Shorten(mediaType))
		}
		seen[id] = true
	}
	return nil
}

// Write returns a message. It is the same for the same parts: the boundary, which
// occurs in none of them, is made from a hash of all parts.
func Write(rootType string, envelope []byte, parts []Part) []byte {
	sum := sha256.New()
	size := len(envelope) + 1<<10
	all := append([]Part{{MediaType: rootType, Content: envelope}}, parts...)
	Identify(all[1:])
	for _, p := range all {
		_, _ = fmt.Fprintf(sum, "%s\n%s\n%d\n", p.ID, p.MediaType, len(p.Content))
		sum.Write(p.Content[:min(len(p.Content), 1<<10)])
		size += len(p.Content) + 1<<9
	}
	hash := sum.Sum(nil)
	hash[6], hash[8] = hash[6]&0x0f|0x80, hash[8]&0x3f|0x80 // RFC 9562 section 5.8
	id := fmt.Sprintf("%x-%x-%x-%x-%x", hash[:4], hash[4:6], hash[6:8], hash[8:10], hash[10:16])
	boundary := "part-" + id
	if slices.ContainsFunc(all, func(p Part) bool { return bytes.Contains(p.Content, []byte(boundary)) }) {
		for _, p := range all {
			sum.Write(p.Content)
		}
		boundary = fmt.Sprintf("part-%x", sum.Sum(nil)) // nobody can write a part that contains its own hash
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	all[0].ID = "envelope-" + id + "@" + domain
	for _, p := range all {
		out.WriteString(head(boundary, p.MediaType, p.ID))
		out.Write(p.Content)
		out.WriteString("\r\n")
	}
	fmt.Fprintf(out, "--%s--\r\n", boundary)
	return out.Bytes()
}

// head returns the boundary and the headers before the content of a part.
func head(boundary, mediaType, contentID string) string {
	return fmt.Sprintf("--%s\r\nContent-Type: %s\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <%s>\r\n\r\n", boundary, mediaType, contentID)
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
	header, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(rest[:min(len(rest), maxPartHeader)]))).ReadMIMEHeader()
	root, id := media.Parse(header.Get("Content-Type")), header.Get("Content-ID")
	if err != nil || root.Name == "" {
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
