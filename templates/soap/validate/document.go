package validate

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// validation compares a document with a schema while it reads it once.
type validation struct {
	model  *model
	d      *schema.Decoder
	place  bool // problems tell lines and columns
	own    bool // the value that is read is the schema's; see checkOwn
	choice int  // which of several messages of one name is expected
	more   bool // there are others
	steps  []pathStep

	renamed map[string]string // namespaces that have another name in the contract than in the document; see xsdSpace

	states []*contentState // states of the open elements, and some kept for reuse
	depth  int             // how many of them are open
	found  []Problem
	identityState
	workState
}

var validations = sync.Pool{New: func() any { return new(validation) }}

// release gives back the decoder, and v, which must not be used any more.
func (v *validation) release() {
	v.d.Release()
	clear(v.steps[:cap(v.steps)])
	for _, s := range v.states {
		s.model, s.at = nil, nil
	}
	*v = validation{steps: v.steps[:0], states: v.states}
	validations.Put(v)
}

// pathStep is an open element.
type pathStep struct {
	name   []byte // its local name, in the document
	space  string // where identity constraints are watched
	at     int    // where it begins
	number int32  // 0: it is the only one
}

// Is implements the constraint of component.Matches.
func (s pathStep) Is(test xsd.QName) bool { return component.NameMatches(test, s.space, s.name) }

// element validates the current element against its declaration, through its end tag (part 1, section 3.3.4, Element
// Locally Valid).
func (v *validation) element(e *xsdElement, number int32) {
	v.push(number)
	defer v.pop()
	t := e.typ
	if e.Abstract {
		v.problem("the element is abstract: a member of its substitution group must be used instead")
		t = nil
	}
	if name, ok := v.d.Attr(schema.XSINamespace, "type"); ok && t != nil {
		t = v.instanceType(name, t, e.Block)
	}
	if _, ok := v.d.Attr(schema.XSINamespace, "nil"); ok && !e.Nillable && t != nil {
		v.problem("xsi:nil on an element that is not nillable")
	}
	if !e.Nillable || !v.d.IsNil() { // section 3.4.4 refuses nil, too, but peers send it
		t = v.concrete(t)
	}
	v.instance(t, e)
}

// instance validates the current element against a type. If t is nil, only what the schema declares in it is
// validated. e is the declaration of the element, nil if there is none.
func (v *validation) instance(t *xsdType, e *xsdElement) {
	if v.isWatched(e) {
		v.enterKeys(t, e)
		defer v.leaveKeys()
	}
	if t == nil {
		v.lax()
		return
	}
	v.attributes(t)
	if v.d.IsNil() {
		if e != nil && e.fixed != nil {
			v.problem("xsi:nil on an element whose value is fixed to %s", quoteValue(*e.fixed))
		}
		v.d.Open()
		v.d.Leave()
		return
	}
	v.d.Open()
	switch {
	case t.value != nil:
		v.simpleContent(t.value, e)
	case t.Items != nil:
		v.items(t)
	default:
		v.children(t, e)
	}
}

// instanceType returns the type that xsi:type names, nil if it is not allowed here. declared is nil if the element has no type.
func (v *validation) instanceType(name string, declared *xsdType, blocks component.Derivations) *xsdType {
	space, local, _ := v.d.ResolveQName(name)
	if declared != nil && declared.Items != nil && local == "Array" && codec.IsEncodingNamespace(space) {
		return declared // this is how arrays say their type (SOAP 1.1 section 5.4.2)
	}
	t := v.typeNamed(name)
	switch {
	case t == nil:
		v.problem("xsi:type names %s, which is not a type of the schema", quoteValue(name))
		return nil
	case declared == nil:
		return t
	}
	switch by, ok := t.derivedFrom(declared); {
	case !ok:
		v.problem("xsi:type names %s, which is not derived from %s", quoteValue(name), declared.label())
		return nil
	case by&(blocks|declared.Block) != 0:
		v.problem("xsi:type names %s, and %s does not allow a type derived in this way", quoteValue(name), declared.label())
		return nil
	}
	return t
}

