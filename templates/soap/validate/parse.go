package validate

import (
	"fmt"
	"strconv"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// The notation of a schema text. A word in quotes is that word; ... is repetition.
//
//	schema     = definition ...
//	definition = "ns" prefix string
//	           | "type" name ( "=" simple | complex )
//	           | "element" name declared
//	           | "attribute" name "=" simple
//	           | "group" name particle
//	           | "message" name declared
//	simple     = ( name | "[" simple "]" | "list" "(" simple ")" | "union" "(" simple "," ... ")" ) ( facet string ... ) ...
//	complex    = "{" [ "abstract" ] [ "mixed" ] [ ( "extends" | "restricts" ) name ] [ "blocks" derivation ... ]
//	             [ "text" simple ] attribute ... [ "@" wildcard ] [ "items" declared | particle ] "}"
//	attribute  = "@" name [ "!" ] simple [ "default" string | "fixed" string ]
//	declared   = ( name | "[" simple "]" | complex ) [ "nillable" ] [ "abstract" ] [ "default" string | "fixed" string ]
//	             [ "blocks" derivation ... ] [ "substitutes" name ]
//	particle   = ( name [ declared ] | wildcard | "%" name | "(" particle ... ")" ) [ "?" | "*" | "+" | "{" n [ "," [ n ] ] "}" ]
//	wildcard   = "<" ( "any" | "other" string | string ... ) ( "strict" | "lax" | "skip" ) ">"
//
// There may be several messages of one name: what is valid as one of them is valid. Particles of a sequence are separated by commas, those of a choice by |, those of an all by &. ! says that an
// attribute must be there. A name in content alone refers to a global element; with a type it declares a local one.
// Patterns are expressions of package regexp, all other values are as in the schema; names in the values of QName are
// in Clark's notation, {uri}local. The prefix xs is that of XML Schema.

// xsdParser reads a schema text into a model.
type xsdParser struct {
	textReader
	model    *xsdModel
	types    []*xsdType
	elements []*xsdElement // global ones, in their order
	wants    []func()      // resolve a reference once everything has been read
	again    bool          // what is there already may be there again
}

// parseSchema reads a schema text on top of the built-in types.
func parseSchema(text string) (m *xsdModel, err error) {
	return parseSchemas([]string{text})
}

// parseSchemas reads several texts into one model. Each has prefixes of its own;
// those of the first are the model's. What several define alike counts once.
func parseSchemas(texts []string) (m *xsdModel, err error) {
	p := &xsdParser{
		model: &xsdModel{
			types: make(map[xsd.QName]*xsdType), elements: make(map[xsd.QName]*xsdElement), attributes: make(map[xsd.QName]*xsdType),
			groups: make(map[xsd.QName]*xsdParticle), messages: make(map[xsd.QName][]*xsdElement),
		},
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case textError:
			m, err = nil, fmt.Errorf("schema text: %s", r.message)
		default:
			panic(r)
		}
	}()
	for name, t := range builtinTypes() {
		p.model.types[name] = t
	}
	for i, text := range texts {
		p.again = i > 0
		p.textReader = textReader{text: text, spaces: map[string]string{"": "", "xs": xsd.Namespace, "xml": schema.XMLNamespace}}
		for p.next(); !p.end(); {
			p.definition()
		}
		if i == 0 {
			p.model.spaces = p.spaces
		}
	}
	for _, want := range p.wants {
		want()
	}
	for _, t := range p.types {
		p.link(t)
	}
	p.linkElements()
	return p.model, nil
}

func (p *xsdParser) definition() {
	switch word := p.word; {
	case p.accept("ns"):
		prefix := p.word
		p.next()
		p.spaces[prefix] = p.str()
	case p.accept("type"):
		p.typeDefinition()
	case p.accept("element"):
		name := p.name()
		there := p.model.elements[name] != nil
		if there && !p.again {
			p.fail("the element %s is there twice", name)
		}
		e := p.declared(name)
		if there {
			return
		}
		p.model.elements[name] = e
		p.elements = append(p.elements, e)
	case p.accept("attribute"):
		name := p.name()
		p.expect("=")
		p.model.attributes[name] = p.simple()
	case p.accept("group"):
		name := p.name()
		p.model.groups[name] = p.particle()
	case p.accept("message"):
		name := p.name()
		p.model.messages[name] = append(p.model.messages[name], p.declared(name))
	default:
		p.fail("%q where a definition is expected", word)
	}
}

