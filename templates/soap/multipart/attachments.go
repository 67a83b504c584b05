// Package multipart reads and writes messages with attachments: MIME multipart/related with an envelope as its root
// (SOAP Messages with Attachments, WS-I Attachments Profile 1.0). It is optional: generated code imports it for
// contracts that have such messages.
package multipart

import (
	"cmp"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/schema"
)

// Messages with attachments are SOAP Messages with Attachments (W3C note of 11
// December 2000) in the form of the WS-I Attachments Profile 1.0: the envelope
// and the attachments are the parts of one MIME message (RFC 2387).

// Related implements contract.Packaging for multipart/related messages.
type Related struct{}

// Pack implements Packaging.
func (Related) Pack(message any, options *contract.PackagingOptions) ([]contract.BodyPart, error) {
	a := &attachments{options: options, writing: true}
	a.visit(message)
	return a.out, a.err
}

// Attach implements Packaging. It reports attachments that are wrong for the
// contract even if message has none.
func (Related) Attach(message any, parts []*contract.BodyPart, options *contract.PackagingOptions) error {
	a := &attachments{options: options}
	a.in, a.err = match(parts, options.Attachments, options.Strict)
	a.visit(message)
	for _, part := range a.in {
		if part != nil {
			part.Used = true
		}
	}
	return a.err
}

// attachments holds the attachments of one message, in either direction. The first error
// sticks.
type attachments struct {
	options *contract.PackagingOptions
	writing bool
	out     []contract.BodyPart  // parts that have been written
	in      []*contract.BodyPart // parts that were received, by options.Attachments; nil if one was not
	err     error
}

// visit visits the attachments of a message, if it has any, in the order of its
// fields.
func (a *attachments) visit(message any) {
	if v := reflect.ValueOf(message); a.options.Message == nil || !v.IsValid() || v.IsNil() {
		return
	}
	all := codec.Attachments(a.options.Message, message)
	for i := range all {
		switch at := &all[i]; {
		case at.Form() == codec.AttachedBytes:
			a.bytes(at)
		case at.Form() == codec.AttachedDocument && a.writing:
			a.sendXML(at)
		case at.Form() == codec.AttachedDocument:
			a.readXML(at)
		case !a.writing:
			a.readText(at)
		case !at.Absent():
			a.sendText(at)
			a.check(at)
		}
	}
}

// received returns an attachment, nil if it is absent, and shows its media type.
func (a *attachments) received(name string, mediaType *string) *contract.BodyPart {
	i := indexOf(a.options.Attachments, name)
	if i < 0 || a.err != nil || a.in[i] == nil {
		return nil
	}
	if mediaType != nil {
		*mediaType = a.in[i].MediaType
	}
	return a.in[i]
}

func indexOf(info []contract.Attachment, name string) int {
	return slices.IndexFunc(info, func(a contract.Attachment) bool { return a.Name == name })
}

// send appends an attachment. Its media type comes from the message, or is the
// first that the contract declares, or usual. A type that the contract does not
// allow is an error if the options require that: what came from elsewhere
// should be able to go on.
func (a *attachments) send(name string, mediaType *string, usual string, content []byte) {
	if a.err != nil {
		return
	}
	var types []string
	if i := indexOf(a.options.Attachments, name); i >= 0 {
		types = a.options.Attachments[i].Types
	}
	t := usual
	if i := slices.IndexFunc(types, func(t string) bool { return t != "" && !strings.Contains(t, "*") }); i >= 0 {
		t = types[i]
	}
	if mediaType != nil && *mediaType != "" {
		t = *mediaType
		switch {
		case !media.IsValid(t):
			a.err = &schema.EncodeError{Path: name, Message: fmt.Sprintf("%q is not a media type", t)}
		case (a.options.Strict || a.options.CheckValue != nil) && !allows(types, media.Parse(t).Name):
			a.err = &schema.EncodeError{Path: name, Message: fmt.Sprintf("the contract does not allow the media type %q: want one of %s", t, strings.Join(types, ", "))}
		}
		if a.err != nil {
			return
		}
	}
	a.out = append(a.out, contract.BodyPart{Name: name, MediaType: lex.OneLine(t), Content: content})
}

// allows reports whether a media type is one of those that are declared, which
// may be ranges.
func allows(types []string, name string) bool {
	for _, t := range types {
		t = media.Parse(t).Name
		kind, ranged := strings.CutSuffix(t, "*")
		if t == "" || t == name || t == "*/*" || t == "*" || ranged && strings.HasPrefix(name, kind) {
			return true
		}
	}
	return len(types) == 0
}

// bytes visits an attachment of bytes.
func (a *attachments) bytes(at *codec.Attachment) {
	if a.writing {
		if !at.Absent() {
			a.send(at.Part(), at.MediaType(), "application/octet-stream", *at.Bytes())
			a.check(at)
		}
		return
	}
	if part := a.received(at.Part(), at.MediaType()); part != nil {
		*at.Bytes() = part.Content
		a.check(at)
	}
}

// check validates the value of an attachment, if that is wanted.
func (a *attachments) check(at *codec.Attachment) {
	if a.options.CheckValue == nil || a.err != nil {
		return
	}
	a.fail(at.Part(), a.options.CheckValue(at.Value()))
}