// simpleContent reads text through the end tag of the innermost element.
func (v *validation) simpleContent(value *xsdType, e *xsdElement) {
	reported := false
	for v.d.Step(nil) {
		v.problemAt(0, "the element is not allowed here: text of the type %s is expected", value.label())
		reported = true
		v.d.Skip()
	}
	if v.d.Failed != nil {
		return
	}
	if reported {
		v.d.Leave()
		return
	}
	piece := v.d.Piece()
	if value.takes(piece, v) && !e.constrains(piece) && !v.isField() {
		v.d.Leave()
		return
	}
	text, read := string(piece), value.check
	if text == "" && e != nil && e.preset { // a type that xsi:type names has to allow the default, too
		text, read = e.fallback, value.checkOwn
	}
	got, problem := read(text, v)
	switch {
	case v.d.Failed != nil:
		return
	case problem != "":
		v.problemOpen("%s", problem)
	default:
		if e != nil {
			if problem = v.notFixed(value, e.fixed, text, &got); problem != "" {
				v.problemOpen("%s", problem)
			}
		}
		v.fieldValue(&got)
		v.identify(value, text, v.d.OpenStart())
	}
	v.d.Leave()
}

// constrains reports whether a text has to be compared with the declaration of its element, or replaced by its default.
func (e *xsdElement) constrains(text []byte) bool {
	return e != nil && (e.fixed != nil || e.preset && len(text) == 0)
}

// items reads the content of the innermost element, which is an array of SOAP encoding, through its end tag.
func (v *validation) items(t *xsdType) {
	reported := false
	// Items that are not there may be nil (SOAP 1.1, section 5.4.2).
	item := &xsdElement{Declaration: &component.Declaration{Nillable: true}, typ: typeOf(t.Items)}
	checkText := func() {
		if !reported && len(lex.TrimSpace(v.d.Piece())) > 0 {
			reported = true
			v.problemOpen("text is not allowed here: it is an array")
		}
	}
	for n := int32(1); v.d.Step(checkText); n++ {
		v.element(item, n)
	}
	if v.d.Failed != nil {
		return
	}
	checkText()
	v.d.Leave()
}

// children reads the content of the innermost element, whose type is complex, through its end tag.
func (v *validation) children(t *xsdType, e *xsdElement) {
	m := v.model.contentOf(t)
	if m.tooLarge {
		v.problemOpen("the content model of %s is too large to validate the element against", t.label())
		v.rest()
		return
	}
	s := v.enter(m)
	defer v.leave()
	reported, empty := t.Mixed, true
	checkText := func() {
		if !reported && (len(lex.TrimSpace(v.d.Piece())) > 0 || len(m.leaves) == 0 && len(v.d.Piece()) > 0) {
			reported = true
			v.problemOpen("text is not allowed here: %s", v.expects(s, s.expected("")))
		}
	}
	for {
		for v.leaf(s) {
			empty = false
		}
		if !v.d.Step(checkText) {
			break
		}
		empty = false
		v.child(s)
	}
	if v.d.Failed != nil {
		return
	}
	checkText()
	v.checkContent(t, e, s, empty)
	v.d.Leave()
}

// checkContent checks what the innermost element, whose end tag has been read, has as a whole.
func (v *validation) checkContent(t *xsdType, e *xsdElement, s *contentState, empty bool) {
	switch {
	case empty && e != nil && e.preset && len(v.d.Piece()) == 0: // the value is the default
	case !s.broken && !s.at.complete:
		v.problemOpen("%s is missing", cmp.Or(v.missing(s), "an element of a choice"))
	case t.Mixed && e != nil && e.fixed != nil && (!empty || string(v.d.Piece()) != *e.fixed):
		v.problemOpen("the content is not the fixed value %s", quoteValue(*e.fixed))
	}
}

