package wsse

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/c14n"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// node is an element of a document, by its place. Offsets are bytes.
type node struct {
	name         xsd.QName
	attrs        map[string]string // attributes without a namespace, wsu:Id, and attributes of SOAP with the prefix soap
	ids          []string          // values of attributes that are identifiers
	text         string            // of an element without child elements
	mixed        bool              // there is text beside child elements
	kids         []*node
	at, tag, end int  // where it starts, and where its name and its start tag end
	last, stop   int  // where its end tag starts, and ends
	understood   bool // it is a header block that an option reads
}

// deepest is how many levels of elements there are in a Signature or an EncryptedKey.
const deepest = 10

// readNode reads the current element through its end tag, and the elements in it down to a depth. If depth is 0, it reads
// the start tag and nothing more.
func readNode(d *schema.Decoder, depth int) *node {
	n := &node{at: d.TagStart(), tag: d.TagStart() + 1 + len(d.QName()), end: d.Pos, attrs: map[string]string{}}
	n.name.Space, n.name.Local = d.Tag()
	for _, a := range d.Attrs {
		switch local := string(d.Buf[a.Local:a.End]); {
		case a.URI == "":
			n.attrs[local] = string(a.Value)
		case a.URI == UtilityNamespace && local == "Id":
			n.attrs["wsu:Id"] = string(a.Value)
		case a.URI == soap.SOAP11Namespace, a.URI == soap.SOAP12Namespace:
			n.attrs["soap:"+local] = string(a.Value)
		}
	}
	identifiers(d, func(id []byte) { n.ids = append(n.ids, string(id)) })
	if d.TakeMemory(512 + int64(2*(n.end-n.at))); depth == 0 {
		return n
	}
	text := func() { n.mixed = n.mixed || len(lex.TrimSpace(d.Piece())) > 0 }
	d.IgnoreNil()
	for d.Open(); d.Step(text); {
		kid := readNode(d, depth-1)
		if n.kids = append(n.kids, kid); depth == 1 {
			kid.skip(d)
		}
	}
	if n.last = d.Pos; n.kids != nil {
		text()
	} else if d.TakeMemory(int64(len(d.Piece()))) {
		n.text = string(d.Piece())
	}
	d.Leave()
	n.stop = d.Pos
	return n
}

// skip reads an element, whose start tag has been read, through its end tag.
func (n *node) skip(d *schema.Decoder) {
	d.Skip()
	n.last, n.stop = bytes.LastIndexByte(d.Buf[:d.Pos], '<'), d.Pos
}

// identifiers calls visit with each attribute of the current tag that may be its identifier: wsu:Id, Id and ID of signatures
// and assertions, xml:id, and attributes with similar names.
func identifiers(d *schema.Decoder, visit func([]byte)) {
	for i := range d.Attrs {
		switch a := &d.Attrs[i]; string(d.Buf[a.Local:a.End]) {
		case "Id", "ID", "id", "iD", "AssertionID":
			visit(a.Value)
		}
	}
}

// isA reports whether an element has a name.
func (n *node) isA(space, local string) bool { return n.name == xsd.QName{Space: space, Local: local} }

// simple returns the text of an element. It reports false for one with child elements: readers differ in what its text is.
func (n *node) simple() (text string, ok bool) { return n.text, n.kids == nil }

// find returns the only child with a name. If there is none, or several, it returns an element whose offset is -1.
func (n *node) find(space, local string) *node {
	if found := n.all(space, local); len(found) == 1 {
		return found[0]
	}
	return &node{at: -1}
}

// all returns the children with a name.
func (n *node) all(space, local string) (found []*node) {
	for _, kid := range n.kids {
		if kid.isA(space, local) {
			found = append(found, kid)
		}
	}
	return found
}

// envelope is what an envelope has outside its Body.
type envelope struct {
	text           []byte
	binding        contract.Binding
	space          string
	received       *soap.Call // the call with which the envelope arrived
	root, header   *node
	blocks         []*node // header blocks, apart from security
	security, body *node   // security is the block Security for the receiver; nil if there is none
	fault          bool
}

func newDecoder(text []byte) *schema.Decoder {
	d := codec.NewDecoder(text, []schema.Namespace{{}}, schema.Limits{Depth: codec.MaxValueDepth, Memory: 4<<20 + 2*int64(len(text))})
	d.Message = true
	return d
}

// readEnvelope reads an envelope up to the first element in its Body.
func readEnvelope(text []byte, b contract.Binding) (*envelope, error) {
	return readReceived(text, &soap.Call{Binding: b})
}

