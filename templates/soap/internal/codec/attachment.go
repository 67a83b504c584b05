package codec

import (
	"errors"
	"strings"
)

// Attachment is a field of a message for a part that is sent beside the envelope
// (mime:content, WSDL 1.1 section 5.3).
type Attachment struct {
	plan  *attachmentPlan
	value pointer // pointer to the field
	media *string
}

// AttachmentForm is the form of an attachment's content.
type AttachmentForm uint8

const (
	AttachedBytes    AttachmentForm = iota // the bytes of an xs:base64Binary or xs:hexBinary
	AttachedText                           // the lexical form of a simple type
	AttachedDocument                       // a document
)

// Attachments returns the fields for attachments of a message, in the order of
// its rows: a pointer to a value of t's Go type, or a Record of the type.
func Attachments(t *Type, message any) []Attachment {
	p := t.planOf()
	if len(p.attachments) == 0 {
		return nil
	}
	v := t.pointerTo(message)
	if p.record {
		v = at[Record](v).first(p)
	}
	list := make([]Attachment, len(p.attachments))
	for i := range list {
		list[i] = p.attachment(i, v)
	}
	return list
}

// attachment returns a field for an attachment of the message at v.
func (p *typePlan) attachment(i int, v pointer) Attachment {
	a := Attachment{plan: &p.attachments[i], value: p.attachments[i].spot.in(v)}
	if a.plan.hasMedia {
		a.media = at[string](a.plan.media.in(v))
	}
	return a
}

// Part returns the name of the wsdl:part.
func (a *Attachment) Part() string { return a.plan.part }

// Form returns what the part holds.
func (a *Attachment) Form() AttachmentForm { return a.plan.form }

// MediaType returns the field for the media type, nil if there is none, as the
// contract leaves no choice.
func (a *Attachment) MediaType() *string { return a.media }

// Absent reports whether there is no attachment: the field is nil.
func (a *Attachment) Absent() bool {
	if a.plan.field.form == asValue && a.plan.field.row.Kind == KindRawXML {
		return *at[string](a.value) == ""
	}
	return a.value.load().isNil()
}

// Bytes returns the field of an attachment that is AttachedBytes.
func (a *Attachment) Bytes() *[]byte { return at[[]byte](a.value) }

// Value returns the value of an attachment that is not absent: an int32 of an
// *int32.
func (a *Attachment) Value() any {
	v := a.value.value(a.plan.field.typ)
	if a.plan.field.form == asPointer {
		v = v.Elem()
	}
	return v.Interface()
}

// Text returns the lexical form of an attachment that is AttachedText.
func (a *Attachment) Text() (string, error) {
	f, from := a.plan.field, a.value
	if f.form == asPointer {
		from = from.load()
	}
	text, err := lexicalForm(f, from)
	if err, ok := err.(*EncodeError); ok {
		return "", &EncodeError{Path: a.plan.part, Message: err.Message}
	}
	return text, nil
}

// SetText sets an attachment that is AttachedText.
func (a *Attachment) SetText(text string) error {
	err := readLexical(a.plan.part, text, func(d *Decoder) { d.readStep(&a.plan.read[0], a.value) })
	if err != nil {
		return errors.New(strings.Replace(err.Message, "the attribute", "the attachment", 1))
	}
	return nil
}

// Write writes an attachment that is AttachedDocument, but for the prolog.
func (a *Attachment) Write(e *Encoder) {
	write := func() { e.writeStep(&a.plan.write, a.value) }
	if a.plan.field.row.Kind == KindRawXML { // it declares its prefixes itself
		write()
		return
	}
	WriteMember(e, write)
}

// Read reads an attachment that is AttachedDocument, whose root is the current
// element.
func (a *Attachment) Read(d *Decoder) {
	root := IndexOfMember(d, a.plan.roots)
	if root < 0 {
		d.FailTag("the element %s is expected here", a.plan.roots[0].Local)
		return
	}
	d.readStep(&a.plan.read[root], a.value)
}

// attachmentPlace is an attachment of a layout.
type attachmentPlace struct {
	of    place
	media *place
}

// attachment adds a field for an attachment.
func (b *layoutBuilder) attachment(p *place) {
	part := p.row.More != nil && p.row.More.Part != ""
	switch f := p.form; {
	case f != asValue && f != asPointer && (f != asNillable || !part):
		b.fail(p.row, "an attachment that is %s", f)
	case f == asValue && !p.row.HasNil():
		b.fail(p.row, "an attachment that cannot be nil")
	case !part && f != asValue && (p.row.Kind == KindBase64 || p.row.Kind == KindHex):
		b.fail(p.row, "an attachment of bytes that is %s", f)
	case !part && p.row.Kind > lastScalar && p.row.Kind != KindList:
		b.fail(p.row, "an attachment without a part name that is not of a simple type")
	}
	b.attachments = append(b.attachments, attachmentPlace{of: *p})
}

// attachmentPlan is what reading and writing an attachment need.
type attachmentPlan struct {
	part        string
	form        AttachmentForm
	spot, media spot
	hasMedia    bool
	field       *fieldPlan
	roots       []ElementName // roots of the documents
	read        []step        // one for each root; without roots there is one
	write       step          // writes a document
}

func newAttachmentPlan(l *layout, at *attachmentPlace) attachmentPlan {
	r := at.of.row
	p := attachmentPlan{part: r.Name, form: AttachedText, spot: l.spot(&at.of)}
	if at.media != nil {
		p.media, p.hasMedia = l.spot(at.media), true
	}
	outside := *l
	outside.record = false // steps count from the field
	place := at.of
	place.offset = 0
	switch {
	case r.More != nil && r.More.Part != "":
		p.part, p.form = r.More.Part, AttachedDocument
		p.document(&outside, &place)
		return p
	case r.Kind == KindBase64 || r.Kind == KindHex:
		p.form = AttachedBytes
	}
	p.read = []step{outside.step(&place)}
	p.field = p.read[0].field
	return p
}

// document makes the steps for a document, whose root is the element of the row
// or a member of its substitution group.
func (p *attachmentPlan) document(l *layout, place *place) {
	var element typePlan
	element.addElement(l, place)
	p.read, p.write = element.fields, element.writeFields[0]
	p.field = p.write.field
	for _, f := range element.shape.fields {
		p.roots = append(p.roots, ElementName{f.ns, f.name})
	}
}
