package codec

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// target reads a value that is not nil.
func (r *jsonDecoder) target(f *fieldPlan, to pointer) {
	switch {
	case f.scalar != nil:
		r.scalar(f, to)
	case f.row.Kind == KindStruct:
		if f.row.holdsItems() {
			to.makeSlice(f.typ, 0)
		}
		r.structure(f.row.Of.planOf(), to, false)
	case f.row.Kind == KindPoly:
		r.poly(f, to)
	case f.row.Kind == KindList:
		r.words(f, to)
	}
}

// words reads a list.
func (r *jsonDecoder) words(f *fieldPlan, to pointer) {
	to.makeSlice(f.elem, 0)
	item := func(read func(item pointer)) {
		s := to.slice()
		if n := 2*s.cap + firstItems; s.len == s.cap {
			if !r.TakeMemory(int64(n-s.cap) * int64(f.list.size)) {
				return
			}
			to.grow(f.elem, n)
		}
		read(s.extend(f.list.size))
	}
	if r.Given && r.peek() == '"' {
		for _, word := range strings.Fields(string(r.text())) {
			item(func(to pointer) { r.lexical(f.list.scalar, to, []byte(word)) })
		}
		return
	}
	r.items(func() {
		if start := r.Pos; r.peek() == '"' {
			if text := r.text(); r.Failed == nil && (len(text) == 0 || bytes.ContainsAny(text, " \t\r\n")) {
				r.Fail("an item of a list that is empty or holds white space")
			}
			if r.Failed != nil {
				return
			}
			r.Pos = start
		}
		item(func(to pointer) { r.scalar(f.list, to) })
	})
}

// scalar reads a value of a simple type.
func (r *jsonDecoder) scalar(f *fieldPlan, to pointer) {
	k, c := f.row.Kind, r.peek()
	switch {
	case k == KindString:
		if b := r.text(); r.Failed == nil {
			*at[string](to) = r.copyText(b)
		}
	case k == KindBool && (c != '"' || !r.Given):
		*at[bool](to) = r.bool()
	case k.IsNumber() && c != '"':
		r.lexical(f.scalar, to, r.number())
	case k == KindAnySimple || k == KindAnySimpleText || k == KindTextOrName:
		r.anySimple(k, at[xsd.AnySimple](to))
	case k == KindAnyType:
		r.anyType(at[xsd.AnyType](to))
	case k == KindRawXML:
		r.rawXML(f.row, to)
	default:
		r.lexical(f.scalar, to, r.text())
	}
}

// lexical reads the lexical form of a value, as if it was an item of a list in XML.
func (r *jsonDecoder) lexical(s *scalar, to pointer, text []byte) {
	if r.Failed != nil {
		return
	}
	r.listItem = text
	r.current = tag{mode: tagItem, field: -1, name: int32(r.Pos-len(text)) + 1}
	s.read(r.Decoder, to)
}

// bool reads true or false.
func (r *jsonDecoder) bool() bool {
	if r.word("true") {
		return true
	}
	if !r.word("false") {
		r.unexpected("true or false")
	}
	return false
}

// sizes reads the sizes of an array of SOAP encoding.
func (r *jsonDecoder) sizes(rank int) (sizes []int) {
	text := string(r.text())
	list, ok := strings.CutPrefix(text, "[")
	list, closed := strings.CutSuffix(list, "]")
	for _, size := range strings.SplitN(list, ",", rank) {
		n, err := strconv.ParseUint(strings.TrimSpace(size), 10, 31)
		ok = ok && err == nil
		sizes = append(sizes, int(n))
	}
	if r.Failed == nil && (!ok || !closed || len(sizes) != rank) {
		r.Fail("%s is not the sizes of an array, such as [2,3]", lex.Quote(text))
	}
	return sizes
}

// typedMembers reads an object with the type that xsi:type names, attributes, and a member with the value: read reads it, or
// reports false for another member.
func (r *jsonDecoder) typedMembers(read func(name string) bool) (typ xsd.QName, attrs []xsd.Attr) {
	found := false
	r.members(func(name string) {
		switch attr, isAttr := strings.CutPrefix(name, "@"); {
		case read(name):
			found = true
		case name == JSONType:
			typ = r.clark(string(r.text()))
		case isAttr && name != JSONNil:
			attrs = r.appendAttr(attrs, attr)
		default:
			r.Fail("the member is not known")
		}
	})
	if !found {
		r.Fail("the member %s is missing", JSONText)
	}
	return typ, attrs
}