func (p *xsdParser) typeDefinition() {
	name := p.name()
	there := p.model.types[name] != nil
	if there && !p.again {
		p.fail("the type %s is there twice", name)
	}
	var t *xsdType
	if p.accept("=") {
		t = p.simple()
	} else {
		t = p.complex()
	}
	t.name = name
	if !there {
		p.model.types[name] = t
	}
}

func (p *xsdParser) newType() *xsdType {
	t := new(xsdType)
	p.types = append(p.types, t)
	return t
}

// refer has a reference to a type filled in at the end.
func (p *xsdParser) refer(name xsd.QName, to **xsdType) {
	at := p.start
	p.wants = append(p.wants, func() {
		if *to = p.model.types[name]; *to == nil {
			p.start = at
			p.fail("there is no type %s", name)
		}
	})
}

// simple reads a simple type. A name alone is that type itself, which is not known yet: it is read as a restriction
// without facets, of which linking keeps the base (see plain).
func (p *xsdParser) simple() *xsdType {
	p.enter()
	defer p.leave()
	t := p.newType()
	t.by = byRestriction
	switch {
	case p.accept("["):
		t.base = p.simple()
		p.expect("]")
	case p.is("list") && p.followedBy('('):
		p.next()
		p.expect("(")
		t.variety, t.item = listVariety, p.simple()
		p.expect(")")
		p.refer(anySimpleName, &t.base)
	case p.is("union") && p.followedBy('('):
		p.next()
		p.expect("(")
		t.variety = unionVariety
		for t.members = append(t.members, p.simple()); p.accept(","); {
			t.members = append(t.members, p.simple())
		}
		p.expect(")")
		p.refer(anySimpleName, &t.base)
	default:
		p.refer(p.name(), &t.base)
	}
	for p.facet(t) {
	}
	return t
}

// followedBy reports whether c stands right behind the current word.
func (p *xsdParser) followedBy(c byte) bool { return p.at < len(p.text) && p.text[p.at] == c }

// facet reads a facet with its values, if there is one.
func (p *xsdParser) facet(t *xsdType) bool {
	for kind, name := range facetNames {
		if !p.is(name) {
			continue
		}
		p.next()
		t.facets = append(t.facets, xsdFacet{kind: facetKind(kind)})
		f := &t.facets[len(t.facets)-1]
		for f.values = append(f.values, p.str()); p.quoted; {
			f.values = append(f.values, p.str())
		}
		switch f.kind {
		case lengthFacet, minLengthFacet, maxLengthFacet, totalDigitsFacet, fractionDigitsFacet:
			n, err := strconv.Atoi(f.values[0])
			if err != nil || n < 0 {
				p.fail("%q where a number is expected", f.values[0])
			}
			f.number = n
		case whiteSpaceFacet:
			if _, ok := spaceNames[f.values[0]]; !ok {
				p.fail("%q where a way to normalize white space is expected", f.values[0])
			}
		}
		return true
	}
	return false
}

// complex reads a complex type.
func (p *xsdParser) complex() *xsdType {
	p.enter()
	defer p.leave()
	t := p.newType()
	t.complex, t.by = true, byRestriction
	p.expect("{")
	t.abstract = p.accept("abstract")
	t.mixed = p.accept("mixed")
	switch {
	case p.accept("extends"):
		t.by = byExtension
		p.refer(p.name(), &t.base)
	case p.accept("restricts"):
		p.refer(p.name(), &t.base)
	default:
		p.refer(anyTypeName, &t.base)
	}
	t.blocks = p.blocks()
	if p.accept("text") {
		t.text = p.simple()
	}
	for p.accept("@") {
		if p.is("<") {
			t.anyAttribute = p.wildcard()
			break
		}
		t.attributes = append(t.attributes, p.attribute())
	}
	switch {
	case p.accept("items"):
		t.items = p.declared(xsd.QName{})
		t.items.nillable = true // items that are not there may be nil (SOAP 1.1 section 5.4.2)
	case !p.is("}"):
		t.own = p.particle()
	}
	p.expect("}")
	return t
}

func (p *xsdParser) attribute() xsdUse {
	u := xsdUse{name: p.name()}
	u.required = p.accept("!")
	u.typ = p.simple()
	switch {
	case p.accept("default"):
		p.str()
	case p.accept("fixed"):
		fixed := p.str()
		u.fixed = &fixed
	}
	return u
}

