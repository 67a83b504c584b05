package wsse

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
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
	name               xsd.QName
	attrs              map[string]string // attributes without a namespace
	ids                []string          // values of attributes that are identifiers
	text               string            // of an element without child elements
	mixed              bool              // there is text beside child elements
	kids               []*node
	at, tag, end, last int // where it starts, where its name and its start tag end, and where its end tag starts
}

// newNode returns the current element without its content.
func newNode(d *schema.Decoder) *node {
	n := &node{at: d.TagStart(), tag: d.TagStart() + 1, end: d.Pos, attrs: map[string]string{}}
	n.name.Space, n.name.Local = d.Tag()
	for ; !lex.IsSpace(d.Buf[n.tag]) && d.Buf[n.tag] != '/' && d.Buf[n.tag] != '>'; n.tag++ {
	}
	for _, a := range d.Attrs {
		if a.URI == "" {
			n.attrs[string(d.Buf[a.Local:a.End])] = string(a.Value)
		}
	}
	identifiers(d, func(id []byte) { n.ids = append(n.ids, string(id)) })
	d.TakeMemory(nodeBytes + int64(2*(n.end-n.at)))
	return n
}

const (
	nodeBytes = 512     // what a node takes
	maxMemory = 4 << 20 // of the nodes of a document
)

// identifiers calls visit with each attribute of the current tag that may be its identifier: wsu:Id, Id and ID of signatures
// and assertions, xml:id, and whatever looks like them.
func identifiers(d *schema.Decoder, visit func([]byte)) {
	for i := range d.Attrs {
		a := &d.Attrs[i]
		switch string(d.Buf[a.Local:a.End]) {
		case "Id", "ID", "id", "iD", "AssertionID":
			visit(a.Value)
		}
	}
}

// readNode reads the current element through its end tag, with what is in it down to a depth.
func readNode(d *schema.Decoder, depth int) *node {
	n := newNode(d)
	if depth == 0 {
		d.Skip()
		return n
	}
	text := func() { n.mixed = n.mixed || len(lex.TrimSpace(d.Piece())) > 0 }
	d.IgnoreNil()
	for d.Open(); d.Step(text); {
		n.kids = append(n.kids, readNode(d, depth-1))
	}
	if n.last = d.Pos; n.kids != nil {
		text()
	} else if d.TakeMemory(int64(len(d.Piece()))) {
		n.text = string(d.Piece())
	}
	d.Leave()
	return n
}

// find returns the only child with a name, and an element without anything if there is none, or several.
func (n *node) find(space, local string) *node {
	found := &node{at: -1}
	for _, kid := range n.kids {
		if kid.name == (xsd.QName{Space: space, Local: local}) {
			if found.at >= 0 {
				return &node{at: -1}
			}
			found = kid
		}
	}
	return found
}

// isA reports whether an element has a name.
func (n *node) isA(space, local string) bool { return n.name == xsd.QName{Space: space, Local: local} }

// envelope is what an envelope has outside its Body.
type envelope struct {
	text           []byte
	binding        contract.Binding
	space          string
	blocks         []*node // header blocks, apart from security
	security, body *node   // security is the block Security for the receiver; nil if there is none
	fault          bool
}

func newDecoder(text []byte) *schema.Decoder {
	d := codec.NewDecoder(text, []schema.Namespace{{}}, schema.Limits{Depth: codec.MaxValueDepth, Memory: maxMemory})
	d.Message = true
	return d
}

// readEnvelope reads an envelope up to the first element in its Body.
func readEnvelope(text []byte, b contract.Binding) (*envelope, error) {
	e := &envelope{text: text, binding: b, space: soap.SOAP11Namespace}
	if b == contract.SOAP12 {
		e.space = soap.SOAP12Namespace
	}
	d := newDecoder(text)
	defer d.Release()
	found := d.Root() && d.HasTag(e.space, "Envelope")
	d.Open()
	found = d.Child() && found
	if found && d.HasTag(e.space, "Header") {
		for d.Open(); d.Child(); {
			if d.HasTag(Namespace, "Security") && d.IsForReceiver(e.space) {
				if e.security != nil {
					return nil, errors.New("there is more than one header block Security for this receiver")
				}
				e.security = readSecurity(d)
				continue
			}
			e.blocks = append(e.blocks, readNode(d, 0))
		}
		found = d.Child()
	}
	if !found || !d.HasTag(e.space, "Body") {
		return nil, cmp.Or(d.Err(), errors.New("it is not an envelope with a Body"))
	}
	e.body = newNode(d)
	d.Open()
	e.fault = d.Child() && d.HasTag(e.space, "Fault")
	return e, d.Err()
}

// readSecurity reads the block Security, with the content of the parts that matter.
func readSecurity(d *schema.Decoder) *node {
	const deepest = 10
	n := newNode(d)
	for d.Open(); d.Child(); {
		depth := 0
		if space, local := d.Tag(); space == dsigNamespace || local == "Timestamp" || local == "BinarySecurityToken" {
			depth = deepest
		}
		n.kids = append(n.kids, readNode(d, depth))
	}
	n.last = max(bytes.LastIndex(d.Buf[:d.Pos], []byte("</")), n.end)
	return n
}

// edited returns an envelope with markup inserted at places.
func (e *envelope) edited(insert map[int]string) (*envelope, error) {
	out, from := make([]byte, 0, len(e.text)+1<<14), 0
	for _, at := range slices.Sorted(maps.Keys(insert)) {
		out = append(append(out, e.text[from:at]...), insert[at]...)
		from = at
	}
	return readEnvelope(append(out, e.text[from:]...), e.binding)
}

// form says how an element becomes bytes.
type form struct {
	algorithm string
	prefixes  [][]byte
}

// target is an element whose canonical form is written.
type target struct {
	form form
	to   io.Writer
}

// part is an element that is signed.
type part struct {
	*node
	id   string
	form form
	hash hash.Hash
}

// digest writes the canonical form of parts to their hashes, and what else p has.
func (e *envelope) digest(parts []part, p *pass) error {
	p.last = e.body.at
	for _, part := range parts {
		if _, twice := p.targets[part.at]; twice {
			return errors.New("two references are to one element")
		}
		p.targets[part.at], p.ids[part.id] = target{part.form, part.hash}, 0
	}
	return p.run(e.text)
}

// pass reads a document once, through its end.
type pass struct {
	d       *schema.Decoder
	targets map[int]target // by the place of the element
	ids     map[string]int // how often identifiers occur
	last    int            // where the last child of the root starts
	left    int64          // bytes that may still be written
	err     error
}

// run reads a document. All targets must be there, and each identifier once.
func (p *pass) run(text []byte) error {
	p.d, p.left = newDecoder(text), c14n.DefaultMax(len(text))
	defer p.d.Release()
	if p.d.Root() {
		p.element()
		p.d.End()
	}
	if p.err = cmp.Or(p.err, p.d.Err()); p.err == nil && len(p.targets) > 0 {
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
	if d.Depth() == 1 && at > p.last {
		p.err = errors.New("there is an element after the Body")
		return
	}
	if t, ok := p.targets[at]; ok {
		delete(p.targets, at)
		var n int64
		n, p.err = c14n.Write(t.to, d, c14n.Options{Prefixes: t.form.prefixes, Inclusive: t.form.algorithm != exclusive, Max: p.left, Tag: p.tag})
		p.left -= n
		return
	}
	p.tag(d)
	d.IgnoreNil()
	for d.Open(); p.err == nil && d.Child(); {
		p.element()
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