// child validates the current element as the next one of a content model.
func (v *validation) child(s *contentState) {
	space, local := v.xsdSpace(v.d.Space()), v.d.LocalName()
	if !s.broken {
		name, wildcard, ok := s.take(space, local)
		switch {
		case name != nil:
			number := int32(0)
			if name.leaf.repeats() {
				number = s.counts[name.number]
			}
			v.element(name.element, number)
			return
		case ok:
			v.wildcard(wildcard.wildcard.Process, xsd.QName{Space: space, Local: string(local)})
			return
		}
		v.problemAt(s.occurrence(space, local), "%s", v.unexpected(s, xsd.QName{Space: space, Local: string(local)}))
	}
	if name := s.known(space, local); name != nil {
		s.counts[name.number]++
		v.element(name.element, s.counts[name.number])
		return
	}
	v.d.Skip()
}

// wildcard validates an element that a wildcard lets in (part 1, section 3.10.4).
func (v *validation) wildcard(process xsd.Process, name xsd.QName) {
	e := v.model.elementNamed(name)
	switch {
	case process == xsd.Skip:
		v.d.Skip()
	case e != nil:
		v.element(e, 0)
	default:
		v.push(0)
		defer v.pop()
		typeName, typed := v.d.Attr(schema.XSINamespace, "type")
		if !typed && process == xsd.Strict {
			v.problem("the element is not declared in the schema")
		}
		var t *xsdType
		if typed && (process == xsd.Strict || v.typeNamed(typeName) != nil) {
			t = v.concrete(v.instanceType(typeName, nil, 0))
		}
		v.instance(t, nil)
	}
}

// concrete returns a type unless it is abstract, which is a problem.
func (v *validation) concrete(t *xsdType) *xsdType {
	if t != nil && t.Abstract {
		v.problem("the type %s is abstract: xsi:type has to name one that is derived from it", t.label())
		return nil
	}
	return t
}

// typeNamed returns the type that a qualified name in the document names, nil if there is none.
func (v *validation) typeNamed(name string) *xsdType {
	space, local, ok := v.d.ResolveQName(name)
	if !ok {
		return nil
	}
	return v.model.typeNamed(xsd.QName{Space: v.xsdSpace(space), Local: local})
}

// lax reads an element about which nothing is known; what is declared in it has to be valid.
func (v *validation) lax() {
	if v.d.IsNil() {
		v.d.Skip()
		return
	}
	v.d.Open()
	v.rest()
}

// rest reads the rest of the innermost element as lax does.
func (v *validation) rest() {
	for v.d.Child() {
		v.wildcard(xsd.Lax, v.tagName())
	}
}

// lookupPrefix finds the namespace of a prefix at the current place, as the schema calls it.
func (v *validation) lookupPrefix(prefix string) (uri string, ok bool) {
	if prefix == "" {
		uri, _, _ = v.d.ResolvePrefix(nil)
		return v.xsdSpace(uri), true
	}
	uri, _, ok = v.d.ResolvePrefix([]byte(prefix))
	return v.xsdSpace(uri), ok
}

// xsdSpace returns what the schema calls a namespace of the document.
func (v *validation) xsdSpace(uri string) string {
	if contract, ok := v.renamed[uri]; ok {
		uri = contract
	}
	if own, ok := v.model.Names[uri]; ok {
		return own
	}
	return uri
}

// sentSpace returns the namespace that documents have for a namespace of the schema. It is the inverse of xsdSpace.
func (v *validation) sentSpace(own string) string {
	for _, renamed := range [...]map[string]string{v.model.Names, v.renamed} {
		for _, uri := range slices.Sorted(maps.Keys(renamed)) {
			if renamed[uri] == own {
				own = uri
				break
			}
		}
	}
	return own
}

// tagName returns the name of the current element as the schema has it.
func (v *validation) tagName() xsd.QName {
	space, local := v.d.Tag()
	return xsd.QName{Space: v.xsdSpace(space), Local: local}
}