// readReceived is readEnvelope for an envelope that has arrived with a call.
func readReceived(text []byte, call *soap.Call) (*envelope, error) {
	e := &envelope{text: text, binding: call.Binding, space: soap.SOAP11Namespace, received: call}
	if e.binding == contract.SOAP12 {
		e.space = soap.SOAP12Namespace
	}
	d := newDecoder(text)
	defer d.Release()
	found := d.Root() && d.HasTag(e.space, "Envelope")
	e.root = readNode(d, 0)
	d.Open()
	if found = d.Child() && found; found && d.HasTag(e.space, "Header") {
		e.header = readNode(d, 0)
		for d.Open(); d.Child(); {
			isOurs := d.IsForReceiver(e.space, e.received.Roles())
			switch isSecurity := isOurs && d.HasTag(Namespace, "Security"); {
			case isSecurity && e.security != nil:
				return nil, errors.New("there is more than one header block Security for this receiver")
			case isSecurity:
				e.security = readNode(d, deepest)
			case isOurs && (d.HasTag(encNamespace, "EncryptedData") || d.HasTag(namespace11, "EncryptedHeader")):
				e.blocks = append(e.blocks, readNode(d, deepest))
			default:
				n := readNode(d, 0)
				n.understood = isOurs && e.received.Understands(n.name)
				e.blocks = append(e.blocks, n)
				n.skip(d)
			}
		}
		found = d.Child()
	}
	if !found || !d.HasTag(e.space, "Body") {
		return nil, cmp.Or(d.Err(), errors.New("it is not an envelope with a Body"))
	}
	e.body = readNode(d, 0)
	d.Open()
	note := func() { e.body.mixed = e.body.mixed || len(lex.TrimSpace(d.Piece())) > 0 }
	more := d.Step(note)
	if e.fault = more && d.HasTag(e.space, "Fault"); more && d.HasTag(encNamespace, "EncryptedData") {
		e.body.kids = []*node{readNode(d, deepest)}
		e.body.mixed = d.Step(note) || e.body.mixed
		note()
	}
	if e.body.mixed { // an EncryptedData with text or elements beside it is not the content of the Body
		e.body.kids = nil
	}
	return e, d.Err()
}

// edit replaces bytes of a document.
type edit struct {
	from, to int
	by       []byte
}

// spliced returns a document with edits, which do not overlap.
func spliced(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	size, from := len(text), 0
	for _, c := range edits {
		size += len(c.by) - (c.to - c.from)
	}
	result := make([]byte, 0, size)
	for _, c := range edits {
		result, from = append(append(result, text[from:c.from]...), c.by...), c.to
	}
	return append(result, text[from:]...)
}

// edited returns the envelope with edits.
func (e *envelope) edited(edits ...edit) (*envelope, error) {
	return readEnvelope(spliced(e.text, edits), e.binding)
}

// part is an element that is signed.
type part struct {
	*node
	id        string   // its identifier in references; "" if there is none
	inclusive bool     // canonicalization
	prefixes  [][]byte // of InclusiveNamespaces
	to        io.Writer
}

// pass reads an envelope once, through its end.
type pass struct {
	d     *schema.Decoder
	parts map[int]part   // by their places
	ids   map[string]int // how often identifiers occur
	last  int            // where the last child of the root starts
	left  int64          // bytes that may still be written
	err   error
}

// digest writes the canonical forms of parts. Each part must be there, and each identifier only once, also the one of the token.
func (e *envelope) digest(parts []part, token string) error {
	p := &pass{d: newDecoder(e.text), parts: map[int]part{}, ids: map[string]int{token: 0}, last: e.body.at, left: c14n.DefaultMax(len(e.text))}
	defer p.d.Release()
	for _, part := range parts {
		p.parts[part.at], p.ids[part.id] = part, 0
	}
	if delete(p.ids, ""); len(p.parts) < len(parts) {
		return errors.New("two references are to one element")
	}
	if p.d.Root() {
		p.element()
		p.d.End()
	}
	if p.err = cmp.Or(p.err, p.d.Err()); p.err == nil && len(p.parts) > 0 {
		p.err = errors.New("an element that is signed is not there")
	}
	for id, n := range p.ids {
		if n != 1 && p.err == nil {
			p.err = fmt.Errorf("the identifier %q occurs %d times", lex.Shorten(id), n)
		}
	}
	return p.err
}

func (p *pass) element() {
	d, at := p.d, p.d.TagStart()
	part, signed := p.parts[at]
	switch {
	case d.Depth() == 1 && at > p.last:
		p.err = errors.New("there is an element after the Body")
	case signed:
		delete(p.parts, at)
		var n int64
		n, p.err = c14n.Write(part.to, d, c14n.Options{Prefixes: part.prefixes, Inclusive: part.inclusive, Max: p.left, Tag: p.tag})
		p.left -= n
	default:
		p.tag(d)
		d.IgnoreNil()
		for d.Open(); p.err == nil && d.Child(); {
			p.element()
		}
	}
}

// tag counts the identifiers in a start tag.
func (p *pass) tag(d *schema.Decoder) {
	identifiers(d, func(id []byte) {
		if n, ok := p.ids[string(id)]; ok {
			p.ids[string(id)] = n + 1
		}
	})
}
