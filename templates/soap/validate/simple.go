package validate

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/xsd"
)

// parsePrimitive reads the lexical form of a primitive type. The values of the schema, of a default or of a facet, for which doc is
// nil, have namespaces in place of prefixes.
func parsePrimitive(p lexical.Primitive, text string, doc *validation) (v lexical.Value, ok bool) {
	isOwn := doc == nil || doc.own
	v, ok = lexical.Parse(p, text, func(text string) (string, bool) {
		if isOwn {
			name, ok := xsd.ParseClark([]byte(text))
			return name.String(), ok
		}
		return lexical.Expand(text, doc.lookupPrefix)
	})
	v.Expanded = isOwn && p.IsName() && strings.HasPrefix(text, "{")
	return v, ok
}

// check reads text as a value of the type. If it is not a value, problem says why. doc is the validation of the document with
// the text: it knows the namespaces of prefixes, and counts the work; if there is too much work, its decoder has failed, and
// the result means nothing. doc is nil for values of the schema.
func (t *xsdType) check(text string, doc *validation) (v lexical.Value, problem string) {
	text = t.space.Normalize(text)
	switch {
	case !doc.mayRead(len(text)):
		return v, ""
	case t.item != nil:
		v, problem = t.readList(text, doc)
	case t.members != nil:
		v, problem = t.readUnion(text, doc)
	case t.primitive == lexical.NoPrimitive:
		v = lexical.Value{Primitive: lexical.String, Text: text, Key: text}
	default:
		var ok bool
		if v, ok = parsePrimitive(t.primitive, text, doc); !ok {
			problem = t.builtin().notOne(text)
		}
	}
	if problem == "" {
		problem = t.checkFacets(&v, doc, t.builtin())
	}
	return v, problem
}

// checkOwn is check for a value that the schema has for a place in the document: a default or a fixed value. Its qualified names
// have their namespaces in place of prefixes.
func (t *xsdType) checkOwn(text string, doc *validation) (v lexical.Value, problem string) {
	doc.own = true
	defer func() { doc.own = false }()
	return t.check(text, doc)
}

// checkFacets compares a value with the facets of the type and of the types that it is derived from, which come first. known is
// the built-in type that problems with the facets of built-in types name.
func (t *xsdType) checkFacets(v *lexical.Value, doc *validation, known *xsdType) (problem string) {
	if t == t.root {
		return ""
	}
	if problem = t.base.checkFacets(v, doc, known); problem != "" {
		return problem
	}
	facets := t.facets()
	for i := range facets {
		if !doc.mayRead(len(v.Text)) {
			return ""
		}
		if !facets[i].allows(v, doc) {
			problem = facets[i].problem(v) + t.of()
			break
		}
	}
	if t.isBuiltin() && problem != "" || !lexical.IsOne(t.rule, v.Text) {
		return known.notOne(v.Text)
	}
	return problem
}

func (t *xsdType) notOne(text string) string {
	return quoteValue(text) + " is not a valid " + t.label()
}

func (t *xsdType) readList(text string, doc *validation) (v lexical.Value, problem string) {
	var key strings.Builder
	v.Text = text
	for rest := text; rest != "" && doc.mayRead(itemBytes); {
		var item string
		item, rest, _ = strings.Cut(rest, " ")
		one, problem := t.item.check(item, doc)
		if problem != "" {
			return v, "item " + strconv.Itoa(v.Length+1) + " of the list: " + problem
		}
		v.Length++
		v.Expanded = v.Expanded || one.Expanded
		key.WriteString(strconv.Quote(one.Identity()))
	}
	v.Key = key.String()
	return v, ""
}

// readUnion reads the value as the first of the members that takes it.
func (t *xsdType) readUnion(text string, doc *validation) (v lexical.Value, problem string) {
	for _, m := range t.members {
		if v, problem = m.check(text, doc); problem == "" {
			return v, ""
		}
	}
	if len(t.members) > 1 {
		problem = quoteValue(text) + " is not a value of any member type of the union" + t.root.of()
	}
	return lexical.Value{}, problem
}

// ownValue returns a value that the schema has for a type, with the namespaces of qualified names in place of their prefixes;
// nil for none.
func ownValue(t *xsdType, v *component.Value) *string {
	if v == nil {
		return nil
	}
	text := v.Text
	if t != nil {
		text = t.expand(text, v)
	}
	return &text
}

// holdsNames reports whether values of a type may be qualified names.
func (t *xsdType) holdsNames() bool {
	return t.primitive.IsName() || t.item != nil && t.item.holdsNames() || slices.ContainsFunc(t.members, (*xsdType).holdsNames)
}

// expand returns a text with the namespaces of the qualified names that it has as a value of a type.
func (t *xsdType) expand(text string, v *component.Value) string {
	switch {
	case !t.holdsNames():
	case t.item != nil:
		items := strings.Fields(text)
		for i := range items {
			items[i] = t.item.expand(items[i], v)
		}
		return strings.Join(items, " ")
	case t.members != nil:
		for _, m := range t.members {
			own := m.expand(text, v)
			if _, problem := m.check(own, nil); problem == "" {
				return own
			}
		}
	default:
		text = strings.TrimSpace(text)
		if name, ok := v.Expand(text); ok && name.Space != "" {
			return name.String()
		}
	}
	return text
}

// SimpleValues compares texts with simple types. Many goroutines may use it.
type SimpleValues struct{}

// Check returns an error that says why a text is not a value of a simple type. Qualified names in it have their namespaces in
// place of prefixes, in Clark's notation.
func (SimpleValues) Check(t *component.Type, text string) error {
	if _, problem := typeOf(t).check(text, nil); problem != "" {
		return errors.New(problem)
	}
	return nil
}

// Expand returns a value that a schema has for a simple type, with the namespaces of qualified names in place of prefixes.
func (SimpleValues) Expand(t *component.Type, value *component.Value) string {
	return *ownValue(typeOf(t), value)
}
