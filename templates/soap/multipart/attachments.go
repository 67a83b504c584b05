package multipart

import (
	"fmt"
	"mime"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// Messages with attachments are SOAP Messages with Attachments (W3C note of 11
// December 2000) as the WS-I Attachments Profile 1.0 has them: the envelope and
// the parts beside it are the parts of one MIME message (RFC 2387).

// Related is the Packaging of such messages.
type Related struct{}

// attached is a message with attachments.
type attached interface{ QuartetAttachments(*Attachments) }

// Pack implements Packaging.
func (Related) Pack(message any, envelope []byte, root string, options *contract.PackagingOptions) ([]byte, error) {
	a := &Attachments{options: options, writing: true}
	a.visit(message)
	if a.err != nil {
		return nil, a.err
	}
	return writeMultipart(root, envelope, a.out), nil
}

// Packed implements Packaging.
func (Related) Packed(document []byte) string { return writtenType(document) }

// Unpack implements Packaging.
func (Related) Unpack(document []byte, boundary, start string) (contract.PackedMessage, error) {
	m, err := readMultipart(document, boundary, start)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Envelope implements PackedMessage.
func (m *multipart) Envelope() (content []byte, mediaType string) {
	return m.root.content, m.root.mediaType
}

// Attach implements PackedMessage. It reports attachments that are wrong for the
// contract even if message has none.
func (m *multipart) Attach(message any, options *contract.PackagingOptions) error {
	a := &Attachments{options: options}
	a.in, a.err = m.match(options.Attachments, options.Strict)
	a.visit(message)
	return a.err
}

// Attachments are those of one message, in either direction. Generated code
// visits them in the contract's order, once, with the same calls for both. The
// first error sticks.
type Attachments struct {
	options *contract.PackagingOptions
	writing bool
	out     []bodyPart  // what has been written
	in      []*bodyPart // what was received, by options.Attachments; nil where it was not
	err     error
}

// visit visits the attachments of a message, if it has any.
func (a *Attachments) visit(message any) {
	if v, ok := message.(attached); ok {
		v.QuartetAttachments(a)
	}
}

// received returns an attachment, nil if it is absent, and shows its media type.
func (a *Attachments) received(name string, mediaType *string) *bodyPart {
	for i := range a.options.Attachments {
		if a.options.Attachments[i].Name != name || a.err != nil || a.in[i] == nil {
			continue
		}
		if mediaType != nil {
			*mediaType = a.in[i].mediaType
		}
		return a.in[i]
	}
	return nil
}

// send appends an attachment, of the media type that the message says, if it
// does, or else that the contract says first; usual is for those that say none.
// One that the contract does not allow is refused if options ask for that: what
// came from elsewhere should be able to go on.
func (a *Attachments) send(name string, mediaType *string, usual string, content []byte) {
	if a.err != nil {
		return
	}
	var types []string
	for i := range a.options.Attachments {
		if a.options.Attachments[i].Name == name {
			types = a.options.Attachments[i].Types
		}
	}
	t := usual
	for i := len(types) - 1; i >= 0; i-- {
		if types[i] != "" && !strings.Contains(types[i], "*") {
			t = types[i]
		}
	}
	if mediaType != nil && *mediaType != "" {
		t = *mediaType
		switch {
		case !isMediaType(t):
			a.err = &schema.EncodeError{Path: name, Message: fmt.Sprintf("%q is not a media type", t)}
		case (a.options.Strict || a.options.CheckValue != nil) && !allows(types, soap.ParseMediaType(t).Name):
			a.err = &schema.EncodeError{Path: name, Message: fmt.Sprintf("the media type %q is not one of the contract's: %s", t, strings.Join(types, ", "))}
		}
		if a.err != nil {
			return
		}
	}
	a.out = append(a.out, bodyPart{name: name, mediaType: soap.OneLine(t), content: content})
}

func isMediaType(s string) bool {
	_, _, err := mime.ParseMediaType(s)
	return err == nil && s == soap.OneLine(s)
}

// allows reports whether a media type is one of those that are declared, which
// may be ranges.
func allows(types []string, name string) bool {
	for _, t := range types {
		t = soap.ParseMediaType(t).Name
		kind, ranged := strings.CutSuffix(t, "*")
		if t == "" || t == name || t == "*/*" || t == "*" || ranged && strings.HasPrefix(name, kind) {
			return true
		}
	}
	return len(types) == 0
}

// AttachedBytes visits an attachment of bytes; nil stands for one that is
// absent. mediaType is nil where the contract leaves no choice.
func AttachedBytes[S ~[]byte](a *Attachments, name string, v *S, mediaType *string) {
	if a.writing {
		if *v != nil {
			a.send(name, mediaType, "application/octet-stream", *v)
			a.check(name, *v)
		}
		return
	}
	if part := a.received(name, mediaType); part != nil {
		*v = append(S{}, part.content...) // the message may be overwritten
		a.check(name, *v)
	}
}

// AttachedText visits an attachment that is the lexical form of a simple type;
// nil stands for one that is absent. read and write are those of the codecs.
func AttachedText[T any](a *Attachments, name string, v **T, mediaType *string, read func(*schema.Decoder) T, write func(*schema.Encoder, string, T, string)) {
	if a.writing {
		if *v != nil {
			a.sendText(name, mediaType, func(e *schema.Encoder) { write(e, "", **v, "") })
			a.check(name, **v)
		}
		return
	}
	a.readText(name, mediaType, func(d *schema.Decoder) {
		value := read(d)
		*v = &value
		a.check(name, value)
	})
}

// AttachedList is AttachedText for a type that has a nil of its own.
func AttachedList[S ~[]T, T any](a *Attachments, name string, v *S, mediaType *string, read func(*schema.Decoder) S, write func(*schema.Encoder, string, S, string)) {
	var pointer *S
	if *v != nil {
		pointer = v
	}
	AttachedText(a, name, &pointer, mediaType, read, write)
	if pointer != nil {
		*v = *pointer
	}
}

// check validates a value of a type that can be, if that is wanted.
func (a *Attachments) check(name string, v any) {
	if a.options.CheckValue == nil || a.err != nil {
		return
	}
	if err := a.options.CheckValue(v); err != nil {
		a.fail(name, err)
	}
}

// checkDocument validates a document, if that is wanted.
func (a *Attachments) checkDocument(doc []byte) error {
	if a.options.CheckDocument == nil {
		return nil
	}
	return a.options.CheckDocument(doc)
}

func (a *Attachments) sendText(name string, mediaType *string, write func(*schema.Encoder)) {
	e := schema.NewEncoder(nil, false)
	defer e.Release()
	e.Bare = true
	write(e)
	if err, ok := e.Err().(*schema.EncodeError); ok && a.err == nil {
		a.err = &schema.EncodeError{Path: name, Message: err.Message}
	}
	text := []byte(schema.Unescapes.Replace(string(e.Bytes())))
	if mediaType != nil && *mediaType != "" {
		t := withoutParameters(*mediaType)
		mediaType = &t
	}
	n := len(a.out)
	a.send(name, mediaType, "text/plain", text)
	if len(a.out) > n && !strings.HasPrefix(a.out[n].mediaType, "multipart/") {
		a.out[n].mediaType += soap.UTF8Label
	}
}

func withoutParameters(mediaType string) string {
	name, _, _ := strings.Cut(mediaType, ";")
	if name = soap.Trim(name); strings.HasPrefix(strings.ToLower(name), "multipart/") { // says nothing without them
		return mediaType
	}
	return name
}

// readText reads the lexical form of a simple type.
func (a *Attachments) readText(name string, mediaType *string, read func(*schema.Decoder)) {
	part := a.received(name, mediaType)
	if part == nil {
		return
	}
	if mediaType != nil {
		*mediaType = withoutParameters(*mediaType)
	}
	text, err := soap.LexicalForm(part.content, contract.ContentText, soap.ParseMediaType(part.mediaType).Attribute("charset"))
	if err != nil {
		a.fail(name, err)
		return
	}
	d := schema.NewDecoder([]byte(name), nil, schema.Limits{})
	defer d.Release()
	d.Attrs = append(d.Attrs[:0], schema.Attribute{End: len(name), Value: []byte(text)})
	d.AttrIndex = 1
	d.Current.Mode = schema.TagAttr
	d.Bare = true
	if read(d); d.Failed != nil {
		a.err = fmt.Errorf("%s", strings.Replace(d.Failed.Message, "the attribute", "the attachment", 1))
	}
}

func (a *Attachments) fail(name string, err error) {
	if a.err == nil {
		a.err = fmt.Errorf("the attachment %q: %w", name, err)
	}
}

// XML visits an attachment that is a document, whose root is one of some
// elements. write writes it, and nothing for one that is absent; read reads the
// root with that number, when its start tag has been read.
func (a *Attachments) XML(name string, write func(*schema.Encoder), read func(d *schema.Decoder, root int), roots ...schema.ElementName) {
	if a.writing {
		a.sendXML(name, write)
	} else {
		a.readXML(name, read, roots)
	}
}

func (a *Attachments) sendXML(name string, write func(*schema.Encoder)) {
	e := schema.NewEncoder(a.options.Names, a.options.XSI)
	defer e.Release()
	e.Raw(schema.XMLProlog)
	from := len(e.Buf)
	schema.WriteMember(e, func() { write(e) })
	if len(e.Buf) == from && e.Err() == nil {
		return
	}
	content := append([]byte(nil), e.Bytes()...)
	if err := e.Err(); err != nil && a.err == nil {
		a.err = err
	}
	if err := a.checkDocument(content); err != nil {
		a.fail(name, err)
	}
	a.send(name, nil, soap.SOAP11MediaType, content)
	if a.err == nil {
		a.out[len(a.out)-1].mediaType += soap.UTF8Label
	}
}

func (a *Attachments) readXML(name string, read func(*schema.Decoder, int), roots []schema.ElementName) {
	part := a.received(name, nil)
	if part == nil {
		return
	}
	doc, err := schema.ToUTF8(part.content, soap.ParseMediaType(part.mediaType).Attribute("charset"))
	if err == nil {
		err = a.checkDocument(doc)
	}
	if err != nil {
		a.fail(name, err)
		return
	}
	d := schema.NewDecoder(doc, a.options.Read, a.options.Limits)
	defer d.Release()
	d.Strict = a.options.Strict
	d.Types = a.options.Types
	if d.Root() {
		if root := schema.MemberOf(d, roots); root >= 0 {
			read(d, root)
		} else {
			d.FailTag("the element %s is expected here", roots[0].Local)
		}
	}
	d.End()
	if d.Err() != nil {
		a.fail(name, d.Err())
	}
}
