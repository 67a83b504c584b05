package validate

import "strings"

// idKind says whether values of a type are IDs, or refer to them.
type idKind uint8

const (
	noID    idKind = iota
	isID           // xs:ID
	isIDRef        // xs:IDREF, or a list of them
	mayBeID        // a union or a list, whose values may be either
)

// idReference is an IDREF to an ID that had not been read.
type idReference struct {
	id, path string
	at       int // where its element begins
	element  int // where the element begins that path names
}

// idKinds are the kinds of the built-in types, by name.
var idKinds = map[string]idKind{"ID": isID, "IDREF": isIDRef}

// identify notes the IDs and references in a valid text of a type. owner is where the element begins that an ID in it
// identifies (part 1, section 3.3.4, Validation Root Valid).
func (v *validation) identify(t *xsdType, text string, owner int) {
	text = strings.TrimSpace(text)
	switch t.id {
	case isID:
		if first, ok := v.ids[text]; ok && first != owner {
			v.note(v.d.OpenStart(), "", "the ID %s is not unique", quoteValue(text))
		}
		if v.ids == nil {
			v.ids = make(map[string]int)
		}
		if v.keep(len(text)) {
			v.ids[text] = owner
		}
	case isIDRef:
		if _, ok := v.ids[text]; !ok { // it may come later
			v.refer(text, owner)
		}
	case mayBeID:
		v.identifyParts(t, text, owner)
	}
}

// refer notes a reference to an ID. References of one element share its path.
func (v *validation) refer(id string, owner int) {
	element, path, known := 0, "", false
	if n := len(v.steps); n > 0 {
		element = v.steps[n-1].at
	}
	if n := len(v.idrefs); n > 0 && v.idrefs[n-1].element == element {
		path, known = v.idrefs[n-1].path, true
	}
	if !known {
		path = v.path()
	}
	if v.keep(len(id)) && (known || v.keep(len(path))) {
		v.idrefs = append(v.idrefs, idReference{id, path, owner, element})
	}
}

// identifyParts is identify for a list or a union.
func (v *validation) identifyParts(t *xsdType, text string, owner int) {
	if t.item != nil {
		for _, item := range strings.Fields(text) {
			v.identify(t.item, item, owner)
		}
		return
	}
	for _, m := range t.members {
		if _, problem := m.check(text, v); problem == "" {
			v.identify(m, text, owner)
			return
		}
	}
}

// endIDs ends the scope of the IDs below e, nil for an element without a declaration, and reports references to IDs that no
// element has. References are checked below an element of the schema (part 1, section 3.3.4, Validation Root Valid), but
// not below the element for the parts of a message: parts may refer to elements elsewhere in the message.
func (v *validation) endIDs(e *xsdElement) {
	for _, r := range v.idrefs {
		if _, ok := v.ids[r.id]; !ok && v.d.Failed == nil && (e == nil || !e.Message) {
			v.note(r.at, strings.TrimPrefix(r.path, v.path()), "no element has the ID %s", quoteValue(r.id))
		}
	}
	clear(v.ids)
	v.idrefs = v.idrefs[:0]
}