// typedValue reads a value of a simple type, or null, with the type that xsi:type names.
func (r *jsonDecoder) typedValue(f *fieldPlan, to pointer) {
	var typ xsd.ElementType
	key, owner := f.typed.of(r.item), r.owner
	untyped := *f
	untyped.typed = nil
	typ.Type, typ.Attrs = r.typedMembers(func(name string) bool {
		if name == JSONText {
			r.value(&untyped, to)
		}
		return name == JSONText
	})
	switch {
	case r.Failed != nil:
	case typ.Type == (xsd.QName{}):
		r.Fail("the members %s and %s are expected", JSONType, JSONText)
	case r.TakeMemory(2 * int64(reflect.TypeFor[xsd.ElementType]().Size())):
		types := at[xsd.ElementTypes](f.typed.types.in(owner))
		if *types == nil {
			*types = make(xsd.ElementTypes)
		}
		(*types)[key] = typ
	}
}

// clark returns a name in Clark's notation; {}name has no namespace.
func (r *jsonDecoder) clark(text string) xsd.QName {
	q, ok := xsd.ParseClark([]byte(strings.TrimPrefix(text, "{}")))
	if !ok {
		r.Fail("%s is not a name with its namespace in braces", lex.Quote(text))
	}
	return q
}

// appendAttr reads the value of an attribute that the type does not declare.
func (r *jsonDecoder) appendAttr(attrs []xsd.Attr, name string) []xsd.Attr {
	q := r.clark(name)
	switch {
	case len(attrs) >= r.lim.Attributes:
		r.Fail("more than %d attributes", r.lim.Attributes)
	case slices.ContainsFunc(attrs, func(a xsd.Attr) bool { return a.Name == q }):
		r.Fail("the attribute is given twice")
	case q.Space == XSINamespace:
		r.Fail("the attribute is not allowed here")
	case r.TakeMemory(2 * attrBytes):
		return append(attrs, xsd.Attr{Name: q, Value: string(r.text())})
	}
	return attrs
}

// anyAttribute reads an attribute that a wildcard allows, or the declaration of a prefix in the value of one.
func (r *jsonDecoder) anyAttribute(m *jsonMember, name string, v pointer) {
	f, to := m.write.field, v.add(m.write.offset)
	if m.write.put == opSlot {
		to = r.slotAt(to, f.typ)
	}
	q := r.clark(name)
	ns := r.nsIndex(q.Space)
	declared := slices.ContainsFunc(f.known, func(f shapeField) bool { return f.name == q.Local && int32(f.ns) == ns })
	if declared || q.Space != xmlnsNamespace && !f.row.Wildcard().Allows(ns, q.Space) {
		r.Fail("the attribute is not allowed here")
	}
	*at[[]xsd.Attr](to) = r.appendAttr(*at[[]xsd.Attr](to), name)
}

// anySimple reads an xs:anySimpleType, or a union some of whose members are names.
func (r *jsonDecoder) anySimple(k Kind, v *xsd.AnySimple) {
	named := k == KindTextOrName
	if r.peek() == '{' {
		v.Type, v.Attrs = r.typedMembers(func(name string) bool {
			if name == JSONText {
				v.Text = string(r.text())
			}
			return name == JSONText
		})
		named = v.Type.Space == xsd.Namespace && (v.Type.Local == "QName" || v.Type.Local == "NOTATION")
	} else {
		v.Text = string(r.text())
	}
	if q, ok := xsd.ParseClark([]byte(v.Text)); named && ok && q.Space != "" {
		v.Space, v.Text = q.Space, q.Local
	}
}

// anyType reads an xs:anyType.
func (r *jsonDecoder) anyType(v *xsd.AnyType) {
	if r.peek() != '{' {
		*v = xsd.NewText(string(r.text()))
		return
	}
	contents := 0
	v.Type, v.Attrs = r.typedMembers(func(name string) bool {
		switch name {
		case JSONNil:
			v.Nil = r.bool()
			return true
		case JSONText:
			v.Content = xsd.NewText(string(r.text())).Content
		case JSONMarkup:
			r.markup("<x>"+string(r.text())+"</x>", func(d *Decoder) { v.Content = d.InnerXML() })
		default:
			return false
		}
		contents++
		return true
	})
	if contents > 1 || v.Nil && contents > 0 {
		r.Fail("an element has %s or %s, and a nil element neither", JSONText, JSONMarkup)
	}
}