var derivationNames = map[string]derivations{"restriction": byRestriction, "extension": byExtension, "substitution": bySubstitution}

func (p *xsdParser) blocks() (set derivations) {
	if !p.accept("blocks") {
		return 0
	}
	for !p.quoted && derivationNames[p.word] != 0 {
		set |= derivationNames[p.word]
		p.next()
	}
	return set
}

// declared reads what an element is declared to be.
func (p *xsdParser) declared(name xsd.QName) *xsdElement {
	e := &xsdElement{name: name}
	switch {
	case p.is("{"):
		e.typ = p.complex()
	case p.accept("["):
		e.typ = p.simple()
		p.expect("]")
	default:
		p.refer(p.name(), &e.typ)
	}
	e.nillable = p.accept("nillable")
	e.abstract = p.accept("abstract")
	switch {
	case p.accept("default"):
		p.str()
		e.preset = true
	case p.accept("fixed"):
		fixed := p.str()
		e.fixed, e.preset = &fixed, true
	}
	e.blocks = p.blocks()
	if p.accept("substitutes") {
		head, at := p.name(), p.start
		p.wants = append(p.wants, func() {
			if e.head = p.model.elements[head]; e.head == nil {
				p.start = at
				p.fail("there is no element %s", head)
			}
		})
	}
	return e
}

func (p *xsdParser) wildcard() *xsdWildcard {
	p.expect("<")
	w := new(xsdWildcard)
	switch {
	case p.accept("any"):
		w.any = true
	case p.accept("other"):
		w.other, w.namespaces = true, []string{p.str()}
	default:
		for p.quoted {
			w.namespaces = append(w.namespaces, p.str())
		}
	}
	switch {
	case p.accept("lax"):
		w.process = laxProcess
	case p.accept("skip"):
		w.process = skipProcess
	default:
		p.expect("strict")
	}
	p.expect(">")
	return w
}

// particle reads a particle with its bounds.
func (p *xsdParser) particle() *xsdParticle {
	p.enter()
	defer p.leave()
	part := &xsdParticle{min: 1, max: 1}
	switch {
	case p.is("("):
		p.group(part)
	case p.is("<"):
		part.kind, part.wildcard = wildcardParticle, p.wildcard()
	case p.accept("%"):
		part.kind = groupParticle
		name, at := p.name(), p.start
		p.wants = append(p.wants, func() {
			if part.group = p.model.groups[name]; part.group == nil {
				p.start = at
				p.fail("there is no group %s", name)
			}
		})
	default:
		p.element(part)
	}
	p.bounds(part)
	return part
}

func (p *xsdParser) element(part *xsdParticle) {
	name := p.name()
	if p.isName() || p.is("[") || p.is("{") && !p.isBounds() {
		part.element = p.declared(name)
		return
	}
	at := p.start
	p.wants = append(p.wants, func() {
		if part.element = p.model.elements[name]; part.element == nil {
			p.start = at
			p.fail("there is no element %s", name)
		}
	})
}

// isBounds reports whether the brace that is the current word begins bounds, and not a type.
func (p *xsdParser) isBounds() bool {
	return p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9'
}

// group reads particles in parentheses. Without any, it is an empty sequence or choice: ( ) or (|).
func (p *xsdParser) group(part *xsdParticle) {
	p.expect("(")
	part.kind = sequenceParticle
	if p.accept("|") {
		part.kind = choiceParticle
	}
	for !p.is(")") {
		part.children = append(part.children, p.particle())
		if p.is(")") {
			break
		}
		if len(part.children) == 1 && p.is("|") {
			part.kind = choiceParticle
		} else if len(part.children) == 1 && p.is("&") {
			part.kind = allParticle
		}
		p.expect(groupSigns[part.kind])
	}
	p.expect(")")
}

var groupSigns = map[particleKind]string{sequenceParticle: ",", choiceParticle: "|", allParticle: "&"}

func (p *xsdParser) bounds(part *xsdParticle) {
	switch {
	case p.accept("?"):
		part.min = 0
	case p.accept("*"):
		part.min, part.max = 0, -1
	case p.accept("+"):
		part.max = -1
	case p.accept("{"):
		part.min = p.number()
		part.max = part.min
		if p.accept(",") {
			part.max = -1
			if !p.is("}") {
				part.max = p.number()
			}
		}
		p.expect("}")
	}
}
