// Package encoded resolves the references between elements of messages in SOAP encoding (SOAP 1.1 section 5, SOAP 1.2
// part 2 section 3). It is optional: generated code imports it for contracts that have such messages.
package encoded

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// InlineReferences returns the message that d reads with its references replaced by the values
// that they refer to. SOAP encoding (SOAP 1.1 section 5, SOAP 1.2 part 2
// section 3) writes a value that is used more than once in one place, with
// references to it from others. InlineReferences returns the message
// itself if it has no references. The decoder is at the start of the document, and
// counts the memory.
//
// A value that contains itself is an error, and so is a document that would
// grow beyond a limit.
func InlineReferences(d *schema.Decoder, b contract.Binding, limits schema.Limits) ([]byte, error) {
	doc := d.Buf
	if !bytes.Contains(doc, []byte("ref")) {
		return doc, nil
	}
	in := &inliner{decoder: d, doc: doc, rules: referenceRules[b], limits: limits.WithDefaults(), ids: make(map[string]*refElement)}
	if in.rules == nil {
		return doc, nil
	}
	if err := in.scan(d); err != nil {
		return nil, err
	}
	if len(in.refs) == 0 || len(in.body) == 0 {
		return doc, nil
	}
	return in.assemble()
}

// refRules names the attributes of a SOAP version's references.
type refRules struct {
	envelope  string // namespace of the envelope
	space     string // namespace of id and ref
	id, ref   string
	mark      string // prefix of the value of ref
	rootSpace string // namespace of root, which distinguishes the message from other values (SOAP 1.1 section 5.6)
}

var referenceRules = map[contract.Binding]*refRules{
	contract.SOAP11: {envelope: soap.SOAP11Namespace, id: "id", ref: "href", mark: "#", rootSpace: codec.SOAPEncoding11},
	contract.SOAP12: {envelope: soap.SOAP12Namespace, space: codec.SOAPEncoding12, id: "id", ref: "ref", rootSpace: codec.SOAPEncoding11},
}

// inliner is one call of InlineReferences.
type inliner struct {
	decoder *schema.Decoder
	doc     []byte
	rules   *refRules
	limits  schema.Limits
	ids     map[string]*refElement
	refs    []*refElement // in document order
	body    []*refElement // the children of Body
	scope   *refScope     // scope of the element that is being read
	out     []byte
	maxSize int
}

// refElement is an element that refers to another one, that others refer to, or
// that is a child of Body.
type refElement struct {
	start, open, close, end int // offsets of the start tag and the end tag, and of their ends
	name                    xsd.QName
	attrs                   []refAttr
	scope                   *refScope
	id, ref                 string
	root                    string // value of SOAP-ENC:root
	busy                    bool
}

// elementBytes is the memory of a refElement, and of its places in a map and in lists.
const elementBytes = 256

type refAttr struct{ name, value string }

// refScope has the namespace declarations of an element and of the elements
// around it. Elements share it, as there may be many elements below many
// declarations.
type refScope struct {
	own   []codec.NSBinding
	outer *refScope
}

// scan reads the document and notes the elements that matter.
func (in *inliner) scan(d *schema.Decoder) error {
	d.Root()
	for d.Open(); d.Child(); {
		if space, local := d.Tag(); local != "Body" || space != in.rules.envelope {
			d.Skip()
			continue
		}
		all, _ := d.Scope()
		in.scope = &refScope{own: slices.Clone(all)}
		for d.Open(); d.Child(); {
			if d.TakeMemory(elementBytes) {
				in.body = append(in.body, in.element(d))
			}
		}
	}
	d.End()
	if err := d.Err(); err != nil {
		return err
	}
	slices.SortFunc(in.refs, func(a, b *refElement) int { return cmp.Compare(a.start, b.start) })
	return nil
}

// element reads the current element with all that is in it.
func (in *inliner) element(d *schema.Decoder) *refElement {
	e := &refElement{start: d.TagStart(), open: d.Pos}
	closed := d.IsEmptyTag()
	e.name.Space, e.name.Local = d.Tag()
	if _, own := d.Scope(); len(own) > 0 {
		outer := in.scope
		in.scope = &refScope{slices.Clone(own), outer}
		defer func() { in.scope = outer }()
	}
	in.attributes(d, e)
	d.Open()
	last := d.Pos
	for d.Child() {
		in.element(d)
		last = d.Pos
	}
	e.end, e.close = d.Pos, d.Pos
	if !closed && d.Failed == nil {
		e.close = last + bytes.LastIndex(d.Buf[last:d.Pos], []byte("</"))
	}
	return e
}

// attributes records the id and the reference of the current tag, and its other
// attributes.
func (in *inliner) attributes(d *schema.Decoder, e *refElement) {
	if d.Failed != nil {
		return
	}
	for i := range d.Attrs {
		a := &d.Attrs[i]
		name := d.Buf[a.Name:a.End]
		switch local := string(d.Buf[a.Local:a.End]); {
		case a.URI == in.rules.space && local == in.rules.id:
			e.id = string(a.Value)
		case a.URI == in.rules.space && local == in.rules.ref && bytes.HasPrefix(a.Value, []byte(in.rules.mark)):
			e.ref = string(a.Value[len(in.rules.mark):])
		case a.URI == in.rules.rootSpace && local == "root":
			e.root = string(lex.TrimSpace(a.Value))
		default:
			e.attrs = append(e.attrs, refAttr{string(name), string(a.Value)})
		}
	}
	if e.ref != "" || e.id != "" {
		in.note(d, e)
	}
}