// markup reads a document that was in a string.
func (r *jsonDecoder) markup(doc string, read func(*Decoder)) {
	if r.Failed != nil || !r.TakeMemory(int64(len(doc))) {
		return
	}
	limits := r.lim
	limits.Memory = max(limits.Memory-r.allocated, 1)
	d := NewDecoder([]byte(doc), r.ns, limits)
	defer d.Release()
	d.Interrupt, d.Types, d.Strict = r.Interrupt, r.Types, true
	if d.Document(func() { read(d) }) != nil {
		r.Fail("the markup: %s", d.Failed.Message)
	}
	r.TakeMemory(d.allocated)
}

// rawXML reads an element that is kept as markup.
func (r *jsonDecoder) rawXML(row *Row, to pointer) {
	r.markup(string(r.text()), func(d *Decoder) {
		space, local := d.Tag()
		allowed := d.Is(ElementName{int(row.NS), row.Name})
		if w := row.Wildcard(); w != nil {
			allowed = w.Allows(d.nsIndex(space), space)
		}
		if !allowed {
			d.Fail("the element %s is not allowed here", xsd.QName{Space: space, Local: local})
			return
		}
		*at[string](to) = string(d.RawXML())
	})
}

// poly reads a value of the declared type, or of the one that the object names if that is derived from it.
func (r *jsonDecoder) poly(f *fieldPlan, to pointer) {
	t, name := f.row.Of, ""
	if r.peek() == '{' {
		name = r.typeMember()
	}
	if name != "" {
		t = r.typeNamed(name, t)
	}
	switch {
	case r.Failed != nil:
	case t == nil:
		r.Fail("%s does not name a type that is derived from %s%s", JSONType, f.row.Of.Name, r.derived(f.row.Of))
	case t.Abstract:
		r.Fail("the type %s is abstract: %s has to name one that is derived from it%s", t.Name, JSONType, r.derived(t))
	case r.TakeMemory(int64(t.planOf().goType.Size())):
		v := reflect.New(t.planOf().goType)
		r.structure(t.planOf(), pointerIn(v), name != "")
		to.value(f.elem).Set(v)
	}
}

// typeNamed returns the type with a name that may replace the declared one, nil if there is none. A name without braces is in the
// namespace of the declared type.
func (r *jsonDecoder) typeNamed(name string, declared *Type) *Type {
	q := r.clark(name)
	wanted := typeName{declared.NS, q.Local}
	if strings.HasPrefix(name, "{") {
		wanted.ns = r.nsIndex(q.Space)
	}
	if t := r.typesOf(declared).byName[wanted]; t != nil && t.derivedFrom(declared) {
		return t
	}
	return nil
}

// derived returns the names of the types that xsi:type may name instead of another one, after a colon.
func (r *jsonDecoder) derived(declared *Type) string {
	var names []string
	for _, t := range r.typesOf(declared).byName {
		if t.derivedFrom(declared) && !t.Abstract {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return ": " + strings.Join(slices.Compact(names), ", ")
}

// attachment reads an attachment: a string, or an object with the media type.
func (r *jsonDecoder) attachment(a Attachment) {
	if r.peek() != '{' {
		r.attached(a)
		return
	}
	r.members(func(name string) {
		switch {
		case name == JSONText:
			r.attached(a)
		case name == JSONMedia && a.media != nil:
			*a.media = string(r.text())
		default:
			r.Fail("the member is not known")
		}
	})
	if a.Absent() {
		r.Fail("the member %s is missing", JSONText)
	}
}

func (r *jsonDecoder) attached(a Attachment) {
	switch text := r.text(); {
	case r.Failed != nil:
	case a.Form() == AttachedBytes:
		r.lexical(&scalars[KindBase64], a.value, text)
	case a.Form() == AttachedText:
		if err := a.SetText(string(text)); err != nil {
			r.Fail("%v", err)
		}
	default:
		r.markup(string(text), a.Read)
	}
}