// sendText writes the lexical form of a simple type.
func (a *attachments) sendText(at *codec.Attachment) {
	name, mediaType := at.Part(), at.MediaType()
	text, err := at.Text()
	a.err = cmp.Or(a.err, err)
	if mediaType != nil && *mediaType != "" {
		t := withoutParameters(*mediaType)
		mediaType = &t
	}
	n := len(a.out)
	a.send(name, mediaType, "text/plain", []byte(text))
	if len(a.out) > n && !strings.HasPrefix(a.out[n].MediaType, "multipart/") {
		a.out[n].MediaType += media.UTF8
	}
}

func withoutParameters(mediaType string) string {
	name, _, _ := strings.Cut(mediaType, ";")
	if name = media.Trim(name); strings.HasPrefix(strings.ToLower(name), "multipart/") { // useless without parameters
		return mediaType
	}
	return name
}

// readText reads the lexical form of a simple type.
func (a *attachments) readText(at *codec.Attachment) {
	name, mediaType := at.Part(), at.MediaType()
	part := a.received(name, mediaType)
	if part == nil {
		return
	}
	if mediaType != nil {
		*mediaType = withoutParameters(*mediaType)
	}
	text, err := charset.Text(part.Content, media.Parse(part.MediaType).Attribute("charset"), a.options.Charsets)
	if err != nil {
		a.fail(name, err)
		return
	}
	if err := at.SetText(text); err != nil {
		a.err = err
		return
	}
	a.check(at)
}

// fail records an error about an attachment, unless it is nil or an error was recorded before.
func (a *attachments) fail(name string, err error) {
	if a.err == nil && err != nil {
		a.err = fmt.Errorf("the attachment %q: %w", name, err)
	}
}

func (a *attachments) sendXML(at *codec.Attachment) {
	name := at.Part()
	e := a.options.NewEncoder()
	defer e.Release()
	e.Raw(codec.XMLProlog)
	from := len(e.Buf)
	at.Write(e)
	if len(e.Buf) == from && e.Err() == nil {
		return
	}
	content := append([]byte(nil), e.Bytes()...)
	a.err = cmp.Or(a.err, e.Err())
	a.fail(name, a.options.CheckDocument(content))
	a.send(name, nil, media.XML, content)
	if a.err == nil {
		a.out[len(a.out)-1].MediaType += media.UTF8
	}
}

func (a *attachments) readXML(at *codec.Attachment) {
	name := at.Part()
	part := a.received(name, nil)
	if part == nil {
		return
	}
	doc, err := codec.ToUTF8Until(part.Content, media.Parse(part.MediaType).Attribute("charset"), nil, a.options.Charsets)
	if err == nil {
		err = a.options.CheckDocument(doc)
	}
	if err != nil {
		a.fail(name, err)
		return
	}
	d := a.options.NewDecoder(doc)
	defer d.Release()
	if d.Root() {
		at.Read(d)
	}
	d.End()
	a.fail(name, d.Err())
}

// match finds what was received for each of info, nil for what was not: by the
// name in the Content-ID (WS-I Attachments Profile 1.0, R2933), else in the
// order in which they are declared. If any part has such a name, those with
// other names are left over; strict refuses what is.
func match(parts []*contract.BodyPart, info []contract.Attachment, strict bool) ([]*contract.BodyPart, error) {
	matched := make([]*contract.BodyPart, len(info))
	var left []*contract.BodyPart
	var named bool
	for _, part := range parts {
		at := -1
		if name, ok := partName(part); ok {
			at = indexOf(info, name)
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
		_, other := partName(part)
		switch {
		case next < len(info) && !(named && other):
			matched[next] = part
		case strict:
			return nil, fmt.Errorf("the part %q of the message is not in the contract", lex.Shorten(part.ID))
		}
	}
	return matched, checkTypes(info, matched, strict)
}

func checkTypes(info []contract.Attachment, matched []*contract.BodyPart, strict bool) error {
	for i, part := range matched {
		if !strict || part == nil {
			continue
		}
		if t := media.Parse(part.MediaType).Name; t != "" && !allows(info[i].Types, t) {
			return fmt.Errorf("the attachment %q has the media type %q, not %s", info[i].Name, lex.Shorten(t), strings.Join(info[i].Types, " or "))
		}
	}
	return nil
}

// partName returns the name of the wsdl:part that a Content-ID like
// <name=unique@domain> holds, in which characters that identifiers
// do not have are escaped.
func partName(p *contract.BodyPart) (name string, ok bool) {
	escaped, rest, found := strings.Cut(p.ID, "=")
	if !found || escaped == "" || !strings.Contains(rest, "@") {
		return "", false
	}
	name, err := url.PathUnescape(escaped)
	return name, err == nil
}

// MTOM says how messages with binary values leave.
type MTOM = soap.MTOM

// WithMTOM makes a handler or a client send binary values in parts of the message, whatever the policies of the contract
// say. Interceptors see the message with its parts. Lists of a handler are not streamed then.
func WithMTOM(m MTOM) soap.Option { return soap.WithMTOM(&m) }

// ByPolicy makes a handler or a client follow the policies of the contract, as they do unless an earlier option is WithMTOM:
// where they demand MTOM, each message but a fault is sent so. Where they allow it, a client sends plain envelopes, and a handler
// answers in the form in which it was asked, or which the header Accept names.
func ByPolicy() soap.Option { return soap.WithMTOM(nil) }