// note records an element with an id or a reference.
func (in *inliner) note(d *schema.Decoder, e *refElement) {
	if !d.TakeMemory(elementBytes) {
		return
	}
	if e.ref != "" {
		in.refs = append(in.refs, e)
	}
	if e.id == "" {
		return
	}
	if in.ids[e.id] != nil {
		d.FailTag("the id %s is given twice", lex.QuoteName([]byte(e.id)))
		return
	}
	in.ids[e.id] = e
	e.scope = in.scope
}

// assemble writes the document without the elements beside the root of the
// message: their values are in the root now.
func (in *inliner) assemble() ([]byte, error) {
	in.maxSize = 16*len(in.doc) + 1<<20
	root := in.body[0]
	if i := slices.IndexFunc(in.body, func(e *refElement) bool { return e.root != "0" }); i > 0 {
		root = in.body[i]
	}
	first, last := in.body[0], in.body[len(in.body)-1]
	in.write(in.doc[:first.start])
	if err := in.copy(root.start, root.end, 0); err != nil {
		return nil, err
	}
	in.write(in.doc[last.end:])
	return in.out, in.decoder.Err()
}

// copy writes part of the document with its references replaced.
func (in *inliner) copy(from, to, depth int) error {
	for i := in.refFrom(from); i < len(in.refs) && in.refs[i].start < to; i = in.refFrom(from) {
		e := in.refs[i]
		if in.decoder.Interrupted() {
			break
		}
		in.write(in.doc[from:e.start])
		if err := in.replace(e, depth); err != nil {
			return err
		}
		from = e.end
	}
	in.write(in.doc[from:to])
	return in.decoder.Err()
}

// write appends to the new document, which is allocated as large as the old one at first.
func (in *inliner) write(text []byte) {
	if missing := len(in.out) + len(text) - cap(in.out); missing > 0 {
		more := max(missing, len(in.doc)+len(in.doc)/4, len(in.out)/2)
		if !in.decoder.TakeMemory(int64(more)) {
			return
		}
		in.out = append(make([]byte, 0, cap(in.out)+more), in.out...)
	}
	in.out = append(in.out, text...)
}

// refFrom returns the index of the first reference at or after a position.
// References inside one that has been replaced are skipped.
func (in *inliner) refFrom(at int) int {
	i, _ := slices.BinarySearchFunc(in.refs, at, func(e *refElement, at int) int { return cmp.Compare(e.start, at) })
	return i
}

// replace writes the value that e refers to under the name of e.
func (in *inliner) replace(e *refElement, depth int) error {
	target := in.ids[e.ref]
	switch {
	case target == nil:
		return in.fail(e, "the reference %s does not refer to an element", lex.QuoteName([]byte(e.ref)))
	case target.busy:
		return in.fail(e, "the value %s contains itself", lex.QuoteName([]byte(e.ref)))
	case depth >= in.limits.Depth:
		return in.fail(e, "references are nested deeper than %d levels", in.limits.Depth)
	case len(in.out)+target.end-target.start > in.maxSize:
		return in.fail(e, "references make the document grow beyond %d bytes", in.maxSize)
	}
	target.busy = true
	defer func() { target.busy = false }()
	if target.ref != "" { // a reference to a reference
		alias := *target
		alias.name = e.name
		return in.replace(&alias, depth+1)
	}
	name, err := in.startTag(e, target)
	if err != nil {
		return err
	}
	if err := in.copy(target.open, target.close, depth+1); err != nil {
		return err
	}
	in.write([]byte("</" + name + ">"))
	return nil
}

// startTag writes the start tag of a value in its new place, with the
// namespaces in scope at its old place, and returns its name.
func (in *inliner) startTag(e, target *refElement) (string, error) {
	out := codec.NewEncoder(nil, false)
	defer out.Release()
	name := e.name.Local
	if e.name.Space != "" {
		name = "referred:" + name
	}
	out.Raw("<" + name)
	if e.name.Space != "" {
		out.AttrString(` xmlns:referred="`, e.name.Space, `"`)
	}
	inherited := ""
	done := map[string]bool{"referred": true}
	for scope := target.scope; scope != nil; scope = scope.outer {
		for _, b := range slices.Backward(scope.own) {
			prefix := string(b.Prefix)
			switch {
			case done[prefix]:
			case prefix == "":
				inherited = b.URI
			default:
				out.AttrString(` xmlns:`+prefix+`="`, b.URI, `"`)
			}
			done[prefix] = true
		}
	}
	if inherited != "" && e.name.Space == "" {
		return "", in.fail(e, "an element without a namespace refers to one with a default namespace")
	}
	out.AttrString(` xmlns="`, inherited, `"`)
	for _, a := range target.attrs {
		out.AttrString(" "+a.name+`="`, a.value, `"`)
	}
	out.Raw(">")
	in.write(out.Bytes())
	return name, nil
}

func (in *inliner) fail(e *refElement, format string, args ...any) error {
	before := in.doc[:e.start]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return &schema.DecodeError{
		Line:    bytes.Count(before, []byte{'\n'}) + 1,
		Column:  utf8.RuneCount(line) + 1,
		Message: fmt.Sprintf(format, args...),
	}
}
