package support

import (
	"fmt"
	"mime"
	"strings"
)

// Messages with attachments are SOAP Messages with Attachments (W3C note of 11
// December 2000) as the WS-I Attachments Profile 1.0 has them: the envelope and
// the parts beside it are the parts of one MIME message (RFC 2387).

// Related is the Packaging of such messages.
//
//quartet:internal
type Related struct{}

// attached is a message with attachments.
type attached interface{ attachments(*Attachments) }

// Pack implements Packaging.
func (Related) Pack(message any, envelope []byte, root string, options *PackagingOptions) ([]byte, error) {
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
func (Related) Unpack(document []byte, boundary, start string) (PackedMessage, error) {
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
func (m *multipart) Attach(message any, options *PackagingOptions) error {
	a := &Attachments{options: options}
	a.in, a.err = m.match(options.Attachments, options.Strict)
	a.visit(message)
	return a.err
}

// Attachments are those of one message, in either direction. Generated code
// visits them in the contract's order, once, with the same calls for both. The
// first error sticks.
//
//quartet:internal
type Attachments struct {
	options *PackagingOptions
	writing bool
	out     []bodyPart  // what has been written
	in      []*bodyPart // what was received, by options.Attachments; nil where it was not
	err     error
}

// visit visits the attachments of a message, if it has any.
func (a *Attachments) visit(message any) {
	if v, ok := message.(attached); ok {
		v.attachments(a)
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
			a.err = &EncodeError{Path: name, Message: fmt.Sprintf("%q is not a media type", t)}
		case (a.options.Strict || a.options.CheckValue != nil) && !allows(types, parseMediaType(t).name):
			a.err = &EncodeError{Path: name, Message: fmt.Sprintf("the media type %q is not one of the contract's: %s", t, strings.Join(types, ", "))}
		}
		if a.err != nil {
			return
		}
	}
	a.out = append(a.out, bodyPart{name: name, mediaType: oneLine(t), content: content})
}

func isMediaType(s string) bool {
	_, _, err := mime.ParseMediaType(s)
	return err == nil && s == oneLine(s)
}

// allows reports whether a media type is one of those that are declared, which
// may be ranges.
func allows(types []string, name string) bool {
	for _, t := range types {
		t = parseMediaType(t).name
		kind, ranged := strings.CutSuffix(t, "*")
		if t == "" || t == name || t == "*/*" || t == "*" || ranged && strings.HasPrefix(name, kind) {
			return true
		}
	}
	return len(types) == 0
}

// AttachedBytes visits an attachment of bytes; nil stands for one that is
// absent. mediaType is nil where the contract leaves no choice.
//
//quartet:internal
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
//
//quartet:internal
func AttachedText[T any](a *Attachments, name string, v **T, mediaType *string, read func(*Decoder) T, write func(*Encoder, string, T, string)) {
	if a.writing {
		if *v != nil {
			a.sendText(name, mediaType, func(e *Encoder) { write(e, "", **v, "") })
			a.check(name, **v)
		}
		return
	}
	a.readText(name, mediaType, func(d *Decoder) {
		value := read(d)
		*v = &value
		a.check(name, value)
	})
}

// AttachedList is AttachedText for a type that has a nil of its own.
//
//quartet:internal
func AttachedList[S ~[]T, T any](a *Attachments, name string, v *S, mediaType *string, read func(*Decoder) S, write func(*Encoder, string, S, string)) {
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

func (a *Attachments) sendText(name string, mediaType *string, write func(*Encoder)) {
	e := NewEncoder(nil, false)
	defer e.Release()
	e.bare = true
	write(e)
	if err, ok := e.Err().(*EncodeError); ok && a.err == nil {
		a.err = &EncodeError{Path: name, Message: err.Message}
	}
	text := []byte(unescapes.Replace(string(e.Bytes())))
	if mediaType != nil && *mediaType != "" {
		t := withoutParameters(*mediaType)
		mediaType = &t
	}
	n := len(a.out)
	a.send(name, mediaType, "text/plain", text)
	if len(a.out) > n && !strings.HasPrefix(a.out[n].mediaType, "multipart/") {
		a.out[n].mediaType += utf8Label
	}
}

func withoutParameters(mediaType string) string {
	name, _, _ := strings.Cut(mediaType, ";")
	if name = trim(name); strings.HasPrefix(strings.ToLower(name), "multipart/") { // says nothing without them
		return mediaType
	}
	return name
}

// readText reads the lexical form of a simple type.
func (a *Attachments) readText(name string, mediaType *string, read func(*Decoder)) {
	part := a.received(name, mediaType)
	if part == nil {
		return
	}
	if mediaType != nil {
		*mediaType = withoutParameters(*mediaType)
	}
	text, err := lexicalForm(part.content, ContentText, parseMediaType(part.mediaType).attribute("charset"))
	if err != nil {
		a.fail(name, err)
		return
	}
	d := NewDecoder([]byte(name), nil, Limits{})
	defer d.Release()
	d.attrs = append(d.attrs[:0], attribute{end: len(name), value: []byte(text)})
	d.nextAttr = 1
	d.tag.mode = tagAttr
	d.bare = true
	if read(d); d.err != nil {
		a.err = fmt.Errorf("%s", strings.Replace(d.err.Message, "the attribute", "the attachment", 1))
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
func (a *Attachments) XML(name string, write func(*Encoder), read func(d *Decoder, root int), roots ...ElementName) {
	if a.writing {
		a.sendXML(name, write)
	} else {
		a.readXML(name, read, roots)
	}
}

func (a *Attachments) sendXML(name string, write func(*Encoder)) {
	e := NewEncoder(a.options.Names, a.options.XSI)
	defer e.Release()
	e.Raw(xmlProlog)
	from := len(e.buf)
	writeMember(e, func() { write(e) })
	if len(e.buf) == from && e.Err() == nil {
		return
	}
	content := append([]byte(nil), e.Bytes()...)
	if err := e.Err(); err != nil && a.err == nil {
		a.err = err
	}
	if err := a.checkDocument(content); err != nil {
		a.fail(name, err)
	}
	a.send(name, nil, soap11MediaType, content)
	if a.err == nil {
		a.out[len(a.out)-1].mediaType += utf8Label
	}
}

func (a *Attachments) readXML(name string, read func(*Decoder, int), roots []ElementName) {
	part := a.received(name, nil)
	if part == nil {
		return
	}
	doc, err := toUTF8(part.content, parseMediaType(part.mediaType).attribute("charset"))
	if err == nil {
		err = a.checkDocument(doc)
	}
	if err != nil {
		a.fail(name, err)
		return
	}
	d := NewDecoder(doc, a.options.Read, a.options.Limits)
	defer d.Release()
	d.strict = a.options.Strict
	d.types = a.options.Types //quartet:packages
	if d.Root() {
		if root := memberOf(d, roots); root >= 0 {
			read(d, root)
		} else {
			d.failTag("the element %s is expected here", roots[0].Local)
		}
	}
	d.End()
	if d.Err() != nil {
		a.fail(name, d.Err())
	}
}
